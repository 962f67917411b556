/// Base 32 without I, L, O and U (Crockford 2002), in the fixed 26 digits of a ULID.
public enum Crockford {
  private static let digits: [UInt8] = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  public static func encode(_ bits: UInt128) -> String {
    var text = [UInt8](repeating: 48, count: 26)
    var rest = bits
    for at in stride(from: 25, through: 0, by: -1) {
      text[at] = digits[Int(truncatingIfNeeded: rest & 31)]
      rest >>= 5
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Exactly 26 digits, in either case; the letters that Crockford reads as digits (I, L, O) are refused, so that each value
  /// has one spelling but for case. Nil for anything else and for values over 128 bits.
  public static func decode(_ text: some Collection<UInt8>) -> UInt128? {
    guard text.count == 26 else { return nil }
    var bits: UInt128 = 0
    for (index, byte) in text.enumerated() {
      guard let value = value(byte), index > 0 || value < 8 else { return nil }
      bits = bits << 5 | UInt128(value)
    }
    return bits
  }

  private static func value(_ byte: UInt8) -> UInt8? {
    let upper = byte >= 97 && byte <= 122 ? byte - 32 : byte
    guard let index = digits.firstIndex(of: upper) else { return nil }
    return UInt8(index)
  }
}
