package import Time

/// How long a sign-in lasts: 30 days without a refresh, 90 days at most. Hub spec §3.2.
package enum SessionLife {
  package static let idle = TimeSpan.days(30)
  package static let absolute = TimeSpan.days(90)
  /// `last_seen_at` is written at most this often.
  package static let seenStep = TimeSpan.minutes(1)
  package static let accessToken = TimeSpan.minutes(15)
  package static let appToken = TimeSpan.minutes(5)

  /// Until when a refresh at `now` carries a session that ends at `end` in any case.
  package static func idleEnd(at now: Instant, absoluteEnd end: Instant) -> Instant { min(now + idle, end) }

  /// Whether it is time to write down that the session was seen. A clock that was set back writes too.
  package static func isSeenDue(last: Instant, at now: Instant) -> Bool { now < last || now - last >= seenStep }
}

/// Why a session ended, as it is stored and as `details.reason` of `session_revoked` says it. Hub spec §3.2.
package enum RevocationReason: String, Hashable, Sendable, CaseIterable {
  case logout
  case logoutAll = "logout_all"
  case passwordReset = "password_reset"
  case passwordChanged = "password_changed"
  case refreshTokenReused = "refresh_token_reused"
  case userSuspended = "user_suspended"
  case userDeleted = "user_deleted"
  case mfaReset = "mfa_reset"
  case admin
  /// The person became part of another account.
  case merged
}

/// Why a session is not honoured.
package enum SessionRefusal: Error, Hashable, Sendable {
  case revoked(RevocationReason)
  /// 30 days idle or 90 days old.
  case expired
  /// No such session or token was ever made, or so long ago that it was forgotten.
  case unknown

  /// `details.reason`.
  package var reason: String {
    switch self {
    case .revoked(let reason): reason.rawValue
    case .expired: "expired"
    case .unknown: "unknown"
    }
  }
}

/// What is known of a session when somebody presents something of it.
package struct SessionState: Hashable, Sendable {
  package var personStatus: PersonStatus
  package var absoluteEnd: Instant
  package var revokedAt: Instant?
  package var revokedReason: RevocationReason?

  package init(
    personStatus: PersonStatus, absoluteEnd: Instant, revokedAt: Instant?, revokedReason: RevocationReason?
  ) {
    self.personStatus = personStatus
    self.absoluteEnd = absoluteEnd
    self.revokedAt = revokedAt
    self.revokedReason = revokedReason
  }

  /// Throws unless the session counts at `now`. A person who is not active has no session, whatever was or was not ended: a
  /// session that outlived a suspension by some race does not come back to life.
  package func check(at now: Instant) throws(SessionRefusal) {
    if revokedAt != nil { throw .revoked(revokedReason ?? .admin) }
    switch personStatus {
    case .active: break
    case .suspended: throw .revoked(.userSuspended)
    case .deleted, .invited: throw .revoked(.userDeleted)
    }
    if absoluteEnd <= now { throw .expired }
  }
}
