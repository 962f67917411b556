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
  public mutating func bool(_ value: Bool) { separate(); bytes.append(contentsOf: (value ? "true" : "false").utf8); needsComma = true }
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

  /// Bytes that are one complete JSON value already.
  public mutating func raw(_ value: [UInt8]) { separate(); bytes.append(contentsOf: value); needsComma = true }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }

  private mutating func append(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
      case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0x08: bytes.append(contentsOf: "\\b".utf8)
      case 0x0C: bytes.append(contentsOf: "\\f".utf8)
      case 0..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 15))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private func hexDigit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 48 + nibble : 87 + nibble }
}
