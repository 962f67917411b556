/// The day as a person lives it: it begins at the rollover, in their zone. Planner spec §3.2.
public struct DayClock: Hashable, Sendable {
  public let zone: ZoneRules
  public let rollover: MinuteOfDay

  public init(zone: ZoneRules, rollover: MinuteOfDay = .midnight) {
    self.zone = zone
    self.rollover = rollover
  }

  /// The moment logical day `date` begins.
  public func boundary(_ date: CalendarDate) -> Instant { zone.instant(date, rollover) }

  /// The greatest date whose boundary is not after `instant`.
  public func logicalDate(_ instant: Instant) -> CalendarDate {
    // A clock put back over midnight shows yesterday's date after today has begun, never a date further off.
    var date = zone.wall(at: instant).date + 2
    while date > .first, boundary(date) > instant { date = date - 1 }
    return date
  }

  /// `start ≤ t < end`: 23, 24 or 25 hours on days when the clocks change.
  public func dayInterval(_ date: CalendarDate) -> (start: Instant, end: Instant) {
    (boundary(date), boundary(date + 1))
  }

  /// A time of day inside logical day `date`: before the rollover it lies on the next calendar date.
  public func place(_ date: CalendarDate, _ minute: MinuteOfDay) -> Instant {
    zone.instant(minute < rollover ? date + 1 : date, minute)
  }

  /// The first calendar date whose working day starts strictly after `now`. Planner spec §3.4.
  public func planningTarget(_ now: Instant, dayStart: MinuteOfDay) -> CalendarDate {
    var date = zone.wall(at: now).date - 1
    while date < .last, zone.instant(date, dayStart) <= now { date = date + 1 }
    return date
  }
}
