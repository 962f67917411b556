/// One table that holds something of a person: what of it goes into an export, and what an erasure does to it. A table with a
/// column that names a person must be in the registry; a test says so. Hub spec §7.5, design §6.
package struct PersonalTable: Hashable, Sendable {
  package enum Export: Hashable, Sendable {
    /// The member of the bundle.
    case section(String)
    /// It holds only secrets or counts; the reason is for the reviewer.
    case withheld(because: String)
  }

  package enum Erasure: Hashable, Sendable {
    case deleted, cleared
    case kept(because: String)
  }

  package let table: String
  package let export: Export
  package let erasure: Erasure

  package init(_ table: String, export: Export, erasure: Erasure) {
    self.table = table
    self.export = export
    self.erasure = erasure
  }
}

package enum PersonalData {
  /// Identity's own, and the audit log's.
  package static let identity: [PersonalTable] = [
    PersonalTable("hub_users", export: .section("user"), erasure: .cleared),
    PersonalTable("hub_user_identities", export: .section("identities"), erasure: .cleared),
    PersonalTable("hub_sessions", export: .section("sessions"), erasure: .deleted),
    PersonalTable("hub_refresh_chains", export: .withheld(because: "secrets of sessions"), erasure: .deleted),
    PersonalTable("hub_auth_tokens", export: .withheld(because: "secrets that are spent once"), erasure: .deleted),
    PersonalTable("hub_profiles", export: .section("profile"), erasure: .deleted),
    PersonalTable(
      "hub_settings", export: .section("settings"), erasure: .kept(because: "language, zone and theme identify no one")),
    PersonalTable(
      "hub_user_role_assignments", export: .section("roles"),
      erasure: .kept(because: "who was trusted with what is accounted for")),
    PersonalTable(
      "hub_erasure_requests", export: .withheld(because: "the request itself"),
      erasure: .kept(because: "the receipt of the erasure")),
    PersonalTable("hub_audit_events", export: .section("audit_events"), erasure: .cleared),
  ]
}
