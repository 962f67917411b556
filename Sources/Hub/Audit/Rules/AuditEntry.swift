package import Identifiers
package import JSON

/// Who did something: `actor_type` and `actor_id`. Hub spec §11.
package enum Actor: Hashable, Sendable {
  case user(ID<UserKind>)
  case key(ID<APIKeyKind>)
  /// The platform itself, or somebody at its command line.
  case system

  package var type: String {
    switch self {
    case .user: "user"
    case .key: "api_key"
    case .system: "system"
    }
  }

  package var id: String? {
    switch self {
    case .user(let id): id.description
    case .key(let id): id.description
    case .system: nil
    }
  }
}

/// What was done to what. `before` and `after` hold changed fields only, never a secret or a hash. Hub spec §11.
package struct AuditEntry: Hashable, Sendable {
  package var action: String
  package var targetType: String
  package var targetID: String
  /// Whom it is about, so that it can be found, exported and redacted.
  package var person: ID<UserKind>?
  package var application: NamedID<ApplicationKind>?
  package var organization: ID<OrganizationKind>?
  package var before: JSONValue?
  package var after: JSONValue?

  package init(
    _ action: String, on targetType: String, _ targetID: String, person: ID<UserKind>? = nil,
    application: NamedID<ApplicationKind>? = nil, organization: ID<OrganizationKind>? = nil, before: JSONValue? = nil,
    after: JSONValue? = nil
  ) {
    self.action = action
    self.targetType = targetType
    self.targetID = targetID
    self.person = person
    self.application = application
    self.organization = organization
    self.before = before
    self.after = after
  }
}
