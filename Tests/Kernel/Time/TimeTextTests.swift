import JSON
import Support
import Testing
import Time

@Suite struct `Texts of time` {
  @Test func `an instant or date is read or refused as the table says`() {
    let rows = Vectors.rows("time/texts.json")
    #expect(rows.count > 60)
    for row in rows {
      let text = row["text"]?.text ?? ""
      let expected = row["expect"]
      let found: JSONValue
      if row["call"]?.text == "instant" {
        found = Instant(rfc3339: text).map { .integer($0.microseconds) } ?? .null
      } else {
        found =
          CalendarDate(iso: text).map { .array([.integer(Int64($0.dayNumber)), .integer(Int64($0.isoWeekday))]) }
          ?? .null
      }
      #expect(found == expected, "\(text): \(row["why"]?.text ?? "")")
    }
  }

  @Test(arguments: 1...32) func `what is printed is read as the same second`(seed: Int) {
    var random = SeededBytes(seed: UInt64(seed))
    for _ in 0..<200 {
      let instant = Instant(seconds: Int64.random(in: -62_167_219_200...253_402_300_799, using: &random))
      #expect(Instant(rfc3339: instant.rfc3339) == instant)
      let date = CalendarDate(dayNumber: Int.random(in: -719_528...2_932_896, using: &random))
      #expect(CalendarDate(iso: date.iso) == date)
    }
  }

  @Test func `printing rounds towards the past and stops at the years 0 and 9999`() {
    #expect(Instant(microseconds: -1).rfc3339 == "1969-12-31T23:59:59Z")
    #expect(Instant(microseconds: .min).rfc3339 == "0000-01-01T00:00:00Z")
    #expect(Instant(microseconds: .max).rfc3339 == "9999-12-31T23:59:59Z")
    #expect(Instant.wednesday.rfc3339 == "2026-03-04T12:00:00Z")
  }

  @Test func `every day of four centuries follows the one before`() {
    var date = CalendarDate(dayNumber: CalendarDate(year: 1900, month: 1, day: 1)!.dayNumber)
    var (year, month, day) = date.components
    while year < 2300 {
      date = date + 1
      day += 1
      if day > CalendarDate.days(in: month, of: year) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
      guard date.components == (year, month, day) else {
        Issue.record("\(date.iso) is not \(year)-\(month)-\(day)")
        return
      }
    }
  }
}

@Suite struct `Arithmetic of time` {
  @Test func `stops at the ends and never traps`() {
    #expect(Instant(microseconds: .max) + .seconds(1) == Instant(microseconds: .max))
    #expect(Instant(microseconds: .min) - .seconds(1) == Instant(microseconds: .min))
    #expect(Instant(microseconds: .min) - Instant(microseconds: .max) == TimeSpan(microseconds: .min))
    #expect(Instant(seconds: .max) == Instant(microseconds: .max))
    #expect(TimeSpan.days(.max) == TimeSpan(microseconds: .max))
    #expect(TimeSpan.hours(.min) == TimeSpan(microseconds: .min))
    #expect(CalendarDate.last + 1 == .last)
    #expect(CalendarDate.first - .max == .first)
    #expect(CalendarDate.first - .min == .last)
    #expect(CalendarDate(dayNumber: .max).iso == "9999-12-31")
  }

  @Test func `a clock at the ends of time still answers`() {
    let wide = ZoneRules(
      initialOffset: .max, transitions: [.init(at: .min, offset: .min), .init(at: .max, offset: .max)])
    for zone in [ZoneRules.utc, wide] {
      let clock = DayClock(zone: zone, rollover: MinuteOfDay(180)!)
      for microseconds in [Int64.min, -1, 0, .max] {
        let now = Instant(microseconds: microseconds)
        let date = clock.logicalDate(now)
        _ = (clock.dayInterval(date), clock.place(date, .midnight), clock.planningTarget(now, dayStart: .midnight))
      }
    }
  }

  @Test func `elapsed time ignores the wall clock`() {
    let opened = Instant(rfc3339: "2026-03-08T00:30:00-05:00")!
    let closed = Instant(rfc3339: "2026-03-08T03:30:00-04:00")!
    #expect(closed - opened == .hours(2))
    #expect((opened + .minutes(120)).rfc3339 == "2026-03-08T07:30:00Z")
  }
}
