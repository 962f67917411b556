package import Time

/// The Theme of the Week. One function feeds config, theme-of-week and themes/featured. Reading spec §12.3.
package enum ThemeWeeks {
  package static let defaultHeader = "Theme of the Week"

  package struct Week: Hashable, Sendable {
    package var themeID: Int64
    package var startsAt: Instant
    package var endsAt: Instant?
    package var header: String?
    package init(themeID: Int64, startsAt: Instant, endsAt: Instant? = nil, header: String? = nil) {
      self.themeID = themeID
      self.startsAt = startsAt
      self.endsAt = endsAt
      self.header = header
    }
  }

  package struct Pick: Hashable, Sendable {
    /// Nil where there is no live theme at all: the client hides the section.
    package var themeID: Int64?
    package var header: String
    package init(themeID: Int64?, header: String) {
      self.themeID = themeID
      self.header = header
    }
  }

  /// - Parameters:
  ///   - weeks: in any order.
  ///   - featured: the Featured Themes list, in editorial order.
  ///   - liveByName: ids of all live themes, by name key, then id. What is not in it is not live.
  package static func pick(
    _ weeks: [Week], featured: [Int64], liveByName: [Int64], at now: Instant, defaultHeader: String = defaultHeader
  ) -> Pick {
    let live = Set(liveByName)
    var current: Week?
    var past: Week?
    for week in weeks where week.startsAt <= now && live.contains(week.themeID) {
      if past.map({ $0.startsAt < week.startsAt }) ?? true { past = week }
      let hasEnded = week.endsAt.map { $0 <= now } ?? false
      if !hasEnded, current.map({ $0.startsAt < week.startsAt }) ?? true { current = week }
    }
    if let week = current ?? past { return Pick(themeID: week.themeID, header: week.header ?? defaultHeader) }
    for id in featured where live.contains(id) { return Pick(themeID: id, header: defaultHeader) }
    return Pick(themeID: liveByName.first, header: defaultHeader)
  }

  package static func nextChange(_ weeks: [Week], after now: Instant) -> NextChange {
    var next = NextChange(after: now)
    for week in weeks {
      next.consider(week.startsAt)
      next.consider(week.endsAt)
    }
    return next
  }
}
