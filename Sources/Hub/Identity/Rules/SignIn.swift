package import Identifiers
package import Time

/// How a person proved who they are, as `amr` names it (RFC 8176, and the Hub's own words). Hub spec §3.2.
package enum AuthenticationMethod: String, Hashable, Sendable, CaseIterable {
  case password = "pwd"
  case oneTimeCode = "otp"
  case recoveryCode = "recovery_code"
  case passkey
  case singleSignOn = "sso"
  case anonymousInstall = "install"
  /// A sign-in that the program printed for the first administrator.
  case printed
}

/// What is known of an account when somebody gives an address and a password.
package struct SignInCandidate: Hashable, Sendable {
  package var person: ID<UserKind>
  package var status: PersonStatus
  /// Argon2id; nil for someone who never had a password here.
  package var passwordHash: String?

  package init(person: ID<UserKind>, status: PersonStatus, passwordHash: String?) {
    self.person = person
    self.status = status
    self.passwordHash = passwordHash
  }
}

/// Why a sign-in was not let in.
package enum SignInRefusal: Error, Hashable, Sendable {
  /// One answer for an unknown address, a wrong password, an invitation without a password, and an account without one.
  case invalidCredentials
  /// Told to nobody who does not have the right password.
  case suspended
  case locked(for: TimeSpan)
}

extension SignInCandidate {
  /// Decides once the password was compared; a candidate without a hash was compared with nobody's.
  package static func signIn(_ candidate: SignInCandidate?, isRight: Bool) throws(SignInRefusal) -> SignInCandidate {
    guard let candidate, candidate.passwordHash != nil, isRight else { throw .invalidCredentials }
    switch candidate.status {
    case .active: return candidate
    case .suspended: throw .suspended
    case .invited, .deleted: throw .invalidCredentials
    }
  }
}
