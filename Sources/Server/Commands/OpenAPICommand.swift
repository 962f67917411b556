import Arguments
import JSON
import ReadingAPI

enum OpenAPICommand {
  static let command = Command("openapi", "Prints the API as an OpenAPI 3.1 document.") { _ in
    Terminal.print(bytes: ReadingAPI.document.canonicalBytes + [0x0A])
    return .done
  }
}
