package import API
import CallersAPI
import IdentityRules
package import Identifiers
import Time

/// Hub spec §7.3.
package struct AppTokenRequest: Hashable, Sendable, Shaped {
  package var application: NamedID<ApplicationKind>
  package var organization: ID<OrganizationKind>?

  package static let shape = Shape<AppTokenRequest>.object(
    "AppTokenRequest", "", Field("application_id", .named()) { $0.application },
    .optional("organization_id", \.organization, .id()),
    make: { AppTokenRequest(application: $0, organization: $1) })
}

package struct AppToken: Hashable, Sendable, Shaped {
  package var token: String
  package var application: NamedID<ApplicationKind>

  package init(token: String, application: NamedID<ApplicationKind>) {
    self.token = token
    self.application = application
  }

  package static let shape = Shape<AppToken>.object(
    "AppToken", "For one app, for five minutes; never kept.", Field("token_type", .oneOf(["Bearer"])) { _ in "Bearer" },
    Field("app_token", .string) { $0.token },
    Field("expires_in", .integer(0...Int64.max), "Seconds.") { _ in SessionLife.appToken.seconds },
    Field("application_id", .named()) { $0.application }, make: { AppToken(token: $1, application: $3) })
}

package struct CodeRequest: Hashable, Sendable, Shaped {
  package var application: NamedID<ApplicationKind>
  package var redirect: String
  package var challenge: String
  package var challengeMethod: String
  package var state: String?

  package static let shape = Shape<CodeRequest>.object(
    "AuthorizationCodeRequest", "", Field("application_id", .named()) { $0.application },
    Field("redirect_uri", .string(1...2_048)) { $0.redirect },
    Field(
      "code_challenge", .string(AuthorizationRequest.challengeLength, isValid: AuthorizationRequest.isVerifier)
    ) { $0.challenge },
    Field("code_challenge_method", .oneOf(["S256"])) { $0.challengeMethod },
    .optional("state", \.state, .string(0...AuthorizationRequest.longestState)),
    make: { CodeRequest(application: $0, redirect: $1, challenge: $2, challengeMethod: $3, state: $4) })
}

package struct CodeAnswer: Hashable, Sendable, Shaped {
  package var code: String
  package var redirectTo: String

  package init(code: String, redirectTo: String) {
    self.code = code
    self.redirectTo = redirectTo
  }

  package static let shape = Shape<CodeAnswer>.object(
    "AuthorizationCode", "", Field("code", .string) { $0.code },
    Field("expires_in", .integer(0...Int64.max), "Seconds.") { _ in OneTimeKind.authorizationCode.life.seconds },
    Field("redirect_to", .string, "Where the browser goes next.") { $0.redirectTo },
    make: { CodeAnswer(code: $0, redirectTo: $2) })
}
