import Support
import Testing
import Time

@Suite struct `Time zone files` {
  @Test func `a footer's rule goes on after the last transition`() throws {
    let zone = try ZoneRules(tzif: file(footer: "EST5EDT,M3.2.0,M11.1.0"))
    #expect(offsets(zone, "2026-03-08T06:59:59Z", "2026-03-08T07:00:00Z") == [-18_000, -14_400])
    #expect(offsets(zone, "2150-07-01T00:00:00Z", "2150-12-01T00:00:00Z") == [-14_400, -18_000])
  }

  static let rules: [(rule: String, at: String, before: Int, after: Int)] = [
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-03-29T01:00:00Z", 0, 3600),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-10-25T01:00:00Z", 3600, 0),
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-10-03T15:30:00Z", 37_800, 39_600),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -7200, -3600),
    ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-28T00:00:00Z", 7200, 10_800),
    ("XXX3YYY,J60/0,J300/0", "2024-03-01T03:00:00Z", -10_800, -7200),
    ("XXX3YYY,60/0,300/0", "2024-03-01T03:00:00Z", -10_800, -7200),
  ]

  @Test(arguments: rules)
  func `a rule changes the offset at its moment`(_ c: (rule: String, at: String, before: Int, after: Int)) throws {
    let zone = try ZoneRules(tzif: file(footer: c.rule))
    let change = try #require(Instant(rfc3339: c.at))
    #expect(zone.offset(at: change - .seconds(1)) == c.before, "\(c.rule)")
    #expect(zone.offset(at: change) == c.after, "\(c.rule)")
  }

  @Test func `a fixed rule has no transitions`() throws {
    #expect(try ZoneRules(tzif: file(footer: "<+0545>-5:45")).offset(at: .wednesday) == 20_700)
    #expect(try ZoneRules(tzif: file(footer: "")).offset(at: .wednesday) == 0)
  }

  @Test(arguments: [
    "E", "EST", "EST5EDT", "EST5EDT,M3.2.0", "EST5EDT,M13.1.0,M1.1.0", "EST5EDT,M3.6.0,M1.1.0", "EST999",
    "EST5EDT,J0,J1", "EST5EDT,366,1", "EST5EDT,M3.2.0,M11.1.0x", "<+5>", "EST5:60", "EST+-5",
  ])
  func `a rule that makes no sense is refused`(_ rule: String) {
    #expect(throws: TZifError.malformed) { try ZoneRules(tzif: file(footer: rule)) }
  }

  @Test func `files that are cut anywhere are refused and never trap`() {
    let whole = file(footer: "EST5EDT,M3.2.0,M11.1.0")
    for count in 0..<whole.count {
      #expect(throws: TZifError.truncated) { try ZoneRules(tzif: Array(whole[..<count])) }
    }
    #expect(throws: TZifError.truncated) { try ZoneRules(tzif: []) }
    #expect(throws: TZifError.notTZif) { try ZoneRules(tzif: [UInt8](repeating: 0, count: 44)) }
  }

  @Test(arguments: 1...32) func `broken files never trap`(seed: Int) {
    var random = SeededBytes(seed: UInt64(seed))
    for _ in 0..<200 {
      var bytes = file(footer: "EST5EDT,M3.2.0,M11.1.0")
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8(truncatingIfNeeded: random.next())
      }
      if let zone = try? ZoneRules(tzif: bytes) { _ = DayClock(zone: zone).logicalDate(.wednesday) }
    }
  }

  @Test func `a file that counts leap seconds is refused`() {
    #expect(throws: TZifError.leapSeconds) { try ZoneRules(tzif: file(footer: "UTC0", leaps: 1)) }
  }

  private func offsets(_ zone: ZoneRules, _ times: String...) -> [Int] {
    times.compactMap { Instant(rfc3339: $0) }.map { zone.offset(at: $0) }
  }

  /// Version 2, one type of offset 0, one transition long ago (RFC 8536 §3).
  private func file(footer: String, leaps: Int = 0) -> [UInt8] {
    func header(_ leaps: Int, _ times: Int) -> [UInt8] {
      Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
        + [0, 0, leaps, times, 1, 4].flatMap { [0, 0, 0, UInt8($0)] }
    }
    let type: [UInt8] = [0, 0, 0, 0, 0, 0]
    let name = Array("UTC\0".utf8)
    let first = header(0, 0) + type + name
    let time: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0, 0, 0]
    let second = header(leaps, 1) + time + [0] + type + name + [UInt8](repeating: 0, count: 12 * leaps)
    return first + second + Array("\n\(footer)\n".utf8)
  }
}
