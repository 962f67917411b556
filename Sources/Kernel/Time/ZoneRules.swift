/// One place's clock, as data: the offset from UTC before the first transition, and every transition after it. The data
/// is handed in (from TZif on a server, from the page in a browser), so the same rules run everywhere.
public struct ZoneRules: Hashable, Sendable {
  public struct Transition: Hashable, Sendable {
    /// Seconds since 1970 from which the offset holds.
    public let at: Int64
    /// Seconds east of UTC, less than 25 hours either way (RFC 8536 §3.3.1 allows no more).
    public let offset: Int
    /// An offset beyond the limit becomes the limit.
    public init(at: Int64, offset: Int) {
      self.at = min(max(at, -ZoneRules.horizon), ZoneRules.horizon)
      self.offset = ZoneRules.clamped(offset)
    }
  }

  public let initialOffset: Int
  /// In order of time, each different from the one before it.
  public let transitions: [Transition]

  /// Transitions are put in order; those that change nothing are dropped.
  public init(initialOffset: Int, transitions: [Transition] = []) {
    self.initialOffset = ZoneRules.clamped(initialOffset)
    var kept: [Transition] = []
    for next in transitions.sorted(by: { $0.at < $1.at }) {
      if let last = kept.last, last.at == next.at { kept.removeLast() }
      if (kept.last?.offset ?? self.initialOffset) != next.offset { kept.append(next) }
    }
    self.transitions = kept
  }

  fileprivate static let widest = 90_000
  /// Seconds that any instant lies within, with room for an offset.
  fileprivate static let horizon: Int64 = 1 << 44

  private static func clamped(_ offset: Int) -> Int { min(max(offset, 1 - widest), widest - 1) }

  public static let utc = ZoneRules(initialOffset: 0)

  /// Seconds east of UTC at that moment.
  public func offset(at instant: Instant) -> Int { offset(beforeIndex: index(after: instant.seconds)) }

  /// The calendar date and the second of the day that a clock on the wall shows.
  public func wall(at instant: Instant) -> (date: CalendarDate, secondOfDay: Int) {
    let local = instant.seconds + Int64(offset(at: instant))
    let day = floorDivide(local, 86_400)
    return (CalendarDate(dayNumber: Int(day)), Int(local - day * 86_400))
  }

  /// The first instant whose wall clock on `date` is at or after `minute`: in a gap, the instant the gap ends; in a repeat,
  /// the first occurrence; on a date that the zone skips, the first instant of the next date that exists.
  /// Planner spec §3.2.
  public func instant(_ date: CalendarDate, _ minute: MinuteOfDay) -> Instant {
    let wanted = Int64(date.dayNumber) * 86_400 + Int64(minute.minutes) * 60
    // Offsets lie within 25 hours of UTC, so only the stretches between these two moments matter.
    var index = index(after: wanted - Int64(ZoneRules.widest))
    while true {
      let offset = Int64(offset(beforeIndex: index))
      let starts = index == 0 ? -2 * ZoneRules.horizon : transitions[index - 1].at
      let ends = index == transitions.count ? 2 * ZoneRules.horizon : transitions[index].at
      // Within this stretch the wall clock runs evenly from starts + offset to ends + offset.
      let candidate = max(starts, wanted - offset)
      if candidate < ends { return Instant(seconds: candidate) }
      index += 1
    }
  }

  /// How many transitions lie at or before that second.
  private func index(after second: Int64) -> Int {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].at <= second { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func offset(beforeIndex index: Int) -> Int { index == 0 ? initialOffset : transitions[index - 1].offset }
}
