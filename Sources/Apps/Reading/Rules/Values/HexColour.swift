/// An opaque sRGB colour, written `#RRGGBB` in upper-case hexadecimal. Reading spec §2.
package struct HexColour: Hashable, Sendable {
  package let red, green, blue: UInt8

  /// Accepts either case; nil for any other form.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 7, bytes[0] == UInt8(ascii: "#") else { return nil }
    var parts: [UInt8] = []
    for start in [1, 3, 5] {
      guard let high = HexColour.nibble(bytes[start]), let low = HexColour.nibble(bytes[start + 1]) else { return nil }
      parts.append(high << 4 | low)
    }
    (red, green, blue) = (parts[0], parts[1], parts[2])
  }

  package var text: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = [UInt8(ascii: "#")]
    for part in [red, green, blue] {
      bytes.append(digits[Int(part >> 4)])
      bytes.append(digits[Int(part & 15)])
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Relative luminance, 0 (black) … 1 (white). WCAG 2.2, "relative luminance".
  package var luminance: Double {
    0.2126 * HexColour.linear(red) + 0.7152 * HexColour.linear(green) + 0.0722 * HexColour.linear(blue)
  }

  /// 1 … 21. WCAG 2.2, "contrast ratio".
  package func contrast(with other: HexColour) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// Whether neither of two inks reaches 4.5:1 on this colour. (Pure black or pure white always does: it takes the
  /// inks a design really uses to make the warning of Reading spec §16.4 `colour_contrast` speak.)
  package func isHardToReadOn(dark: HexColour, light: HexColour) -> Bool {
    contrast(with: dark) < 4.5 && contrast(with: light) < 4.5
  }

  package static let black = HexColour(red: 0, green: 0, blue: 0)
  package static let white = HexColour(red: 255, green: 255, blue: 255)

  /// The one of black and white that reads better on this colour; always at least 4.58:1.
  package var ink: HexColour { contrast(with: .black) >= contrast(with: .white) ? .black : .white }

  private init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  private static func nibble(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  private static func linear(_ part: UInt8) -> Double {
    let share = Double(part) / 255
    if share <= 0.04045 { return share / 12.92 }
    let base = (share + 0.055) / 1.055
    // base^2.4 = base^2 · (base^2)^(1/5), the root by Newton's method: the standard library has no power function.
    let square = base * base
    var root = 1.0
    for _ in 0..<32 { root -= (root * root * root * root * root - square) / (5 * root * root * root * root) }
    return square * root
  }
}
