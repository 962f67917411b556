import Encoding

/// A part's bytes in lines that every mail server carries (RFC 2045 §6).
enum BodyText {
  enum Coding: String { case quotedPrintable = "quoted-printable", base64 }

  /// Text that is mostly ASCII stays readable; other scripts are shorter in base64.
  static func coding(of text: String) -> Coding {
    let beyond = text.utf8.count { $0 >= 0x80 }
    return beyond * 4 > text.utf8.count ? .base64 : .quotedPrintable
  }

  static func encode(_ text: String, _ coding: Coding) -> String {
    let lines = withCRLF(text)
    return coding == .base64 ? base64(Array(lines.utf8)) : quotedPrintable(Array(lines.utf8))
  }

  /// CR, LF and CRLF all end a line, and every line has an end.
  static func withCRLF(_ text: String) -> String {
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count + 64)
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte == 0x0A, last == 0x0D {
      } else if byte == 0x0A || byte == 0x0D {
        out += [0x0D, 0x0A]
      } else {
        out.append(byte)
      }
      last = byte
    }
    if let byte = out.last, byte != 0x0A { out += [0x0D, 0x0A] }
    return String(decoding: out, as: UTF8.self)
  }

  static func base64(_ bytes: [UInt8]) -> String {
    var out = ""
    for start in stride(from: 0, to: bytes.count, by: 57) {
      out += Base64.encode(Array(bytes[start..<min(start + 57, bytes.count)])) + "\r\n"
    }
    return out
  }

  /// Lines of at most 76 characters. A point or "From " at the beginning of a line is encoded too: there are servers that
  /// change them on the way.
  static func quotedPrintable(_ bytes: [UInt8]) -> String {
    var out: [UInt8] = []
    var length = 0
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0x0D
      let isLineEnd = byte == 0x0D && next == 0x0A || byte == 0x0A
      if isLineEnd {
        out.append(byte)
        length = 0
        continue
      }
      let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=") || byte == 0x20 && next != 0x0D
      // One place is kept for the `=` of a soft break.
      if length + (isPlain ? 1 : 3) > (next == 0x0D ? 76 : 75) {
        out += [UInt8(ascii: "="), 0x0D, 0x0A]
        length = 0
      }
      let isChanged = length == 0 && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "F"))
      let piece = isPlain && !isChanged ? [byte] : hex(byte)
      out += piece
      length += piece.count
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func hex(_ byte: UInt8) -> [UInt8] {
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }
    return [UInt8(ascii: "="), digit(byte >> 4), digit(byte & 15)]
  }
}
