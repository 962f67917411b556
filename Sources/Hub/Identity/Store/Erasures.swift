package import AuditRules
package import Identifiers
package import IdentityRules
package import SQL
package import Time

/// `hub_erasure_requests`.
package enum Erasures {
  package struct Request: Hashable, Sendable {
    package var person: ID<UserKind>
    package var status: Erasure.Status
    package var requestedAt: Instant
    package var scheduledFor: Instant
    package var stepsDone: Int
    package var completedAt: Instant?
    /// What was erased and when, a JSON object.
    package var receipt: String?
  }

  /// Schedules an erasure; one that is scheduled, or done, stays as it is.
  package static func request(
    _ person: ID<UserKind>, by actor: Actor, reason: String?, at now: Instant, in tx: Transaction
  ) throws(StoreError) {
    try tx.run(insert, (person, actor, reason, now, now + .days(Erasure.days)))
  }

  package static func find(_ person: ID<UserKind>, in tx: Transaction) throws(StoreError) -> Request? {
    try tx.first(byPerson, person)
  }

  /// False when there is none that could still be cancelled.
  package static func cancel(_ person: ID<UserKind>, in tx: Transaction) throws(StoreError) -> Bool {
    try tx.run(stop, person) == 1
  }

  package static func due(at now: Instant, limit: Int, in tx: Transaction) throws(StoreError) -> [Request] {
    try tx.all(ripe, (now, limit))
  }

  package static func advance(_ person: ID<UserKind>, to step: Int, in tx: Transaction) throws(StoreError) {
    try tx.run(note, (person, step))
  }

  package static func complete(
    _ person: ID<UserKind>, receipt: String, at now: Instant, in tx: Transaction
  ) throws(StoreError) {
    try tx.run(close, (person, now, receipt))
  }

  private static let insert = Statement<(ID<UserKind>, Actor, String?, Instant, Instant), Void>(
    PackageResources.erasure_request_sql,
    bind: { [.id($0), .text($1.type), .text(orNull: $1.id), .text(orNull: $2), .instant($3), .instant($4)] })
  private static let byPerson = Statement<ID<UserKind>, Request>(
    PackageResources.erasure_find_sql, bind: { [.id($0)] }, read: read)
  private static let stop = Statement<ID<UserKind>, Void>(
    PackageResources.erasure_cancel_sql, bind: { [.id($0)] })
  private static let ripe = Statement<(Instant, Int), Request>(
    PackageResources.erasure_due_sql, bind: { [.instant($0), .int($1)] }, read: read)
  private static let note = Statement<(ID<UserKind>, Int), Void>(
    PackageResources.erasure_advance_sql, bind: { [.id($0), .int($1)] })
  private static let close = Statement<(ID<UserKind>, Instant, String), Void>(
    PackageResources.erasure_complete_sql, bind: { [.id($0), .instant($1), .text($2)] })
  private static let read: @Sendable (Row) throws(StoreError) -> Request = { (row) throws(StoreError) in
    Request(
      person: try row.id("user_id"), status: Erasure.Status(rawValue: try row.text("status")) ?? .scheduled,
      requestedAt: try row.instant("requested_at"), scheduledFor: try row.instant("scheduled_for"),
      stepsDone: Int(try row.int("steps_done")), completedAt: try row.instantOrNull("completed_at"),
      receipt: try row.textOrNull("receipt"))
  }
}
