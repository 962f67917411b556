/// A floating year-month-day of the proleptic Gregorian calendar, years 0 to 9999. It has no time zone; arithmetic is by
/// whole days and stops at the first and the last of these days. Planner spec §3.1.
public struct CalendarDate: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01.
  public let dayNumber: Int

  /// Numbers outside the years 0 to 9999 become the first or the last day.
  public init(dayNumber: Int) { self.dayNumber = min(max(dayNumber, -719_528), 2_932_896) }

  public static let first = CalendarDate(dayNumber: .min)
  public static let last = CalendarDate(dayNumber: .max)

  /// Nil when there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1, day <= CalendarDate.days(in: month, of: year)
    else {
      return nil
    }
    // Days are counted from 1 March, so that the leap day is the last of its year (Hinnant, "chrono-compatible
    // low-level date algorithms").
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.dayNumber = era * 146_097 + dayOfEra - 719_468
  }

  public var components: (year: Int, month: Int, day: Int) {
    let z = dayNumber + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  public var year: Int { components.year }
  public var month: Int { components.month }
  public var day: Int { components.day }

  /// Monday is 1, Sunday 7 (ISO 8601).
  public var isoWeekday: Int { ((dayNumber + 3) % 7 + 7) % 7 + 1 }

  public static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  public static func < (a: CalendarDate, b: CalendarDate) -> Bool { a.dayNumber < b.dayNumber }
  public static func + (date: CalendarDate, days: Int) -> CalendarDate {
    CalendarDate(dayNumber: saturatingSum(date.dayNumber, days))
  }
  public static func - (date: CalendarDate, days: Int) -> CalendarDate {
    CalendarDate(dayNumber: saturatingSum(date.dayNumber, days == .min ? .max : -days))
  }
  public static func - (a: CalendarDate, b: CalendarDate) -> Int { a.dayNumber &- b.dayNumber }

  /// `2026-03-04` exactly: four, two and two digits. Nil for anything else and for days that do not exist.
  public init?(iso text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = decimal(bytes[0..<4]),
      let month = decimal(bytes[5..<7]), let day = decimal(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  public var iso: String {
    let (year, month, day) = components
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
  }
}

/// A time of day on the wall, in minutes after midnight: 0 to 1439.
public struct MinuteOfDay: Hashable, Comparable, Sendable {
  public let minutes: Int
  public init?(_ minutes: Int) {
    guard (0..<1440).contains(minutes) else { return nil }
    self.minutes = minutes
  }
  private init(unchecked minutes: Int) { self.minutes = minutes }

  public static let midnight = MinuteOfDay(unchecked: 0)
  public static func < (a: MinuteOfDay, b: MinuteOfDay) -> Bool { a.minutes < b.minutes }
}

/// The number that these ASCII digits spell; nil when one is no digit.
func decimal(_ digits: ArraySlice<UInt8>) -> Int? {
  var value = 0
  for byte in digits {
    guard byte >= 48, byte <= 57 else { return nil }
    value = value * 10 + Int(byte - 48)
  }
  return digits.isEmpty ? nil : value
}

private func saturatingSum(_ a: Int, _ b: Int) -> Int {
  let (sum, isOver) = a.addingReportingOverflow(b)
  return isOver ? (b < 0 ? .min : .max) : sum
}

func padded(_ value: Int, _ width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
