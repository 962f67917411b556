import API
import Arguments
import Identifiers
import JSON
import MailAPI
import MailHTTP
import ReadingHTTP
import SQL
import Time

/// `atrium admin letters`: the outbox, newest first, with what each letter says while it is there to be read.
enum LettersCommand {
  static func run(_ invocation: Invocation) async throws -> ExitCode {
    let configuration = Configuration(settings: invocation.settings)
    let database = try configuration.openCurrentDatabase()
    defer { database.close() }
    let hub = try HubSite(configuration, database: database, publicURL: try configuration.reading().webBase)
    let letters = try await database.read(.long) { tx in try hub.letters.room.letters(in: tx) }
    if invocation.has("json") {
      Terminal.print(bytes: JSONValue.array(letters.map(json)).bytes + [0x0A])
      return .done
    }
    for letter in letters.reversed() {
      Terminal.print(
        "\(letter.createdAt.rfc3339)  \(letter.state)  \(letter.address)  \(letter.subject ?? letter.template)")
      if let text = letter.text { Terminal.print("\n" + text + "\n") }
      if let error = letter.error { Terminal.print("  " + error) }
    }
    if letters.isEmpty { Terminal.print("The outbox is empty.") }
    return .done
  }

  private static func json(_ letter: OutboxLetter) -> JSONValue {
    func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
    return .members(
      ("id", .string(letter.id.description)), ("template", .string(letter.template)),
      ("address", .string(letter.address)), ("state", .string(letter.state)),
      ("created_at", .string(letter.createdAt.rfc3339)), ("sent_at", text(letter.sentAt?.rfc3339)),
      ("subject", text(letter.subject)), ("text", text(letter.text)), ("error", text(letter.error)))
  }
}
