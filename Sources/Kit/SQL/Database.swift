import Glibc
import Synchronization
package import Time

/// How long a read may take.
package enum ReadLength: Sendable {
  /// Up to about a millisecond: runs inline on the caller's thread on SQLite.
  case quick
  /// Searches, reports, exports: runs on a reader thread.
  case long
}

/// What an engine does for a database.
protocol Store: AnyObject, Sendable {
  var engine: Engine { get }
  func readInline<Value>(_ body: (Transaction) throws -> Value) throws -> Value
  func enqueueLongRead(_ work: Work) throws(StoreError)
  func enqueueWrite(_ work: Work) throws(StoreError)
  func listen(_ channel: String, _ heard: @escaping @Sendable () -> Void) throws(StoreError)
  func plan(_ text: SQLText) throws(StoreError) -> [String]
  func copy(to path: String) throws(StoreError)
  /// True on a thread whose waiting for this database would never end.
  var isOnWriter: Bool { get }
  var queuedWrites: Int { get }
  func close()
}

/// What a database allows itself.
package struct DatabaseLimits: Sendable {
  /// How many writes may wait; the next one is `.busy` at once.
  package var queue = 10_000
  /// How long a write or a long read may wait for its turn before it is `.busy`.
  package var patience = TimeSpan.seconds(10)
  /// How long one statement may take on PostgreSQL.
  package var statement = TimeSpan.seconds(60)
  /// How long PostgreSQL waits for a row that another transaction holds. SQLite waits as long for another process.
  package var lock = TimeSpan.seconds(5)

  package init() {}
}

/// A database: SQLite in a file, or PostgreSQL. A transaction is a synchronous closure; it commits when the closure returns
/// and leaves nothing behind when it throws. On PostgreSQL a closure that lost a race for a lock is run again, so it must
/// have no effect but on the database.
package final class Database: Sendable {
  private let store: any Store
  package let faults: Faults?

  /// Opens `sqlite:PATH` or `postgres://…`. `connections` is PostgreSQL's pool. Behind pgbouncer in transaction mode add
  /// `?pgbouncer=true`, which leaves prepared statements out.
  package init(
    _ url: String, connections: Int = 8, limits: DatabaseLimits = DatabaseLimits(), faults: Faults? = nil
  ) throws(StoreError) {
    self.faults = faults
    if url.hasPrefix("sqlite:") {
      store = try SQLiteStore(path: String(url.dropFirst(7)), limits: limits, faults: faults)
    } else if url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") {
      store = try PostgresStore(address: url, connections: connections, limits: limits, faults: faults)
    } else {
      throw .misuse("a database is sqlite:PATH or postgres://…")
    }
  }

  deinit { store.close() }

  package var engine: Engine { store.engine }
  /// How many writes wait for their turn: what an operator watches. On PostgreSQL with the reads that wait.
  package var queuedWrites: Int { store.queuedWrites }

  /// Reads from one snapshot.
  package func read<Value: Sendable>(
    _ length: ReadLength = .quick, _ body: @escaping @Sendable (Transaction) throws -> Value
  ) async throws -> Value {
    if length == .quick, engine == .sqlite { return try store.readInline(body) }
    return try await queued(body) { (work) throws(StoreError) in try store.enqueueLongRead(work) }
  }

  /// Writes; returns after the commit is on disk.
  package func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
    try await queued(body) { (work) throws(StoreError) in try store.enqueueWrite(work) }
  }

  private func queued<Value: Sendable>(
    _ body: @escaping @Sendable (Transaction) throws -> Value, _ enqueue: (Work) throws(StoreError) -> Void
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let work = Work.carrying(body) { continuation.resume(with: $0) }
      do throws(StoreError) { try enqueue(work) } catch { continuation.resume(throwing: error) }
    }
  }

  /// `read` for the command line and for start-up: blocks the thread.
  package func readNow<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) throws -> Value {
    if engine == .sqlite { return try store.readInline(body) }
    return try blocking(body) { (work) throws(StoreError) in try store.enqueueLongRead(work) }
  }

  /// `write` for the command line and for start-up: blocks the thread.
  package func writeNow<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) throws -> Value {
    try blocking(body) { (work) throws(StoreError) in try store.enqueueWrite(work) }
  }

  private func blocking<Value: Sendable>(
    _ body: @escaping @Sendable (Transaction) throws -> Value, _ enqueue: (Work) throws(StoreError) -> Void
  ) throws -> Value {
    if store.isOnWriter { throw StoreError.misuse("a transaction was asked for inside a write") }
    let answer = Answer<Value>()
    try enqueue(Work.carrying(body) { answer.set($0) })
    return try answer.wait().get()
  }

  /// Calls `heard` when another connection notifies `channel`, and after the connection was lost, when something may have
  /// been missed. Never on SQLite, nor behind pgbouncer in transaction mode: whoever listens also looks from time to time.
  package func listen(_ channel: String, _ heard: @escaping @Sendable () -> Void) throws(StoreError) {
    try store.listen(channel, heard)
  }

  /// How the engine would run a statement, for golden files.
  package func plan<Input, Output>(_ statement: Statement<Input, Output>) throws(StoreError) -> [String] {
    try store.plan(statement.text)
  }

  /// Copies a SQLite database into a new file while it is in use.
  package func copy(to path: String) throws(StoreError) { try store.copy(to: path) }

  /// Finishes what is queued and closes every connection.
  package func close() { store.close() }
}

extension Work {
  /// Wraps a typed closure; `done` gets its result, or its error, or what made the commit fail.
  static func carrying<Value: Sendable>(
    _ body: @escaping (Transaction) throws -> Value, _ done: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Work {
    let outcome = Mutex<Result<Value, any Error>?>(nil)
    let afterCommits = Mutex<[@Sendable () -> Void]>([])
    let work = Work(
      perform: { transaction in
        do {
          let value = try body(transaction)
          if let failure = transaction.failure { throw failure }
          outcome.withLock { $0 = .success(value) }
          // Anew each time: on PostgreSQL a closure that lost a race is run again.
          let actions = transaction.afterCommits
          afterCommits.withLock { $0 = actions }
          return true
        } catch {
          outcome.withLock { $0 = .failure(error) }
          afterCommits.withLock { $0 = [] }
          return false
        }
      },
      finish: { failure in
        if let failure { return done(.failure(failure)) }
        for action in afterCommits.withLock({ $0 }) { action() }
        done(outcome.withLock { $0 } ?? .failure(StoreError.closed))
      })
    return work
  }
}

/// Waits on a condition for one value.
private final class Answer<Value: Sendable>: @unchecked Sendable {
  private var semaphore = sem_t()
  private var value: Result<Value, any Error>?

  init() { sem_init(&semaphore, 0, 0) }
  deinit { sem_destroy(&semaphore) }

  func set(_ result: Result<Value, any Error>) {
    value = result
    sem_post(&semaphore)
  }

  func wait() -> Result<Value, any Error> {
    while sem_wait(&semaphore) != 0 {}
    return value ?? .failure(StoreError.closed)
  }
}
