/// Base 64 with `+` and `/` and padding (RFC 4648 §4).
public enum Base64 {
  public static func encode(_ bytes: [UInt8]) -> String { Radix64(last: (43, 47)).encode(bytes, padded: true) }
  /// Strict: padding is required, bits left over must be zero, white space is refused.
  public static func decode(_ text: String) -> [UInt8]? { Radix64(last: (43, 47)).decode(text, padded: true) }
}

/// Base 64 with `-` and `_`, without padding (RFC 4648 §5, as JOSE uses it).
public enum Base64URL {
  public static func encode(_ bytes: [UInt8]) -> String { Radix64(last: (45, 95)).encode(bytes, padded: false) }
  /// Strict: padding is refused, bits left over must be zero.
  public static func decode(_ text: String) -> [UInt8]? { Radix64(last: (45, 95)).decode(text, padded: false) }
}

private struct Radix64 {
  /// The digits 62 and 63.
  let last: (UInt8, UInt8)

  func encode(_ bytes: [UInt8], padded: Bool) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity((bytes.count + 2) / 3 * 4)
    for at in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - at)
      var group = UInt32(bytes[at]) << 16
      if count > 1 { group |= UInt32(bytes[at + 1]) << 8 }
      if count > 2 { group |= UInt32(bytes[at + 2]) }
      for n in 0...count { digits.append(digit(UInt8(group >> UInt32(18 - 6 * n) & 63))) }
      if padded { digits += repeatElement(61, count: 3 - count) }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  func decode(_ text: String, padded: Bool) -> [UInt8]? {
    var digits = Array(text.utf8)[...]
    if padded {
      guard digits.count % 4 == 0 else { return nil }
      for _ in 0..<2 where digits.last == 61 { digits.removeLast() }
    }
    guard digits.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count * 3 / 4)
    var group: UInt32 = 0
    var bits: UInt32 = 0
    for digit in digits {
      guard let value = value(digit) else { return nil }
      group = group << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(group >> bits & 255))
      }
      group &= 1 << bits - 1
    }
    return group == 0 ? bytes : nil
  }

  private func digit(_ value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: 65 + value
    case 26..<52: 71 + value
    case 52..<62: value - 4
    case 62: last.0
    default: last.1
    }
  }

  private func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 65...90: digit - 65
    case 97...122: digit - 71
    case 48...57: digit + 4
    case last.0: 62
    case last.1: 63
    default: nil
    }
  }
}
