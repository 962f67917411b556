import JSON
import Support
import Testing
import Time

@Suite struct `The day's clock` {
  /// Offsets as Python's zoneinfo has them, handed in as data.
  private static let zones: [String: ZoneRules] = {
    guard case .object(let members)? = (try? Vectors.read("time/zones.json")) else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: members.map { member in
        let rows = member.value["transitions"]?.list.map(\.list) ?? []
        let transitions = rows.map { ZoneRules.Transition(at: $0[0].number ?? 0, offset: Int($0[1].number ?? 0)) }
        return (
          member.name, ZoneRules(initialOffset: Int(member.value["initial"]?.number ?? 0), transitions: transitions)
        )
      })
  }()

  @Test func `answers every row as the oracle does`() throws {
    let rows = Vectors.rows("time/clock.json")
    #expect(rows.count > 1_000)
    for row in rows {
      let zone = try #require(Self.zones[row["zone"]?.text ?? ""])
      #expect(answer(row, zone) == row["expect"], "\(String(decoding: row.bytes, as: UTF8.self))")
    }
  }

  private func answer(_ row: JSONValue, _ zone: ZoneRules) -> JSONValue {
    func minute(_ name: String) -> MinuteOfDay { row[name]?.number.flatMap { MinuteOfDay(Int($0)) } ?? .midnight }
    let clock = DayClock(zone: zone, rollover: minute("rollover"))
    let date = row["date"]?.text.flatMap { CalendarDate(iso: $0) } ?? .first
    let now = row["at"]?.text.flatMap { Instant(rfc3339: $0) } ?? .wednesday
    switch row["call"]?.text {
    case "instant": return .string(zone.instant(date, minute("minute")).rfc3339)
    case "boundary": return .string(clock.boundary(date).rfc3339)
    case "place": return .string(clock.place(date, minute("minute")).rfc3339)
    case "dayLength": return .integer((clock.dayInterval(date).end - clock.dayInterval(date).start).seconds)
    case "logicalDate": return .string(clock.logicalDate(now).iso)
    case "planningTarget": return .string(clock.planningTarget(now, dayStart: minute("dayStart")).iso)
    default: return .null
    }
  }

  @Test func `a date that a zone skips begins with the next one`() throws {
    let apia = try #require(Self.zones["Pacific/Apia"])
    let skipped = try #require(CalendarDate(iso: "2011-12-30"))
    #expect(apia.instant(skipped, .midnight) == apia.instant(skipped + 1, .midnight))
    #expect(DayClock(zone: apia).logicalDate(apia.instant(skipped, .midnight)) == skipped + 1)
  }
}
