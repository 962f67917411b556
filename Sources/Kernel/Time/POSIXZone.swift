/// The `TZ` rule in a TZif footer, such as `EST5EDT,M3.2.0,M11.1.0` (POSIX.1 §8.3 with RFC 8536 §3.3.1: hours -167 to 167).
struct POSIXZone {
  private enum Day {
    /// 1 to 365; 29 February is never counted.
    case julian(Int)
    /// 0 to 365; 29 February is counted.
    case ordinal(Int)
    case month(Int, week: Int, weekday: Int)
  }
  private struct Change {
    var day: Day
    var second: Int
  }

  private let standardOffset: Int
  private let daylight: (offset: Int, start: Change, end: Change)?

  init?(_ text: [UInt8]) {
    var scanner = Scanner(text: text)
    guard scanner.skipName(), let west = scanner.time() else { return nil }
    standardOffset = -west
    if scanner.isAtEnd {
      daylight = nil
      return
    }
    guard scanner.skipName() else { return nil }
    var offset = -west + 3600
    if !scanner.isAtEnd, scanner.peek != UInt8(ascii: ",") {
      guard let west = scanner.time() else { return nil }
      offset = -west
    }
    guard let start = scanner.change(), let end = scanner.change(), scanner.isAtEnd else { return nil }
    daylight = (offset, start, end)
  }

  func transitions(from first: Int, to last: Int) -> [ZoneRules.Transition] {
    guard let daylight else {
      return [
        ZoneRules.Transition(
          at: POSIXZone.second(of: Change(day: .ordinal(0), second: 0), first), offset: standardOffset)
      ]
    }
    return (first...last).flatMap { year in
      [
        ZoneRules.Transition(
          at: POSIXZone.second(of: daylight.start, year) - Int64(standardOffset), offset: daylight.offset),
        ZoneRules.Transition(
          at: POSIXZone.second(of: daylight.end, year) - Int64(daylight.offset), offset: standardOffset),
      ]
    }
  }

  /// The change's moment on the wall, as seconds since 1970 as if the wall were UTC.
  private static func second(of change: Change, _ year: Int) -> Int64 {
    guard let newYear = CalendarDate(year: year, month: 1, day: 1) else { return 0 }
    let date: CalendarDate
    switch change.day {
    case .julian(let n): date = newYear + (n - 1 + (n >= 60 && CalendarDate.days(in: 2, of: year) == 29 ? 1 : 0))
    case .ordinal(let n): date = newYear + n
    case .month(let month, let week, let weekday):
      guard let first = CalendarDate(year: year, month: month, day: 1) else { return 0 }
      let ahead = (weekday - first.isoWeekday % 7 + 7) % 7
      var day = ahead + (week - 1) * 7
      if day >= CalendarDate.days(in: month, of: year) { day -= 7 }
      date = first + day
    }
    return Int64(date.dayNumber) * 86_400 + Int64(change.second)
  }

  private struct Scanner {
    let text: [UInt8]
    var at = 0
    init(text: [UInt8]) { self.text = text }

    var isAtEnd: Bool { at >= text.count }
    var peek: UInt8? { isAtEnd ? nil : text[at] }

    mutating func skipName() -> Bool {
      let start = at
      if peek == UInt8(ascii: "<") {
        while let byte = peek, byte != UInt8(ascii: ">") { _ = byte; at += 1 }
        guard peek != nil else { return false }
        at += 1
        return at - start >= 5
      }
      while let byte = peek, (byte | 0x20) >= 97, (byte | 0x20) <= 122 { at += 1 }
      return at - start >= 3
    }

    mutating func number() -> Int? {
      let start = at
      while let byte = peek, byte >= 48, byte <= 57, at - start < 4 { at += 1 }
      return decimal(text[start..<at])
    }

    /// `[+-]h[h[h]][:mm[:ss]]` in seconds.
    mutating func time() -> Int? {
      var sign = 1
      if peek == UInt8(ascii: "-") || peek == UInt8(ascii: "+") {
        sign = peek == UInt8(ascii: "-") ? -1 : 1
        at += 1
      }
      guard let hours = number(), hours <= 167 else { return nil }
      var total = hours * 3600
      for unit in [60, 1] where peek == UInt8(ascii: ":") {
        at += 1
        guard let part = number(), part < 60 else { return nil }
        total += part * unit
      }
      return sign * total
    }

    mutating func change() -> Change? {
      guard peek == UInt8(ascii: ",") else { return nil }
      at += 1
      let day: Day
      if peek == UInt8(ascii: "M") {
        at += 1
        guard let month = number(), skipDot(), let week = number(), skipDot(), let weekday = number(),
          (1...12).contains(month),
          (1...5).contains(week), (0...6).contains(weekday)
        else { return nil }
        day = .month(month, week: week, weekday: weekday)
      } else if peek == UInt8(ascii: "J") {
        at += 1
        guard let n = number(), (1...365).contains(n) else { return nil }
        day = .julian(n)
      } else {
        guard let n = number(), (0...365).contains(n) else { return nil }
        day = .ordinal(n)
      }
      var second = 7200
      if peek == UInt8(ascii: "/") {
        at += 1
        guard let time = time() else { return nil }
        second = time
      }
      return Change(day: day, second: second)
    }

    private mutating func skipDot() -> Bool {
      guard peek == UInt8(ascii: ".") else { return false }
      at += 1
      return true
    }
  }
}
