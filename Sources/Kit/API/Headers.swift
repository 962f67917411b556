/// Header fields in the order sent; names compare without regard to ASCII case (RFC 9110 §5.1).
package struct Headers: Sendable, Hashable {
  package struct Field: Sendable, Hashable {
    package var name: String
    package var value: String
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package private(set) var fields: [Field]

  package init(_ fields: [Field] = []) { self.fields = fields }

  /// The first value of that name. Setting replaces every field of the name; nil removes them.
  package subscript(_ name: String) -> String? {
    get { fields.first { Headers.same($0.name, name) }?.value }
    set {
      fields.removeAll { Headers.same($0.name, name) }
      if let newValue { fields.append(Field(name, newValue)) }
    }
  }

  /// Every value of that name, in order.
  package func all(_ name: String) -> [String] {
    fields.filter { Headers.same($0.name, name) }.map(\.value)
  }

  package mutating func add(_ name: String, _ value: String) { fields.append(Field(name, value)) }

  /// Whether two names are one (RFC 9110 §5.1).
  package static func same(_ a: String, _ b: String) -> Bool {
    let (a, b) = (a.utf8, b.utf8)
    return a.count == b.count && zip(a, b).allSatisfy { lower($0) == lower($1) }
  }

  private static func lower(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte | 0x20 : byte }
}

extension Headers: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Field($0.0, $0.1) })
  }
}
