/// A calendar date of which the day, or day and month, may be unknown: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
/// Reading spec §2. It is never shifted by a zone.
package struct PartialDate: Hashable, Sendable {
  package let year: Int
  package let month: Int?
  package let day: Int?

  /// Nil where the text has another form or names a day that does not exist (proleptic Gregorian calendar).
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 4 || bytes.count == 7 || bytes.count == 10, let year = PartialDate.number(bytes[0..<4])
    else { return nil }
    self.year = year
    guard bytes.count >= 7 else {
      self.month = nil
      self.day = nil
      return
    }
    guard bytes[4] == UInt8(ascii: "-"), let month = PartialDate.number(bytes[5..<7]), (1...12).contains(month)
    else { return nil }
    self.month = month
    guard bytes.count == 10 else {
      self.day = nil
      return
    }
    guard bytes[7] == UInt8(ascii: "-"), let day = PartialDate.number(bytes[8..<10]),
      day >= 1, day <= PartialDate.days(in: month, of: year)
    else { return nil }
    self.day = day
  }

  package var isWhole: Bool { day != nil }

  package var text: String {
    var text = PartialDate.padded(year, to: 4)
    if let month { text += "-" + PartialDate.padded(month, to: 2) }
    if let day { text += "-" + PartialDate.padded(day, to: 2) }
    return text
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
