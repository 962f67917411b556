package import Identifiers
package import IdentityRules
package import SQL
package import Time

/// `hub_sessions`.
package enum Sessions {
  /// Who bears a session: what every request with a person's token reads.
  package struct Bearer: Hashable, Sendable {
    package var person: ID<UserKind>
    package var state: SessionState
    package var isEmailVerified: Bool
    package var isTest: Bool
    package var methods: [String]
    package var authenticatedAt: Instant
    package var lastSeenAt: Instant
    /// Keys of permissions, from every platform role.
    package var permissions: Set<String>
  }

  package static func add(_ session: Session, in tx: Transaction) throws(StoreError) { try tx.run(insert, session) }

  /// One statement. Nil for a session that never was.
  package static func bearer(of id: ID<SessionKind>, in tx: Transaction) throws(StoreError) -> Bearer? {
    let rows = try tx.all(caller, id)
    guard var bearer = rows.first else { return nil }
    for row in rows.dropFirst() { bearer.permissions.formUnion(row.permissions) }
    return bearer
  }

  package static func live(of person: ID<UserKind>, at now: Instant, in tx: Transaction) throws(StoreError) -> [Session]
  {
    try tx.all(list, (person, now))
  }

  package static func seen(_ id: ID<SessionKind>, at now: Instant, in tx: Transaction) throws(StoreError) {
    try tx.run(noteSeen, (id, now))
  }

  /// Notes that the person proved again who they are.
  package static func proved(
    _ id: ID<SessionKind>, methods: [String], at now: Instant, in tx: Transaction
  ) throws(StoreError) {
    try tx.run(noteProof, (id, methods, now))
  }

  /// False when the session is not that person's, or was over.
  package static func revoke(
    _ id: ID<SessionKind>, of person: ID<UserKind>, because reason: RevocationReason, at now: Instant,
    in tx: Transaction
  ) throws(StoreError) -> Bool {
    try tx.run(end, (id, person, reason, now)) == 1
  }

  /// Ends every session of a person, but one if one is named; returns those that ended.
  package static func revokeAll(
    of person: ID<UserKind>, but kept: ID<SessionKind>? = nil, because reason: RevocationReason, at now: Instant,
    in tx: Transaction
  ) throws(StoreError) -> [ID<SessionKind>] {
    try tx.all(endAll, (person, kept, reason, now))
  }

  /// Whether the person had a session with this program before.
  package static func knows(
    _ userAgent: String, of person: ID<UserKind>, beside session: ID<SessionKind>, in tx: Transaction
  ) throws(StoreError) -> Bool {
    try tx.first(knownDevice, (person, userAgent, session)) ?? 0 > 0
  }

  package static func purge(before: Instant, limit: Int, in tx: Transaction) throws(StoreError) -> Int {
    try tx.run(forget, (before, limit))
  }

  package static func erase(_ person: ID<UserKind>, in tx: Transaction) throws(StoreError) { try tx.run(wipe, person) }

  private static let insert = Statement<Session, Void>(
    PackageResources.session_insert_sql,
    bind: { session in
      [
        .id(session.id), .id(session.person), .text(session.methods.joined(separator: " ")),
        .text(orNull: session.address), .text(orNull: session.userAgent), .instant(session.createdAt),
        .instant(session.createdAt + SessionLife.absolute),
      ]
    })
  private static let caller = Statement<ID<SessionKind>, Bearer>(
    PackageResources.session_caller_sql, bind: { [.id($0)] },
    read: { (row) throws(StoreError) in
      let person: ID<UserKind> = try row.id("user_id")
      let status = try row.status("status")
      let isVerified = try row.bool("email_verified")
      let isTest = try row.bool("test_mode")
      let methods = try row.words("amr")
      let authenticatedAt = try row.instant("authenticated_at")
      let lastSeenAt = try row.instant("last_seen_at")
      let state = SessionState(
        personStatus: status, absoluteEnd: try row.instant("absolute_expires_at"),
        revokedAt: try row.instantOrNull("revoked_at"), revokedReason: try row.reason("revoked_reason"))
      return Bearer(
        person: person, state: state, isEmailVerified: isVerified, isTest: isTest, methods: methods,
        authenticatedAt: authenticatedAt, lastSeenAt: lastSeenAt,
        permissions: Set((try row.textOrNull("permissions") ?? "").split(separator: " ").map(String.init)))
    })
  private static let list = Statement<(ID<UserKind>, Instant), Session>(
    PackageResources.session_live_sql, bind: { [.id($0), .instant($1)] },
    read: { (row) throws(StoreError) in
      Session(
        id: try row.id("id"), person: try row.id("user_id"), methods: try row.words("amr"),
        address: try row.textOrNull("ip_address"), userAgent: try row.textOrNull("user_agent"),
        createdAt: try row.instant("created_at"), lastSeenAt: try row.instant("last_seen_at"),
        expiresAt: min(try row.instant("absolute_expires_at"), try row.instant("idle_expires_at")))
    })
  private static let noteSeen = Statement<(ID<SessionKind>, Instant), Void>(
    PackageResources.session_seen_sql, bind: { [.id($0), .instant($1)] })
  private static let noteProof = Statement<(ID<SessionKind>, [String], Instant), Void>(
    PackageResources.session_proved_sql, bind: { [.id($0), .text($1.joined(separator: " ")), .instant($2)] })
  private static let end = Statement<(ID<SessionKind>, ID<UserKind>, RevocationReason, Instant), Void>(
    PackageResources.session_revoke_sql, bind: { [.id($0), .id($1), .instant($3), .text($2.rawValue)] })
  private static let endAll = Statement<
    (ID<UserKind>, ID<SessionKind>?, RevocationReason, Instant), ID<SessionKind>
  >(
    PackageResources.session_revoke_all_sql,
    bind: { [.id($0), .text($1?.description ?? ""), .instant($3), .text($2.rawValue)] },
    read: { (row) throws(StoreError) in try row.id("id") })
  private static let knownDevice = Statement<(ID<UserKind>, String, ID<SessionKind>), Int64>(
    PackageResources.session_known_device_sql, bind: { [.id($0), .text($1), .id($2)] },
    read: { (row) throws(StoreError) in try row.int("found") })
  private static let forget = Statement<(Instant, Int), Void>(
    PackageResources.session_purge_sql, bind: { [.instant($0), .int($1)] })
  private static let wipe = Statement<ID<UserKind>, Void>(
    PackageResources.session_erase_sql, bind: { [.id($0)] })
}
