import Foundation
import JSON
import Support
import Testing
import Time

@Suite struct `Time, tried` {
  static func zone(_ value: JSONValue) -> ZoneRules {
    ZoneRules(
      initialOffset: Int(value["initial"]!.number!),
      transitions: value["transitions"]!.list.map { .init(at: $0.list[0].number!, offset: Int($0.list[1].number!)) })
  }

  @Test func `days begin where an independent reading says, and where the specification works it out`() throws {
    let vectors = try Vectors.read("time/days.json")
    let cases = vectors["cases"]?.list ?? []
    #expect(cases.count > 90)
    for row in cases {
      let zone = Self.zone(try #require(vectors["zones"]?[row["zone"]!.text!]))
      let clock = DayClock(zone: zone, rollover: MinuteOfDay(Int(row["rollover"]?.number ?? 0))!)
      switch row["ask"]?.text {
      case "instant":
        let found = zone.instant(CalendarDate(iso: row["date"]!.text!)!, MinuteOfDay(Int(row["minute"]!.number!))!)
        #expect(found.seconds == row["answer"]?.number, "\(row)")
      case "logical_date":
        #expect(clock.logicalDate(Instant(seconds: row["at"]!.number!)).iso == row["answer"]?.text, "\(row)")
      case "planning_target":
        let found = clock.planningTarget(
          Instant(seconds: row["at"]!.number!), dayStart: MinuteOfDay(Int(row["day_start"]!.number!))!)
        #expect(found.iso == row["answer"]?.text, "\(row)")
      default: Issue.record("\(row)")
      }
    }
  }

  static let zones = TimeZone.knownTimeZoneIdentifiers.filter {
    FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\($0)")
  }

  /// Foundation's offsets judge ours, around every transition of every zone from 2000 to 2037, at four rollovers. (Its
  /// `nextDate` cannot: it goes on to the full hour in the gaps of Lord Howe and Chatham, and past the midnight of Nuuk.)
  @Test func `every zone and every transition to 2037 agrees with Foundation`() throws {
    #expect(Self.zones.count > 300)
    let start = Instant(rfc3339: "2000-01-01T00:00:00Z")!.seconds
    let end = Instant(rfc3339: "2038-01-01T00:00:00Z")!.seconds
    var checked = 0
    var seen: Set<ZoneRules> = []
    for name in Self.zones {
      let rules = try ZoneRules(tzif: Array(Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))))
      guard let zone = TimeZone(identifier: name), seen.insert(rules).inserted else { continue }
      for transition in rules.transitions where transition.at >= start && transition.at < end {
        for second in [transition.at - 1, transition.at] {
          let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(second)))
          #expect(rules.offset(at: Instant(seconds: second)) == offset, "\(name) at \(second)")
        }
        let date = rules.wall(at: Instant(seconds: transition.at)).date
        for minute in [0, 90, 150, 180] {
          let ours = rules.instant(date, MinuteOfDay(minute)!).seconds
          let wanted = Int64(date.dayNumber) * 86_400 + Int64(minute) * 60
          func wall(_ second: Int64) -> Int64 {
            second + Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(second))))
          }
          // The definition itself, by Foundation's offsets: at that second the wall is there, and never before it. Within a stretch
          // between transitions the wall only rises, so each stretch's last second speaks for it.
          let ends = rules.transitions.map(\.at).filter { $0 > ours - 100_000 && $0 < ours }
          #expect(wall(ours) >= wanted, "\(name) \(date.iso) \(minute)")
          for second in [ours - 1] + ends.map({ $0 - 1 }) {
            #expect(wall(second) < wanted, "\(name) \(date.iso) \(minute)")
          }
          let clock = DayClock(zone: rules, rollover: MinuteOfDay(minute)!)
          #expect(
            clock.logicalDate(clock.boundary(date)) == date || clock.boundary(date) == clock.boundary(date + 1),
            "\(name) \(date.iso)")
          #expect(clock.logicalDate(clock.boundary(date) - .seconds(1)) < date, "\(name) \(date.iso)")
          checked += 1
        }
      }
    }
    #expect(checked > 10_000)
  }

  static let instants: [(String, String?)] = [
    ("2026-07-08T12:00:00Z", "2026-07-08T12:00:00Z"), ("2026-07-08t12:00:00z", "2026-07-08T12:00:00Z"),
    ("2026-07-08T12:00:00.999999Z", "2026-07-08T12:00:00Z"),
    ("2026-07-08T12:00:00+02:00", "2026-07-08T10:00:00Z"), ("2026-07-08T12:00:00-05:30", "2026-07-08T17:30:00Z"),
    ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59Z"),
    ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"), ("2025-02-29T00:00:00Z", nil), ("2026-07-08T24:00:00Z", nil),
    ("2026-07-08T12:00:60Z", nil),
    ("2026-07-08 12:00:00Z", nil), ("2026-07-08T12:00:00", nil), ("2026-07-08T12:00:00.Z", nil),
    ("2026-07-08T12:00:00+0200", nil), ("", nil),
    ("2026-07-08T12:00:00Zx", nil), ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"),
    ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
  ]

  @Test(arguments: instants) func `an instant is read from RFC 3339 and written in whole seconds of UTC`(
    _ text: String, _ written: String?
  ) {
    #expect(Instant(rfc3339: text)?.rfc3339 == written)
  }

  @Test func `arithmetic saturates instead of trapping`() {
    #expect(Instant(microseconds: .max) + .days(1) == Instant(microseconds: .max))
    #expect(Instant(microseconds: .min) - .days(1) == Instant(microseconds: .min))
    #expect(Instant(seconds: .max).microseconds == .max && TimeSpan.days(.max).microseconds == .max)
    #expect(Instant(microseconds: .max) - Instant(microseconds: .min) == TimeSpan(microseconds: .max))
  }

  @Test func `dates count as the Gregorian calendar does`() {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = TimeZone(identifier: "UTC")!
    for day in stride(from: -200_000, through: 200_000, by: 97) {
      let date = CalendarDate(dayNumber: day)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: TimeInterval(day) * 86_400))
      #expect(CalendarDate(year: date.year, month: date.month, day: date.day) == date)
      if day > -141_428 {  // 1582-10-15: Foundation's calendar is the Julian one before it
        #expect((date.year, date.month, date.day) == (parts.year!, parts.month!, parts.day!))
      }
      #expect(date.isoWeekday == (parts.weekday! + 5) % 7 + 1)
    }
  }

  static let broken: [[UInt8]] = [
    [], Array("TZif".utf8), Array("TZif2".utf8) + Array(repeating: 255, count: 60), Array(repeating: 0, count: 100),
  ]

  @Test(arguments: broken) func `bytes that are no zone are refused`(_ bytes: [UInt8]) {
    #expect(throws: TZifError.self) { try ZoneRules(tzif: bytes) }
  }
}
