extension JSONValue {
  /// Parses one JSON text (RFC 8259), strictly: UTF-8 without a byte order mark, no duplicate names, no lone surrogates,
  /// numbers that a double can hold. A whole number within Int64 becomes `integer`, also when written `1.0` or `1e2`.
  public static func parse(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in try parse(buffer, limits: limits) }
  }

  /// The same over bytes that someone else holds; nothing of them is kept.
  public static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits = .standard
  ) throws(JSONError) -> JSONValue {
    if bytes.count > limits.bytes { throw JSONError(.tooLarge, at: limits.bytes) }
    guard let base = bytes.baseAddress else { throw JSONError(.empty, at: 0) }
    var parser = JSONParser(base: base, count: bytes.count, limits: limits)
    return try parser.parse()
  }
}

/// One pass over the bytes, by recursive descent. The pointer is valid for as long as `parse` runs.
struct JSONParser {
  let base: UnsafePointer<UInt8>
  let count: Int
  let limits: JSONLimits
  var at = 0
  private var depth = 0

  init(base: UnsafePointer<UInt8>, count: Int, limits: JSONLimits) {
    self.base = base
    self.count = count
    self.limits = limits
  }

  mutating func parse() throws(JSONError) -> JSONValue {
    if count >= 3, base[0] == 0xEF, base[1] == 0xBB, base[2] == 0xBF { throw fail(.byteOrderMark) }
    skipSpace()
    if at == count { throw fail(.empty) }
    let value = try value()
    skipSpace()
    if at < count { throw fail(.trailingBytes) }
    return value
  }

  func fail(_ reason: JSONError.Reason) -> JSONError { JSONError(reason, at: at) }

  @inline(__always)
  private mutating func skipSpace() {
    while at < count, base[at] <= 0x20 {
      switch base[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return
      }
    }
  }

  /// The byte after any white space, without taking it.
  @inline(__always)
  private mutating func next() throws(JSONError) -> UInt8 {
    skipSpace()
    guard at < count else { throw fail(.unexpectedEnd) }
    return base[at]
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    switch try next() {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: throw fail(.unexpectedByte)
    }
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    for index in 0..<word.utf8CodeUnitCount {
      guard at < count else { throw fail(.unexpectedEnd) }
      guard base[at] == word.utf8Start[index] else { throw fail(.unexpectedByte) }
      at += 1
    }
    return value
  }

  private mutating func descend() throws(JSONError) {
    depth += 1
    if depth > limits.depth { throw fail(.tooDeep) }
    at += 1
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    try descend()
    var items: [JSONValue] = []
    if try next() == UInt8(ascii: "]") {
      at += 1
      depth -= 1
      return .array(items)
    }
    while true {
      items.append(try value())
      let separator = try next()
      if separator == UInt8(ascii: "]") { break }
      guard separator == UInt8(ascii: ",") else { throw fail(.unexpectedByte) }
      at += 1
    }
    at += 1
    depth -= 1
    return .array(items)
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    try descend()
    var members: [JSONValue.Member] = []
    if try next() == UInt8(ascii: "}") {
      at += 1
      depth -= 1
      return .object(members)
    }
    members.reserveCapacity(8)
    var names = NameSet()
    while true {
      guard try next() == UInt8(ascii: "\"") else { throw fail(.unexpectedByte) }
      let start = at
      let name = try string()
      let mark = mark(of: name, from: start)
      guard names.insert(name, marked: mark, at: start, among: members) else {
        throw JSONError(.duplicateName, at: start)
      }
      guard try next() == UInt8(ascii: ":") else { throw fail(.unexpectedByte) }
      at += 1
      members.append(.init(name, try value()))
      let separator = try next()
      if separator == UInt8(ascii: "}") { break }
      guard separator == UInt8(ascii: ",") else { throw fail(.unexpectedByte) }
      at += 1
    }
    if let offset = names.repeated(among: members) { throw JSONError(.duplicateName, at: offset) }
    at += 1
    depth -= 1
    return .object(members)
  }
}

extension JSONParser {
  /// Equal for equal names, and different for most others: from the length and the outer bytes. They are taken from the
  /// text where it has no escape, since that is quicker than asking the string.
  @inline(__always)
  fileprivate func mark(of name: String, from start: Int) -> UInt64 {
    let length = name.utf8.count
    let isPlain = length > 0 && at &- start == length &+ 2
    let first = isPlain ? base[start &+ 1] : name.utf8.first ?? 0
    let last = isPlain ? base[at &- 2] : name.utf8.last ?? 0
    return UInt64(first &+ last &* 7 &+ UInt8(truncatingIfNeeded: length) &* 31)
  }
}

/// Finds a name that was there before: the first few by looking, the rest by sorting once at the end of the object, so
/// that no choice of names makes a text slow to read.
private struct NameSet {
  private static let few = 16
  /// One bit for the length and outer bytes of each name seen: most new names need no look.
  private var seen: UInt64 = 0
  /// Where the names after the first few begin.
  private var offsets: [Int] = []

  @inline(__always)
  mutating func insert(_ name: String, marked mark: UInt64, at offset: Int, among members: [JSONValue.Member]) -> Bool {
    guard members.count < NameSet.few else {
      offsets.append(offset)
      return true
    }
    let bit: UInt64 = 1 << (mark & 63)
    let isNew = seen & bit == 0
    seen |= bit
    return isNew || !members.contains { sameBytes($0.name, name) }
  }

  /// Where the second of two equal names begins.
  func repeated(among members: [JSONValue.Member]) -> Int? {
    if offsets.isEmpty { return nil }
    let order = members.indices.sorted { a, b in
      bytewise(members[a].name, members[b].name) || (a < b && sameBytes(members[a].name, members[b].name))
    }
    var first: Int?
    for (a, b) in zip(order, order.dropFirst()) where sameBytes(members[a].name, members[b].name) {
      first = min(first ?? b, b)
    }
    return first.map { offsets[$0 - NameSet.few] }
  }
}
