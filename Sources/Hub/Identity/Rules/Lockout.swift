package import Time

/// How often a password may be guessed: five failures within 15 minutes lock the address for 15 minutes, even for the right
/// password, and whether or not an account has the address. Hub spec §§3.5, 19.
///
/// A try is counted before the password is looked at, in a transaction of its own, so that any number of parallel guesses get
/// five looks between them. The right password takes the count away again.
package struct Lockout: Hashable, Sendable {
  package static let tries = 5
  package static let window = TimeSpan.minutes(15)
  package static let length = TimeSpan.minutes(15)

  /// Tries since `firstAt`, this one included.
  package var count: Int
  package var firstAt: Instant
  package var lockedUntil: Instant?

  package init(count: Int, firstAt: Instant, lockedUntil: Instant?) {
    self.count = count
    self.firstAt = firstAt
    self.lockedUntil = lockedUntil
  }

  package enum Verdict: Hashable, Sendable {
    /// The password may be looked at; this is what is stored first.
    case look(Lockout)
    /// It may not, for this long.
    case locked(TimeSpan)
  }

  /// What a try at `now` finds after `earlier` ones.
  package static func consume(_ earlier: Lockout?, at now: Instant) -> Verdict {
    guard let earlier, earlier.firstAt <= now else { return .look(Lockout(count: 1, firstAt: now, lockedUntil: nil)) }
    if let until = earlier.lockedUntil {
      if until > now { return .locked(until - now) }
      return .look(Lockout(count: 1, firstAt: now, lockedUntil: nil))
    }
    if earlier.firstAt + window <= now { return .look(Lockout(count: 1, firstAt: now, lockedUntil: nil)) }
    let count = earlier.count + 1
    return .look(
      Lockout(count: count, firstAt: earlier.firstAt, lockedUntil: count >= tries ? now + length : nil))
  }
}
