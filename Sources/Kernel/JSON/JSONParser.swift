/// How large a JSON text may be before it is refused.
public struct JSONLimits: Sendable, Hashable {
  /// Bytes of the whole text.
  public var bytes: Int
  /// Arrays and objects inside one another.
  public var depth: Int
  /// Bytes of one number.
  public var numberLength: Int

  public init(bytes: Int = 1 << 20, depth: Int = 64, numberLength: Int = 64) {
    self.bytes = bytes
    self.depth = depth
    self.numberLength = numberLength
  }

  public static let standard = JSONLimits()
}

/// Why a text is no JSON, and at which byte.
public struct JSONError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case empty, tooLarge, tooDeep, unexpectedByte, unexpectedEnd, trailingBytes, invalidUTF8, invalidEscape,
      loneSurrogate
    case controlCharacter, invalidNumber, numberTooLong, numberOutOfRange, duplicateName
  }

  public let reason: Reason
  /// Counted in bytes from 0.
  public let offset: Int
}

extension JSONValue {
  /// Parses one JSON text (RFC 8259), strictly: UTF-8 without a byte order mark, no duplicate names, no lone surrogates,
  /// numbers that a double can hold. A whole number within Int64 becomes `integer`, also when written `1.0` or `1e2`.
  public static func parse(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes: bytes, limits: limits)
    return try parser.parse()
  }
}

struct JSONParser {
  let bytes: [UInt8]
  let limits: JSONLimits
  var at = 0
  var depth = 0

  init(bytes: [UInt8], limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  mutating func parse() throws(JSONError) -> JSONValue {
    if bytes.count > limits.bytes { throw JSONError(reason: .tooLarge, offset: limits.bytes) }
    skipSpace()
    if at == bytes.count { throw JSONError(reason: .empty, offset: at) }
    let value = try value()
    skipSpace()
    if at < bytes.count { throw fail(.trailingBytes) }
    return value
  }

  func fail(_ reason: JSONError.Reason) -> JSONError { JSONError(reason: reason, offset: at) }

  private mutating func skipSpace() {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return
      }
    }
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    guard at < bytes.count else { throw fail(.unexpectedEnd) }
    switch bytes[at] {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw fail(.unexpectedByte)
    }
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    for index in 0..<word.utf8CodeUnitCount {
      guard at < bytes.count else { throw fail(.unexpectedEnd) }
      guard bytes[at] == word.utf8Start[index] else { throw fail(.unexpectedByte) }
      at += 1
    }
    return value
  }

  private mutating func descend() throws(JSONError) {
    depth += 1
    if depth > limits.depth { throw fail(.tooDeep) }
    at += 1
    skipSpace()
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    try descend()
    var items: [JSONValue] = []
    if at < bytes.count, bytes[at] == UInt8(ascii: "]") {
      at += 1
      depth -= 1
      return .array(items)
    }
    while true {
      items.append(try value())
      skipSpace()
      guard at < bytes.count else { throw fail(.unexpectedEnd) }
      if bytes[at] == UInt8(ascii: "]") { break }
      guard bytes[at] == UInt8(ascii: ",") else { throw fail(.unexpectedByte) }
      at += 1
      skipSpace()
    }
    at += 1
    depth -= 1
    return .array(items)
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    try descend()
    var members: [JSONValue.Member] = []
    if at < bytes.count, bytes[at] == UInt8(ascii: "}") {
      at += 1
      depth -= 1
      return .object(members)
    }
    var names = NameSet()
    while true {
      guard at < bytes.count else { throw fail(.unexpectedEnd) }
      guard bytes[at] == UInt8(ascii: "\"") else { throw fail(.unexpectedByte) }
      let start = at
      let name = try string()
      guard names.insert(name, among: members) else { throw JSONError(reason: .duplicateName, offset: start) }
      skipSpace()
      guard at < bytes.count else { throw fail(.unexpectedEnd) }
      guard bytes[at] == UInt8(ascii: ":") else { throw fail(.unexpectedByte) }
      at += 1
      skipSpace()
      members.append(.init(name, try value()))
      skipSpace()
      guard at < bytes.count else { throw fail(.unexpectedEnd) }
      if bytes[at] == UInt8(ascii: "}") { break }
      guard bytes[at] == UInt8(ascii: ",") else { throw fail(.unexpectedByte) }
      at += 1
      skipSpace()
    }
    at += 1
    depth -= 1
    return .object(members)
  }

  // MARK: Strings

  private mutating func string() throws(JSONError) -> String {
    at += 1
    let start = at
    // Most strings have no escape: they are found, checked and made in one go.
    while at < bytes.count, bytes[at] != UInt8(ascii: "\""), bytes[at] != UInt8(ascii: "\\"), bytes[at] >= 0x20 {
      at += 1
    }
    guard at < bytes.count else { throw fail(.unexpectedEnd) }
    if bytes[at] == UInt8(ascii: "\"") {
      guard let text = String(validating: bytes[start..<at], as: UTF8.self) else {
        throw JSONError(reason: .invalidUTF8, offset: start)
      }
      at += 1
      return text
    }
    var unescaped = Array(bytes[start..<at])
    while true {
      guard at < bytes.count else { throw fail(.unexpectedEnd) }
      switch bytes[at] {
      case UInt8(ascii: "\""):
        guard let text = String(validating: unescaped, as: UTF8.self) else {
          throw JSONError(reason: .invalidUTF8, offset: start)
        }
        at += 1
        return text
      case UInt8(ascii: "\\"): try escape(into: &unescaped)
      case 0..<0x20: throw fail(.controlCharacter)
      default:
        unescaped.append(bytes[at])
        at += 1
      }
    }
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    let start = at
    at += 1
    guard at < bytes.count else { throw fail(.unexpectedEnd) }
    let letter = bytes[at]
    at += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var scalar = try hexQuad(escapeAt: start)
      if scalar >= 0xDC00 && scalar < 0xE000 { throw JSONError(reason: .loneSurrogate, offset: start) }
      if scalar >= 0xD800 && scalar < 0xDC00 {
        guard at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u") else {
          throw JSONError(reason: .loneSurrogate, offset: start)
        }
        at += 2
        let low = try hexQuad(escapeAt: start)
        guard low >= 0xDC00 && low < 0xE000 else { throw JSONError(reason: .loneSurrogate, offset: start) }
        scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
      }
      append(scalar, to: &text)
    default: throw JSONError(reason: .invalidEscape, offset: start)
    }
  }

  private mutating func hexQuad(escapeAt start: Int) throws(JSONError) -> UInt32 {
    var scalar: UInt32 = 0
    for _ in 0..<4 {
      guard at < bytes.count else { throw fail(.unexpectedEnd) }
      let digit: UInt8
      switch bytes[at] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = bytes[at] - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = bytes[at] - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = bytes[at] - UInt8(ascii: "A") + 10
      default: throw JSONError(reason: .invalidEscape, offset: start)
      }
      scalar = scalar << 4 | UInt32(digit)
      at += 1
    }
    return scalar
  }

  private func append(_ scalar: UInt32, to text: inout [UInt8]) {
    switch scalar {
    case 0..<0x80: text.append(UInt8(scalar))
    case 0x80..<0x800: text += [UInt8(0xC0 | scalar >> 6), UInt8(0x80 | scalar & 0x3F)]
    case 0x800..<0x10000:
      text += [UInt8(0xE0 | scalar >> 12), UInt8(0x80 | scalar >> 6 & 0x3F), UInt8(0x80 | scalar & 0x3F)]
    default:
      text += [
        UInt8(0xF0 | scalar >> 18), UInt8(0x80 | scalar >> 12 & 0x3F), UInt8(0x80 | scalar >> 6 & 0x3F),
        UInt8(0x80 | scalar & 0x3F),
      ]
    }
  }
}

/// Tells whether a member's name was there before: by looking for a few, by hashing for many.
private struct NameSet {
  private var hashed: Set<String> = []

  mutating func insert(_ name: String, among members: [JSONValue.Member]) -> Bool {
    if members.count < 8 { return !members.contains { sameBytes($0.name, name) } }
    if hashed.isEmpty { for member in members { hashed.insert(member.name) } }
    // Swift's equality is canonical; names that differ in bytes only are two names.
    return hashed.insert(name).inserted || !members.contains { sameBytes($0.name, name) }
  }

  private func sameBytes(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
}
