package import Time

/// A half-open time, `startsAt ≤ now < endsAt`; a nil end is open.
package struct Window: Hashable, Sendable {
  package var startsAt, endsAt: Instant?

  package init(startsAt: Instant? = nil, endsAt: Instant? = nil) {
    self.startsAt = startsAt
    self.endsAt = endsAt
  }

  package static let always = Window()

  package func contains(_ now: Instant) -> Bool {
    if let startsAt, now < startsAt { return false }
    if let endsAt, now >= endsAt { return false }
    return true
  }
}

/// When a payload next changes by the clock alone. Reading spec §13.1, "Clamp".
package struct NextChange: Hashable, Sendable {
  /// The nearest boundary after `now`; nil where time alone changes nothing.
  package private(set) var instant: Instant?
  private let now: Instant

  package init(after now: Instant) { self.now = now }

  package mutating func consider(_ boundary: Instant?) {
    guard let boundary, boundary > now else { return }
    if let instant, instant <= boundary { return }
    instant = boundary
  }

  package mutating func consider(_ window: Window) {
    consider(window.startsAt)
    consider(window.endsAt)
  }

  package mutating func consider(_ other: NextChange) { consider(other.instant) }

  /// `max(1, min(limit, whole seconds to the change))`; `limit` itself where nothing is due. Zero stays zero: it means
  /// `no-cache`.
  package func maxAge(atMost limit: Int) -> Int {
    guard limit > 0, let instant else { return limit }
    return max(1, min(limit, Int(clamping: (instant - now).seconds)))
  }
}
