/// Classes of Unicode scalars that the checks and the writer share.
enum Scalars {
  /// Control characters (LF is the caller's business), U+FEFF, and what overrides the reading direction.
  static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0..<0x20, 0x7F...0x9F: true
    case 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  static func isASCIILetter(_ scalar: Unicode.Scalar) -> Bool {
    (0x41...0x5A).contains(scalar.value) || (0x61...0x7A).contains(scalar.value)
  }

  static func isASCIIDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

  static func isASCIIAlphanumeric(_ scalar: Unicode.Scalar) -> Bool { isASCIILetter(scalar) || isASCIIDigit(scalar) }

  static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\n" }

  /// White space at the edge of bold or italic, which must stand outside of the delimiters (CommonMark §6.2).
  static func isWide(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
}
