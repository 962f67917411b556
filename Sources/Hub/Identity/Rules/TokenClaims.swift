package import Identifiers
package import JSON
package import Time

/// What an access token says. Hub spec §3.3. It carries no permissions: they are read afresh for every request.
package struct AccessClaims: Hashable, Sendable {
  package static let audience = "hub-platform"

  package var issuer: String
  package var person: ID<UserKind>
  package var session: ID<SessionKind>
  package var methods: [String]
  package var isEmailVerified: Bool
  package var isTest: Bool
  package var issuedAt: Instant
  package var expiresAt: Instant

  package init(
    issuer: String, person: ID<UserKind>, session: ID<SessionKind>, methods: [String], isEmailVerified: Bool,
    isTest: Bool, issuedAt: Instant
  ) {
    self.issuer = issuer
    self.person = person
    self.session = session
    self.methods = methods
    self.isEmailVerified = isEmailVerified
    self.isTest = isTest
    self.issuedAt = issuedAt
    expiresAt = issuedAt + SessionLife.accessToken
  }

  /// - Parameter tokenID: `atk_…`, different for every token.
  package func json(tokenID: String) -> JSONValue {
    .object([
      .init("iss", .string(issuer)), .init("aud", .string(AccessClaims.audience)),
      .init("sub", .string(person.description)), .init("sid", .string(session.description)),
      .init("iat", .integer(issuedAt.seconds)), .init("exp", .integer(expiresAt.seconds)),
      .init("jti", .string(tokenID)), .init("amr", .array(methods.map(JSONValue.string))),
      .init("email_verified", .bool(isEmailVerified)), .init("test_mode", .bool(isTest)),
    ])
  }
}

/// What a token for an app says. Hub spec §3.3.
package struct AppClaims: Hashable, Sendable {
  package var issuer: String
  package var app: NamedID<ApplicationKind>
  package var person: ID<UserKind>
  package var session: ID<SessionKind>
  package var email: String
  package var isEmailVerified: Bool
  package var isTest: Bool
  package var access: AppAccess
  package var issuedAt: Instant

  package init(
    issuer: String, app: NamedID<ApplicationKind>, person: ID<UserKind>, session: ID<SessionKind>, email: String,
    isEmailVerified: Bool, isTest: Bool, access: AppAccess, issuedAt: Instant
  ) {
    self.issuer = issuer
    self.app = app
    self.person = person
    self.session = session
    self.email = email
    self.isEmailVerified = isEmailVerified
    self.isTest = isTest
    self.access = access
    self.issuedAt = issuedAt
  }

  /// - Parameter tokenID: `apt_…`, different for every token.
  package func json(tokenID: String) -> JSONValue {
    .object([
      .init("iss", .string(issuer)), .init("aud", .string(app.name)), .init("sub", .string(person.description)),
      .init("sid", .string(session.description)), .init("iat", .integer(issuedAt.seconds)),
      .init("exp", .integer((issuedAt + SessionLife.appToken).seconds)), .init("jti", .string(tokenID)),
      .init("email", .string(email)), .init("email_verified", .bool(isEmailVerified)),
      .init("org_id", access.organization.map { .string($0.description) } ?? .null),
      .init("entitlement_status", .string(access.entitlementStatus)),
      .init("effective_permissions", .array(access.permissions.map(JSONValue.string))),
      .init("test_mode", .bool(isTest)),
    ])
  }
}

/// What another noun decided about a person and an app.
package struct AppAccess: Hashable, Sendable {
  package var isAllowed: Bool
  /// `active`, or why not: `none`, `disabled`, `expired`, …
  package var entitlementStatus: String
  package var organization: ID<OrganizationKind>?
  /// This app's own, `app.<slug>.…`.
  package var permissions: [String]

  package init(
    isAllowed: Bool, entitlementStatus: String, organization: ID<OrganizationKind>? = nil, permissions: [String] = []
  ) {
    self.isAllowed = isAllowed
    self.entitlementStatus = entitlementStatus
    self.organization = organization
    self.permissions = permissions
  }
}
