package import Time

/// What a one-time token is for. Hub spec §3.1. A token is its kind's prefix and 32 random bytes; only its SHA-256 is stored.
package enum OneTimeKind: String, Hashable, Sendable, CaseIterable {
  case emailVerification = "email_verify"
  case passwordReset = "password_reset"
  case invitation
  case authorizationCode = "authorization_code"
  /// How the first administrator, or one who is locked out, gets in: printed by the program, never sent.
  case administratorSignIn = "administrator_sign_in"
  /// Made for an address without an account, so that the answer takes as long; nobody ever holds it.
  case decoy

  package var prefix: String {
    switch self {
    case .emailVerification: "emv_"
    case .passwordReset: "pwr_"
    case .invitation: "inv_"
    case .authorizationCode: "ac_"
    case .administratorSignIn: "adm_"
    case .decoy: "non_"
    }
  }

  package var life: TimeSpan {
    switch self {
    case .emailVerification: .hours(24)
    case .passwordReset, .administratorSignIn: .hours(1)
    case .invitation: .days(7)
    case .authorizationCode: .seconds(60)
    case .decoy: .zero
    }
  }
}
