import Ambient
import SQL
import Support
import Synchronization
import Time

@testable import Jobs

/// A database with jobs, a clock, and a table that effects are written to.
struct Works: Sendable {
  let url: String
  let database: Database
  let clock: FakeClock
  let queue: JobQueue

  static func open<Value>(
    _ engine: TestDatabase, faults: Faults? = nil, _ body: (Works) async throws -> Value
  ) async throws -> Value {
    try await engine.withURL { url in
      let database = try Database(url, connections: 4, faults: faults)
      defer { database.close() }
      let clock = FakeClock()
      let ambient = clock.ambient()
      _ = try Migrator(JobQueue.migrations, ambient: ambient).migrate(database)
      try await database.write { tx in try tx.execute(Array("CREATE TABLE effect (words TEXT NOT NULL)".utf8)) }
      return try await body(Works(url: url, database: database, clock: clock, queue: JobQueue(ambient: ambient)))
    }
  }

  /// A worker of another process: its own connections, its own queue, its own clock when one is given.
  func other(_ clock: FakeClock? = nil) throws -> Works {
    let clock = clock ?? self.clock
    return Works(
      url: url, database: try Database(url, connections: 2), clock: clock,
      queue: JobQueue(ambient: clock.ambient(seed: 99)))
  }

  func worker(
    _ handlers: [JobHandler], periodic: [PeriodicJob] = [], concurrency: Int = 4, metrics: JobMetrics = JobMetrics()
  )
    -> JobWorker
  {
    JobWorker(
      database, queue: queue, handlers: handlers, periodic: periodic, concurrency: concurrency, metrics: metrics)
  }

  @discardableResult
  func add(_ kind: String, _ effect: String, payload: String = "", at start: Instant? = nil) async throws -> Bool {
    try await database.write { [queue] tx in
      try queue.enqueue(kind, effect: effect, payload: Array(payload.utf8), at: start, in: tx)
    }
  }

  func list(_ state: JobView.State) async throws -> [JobView] {
    try await database.read { [queue] tx in try queue.list(state, in: tx) }
  }

  var effects: [String] {
    get async throws { try await database.read { tx in try tx.all(Works.listing) } }
  }

  static let effect = Statement<String, Void>(
    Array("INSERT INTO effect (words) VALUES ($1)".utf8), bind: { [.text($0)] })
  private static let listing = Statement<Void, String>(
    Array("SELECT words FROM effect ORDER BY words".utf8), read: { (row) throws(StoreError) in try row.text("words") })
}

/// Writes down from any thread, in order.
final class Journal: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Hands words from one task to another.
actor Mailbox {
  private var words: [String] = []
  private var waiting: [CheckedContinuation<String, Never>] = []

  func put(_ word: String) {
    if waiting.isEmpty { words.append(word) } else { waiting.removeFirst().resume(returning: word) }
  }

  func take() async -> String {
    if !words.isEmpty { return words.removeFirst() }
    return await withCheckedContinuation { waiting.append($0) }
  }
}

/// A number that several threads move.
final class Gauge: Sendable {
  private let number = Mutex(0)
  var value: Int { number.withLock { $0 } }
  func add(_ change: Int) -> Int {
    number.withLock {
      $0 += change; return $0
    }
  }
  func raise(to value: Int) { number.withLock { $0 = max($0, value) } }
}
