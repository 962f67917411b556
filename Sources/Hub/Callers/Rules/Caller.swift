package import Identifiers
package import Time

/// Who sent a request, as its bearer credential proved it.
package enum Caller: Hashable, Sendable {
  /// No credential.
  case nobody
  case person(PersonCaller)
  case key(KeyCaller)

  /// Whose buckets, whose idempotency keys, who did it: `usr_…`, `key_…`, nil for nobody.
  package var id: String? {
    switch self {
    case .nobody: nil
    case .person(let person): person.user.description
    case .key(let key): key.id.description
    }
  }

  /// Whose rate limits: each session and each key has its own.
  package var bucket: String {
    switch self {
    case .nobody: ""
    case .person(let person): person.session.description
    case .key(let key): key.id.description
    }
  }

  /// Rows of which mode it reads and writes. Hub spec §2.14.
  package var isTest: Bool {
    switch self {
    case .nobody: false
    case .person(let person): person.isTest
    case .key(let key): key.isTest
    }
  }

  package func holds(_ permission: Permission) -> Bool {
    switch self {
    case .nobody: false
    case .person(let person): person.permissions.contains(permission)
    case .key(let key): key.scope == .platform && key.permissions.contains(permission)
    }
  }
}

/// A person with a live session.
package struct PersonCaller: Hashable, Sendable {
  package var user: ID<UserKind>
  package var session: ID<SessionKind>
  /// By the roles they hold now: read again for every request, so that a role taken away is gone at once.
  package var permissions: Set<Permission>
  /// How they proved who they are: `pwd`, `otp`, `recovery_code`, `passkey`, `sso`.
  package var methods: [String]
  /// When they last proved it, for what asks for a fresh proof.
  package var authenticatedAt: Instant
  package var isEmailVerified: Bool
  package var isTest: Bool

  package init(
    user: ID<UserKind>, session: ID<SessionKind>, permissions: Set<Permission> = [], methods: [String] = ["pwd"],
    authenticatedAt: Instant, isEmailVerified: Bool = true, isTest: Bool = false
  ) {
    self.user = user
    self.session = session
    self.permissions = permissions
    self.methods = methods
    self.authenticatedAt = authenticatedAt
    self.isEmailVerified = isEmailVerified
    self.isTest = isTest
  }
}

/// A program with an API key. Hub spec §4.4.
package struct KeyCaller: Hashable, Sendable {
  package enum Scope: Hashable, Sendable {
    case platform
    case app(NamedID<ApplicationKind>)
  }
  package var id: ID<APIKeyKind>
  package var scope: Scope
  package var permissions: Set<Permission>
  package var isTest: Bool
  /// A second gate over what cannot be undone.
  package var restrictsDestruction: Bool

  package init(
    id: ID<APIKeyKind>, scope: Scope, permissions: Set<Permission>, isTest: Bool = false,
    restrictsDestruction: Bool = false
  ) {
    self.id = id
    self.scope = scope
    self.permissions = permissions
    self.isTest = isTest
    self.restrictsDestruction = restrictsDestruction
  }
}
