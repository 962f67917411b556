package import Ambient
package import AuditRules
import Crypto
package import Identifiers
package import JSON
package import SQL
package import Time

/// The audit log: rows are added in the transaction of what they tell of, and never changed but by maintenance.
package struct AuditStore: Sendable {
  package static let migrations = [
    Migration(
      noun: "audit", number: 1, name: "audit", sqlite: PackageResources.m0001_audit_sqlite_sql,
      postgres: PackageResources.m0001_audit_postgres_sql)
  ]

  private let ambient: Ambient

  package init(ambient: Ambient) { self.ambient = ambient }

  /// Adds an entry and returns its id.
  @discardableResult
  package func append(
    _ entry: AuditEntry, by actor: Actor, requestID: String?, isTest: Bool = false, at now: Instant,
    in tx: Transaction
  ) throws(StoreError) -> ID<AuditEventKind> {
    let id = ID<AuditEventKind>(milliseconds: now.microseconds / 1_000, random: ambient.bytes(10))
    try tx.run(
      AuditStore.insert, Line(id: id, entry: entry, actor: actor, requestID: requestID, isTest: isTest, at: now))
    return id
  }

  /// What was done to a person, newest first.
  package func events(about person: ID<UserKind>, limit: Int, in tx: Transaction) throws(StoreError) -> [JSONValue] {
    try tx.all(AuditStore.aboutPerson, (person, limit))
  }

  /// Takes every changed field out of the events about a person. Part of erasing them.
  package func redact(_ person: ID<UserKind>, in tx: Transaction) throws(StoreError) {
    try tx.lock("hub_audit_maintenance")
    try tx.run(AuditStore.beginMaintenance)
    try tx.run(AuditStore.redactPerson, person)
    try tx.run(AuditStore.endMaintenance)
  }

  private struct Line {
    let id: ID<AuditEventKind>
    let entry: AuditEntry
    let actor: Actor
    let requestID: String?
    let isTest: Bool
    let at: Instant

    var values: [SQLValue] {
      [
        .text(id.description), .text(entry.action), .text(actor.type), .text(orNull: actor.id),
        .text(entry.targetType), .text(entry.targetID), .text(orNull: entry.person?.description),
        .text(orNull: entry.application?.name), .text(orNull: entry.organization?.description),
        .text(orNull: entry.before.map(text)), .text(orNull: entry.after.map(text)), .text(orNull: requestID),
        .bool(isTest), .instant(at), .bytes(digest),
      ]
    }

    private func text(_ value: JSONValue) -> String { String(decoding: value.canonicalBytes, as: UTF8.self) }

    /// Over what a later redaction leaves alone, so that a redacted row still proves itself.
    private var digest: [UInt8] {
      let parts: [String?] = [
        id.description, entry.action, actor.type, actor.id, entry.targetType, entry.targetID,
        entry.person?.description, entry.application?.name, entry.organization?.description, requestID,
        String(at.microseconds),
      ]
      return SHA256.hash(JSONValue.array(parts.map { $0.map(JSONValue.string) ?? .null }).canonicalBytes)
    }
  }

  private static let insert = Statement<Line, Void>(PackageResources.audit_append_sql, bind: { $0.values })
  private static let aboutPerson = Statement<(ID<UserKind>, Int), JSONValue>(
    PackageResources.audit_about_person_sql, bind: { [.text($0.description), .int($1)] },
    read: { (row) throws(StoreError) in
      func value(_ text: String?) -> JSONValue { text.flatMap { try? JSONValue.parse(Array($0.utf8)) } ?? .null }
      func words(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
      return .object([
        .init("id", .string(try row.text("id"))), .init("action", .string(try row.text("action"))),
        .init("actor_type", .string(try row.text("actor_type"))),
        .init("actor_id", words(try row.textOrNull("actor_id"))),
        .init("target_type", .string(try row.text("target_type"))),
        .init("target_id", .string(try row.text("target_id"))),
        .init("before", value(try row.textOrNull("before_fields"))),
        .init("after", value(try row.textOrNull("after_fields"))),
        .init("request_id", words(try row.textOrNull("request_id"))),
        .init("timestamp", .string(try row.instant("happened_at").rfc3339)),
      ])
    })
  private static let redactPerson = Statement<ID<UserKind>, Void>(
    PackageResources.audit_redact_person_sql, bind: { [.text($0.description)] })
  private static let beginMaintenance = Statement<Void, Void>(
    PackageResources.maintenance_begin_sql, bind: { _ in [] })
  private static let endMaintenance = Statement<Void, Void>(
    PackageResources.maintenance_end_sql, bind: { _ in [] })
}
