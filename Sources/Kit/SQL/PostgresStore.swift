import Glibc
import Synchronization

/// A pool of PostgreSQL connections, each with a thread of its own.
final class PostgresStore: Store {
  private let server: PostgresAddress
  private let limits: DatabaseLimits
  private let queue: WorkQueue<Task>
  private let threads = Mutex<[Thread]>([])
  private let isClosed = Mutex(false)
  let engine = Engine.postgres

  /// How often a transaction that lost a race is run again.
  private static let attempts = 6

  private struct Task {
    let work: Work
    let isRead: Bool
  }

  init(address: String, connections: Int, limits: DatabaseLimits, faults: Faults?) throws(StoreError) {
    self.limits = limits
    server = try PostgresAddress(address, limits: limits)
    queue = WorkQueue(limit: limits.queue)
    let first = Handover(try server.connect())  // fails here when there is no server
    var started: [Thread] = []
    do throws(StoreError) {
      for number in 0..<max(1, connections) {
        started.append(
          try Thread { [queue, server] in
            PostgresStore.serve(queue, server, number == 0 ? first.take() : nil, limits, faults)
          })
      }
    } catch {
      queue.close()
      for thread in started { thread.join() }
      throw error
    }
    let all = started
    threads.withLock { $0 = all }
  }

  func enqueueWrite(_ work: Work) throws(StoreError) { try queue.add(Task(work: work, isRead: false)) }
  func enqueueLongRead(_ work: Work) throws(StoreError) { try queue.add(Task(work: work, isRead: true)) }

  var queuedWrites: Int { queue.count }

  /// A closure may wait for another connection of the pool.
  var isOnWriter: Bool { false }

  private static func serve(
    _ queue: WorkQueue<Task>, _ server: PostgresAddress, _ first: PostgresConnection?, _ limits: DatabaseLimits,
    _ faults: Faults?
  ) {
    var connection = first
    while let task = queue.take(upTo: 1).first {
      guard !task.work.isStale(after: limits.patience) else { task.work.finish(.busy); continue }
      do throws(StoreError) {
        try run(task, on: &connection, server, faults)
        task.work.finish(nil)
      } catch {
        task.work.finish(error)
      }
    }
  }

  private static func run(
    _ task: Task, on connection: inout PostgresConnection?, _ server: PostgresAddress, _ faults: Faults?
  ) throws(StoreError) {
    for attempt in 1... {
      let open = try begin(task, on: &connection, server)
      let transaction = Transaction(open, faults: faults)
      defer { transaction.end() }
      let succeeded = task.work.perform(transaction)
      var lostRace = open.lostRace
      if succeeded {
        do throws(StoreError) {
          if !task.isRead, let faults { try faults.strikeCommit() }
          return try open.commit()
        } catch {
          // A connection that is lost here leaves it open whether the commit took place.
          lostRace = open.lostRace
          if open.isBroken { throw error }
          try? open.execute("ROLLBACK") { () throws(StoreError) in }
          if !lostRace || attempt >= attempts { throw error }
        }
      } else {
        if !open.isBroken { try? open.execute("ROLLBACK") { () throws(StoreError) in } }
        if !lostRace || attempt >= attempts { return }
      }
      open.forgetPreparedIfStale()
      usleep(UInt32.random(in: 500...(2_000 << UInt32(attempt))))
    }
  }

  /// Begins on a connection that works: the server may have been started anew since this one was used last, and nothing
  /// has been asked of it yet.
  private static func begin(
    _ task: Task, on connection: inout PostgresConnection?, _ server: PostgresAddress
  ) throws(StoreError) -> PostgresConnection {
    let begin =
      (task.isRead ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN ISOLATION LEVEL READ COMMITTED")
      + server.everyTransaction
    if let known = connection, !known.isBroken {
      do throws(StoreError) {
        try known.execute(begin) { () throws(StoreError) in }
        return known
      } catch {
        if !known.isBroken { throw error }
      }
    }
    connection = nil
    let fresh = try server.connect()
    try fresh.execute(begin) { () throws(StoreError) in }
    connection = fresh
    return fresh
  }

  func listen(_ channel: String, _ heard: @escaping @Sendable () -> Void) throws(StoreError) {
    let isName = !channel.isEmpty && channel.utf8.allSatisfy { (97...122).contains($0) || $0 == 95 }
    guard isName else { throw .misuse("a channel's name is of small letters and underscores") }
    let listener = try server.connect()
    try listener.execute("LISTEN \(channel)") { () throws(StoreError) in }
    let first = Handover(listener)
    let thread = try Thread { [weak self, server] in
      var connection = first.take()
      while self?.isOpen ?? false {
        guard let open = connection else {
          let fresh = try? server.connect()
          if (try? fresh?.execute("LISTEN \(channel)") { () throws(StoreError) in }) != nil {
            connection = fresh
            heard()
          } else {
            usleep(500_000)
          }
          continue
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

  private var isOpen: Bool { !isClosed.withLock { $0 } }

  func readInline<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
    throw StoreError.misuse("PostgreSQL reads are queued")
  }

  func copy(to path: String) throws(StoreError) { throw .misuse("PostgreSQL is copied by pg_dump") }

  func plan(_ text: SQLText) throws(StoreError) -> [String] {
    try server.connect().plan(text)
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
