import API
import Ambient
import Crypto
import SQL
import Support
import Time

@testable import Idempotency

/// A database with keys and one table that the guarded changes write to.
struct Guarded: Sendable {
  let database: Database
  let clock: FakeClock
  let idempotency: IdempotencyStore

  static func open<Value>(
    _ engine: TestDatabase, faults: Faults? = nil, _ body: (Guarded) async throws -> Value
  ) async throws -> Value {
    try await engine.open(faults: faults) { database in
      let clock = FakeClock()
      let ambient = clock.ambient()
      _ = try Migrator(IdempotencyStore.migrations, ambient: ambient).migrate(database)
      try await database.write { tx in try tx.execute(Array("CREATE TABLE payment (id BIGINT NOT NULL)".utf8)) }
      let seal = try Seal([Seal.Key(id: 1, Array(1...32))], ambient: ambient)
      return try await body(
        Guarded(database: database, clock: clock, idempotency: IdempotencyStore(seal: seal, ambient: ambient)))
    }
  }

  func request(_ key: String = "k", by caller: String = "usr_dana", body: String = "{}", path: String = "/v1/pay")
    throws -> IdempotentRequest
  {
    let key = IdempotencyKey(key)
    guard let key else { throw StoreError.misuse("no key") }
    return idempotency.request(caller: caller, key: key, method: "POST", path: path, body: Array(body.utf8))
  }

  /// Pays once, as a handler would: looks the key up, writes, stores the answer, in one transaction.
  func pay(_ request: IdempotentRequest, answering answer: StoredAnswer = .paid) async throws -> IdempotencyVerdict {
    let now = clock.now
    return try await database.write { [idempotency] tx in
      let verdict = try idempotency.begin(request, at: now, in: tx)
      guard verdict == .fresh else { return verdict }
      try tx.run(Guarded.payment, 1)
      try idempotency.finish(request, answer, at: now, in: tx)
      return .fresh
    }
  }

  @discardableResult
  func write<Value: Sendable>(_ body: @escaping @Sendable (IdempotencyStore, Instant, Transaction) throws -> Value)
    async throws -> Value
  {
    let now = clock.now
    return try await database.write { [idempotency] tx in try body(idempotency, now, tx) }
  }

  var payments: Int {
    get async throws { try await database.read { tx in try tx.all(Guarded.list).count } }
  }
  var keys: Int {
    get async throws { try await database.read { tx in Int(try tx.first(Guarded.keyCount) ?? 0) } }
  }

  static let payment = Statement<Int64, Void>(
    Array("INSERT INTO payment (id) VALUES ($1)".utf8), bind: { [.int($0)] })
  private static let list = Statement<Void, Int64>(
    Array("SELECT id FROM payment".utf8), read: { (row) throws(StoreError) in try row.int("id") })
  private static let keyCount = Statement<Void, Int64>(
    Array("SELECT COUNT(*) AS n FROM kit_idempotency".utf8), read: { (row) throws(StoreError) in try row.int("n") })
}

extension StoredAnswer {
  static let paid = StoredAnswer(
    status: 201, headers: ["Location": "/v1/payments/7", "ETag": "W/\"1\""],
    body: Array(#"{"secret":"satk_live_shown_once"}"#.utf8))
}
