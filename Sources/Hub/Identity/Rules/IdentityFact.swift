package import AuditRules
package import Identifiers
import JSON

/// What happened to an account. Audit, letters, alerts and the security log are readers of facts; they are saved in the
/// transaction of the change. Hub spec §§9.2, 11, 12, 15.
package enum IdentityFact: Hashable, Sendable {
  // Kept in the audit log.
  case created(ID<UserKind>, status: PersonStatus)
  case statusChanged(ID<UserKind>, from: PersonStatus, to: PersonStatus, reason: String?)
  case emailChanged(ID<UserKind>)
  case passwordChanged(ID<UserKind>)
  case passwordReset(ID<UserKind>)
  case erasureRequested(ID<UserKind>)
  case erasureCancelled(ID<UserKind>)
  case erased(ID<UserKind>)
  case sessionRevokedByStaff(ID<SessionKind>, of: ID<UserKind>)
  case profileChangedByStaff(ID<UserKind>, fields: [String])
  case settingsChangedByStaff(ID<UserKind>, fields: [String])
  case roleAssigned(String, ID<UserKind>)
  // Only for the security log, alerts and other nouns.
  case signedIn(ID<UserKind>, ID<SessionKind>, methods: [String], isNewDevice: Bool)
  case signInFailed(addressHash: String)
  case lockedOut(addressHash: String)
  case refreshReused(ID<UserKind>, ID<SessionKind>)
  case sessionsEnded(ID<UserKind>, [ID<SessionKind>], RevocationReason)
  case emailVerified(ID<UserKind>)

  /// The entry of the audit log, for those that have one. Values of fields are not kept, only their names. Hub spec §11.
  package var entry: AuditEntry? {
    switch self {
    case .created(let person, let status):
      .person("user.created", person, after: [("status", .string(status.rawValue))])
    case .statusChanged(let person, let from, let to, let reason):
      .person(
        IdentityFact.action(from: from, to: to), person, before: [("status", .string(from.rawValue))],
        after: [("status", .string(to.rawValue))] + (reason.map { [("reason", .string($0))] } ?? []))
    case .emailChanged(let person): .person("user.email_changed", person)
    case .passwordChanged(let person): .person("user.password_changed", person)
    case .passwordReset(let person): .person("user.password_reset", person)
    case .erasureRequested(let person): .person("user.erasure_requested", person)
    case .erasureCancelled(let person): .person("user.erasure_cancelled", person)
    case .erased(let person): .person("user.erased", person)
    case .sessionRevokedByStaff(let session, let person):
      AuditEntry("session.revoked", on: "session", session.description, person: person)
    case .profileChangedByStaff(let person, let fields):
      .person("profile.updated", person, after: [("fields", .array(fields.map(JSONValue.string)))])
    case .settingsChangedByStaff(let person, let fields):
      .person("settings.updated", person, after: [("fields", .array(fields.map(JSONValue.string)))])
    case .roleAssigned(let role, let person):
      AuditEntry("role.assigned", on: "role_assignment", role, person: person)
    case .signedIn, .signInFailed, .lockedOut, .refreshReused, .sessionsEnded, .emailVerified: nil
    }
  }

  private static func action(from: PersonStatus, to: PersonStatus) -> String {
    switch (from, to) {
    case (_, .suspended): "user.suspended"
    case (_, .deleted): "user.deleted"
    case (.suspended, .active), (.deleted, .active): "user.reactivated"
    default: "user.updated"
    }
  }
}

extension AuditEntry {
  fileprivate static func person(
    _ action: String, _ person: ID<UserKind>, before: [(String, JSONValue)] = [], after: [(String, JSONValue)] = []
  ) -> AuditEntry {
    AuditEntry(
      action, on: "user", person.description, person: person, before: before.isEmpty ? nil : .fields(before),
      after: after.isEmpty ? nil : .fields(after))
  }
}

extension JSONValue {
  fileprivate static func fields(_ fields: [(String, JSONValue)]) -> JSONValue {
    .object(fields.map { Member($0.0, $0.1) })
  }
}
