package import API
import IdentityRules
import JSON
import Time

extension SignInRefusal: Explained {
  package var problem: Problem {
    switch self {
    case .invalidCredentials: Problem(.unauthenticated, details: [.init("reason", .string("invalid_credentials"))])
    case .suspended: Problem(.accountSuspended)
    case .locked(let wait):
      Problem(
        .rateLimited,
        details: [
          .init("reason", .string("account_locked")), .init("retry_after", .integer(wait.wholeSeconds)),
        ], headers: ["Retry-After": String(wait.wholeSeconds)])
    }
  }
}

extension SessionRefusal: Explained {
  package var problem: Problem { Problem(.sessionRevoked, details: [.init("reason", .string(reason))]) }
}

extension StatusRefusal: Explained {
  package var problem: Problem {
    switch self {
    case .transition(let from, let to):
      Problem(
        .invalidStatusTransition,
        details: [.init("from", .string(from.rawValue)), .init("to", .string(to.rawValue))])
    case .erasureScheduled: Problem(.erasureScheduled)
    }
  }
}

extension Problem {
  static let emailTaken = Problem(
    .notUnique, details: [.init("field", .string("email")), .init("reason", .string("email_taken"))])
  static let invitationPending = Problem(
    .notUnique, details: [.init("field", .string("email")), .init("reason", .string("invitation_pending"))])
  /// Every thread that hashes passwords is taken.
  static let tooBusy = Problem(.serviceUnavailable, headers: ["Retry-After": "1"])
}

extension TimeSpan {
  /// Rounded up, at least one: what `Retry-After` takes.
  var wholeSeconds: Int64 { max(1, (microseconds + 999_999) / 1_000_000) }
}
