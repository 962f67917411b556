package import SQL
import Time

extension IdempotencyStore {
  package static let migrations = [
    Migration(noun: "idempotency", number: 1, name: "idempotency", sql: PackageResources.m0001_idempotency_sql)
  ]

  struct Row: Sendable {
    let isRunning: Bool
    let hash: [UInt8]
    let startedAt: Instant
    let status: Int?
    let answer: [UInt8]?
    let expiresAt: Instant

    /// A reservation made later than now was made by a clock that has been set back since; it would block the key for as
    /// long as that was, so it counts as over. An answer stays: to keep one too long does no harm.
    func isOver(at now: Instant) -> Bool { expiresAt <= now || (isRunning && startedAt > now) }
  }

  static let find = Statement<IdempotentRequest, Row>(
    PackageResources.idempotency_find_sql, bind: { [.text($0.caller), .text($0.key.text)] },
    read: { (row) throws(StoreError) in
      Row(
        isRunning: try row.text("state") == "running", hash: try row.bytes("request_hash"),
        startedAt: try row.instant("started_at"), status: try row.intOrNull("status").map { Int($0) },
        answer: try row.bytesOrNull("answer"), expiresAt: try row.instant("expires_at"))
    })

  static let reservation = Statement<(IdempotentRequest, Instant, Instant), Void>(
    PackageResources.idempotency_reserve_sql,
    bind: { request, now, until in
      [
        .text(request.caller), .text(request.key.text), .bytes(request.hash), .bytes(request.run), .instant(now),
        .instant(until),
      ]
    })

  static let store = Statement<(IdempotentRequest, Instant, Int, [UInt8], Instant), Void>(
    PackageResources.idempotency_finish_sql,
    bind: { request, now, status, answer, until in
      [
        .text(request.caller), .text(request.key.text), .bytes(request.hash), .bytes(request.run), .instant(now),
        .int(status), .bytes(answer), .instant(until),
      ]
    })

  static let free = Statement<IdempotentRequest, Void>(
    PackageResources.idempotency_release_sql, bind: { [.text($0.caller), .text($0.key.text), .bytes($0.run)] })

  static let forgetting = Statement<String, Void>(PackageResources.idempotency_forget_sql, bind: { [.text($0)] })

  static let purging = Statement<(Instant, Int), Void>(
    PackageResources.idempotency_purge_sql, bind: { now, limit in [.instant(now), .int(limit)] })

  static let tryLock = Statement<IdempotentRequest, Bool>(
    sqlite: [], postgres: PackageResources.idempotency_try_lock_postgres_sql,
    bind: { [.text("\($0.caller)\n\($0.key.text)")] },
    read: { (row) throws(StoreError) in try row.bool("held") })
}
