extension Instant {
  /// `2026-07-08T12:00:00Z`: UTC, whole seconds, rounded towards the past. Reading spec §2. The form has years 0 to 9999:
  /// an instant outside of them is printed as the nearest one inside.
  public var rfc3339: String {
    let seconds = min(max(seconds, -62_167_219_200), 253_402_300_799)
    let day = floorDivide(seconds, 86_400)
    let second = Int(seconds - day * 86_400)
    let time = padded(second / 3600, 2) + ":" + padded(second / 60 % 60, 2) + ":" + padded(second % 60, 2)
    return CalendarDate(dayNumber: Int(day)).iso + "T" + time + "Z"
  }

  /// Reads a date and time with its offset (RFC 3339 §5.6): any offset, an optional fraction of up to nine digits, of which
  /// microseconds are kept. Second 60 is refused, as are days that do not exist.
  public init?(rfc3339 text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, let date = CalendarDate(iso: String(decoding: bytes[0..<10], as: UTF8.self)),
      bytes[10] | 0x20 == UInt8(ascii: "t"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let hour = decimal(bytes[11..<13]), let minute = decimal(bytes[14..<16]), let second = decimal(bytes[17..<19]),
      hour < 24, minute < 60, second < 60
    else { return nil }
    var at = 19
    var fraction = 0
    if bytes[at] == UInt8(ascii: ".") {
      let start = at + 1
      at = start
      while at < bytes.count, bytes[at] >= 48, bytes[at] <= 57 { at += 1 }
      guard at > start, at - start <= 9 else { return nil }
      var digits = bytes[start..<min(at, start + 6)]
      digits += repeatElement(48, count: 6 - digits.count)
      fraction = decimal(digits) ?? 0
    }
    guard at < bytes.count else { return nil }
    var offset = 0
    if bytes[at] | 0x20 == UInt8(ascii: "z") {
      guard at + 1 == bytes.count else { return nil }
    } else {
      guard bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-"), at + 6 == bytes.count,
        bytes[at + 3] == UInt8(ascii: ":"), let hours = decimal(bytes[at + 1..<at + 3]),
        let minutes = decimal(bytes[at + 4..<at + 6]), hours < 24, minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * (bytes[at] == UInt8(ascii: "-") ? -60 : 60)
    }
    // 64 bits also where a word has 32, as in WebAssembly.
    let seconds = Int64(date.dayNumber) * 86_400 + Int64(hour * 3600 + minute * 60 + second - offset)
    self.init(microseconds: seconds * 1_000_000 + Int64(fraction))
  }
}

/// Division rounded towards negative infinity.
func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
  let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
  return remainder != 0 && (remainder < 0) != (b < 0) ? quotient - 1 : quotient
}
