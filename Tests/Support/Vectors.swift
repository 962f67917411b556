import Files
package import JSON

/// The files under `Tests/Vectors`, which the WebAssembly suite reads too.
package enum Vectors {
  package static func read(_ path: String) throws -> JSONValue {
    let here = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    return try JSONValue.parse(Files.read("/\(here)/Vectors/\(path)"), limits: JSONLimits(bytes: 16 << 20))
  }

  /// The rows of a file that is one list; none when it cannot be read, so a caller expects some.
  package static func rows(_ path: String) -> [JSONValue] { (try? read(path))?.list ?? [] }
}

extension JSONValue {
  package var text: String? { if case .string(let text) = self { text } else { nil } }
  package var number: Int64? { if case .integer(let number) = self { number } else { nil } }
  package var list: [JSONValue] { if case .array(let items) = self { items } else { [] } }
}
