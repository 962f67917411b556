package import JSON

/// How one type is said in JSON: a shape reads it, writes it canonically, and describes it, so that the three agree.
package struct Shape<Value>: Sendable {
  /// Reads a value; notes every fault under its field and answers nil when there was one.
  package let read: @Sendable (JSONValue, _ field: String, inout FieldFaults) -> Value?
  package let write: @Sendable (Value, inout JSONWriter) -> Void
  /// The JSON Schema (2020-12); named objects go to `components` and are referred to.
  package let describe: @Sendable (inout Components) -> JSONValue
  /// How the value is written in a path or a query; nil where it cannot be.
  let text: TextForm?

  package init(
    text: TextForm? = nil, read: @escaping @Sendable (JSONValue, _ field: String, inout FieldFaults) -> Value?,
    write: @escaping @Sendable (Value, inout JSONWriter) -> Void,
    describe: @escaping @Sendable (inout Components) -> JSONValue
  ) {
    self.text = text
    self.read = read
    self.write = write
    self.describe = describe
  }

  /// Canonical bytes of a value.
  package func encode(_ value: Value) -> [UInt8] {
    var writer = JSONWriter(reserving: 1024)
    write(value, &writer)
    return writer.bytes
  }

  /// The value as a JSON value.
  package func value(of value: Value) -> JSONValue {
    // A shape writes only what the parser reads.
    (try? JSONValue.parse(encode(value))) ?? .null
  }

  /// How a value is written in a path, a query or a header; nil for `null` and for what has no such form.
  package func spell(_ value: Value) -> String? {
    guard text != nil else { return nil }
    switch self.value(of: value) {
    case .string(let text): return text
    case .integer(let number): return String(number)
    case .bool(let truth): return truth ? "true" : "false"
    default: return nil
    }
  }
}

/// A type with one shape.
package protocol Shaped: Sendable {
  static var shape: Shape<Self> { get }
}

/// How a scalar is spelled in a path or a query.
package enum TextForm: Sendable {
  case string, integer, boolean

  func value(_ text: String) -> JSONValue? {
    switch self {
    case .string: .string(text)
    case .integer: text.first == "+" ? nil : Int64(text).map(JSONValue.integer)
    case .boolean: text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
    }
  }
}

/// Named schemas, collected while a document is written.
package struct Components: Sendable {
  package private(set) var schemas: [String: JSONValue] = [:]
  package init() {}

  package mutating func refer(to name: String, _ describe: (inout Components) -> JSONValue) -> JSONValue {
    if schemas[name] == nil {
      schemas[name] = .null  // stops recursion
      schemas[name] = describe(&self)
    }
    return .object([.init("$ref", .string("#/components/schemas/\(name)"))])
  }
}

extension JSONValue {
  /// An object from pairs, for schemas and documents.
  package static func members(_ members: (String, JSONValue)...) -> JSONValue {
    .object(members.map { .init($0.0, $0.1) })
  }

  /// This object with more members.
  package func adding(_ more: (String, JSONValue)...) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members + more.map { .init($0.0, $0.1) })
  }
}
