/// Appends JSON to a byte buffer, without white space and with `/` unescaped. The caller writes object members in the
/// order wanted: sorted bytewise by name for the canonical form (Reading spec §13.3).
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  public init(reserving capacity: Int = 256) { bytes.reserveCapacity(capacity) }

  public mutating func beginObject() { open(UInt8(ascii: "{")) }
  public mutating func endObject() { close(UInt8(ascii: "}")) }
  public mutating func beginArray() { open(UInt8(ascii: "[")) }
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  public mutating func name(_ name: String) {
    separate()
    append(quoted: name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  public mutating func null() { word("null") }
  public mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

  public mutating func string(_ value: String) {
    separate()
    append(quoted: value)
    needsComma = true
  }

  public mutating func integer(_ value: Int64) {
    separate()
    needsComma = true
    append(decimal: value)
  }

  /// The shortest digits that read back as the same number, laid out as ECMAScript does (RFC 8785 §3.2.2.3). A value that
  /// is not finite has no JSON form and is written as null.
  public mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    if let whole = Int64(exactly: value) { return integer(whole) }
    separate()
    bytes.append(contentsOf: shortestDecimal(value))
    needsComma = true
  }

  /// Bytes that are one complete JSON value already.
  public mutating func raw(_ value: [UInt8]) {
    separate()
    bytes.append(contentsOf: value)
    needsComma = true
  }

  @inline(__always)
  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func word(_ word: StaticString) {
    separate()
    bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    needsComma = true
  }

  private mutating func append(decimal value: Int64) {
    var magnitude = value.magnitude
    if value >= 0, magnitude < 10 { return bytes.append(48 + UInt8(truncatingIfNeeded: magnitude)) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var at = 20
      repeat {
        at &-= 1
        digits[at] = 48 &+ UInt8(truncatingIfNeeded: magnitude % 10)
        magnitude /= 10
      } while magnitude > 0
      if value < 0 {
        at &-= 1
        digits[at] = UInt8(ascii: "-")
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[at...]))
    }
  }
}

// MARK: Strings

extension JSONWriter {
  private mutating func append(quoted text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { utf8 in
      guard let base = utf8.baseAddress else { return }
      var start = 0
      var at = 0
      while true {
        at = JSONWriter.plainEnd(base, from: at, to: utf8.count)
        bytes.append(contentsOf: UnsafeBufferPointer(start: base + start, count: at - start))
        if at == utf8.count { return }
        appendEscape(of: base[at])
        at += 1
        start = at
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The first index at or after `start` whose byte needs an escape, or `end`.
  @inline(__always)
  static func plainEnd(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    var at = start
    while at &+ 8 <= end {
      let word = UInt64(littleEndian: UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self))
      let stops = stops(in: word)
      if stops != 0 { return at &+ stops.trailingZeroBitCount &>> 3 }
      at &+= 8
    }
    while at < end, !needsEscape(base[at]) { at &+= 1 }
    return at
  }

  /// Sets the top bit of each byte that needs an escape; bits above the lowest one set may be wrong (Mycroft 1987).
  @inline(__always)
  private static func stops(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let slashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let low = (word &- ones &* 0x20) & ~word
    return (low | ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)) & (ones &* 0x80)
  }

  @inline(__always)
  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func appendEscape(of byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    default:
      bytes.append(contentsOf: [UInt8(ascii: "u"), 48, 48, 48 + byte >> 4, hexDigit(byte & 15)])
    }
  }

  private func hexDigit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 48 + nibble : 87 + nibble }
}
