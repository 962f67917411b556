package import Identifiers
package import Time

/// An account. Hub spec §7.4.
package struct Person: Hashable, Sendable {
  package var id: ID<UserKind>
  /// As it was typed.
  package var email: String
  package var isEmailVerified: Bool
  /// An address that the person wants, until it is proved.
  package var pendingEmail: String?
  package var status: PersonStatus
  package var signupApplication: NamedID<ApplicationKind>?
  package var isTest: Bool
  package var createdAt: Instant
  package var updatedAt: Instant
  package var lastLoginAt: Instant?
  package var version: Int

  package init(
    id: ID<UserKind>, email: String, isEmailVerified: Bool = false, pendingEmail: String? = nil,
    status: PersonStatus = .active, signupApplication: NamedID<ApplicationKind>? = nil, isTest: Bool = false,
    createdAt: Instant, updatedAt: Instant, lastLoginAt: Instant? = nil, version: Int = 1
  ) {
    self.id = id
    self.email = email
    self.isEmailVerified = isEmailVerified
    self.pendingEmail = pendingEmail
    self.status = status
    self.signupApplication = signupApplication
    self.isTest = isTest
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.lastLoginAt = lastLoginAt
    self.version = version
  }

  /// What the address becomes once everything personal is gone. Hub spec §7.5.
  package static func erasedAddress(_ id: ID<UserKind>) -> String { "erased+\(id)@erased.invalid" }
}

/// One sign-in, as its owner sees it. Hub spec §7.2.
package struct Session: Hashable, Sendable {
  package var id: ID<SessionKind>
  package var person: ID<UserKind>
  package var methods: [String]
  package var address: String?
  package var userAgent: String?
  package var createdAt: Instant
  package var lastSeenAt: Instant
  /// The earlier of the two ends.
  package var expiresAt: Instant

  package init(
    id: ID<SessionKind>, person: ID<UserKind>, methods: [String], address: String?, userAgent: String?,
    createdAt: Instant, lastSeenAt: Instant, expiresAt: Instant
  ) {
    self.id = id
    self.person = person
    self.methods = methods
    self.address = address
    self.userAgent = userAgent
    self.createdAt = createdAt
    self.lastSeenAt = lastSeenAt
    self.expiresAt = expiresAt
  }
}
