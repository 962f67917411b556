/// Appends JSON to a byte buffer, without white space and with `/` unescaped. The caller writes object members in the
/// order wanted: sorted bytewise by name for the canonical form (Reading spec §13.3).
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  public init(reserving capacity: Int = 256) { bytes.reserveCapacity(capacity) }

  public mutating func beginObject() { separate(); bytes.append(UInt8(ascii: "{")); needsComma = false }
  public mutating func endObject() { bytes.append(UInt8(ascii: "}")); needsComma = true }
  public mutating func beginArray() { separate(); bytes.append(UInt8(ascii: "[")); needsComma = false }
  public mutating func endArray() { bytes.append(UInt8(ascii: "]")); needsComma = true }

  public mutating func name(_ name: String) {
    separate()
    append(quoted: name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  public mutating func null() { separate(); bytes.append(contentsOf: "null".utf8); needsComma = true }
  public mutating func bool(_ value: Bool) {
    separate(); bytes.append(contentsOf: (value ? "true" : "false").utf8); needsComma = true
  }
  public mutating func string(_ value: String) { separate(); append(quoted: value); needsComma = true }

  public mutating func integer(_ value: Int64) {
    separate()
    needsComma = true
    append(decimal: value)
  }

  private mutating func append(decimal value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var magnitude = value.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10))
      magnitude /= 10
    } while magnitude > 0
    bytes[start...].reverse()
  }

  /// Shortest form that reads back as the same number. A value that is not finite has no JSON form and is written as null.
  public mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    if let whole = Int64(exactly: value) { return integer(whole) }
    separate()
    bytes.append(contentsOf: value.description.utf8)
    needsComma = true
  }

  /// Bytes that are one complete JSON value already.
  public mutating func raw(_ value: [UInt8]) { separate(); bytes.append(contentsOf: value); needsComma = true }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }

  private mutating func append(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      for at in 0..<utf8.count where JSONWriter.needsEscape(utf8[at]) {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<at]))
        appendEscape(of: utf8[at])
        start = at + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

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
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(hexDigit(byte >> 4))
      bytes.append(hexDigit(byte & 15))
    }
  }

  private func hexDigit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 48 + nibble : 87 + nibble }
}
