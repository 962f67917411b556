package import Time

/// When a signing key is shown, signs, and is forgotten: published 7 days before it signs, signing for 90 days, shown for 7 more
/// so that what it signed can be checked. Hub spec §3.4.
package struct KeySchedule: Hashable, Sendable {
  package static let lead = TimeSpan.days(7)
  package static let term = TimeSpan.days(90)
  package static let tail = TimeSpan.days(7)

  package var publishAt: Instant
  package var activeAt: Instant
  package var retireAt: Instant
  package var removeAt: Instant

  package init(publishAt: Instant, activeAt: Instant) {
    self.publishAt = publishAt
    self.activeAt = activeAt
    retireAt = activeAt + KeySchedule.term
    removeAt = retireAt + KeySchedule.tail
  }

  package init(publishAt: Instant, activeAt: Instant, retireAt: Instant, removeAt: Instant) {
    self.publishAt = publishAt
    self.activeAt = activeAt
    self.retireAt = retireAt
    self.removeAt = removeAt
  }

  /// The first key, which signs at once: nobody has read the set before.
  package static func first(at now: Instant) -> KeySchedule { KeySchedule(publishAt: now, activeAt: now) }

  package func isPublished(at now: Instant) -> Bool { publishAt <= now && now < removeAt }
  package func signs(at now: Instant) -> Bool { activeAt <= now && now < retireAt }

  /// The schedule of the key that must be made now, if one must: there is none that signs, or the last one ends within the
  /// lead. A key that was made late signs at once when there is no other.
  package static func next(after keys: [KeySchedule], at now: Instant) -> KeySchedule? {
    guard let last = keys.max(by: { $0.retireAt < $1.retireAt }), last.retireAt > now else { return first(at: now) }
    if last.retireAt - lead > now { return nil }
    return KeySchedule(publishAt: now, activeAt: min(last.retireAt, now + lead))
  }
}
