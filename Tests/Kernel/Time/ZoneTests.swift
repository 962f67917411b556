import Foundation
import Support
import Testing
import Time

/// Every zone of the machine's tzdata, each with what Foundation says of it.
private struct Zone: CustomTestStringConvertible {
  let name: String
  let rules: ZoneRules
  let peer: TimeZone
  var testDescription: String { name }

  private static let folder = "/usr/share/zoneinfo/"

  static func bytes(_ name: String) -> [UInt8] {
    FileManager.default.contents(atPath: folder + name).map { Array($0) } ?? []
  }

  /// Those of zone1970.tab and UTC; the rest of the folder is links to them.
  static let all: [Zone] = {
    let table = String(decoding: bytes("zone1970.tab"), as: UTF8.self)
    let names = table.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { String($0.split(separator: "\t")[2]) }
    return (["Etc/UTC"] + names).compactMap { name in
      guard let rules = try? ZoneRules(tzif: bytes(name)), let peer = TimeZone(identifier: name) else { return nil }
      return Zone(name: name, rules: rules, peer: peer)
    }
  }()

  /// Transitions from 2000 to 2037.
  var transitions: [ZoneRules.Transition] {
    rules.transitions.filter { (946_684_800..<2_145_916_800).contains($0.at) }
  }

  /// Where Foundation's own copy of the data is of another year than the machine's, there is nothing to compare.
  func agrees(around second: Int64) -> Bool {
    [-172_800, -86_400, -1, 0, 86_400, 172_800].allSatisfy { agrees(at: $0 + second) }
  }

  private func agrees(at second: Int64) -> Bool {
    peer.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))) == rules.offset(at: Instant(seconds: second))
  }
}

@Suite struct `Zones beside Foundation` {
  @Test func `nearly every zone and transition has a peer to compare with`() {
    let compared = Zone.all.map { zone in zone.transitions.count { zone.agrees(around: $0.at) } }.reduce(0, +)
    let transitions = Zone.all.map(\.transitions.count).reduce(0, +)
    #expect(Zone.all.count > 300)
    #expect(transitions > 8_000)
    #expect(compared * 100 >= transitions * 97, "\(compared) of \(transitions)")
  }

  /// Zones whose clocks went alike since 2000 are tried once.
  private static let histories: [Zone] = {
    var seen: Set<[ZoneRules.Transition]> = []
    return Zone.all.filter { !$0.transitions.isEmpty && seen.insert($0.transitions).inserted }
  }()

  static let rollovers = [0, 90, 150, 180]

  @Test(arguments: histories) private func `a day begins when Foundation finds its first minute`(_ zone: Zone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone.peer
    for transition in zone.transitions where zone.agrees(around: transition.at) {
      let change = zone.rules.wall(at: Instant(seconds: transition.at)).date
      for date in [change - 1, change, change + 1] {
        for rollover in Self.rollovers.compactMap(MinuteOfDay.init) {
          let found = zone.rules.instant(date, rollover)
          // Foundation's search gives up, or goes wrong, in gaps that are not one whole hour (Chatham, Troll, Apia), so
          // there the definition itself is tried over Foundation's offsets.
          if found == firstMinute(rollover, of: date, in: calendar) { continue }
          #expect(found == scanned(rollover, of: date, in: zone.peer), "\(zone.name) \(date.iso) \(rollover.minutes)")
        }
      }
    }
  }

  /// As planner spec §3.2 notes, this search agrees with its definition.
  private func firstMinute(_ minute: MinuteOfDay, of date: CalendarDate, in calendar: Calendar) -> Instant? {
    let (year, month, day) = date.components
    let wanted = DateComponents(
      year: year, month: month, day: day, hour: minute.minutes / 60, minute: minute.minutes % 60, second: 0)
    let noon = Date(
      timeIntervalSince1970: Double(date.dayNumber * 86_400 + 43_200 - calendar.timeZone.secondsFromGMT()))
    let found = calendar.nextDate(
      after: noon - 129_600, matching: wanted, matchingPolicy: .nextTime, repeatedTimePolicy: .first)
    return found.map { Instant(seconds: Int64($0.timeIntervalSince1970)) }
  }

  /// The first minute of all around whose wall clock is at or after the wanted one.
  private func scanned(_ minute: MinuteOfDay, of date: CalendarDate, in zone: TimeZone) -> Instant? {
    let wanted = Int64(date.dayNumber) * 86_400 + Int64(minute.minutes) * 60
    let start = wanted - 90_000
    for second in stride(from: start, through: wanted + 180_000, by: 60) {
      let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
      if second + Int64(offset) >= wanted { return Instant(seconds: second) }
    }
    return nil
  }

  @Test(arguments: histories) private func `the logical date never goes back and its day holds the moment`(_ zone: Zone)
  {
    for rollover in Self.rollovers.compactMap(MinuteOfDay.init) {
      let clock = DayClock(zone: zone.rules, rollover: rollover)
      for transition in zone.transitions.prefix(24) {
        var last = CalendarDate.first
        for step in Int64(-60)...60 {
          let now = Instant(seconds: transition.at + step * 900 - 1)
          let date = clock.logicalDate(now)
          let day = clock.dayInterval(date)
          #expect(date >= last && day.start <= now && now < day.end, "\(zone.name) \(now.rfc3339) \(rollover.minutes)")
          last = date
        }
      }
    }
  }
}
