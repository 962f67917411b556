package import API
import CallersAPI
package import IdentityRules
package import Identifiers
import JSON
import Time

/// What a sign-in, a refresh and an accepted invitation answer. Hub spec §7.1.
package struct AuthSession: Hashable, Sendable, Shaped {
  package var accessToken: String
  package var refreshToken: String
  /// Seconds.
  package var refreshExpiresIn: Int64
  package var session: ID<SessionKind>
  package var user: ID<UserKind>
  package var isEmailVerified: Bool

  package init(
    accessToken: String, refreshToken: String, refreshExpiresIn: Int64, session: ID<SessionKind>, user: ID<UserKind>,
    isEmailVerified: Bool
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.refreshExpiresIn = refreshExpiresIn
    self.session = session
    self.user = user
    self.isEmailVerified = isEmailVerified
  }

  package static let shape = Shape<AuthSession>.object(
    "AuthSession", "A person's session.", Field("token_type", .oneOf(["Bearer"])) { _ in "Bearer" },
    Field("access_token", .string, "For 15 minutes, in Authorization.") { $0.accessToken },
    Field("expires_in", .integer(0...Int64.max), "Seconds.") { _ in SessionLife.accessToken.seconds },
    Field("refresh_token", .string, "Single use; every refresh answers the next one.") { $0.refreshToken },
    Field("refresh_token_expires_in", .integer(0...Int64.max), "Seconds.") { $0.refreshExpiresIn },
    Field("session_id", .id()) { $0.session }, Field("user_id", .id()) { $0.user },
    Field("email_verified", .bool) { $0.isEmailVerified },
    make: { _, access, _, refresh, until, session, user, isVerified in
      AuthSession(
        accessToken: access, refreshToken: refresh, refreshExpiresIn: until, session: session, user: user,
        isEmailVerified: isVerified)
    })
}

/// What is asked for after the right password, where two-factor is on. Hub spec §3.6.
package struct SecondFactorChallenge: Hashable, Sendable, Shaped {
  package var token: String
  package var methods: [String]
  /// Seconds.
  package var expiresIn: Int64

  package init(token: String, methods: [String], expiresIn: Int64) {
    self.token = token
    self.methods = methods
    self.expiresIn = expiresIn
  }

  package static let shape = Shape<SecondFactorChallenge>.object(
    "SecondFactorChallenge", "A second proof is needed.", Field("mfa_required", .bool) { _ in true },
    Field("mfa_token", .string) { $0.token }, Field("methods", Shape<String>.string.list()) { $0.methods },
    Field("expires_in", .integer(0...Int64.max), "Seconds.") { $0.expiresIn },
    make: { SecondFactorChallenge(token: $1, methods: $2, expiresIn: $3) })
}

package enum SignInAnswer: Hashable, Sendable, Shaped {
  case session(AuthSession)
  case challenge(SecondFactorChallenge)

  package static let shape = Shape<SignInAnswer>(
    read: { json, field, faults in
      if json["mfa_token"] != nil {
        return SecondFactorChallenge.shape.read(json, field, &faults).map(SignInAnswer.challenge)
      }
      return AuthSession.shape.read(json, field, &faults).map(SignInAnswer.session)
    },
    write: { answer, writer in
      switch answer {
      case .session(let session): AuthSession.shape.write(session, &writer)
      case .challenge(let challenge): SecondFactorChallenge.shape.write(challenge, &writer)
      }
    },
    describe: { components in
      .members(
        ("anyOf", .array([AuthSession.shape.describe(&components), SecondFactorChallenge.shape.describe(&components)])))
    })
}

package struct SignUp: Hashable, Sendable, Shaped {
  package var email: EmailAddress
  package var password: GivenPassword
  package var displayName: String?
  package var application: NamedID<ApplicationKind>?
  package var isTest: Bool

  package static let shape = Shape<SignUp>.object(
    "SignUp", "", Field("email", .email) { $0.email }, Field("password", .newPassword) { $0.password },
    .optional("display_name", \.displayName, .displayName),
    .optional("application_id", \.application, .named(), "Where the person came from; it grants nothing."),
    Field("test_mode", .bool, absent: false, leaveOut: { !$0.isTest }) { $0.isTest },
    make: { SignUp(email: $0, password: $1, displayName: $2, application: $3, isTest: $4) }
  ).checked { signUp, faults in
    if PasswordPolicy.fault(of: signUp.password.text, email: signUp.email) == .matchesEmail {
      faults.append(FieldFault("password", PasswordFault.matchesEmail))
    }
  }
}

extension Shape where Value == String {
  package static let displayName = Shape<String>.string(Profile.nameLength, isValid: Profile.isName)
}

package struct SignInRequest: Hashable, Sendable, Shaped {
  package var email: EmailAddress
  package var password: GivenPassword
  package var isTest: Bool

  package static let shape = Shape<SignInRequest>.object(
    "SignIn", "", Field("email", .email) { $0.email }, Field("password", .givenPassword) { $0.password },
    Field("test_mode", .bool, absent: false, leaveOut: { !$0.isTest }) { $0.isTest },
    make: { SignInRequest(email: $0, password: $1, isTest: $2) })
}

/// An address that a letter is wanted for.
package struct AddressRequest: Hashable, Sendable, Shaped {
  package var email: EmailAddress
  package var isTest: Bool

  package static let shape = Shape<AddressRequest>.object(
    "Address", "", Field("email", .email) { $0.email },
    Field("test_mode", .bool, absent: false, leaveOut: { !$0.isTest }) { $0.isTest },
    make: { AddressRequest(email: $0, isTest: $1) })
}

package struct RefreshRequest: Hashable, Sendable, Shaped {
  package var refreshToken: String

  package static let shape = Shape<RefreshRequest>.object(
    "Refresh", "", Field("refresh_token", .string(1...255)) { $0.refreshToken },
    make: { RefreshRequest(refreshToken: $0) })
}

package struct SignOut: Hashable, Sendable, Shaped {
  package var isEverywhere: Bool

  package static let shape = Shape<SignOut>.object(
    "SignOut", "", Field("all_sessions", .bool, absent: false, leaveOut: { !$0.isEverywhere }) { $0.isEverywhere },
    make: { SignOut(isEverywhere: $0) })
}

/// A one-time token that is spent.
package struct TokenRequest: Hashable, Sendable, Shaped {
  package var token: String

  package static let shape = Shape<TokenRequest>.object(
    "OneTimeToken", "", Field("token", .string(1...255)) { $0.token }, make: { TokenRequest(token: $0) })
}

package struct PasswordReset: Hashable, Sendable, Shaped {
  package var token: String
  package var password: GivenPassword

  package static let shape = Shape<PasswordReset>.object(
    "PasswordReset", "", Field("token", .string(1...255)) { $0.token },
    Field("new_password", .newPassword) { $0.password }, make: { PasswordReset(token: $0, password: $1) })
}

package struct InvitationAnswer: Hashable, Sendable, Shaped {
  package var token: String
  package var password: GivenPassword
  package var displayName: String?

  package static let shape = Shape<InvitationAnswer>.object(
    "InvitationAnswer", "", Field("token", .string(1...255)) { $0.token },
    Field("password", .newPassword) { $0.password }, .optional("display_name", \.displayName, .displayName),
    make: { InvitationAnswer(token: $0, password: $1, displayName: $2) })
}

package struct PasswordChange: Hashable, Sendable {
  package var current: GivenPassword
  package var new: GivenPassword

  package static let shape = Shape<PasswordChange>.object(
    "PasswordChange", "", Field("current_password", .givenPassword) { $0.current },
    Field("new_password", .newPassword) { $0.new }, make: { PasswordChange(current: $0, new: $1) })
}
