/// Percent-encoding (RFC 3986 §2.1).
public enum PercentEncoding {
  /// Decodes once. Nil for a `%` without two hexadecimal digits and for what is not UTF-8 afterwards.
  public static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
    var bytes: [UInt8] = []
    let source = Array(text.utf8)
    var at = 0
    while at < source.count {
      if source[at] == UInt8(ascii: "%") {
        guard at + 2 < source.count, let high = Hex.value(source[at + 1]), let low = Hex.value(source[at + 2]) else {
          return nil
        }
        bytes.append(high << 4 | low)
        at += 3
      } else {
        bytes.append(plusIsSpace && source[at] == UInt8(ascii: "+") ? 0x20 : source[at])
        at += 1
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Encodes all but the unreserved characters (RFC 3986 §2.3), in upper-case hexadecimal.
  public static func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        bytes.append(UInt8(ascii: "%"))
        for nibble in [byte >> 4, byte & 15] { bytes.append(nibble < 10 ? 48 + nibble : 55 + nibble) }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
