import Synchronization

/// One SQLite file: readers that never wait, and one writer that commits many closures with one fsync.
final class SQLiteStore: Store {
  private let path: String
  private let faults: Faults?
  private let readers = Mutex<[SQLiteConnection]>([])
  private let isClosed = Mutex(false)
  private let limits: DatabaseLimits
  private let writes: WorkQueue<Work>
  private let longReads = WorkQueue<Work>(limit: 1_000)
  private let writer = Mutex<Thread?>(nil)
  private let threads = Mutex<[Thread]>([])
  let engine = Engine.sqlite

  /// How many closures one commit may carry.
  private static let groupLimit = 512
  private static let longReaders = 2

  init(path: String, limits: DatabaseLimits, faults: Faults?) throws(StoreError) {
    guard !path.isEmpty, path != ":memory:" else { throw .misuse("a SQLite database is a file: sqlite:PATH") }
    self.path = path
    self.limits = limits
    self.faults = faults
    writes = WorkQueue(limit: limits.queue)
    let box = Handover(try SQLiteConnection(path: path, isReader: false, lockWait: limits.lock))
    var started: [Thread] = []
    do throws(StoreError) {
      let writer = try Thread { [writes] in
        if let connection = box.take() { SQLiteStore.write(from: writes, on: connection, limits, faults) }
      }
      self.writer.withLock { $0 = writer }
      started.append(writer)
      for _ in 0..<SQLiteStore.longReaders {
        started.append(try Thread { [weak self, longReads] in SQLiteStore.readLong(from: longReads, limits) { self } })
      }
    } catch {
      writes.close()
      longReads.close()
      for thread in started { thread.join() }
      throw error
    }
    let all = started
    threads.withLock { $0 = all }
  }

  var queuedWrites: Int { writes.count }
  var isOnWriter: Bool { writer.withLock { $0?.isCurrent ?? false } }

  // MARK: Reading

  func readInline<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
    let connection = try borrow()
    defer { giveBack(connection) }
    return try SQLiteStore.read(connection, faults, body)
  }

  func enqueueLongRead(_ work: Work) throws(StoreError) { try longReads.add(work) }

  private func borrow() throws(StoreError) -> SQLiteConnection {
    if isClosed.withLock({ $0 }) { throw .closed }
    if let connection = readers.withLock({ $0.popLast().map(Handover.init) })?.take() { return connection }
    return try SQLiteConnection(path: path, isReader: true, lockWait: limits.lock)
  }

  /// One whose transaction could not be ended is not used again.
  private func giveBack(_ connection: SQLiteConnection) {
    if connection.isInTransaction { return }
    let box = Handover(connection)
    readers.withLock { readers in
      if !isClosed.withLock({ $0 }), let connection = box.take() { readers.append(connection) }
    }
  }

  /// One snapshot for everything the closure reads.
  private static func read<Value>(
    _ connection: SQLiteConnection, _ faults: Faults?, _ body: (Transaction) throws -> Value
  ) throws -> Value {
    _ = try connection.run(begin, []) { (_) throws(StoreError) in true }
    let transaction = Transaction(connection, faults: faults)
    defer {
      transaction.end()
      _ = try? connection.run(commit, []) { (_) throws(StoreError) in true }
    }
    let value = try body(transaction)
    if let failure = transaction.failure { throw failure }
    return value
  }

  private static func readLong(
    from queue: WorkQueue<Work>, _ limits: DatabaseLimits, _ store: () -> SQLiteStore?
  ) {
    while let work = queue.take(upTo: 1).first {
      guard !work.isStale(after: limits.patience) else { work.finish(.busy); continue }
      guard let store = store() else { work.finish(.closed); continue }
      do {
        // A closure that failed has its error kept by the work itself.
        _ = try store.readInline { transaction in if !work.perform(transaction) { throw ReadFailed() } }
        work.finish(nil)
      } catch is ReadFailed {
        work.finish(nil)
      } catch {
        work.finish(error as? StoreError ?? .unavailable("\(error)"))
      }
    }
  }

  private struct ReadFailed: Error {}

  // MARK: Writing

  func enqueueWrite(_ work: Work) throws(StoreError) { try writes.add(work) }

  /// Runs waiting closures, each in its savepoint, in one transaction, and answers them all after the one fsync. Nobody
  /// waits for company: whoever comes while the disk is busy forms the next group.
  private static func write(
    from queue: WorkQueue<Work>, on connection: SQLiteConnection, _ limits: DatabaseLimits, _ faults: Faults?
  ) {
    while true {
      let taken = queue.take(upTo: groupLimit)
      if taken.isEmpty { return }
      var group: [Work] = []
      for work in taken { if work.isStale(after: limits.patience) { work.finish(.busy) } else { group.append(work) } }
      if group.isEmpty { continue }
      var refusals = [StoreError?](repeating: nil, count: group.count)
      do throws(StoreError) {
        try step(beginImmediate, connection)
        for (index, work) in group.enumerated() { refusals[index] = try perform(work, on: connection, faults) }
        if let faults { try faults.strikeCommit() }
        try step(commit, connection)
        for (work, refusal) in zip(group, refusals) { work.finish(refusal) }
        connection.checkpointIfDue()
      } catch {
        // Nothing of the group is on disk, and nobody in it is told otherwise.
        if connection.isInTransaction { try? step(rollback, connection) }
        for work in group { work.finish(error) }
      }
    }
  }

  /// Runs one closure in its savepoint. Throws when the whole group is lost; returns what only this closure did wrong.
  private static func perform(
    _ work: Work, on connection: SQLiteConnection, _ faults: Faults?
  ) throws(StoreError) -> StoreError? {
    try step(savepoint, connection)
    let transaction = Transaction(connection, faults: faults)
    let succeeded = work.perform(transaction)
    // A full disk or a broken one makes SQLite roll everything back by itself.
    guard connection.isInTransaction else { throw transaction.failure ?? .unavailable("the transaction was given up") }
    transaction.end()
    // Left to the commit, it would take the innocent with it.
    let dangles = succeeded && connection.hasDanglingReferences
    if !succeeded || dangles { try step(rollbackTo, connection) }
    try step(release, connection)
    return dangles ? .foreignKey("a reference points to nothing") : nil
  }

  private static func step(_ text: SQLText, _ connection: SQLiteConnection) throws(StoreError) {
    _ = try connection.run(text, []) { (_) throws(StoreError) in true }
  }

  func listen(_ channel: String, _ heard: @escaping @Sendable () -> Void) throws(StoreError) {}

  func close() {
    if isClosed.withLock({
      let was = $0; $0 = true; return was
    }) {
      return
    }
    writes.close()
    longReads.close()
    for thread in threads.withLock({ $0 }) { thread.join() }
    readers.withLock { $0.removeAll() }
  }

  func copy(to path: String) throws(StoreError) {
    let connection = try borrow()
    defer { giveBack(connection) }
    try connection.copy(to: path)
  }

  func plan(_ text: SQLText) throws(StoreError) -> [String] {
    let connection = try borrow()
    defer { giveBack(connection) }
    return try connection.plan(text)
  }

  private static let begin = SQLText(sqlite: Array("BEGIN".utf8), postgres: [])
  private static let beginImmediate = SQLText(sqlite: Array("BEGIN IMMEDIATE".utf8), postgres: [])
  private static let commit = SQLText(sqlite: Array("COMMIT".utf8), postgres: [])
  private static let rollback = SQLText(sqlite: Array("ROLLBACK".utf8), postgres: [])
  private static let savepoint = SQLText(sqlite: Array("SAVEPOINT one".utf8), postgres: [])
  private static let release = SQLText(sqlite: Array("RELEASE one".utf8), postgres: [])
  private static let rollbackTo = SQLText(sqlite: Array("ROLLBACK TO one".utf8), postgres: [])
}

/// Carries a connection from one thread to the next; only one of them uses it at a time.
final class Handover<Value>: @unchecked Sendable {
  private var value: Value?
  init(_ value: Value) { self.value = value }

  /// The value, once.
  func take() -> Value? {
    defer { value = nil }
    return value
  }
}
