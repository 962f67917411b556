import Glibc
import Synchronization

/// A pool of PostgreSQL connections, each with a thread of its own.
final class PostgresStore: Store {
  private let url: String
  private let prepares: Bool
  private let faults: Faults?
  private let queue = WorkQueue<Task>(limit: 10_000)
  private let threads = Mutex<[Thread]>([])
  private let isClosed = Mutex(false)
  let engine = Engine.postgres

  /// How often a transaction that lost a race for a lock is run again.
  private static let attempts = 6

  private struct Task {
    let work: Work
    let isRead: Bool
  }

  init(url: String, connections: Int, faults: Faults?) throws(StoreError) {
    self.faults = faults
    prepares = !url.contains("pgbouncer=true")
    self.url = url.replacing("?pgbouncer=true", with: "").replacing("&pgbouncer=true", with: "")
    let first = Handover(try PostgresConnection(url: self.url, prepares: prepares))  // fails here when there is no server
    threads.withLock { threads in
      for number in 0..<connections {
        threads.append(
          Thread { [queue, url = self.url, prepares] in
            PostgresStore.serve(queue, url, prepares, number == 0 ? first.take() : nil, faults)
          })
      }
    }
  }

  func enqueueWrite(_ work: Work) throws(StoreError) { try queue.add(Task(work: work, isRead: false)) }
  func enqueueLongRead(_ work: Work) throws(StoreError) { try queue.add(Task(work: work, isRead: true)) }

  private static func serve(
    _ queue: WorkQueue<Task>, _ url: String, _ prepares: Bool, _ first: PostgresConnection?, _ faults: Faults?
  ) {
    var connection = first
    while let task = queue.take(upTo: 1).first {
      do throws(StoreError) {
        // A connection that broke while idle is made anew before it is used.
        if connection?.isBroken ?? true { connection = try PostgresConnection(url: url, prepares: prepares) }
        guard let connection else { throw .closed }
        try run(task, on: connection, faults)
        task.work.finish(nil)
      } catch {
        if connection?.isBroken ?? false { connection = nil }
        task.work.finish(error)
      }
    }
  }

  private static func run(_ task: Task, on connection: PostgresConnection, _ faults: Faults?) throws(StoreError) {
    let begin = task.isRead ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN"
    for attempt in 1... {
      do throws(StoreError) {
        try connection.execute(begin) { () throws(StoreError) in }
        let succeeded = task.work.perform(Transaction(connection, faults: faults))
        try connection.execute(succeeded ? "COMMIT" : "ROLLBACK") { () throws(StoreError) in }
        if succeeded || !task.work.wantsRetry || attempt >= attempts { return }
      } catch {
        if connection.isBroken { throw error }
        try? connection.execute("ROLLBACK") { () throws(StoreError) in }
        guard error == .busy, attempt < attempts else { throw error }
      }
      usleep(UInt32.random(in: 500...(2_000 << UInt32(attempt))))
    }
  }

  func listen(_ channel: String, _ heard: @escaping @Sendable () -> Void) throws(StoreError) {
    let first = Handover(try PostgresConnection(url: url, prepares: false))
    let thread = Thread { [weak self, url] in
      var connection: PostgresConnection? = first.take()
      var isListening = false
      while let store = self, !store.isClosed.withLock({ $0 }) {
        _ = store
        if connection == nil { connection = try? PostgresConnection(url: url, prepares: false); isListening = false }
        guard let open = connection else { usleep(500_000); continue }
        if !isListening {
          isListening = (try? open.execute("LISTEN \(channel)") { () throws(StoreError) in }) != nil
        }
        var descriptor = pollfd(fd: open.socket, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, 200) > 0 else { continue }
        switch open.takeNotifications() {
        case true?: heard()
        case false?: break
        case nil: connection = nil
        }
      }
    }
    threads.withLock { $0.append(thread) }
  }

  func readInline<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
    throw StoreError.misuse("PostgreSQL reads are queued")
  }

  func copy(to path: String) throws(StoreError) { throw .misuse("PostgreSQL is copied by pg_dump") }

  func plan(_ text: SQLText) throws(StoreError) -> [String] {
    try PostgresConnection(url: url, prepares: false).plan(text)
  }

  func close() {
    if isClosed.withLock({
      let was = $0; $0 = true; return was
    }) {
      return
    }
    queue.close()
    for thread in threads.withLock({ $0 }) { thread.join() }
  }
}
