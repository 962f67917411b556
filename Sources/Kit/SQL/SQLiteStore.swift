import Synchronization

/// One SQLite file: readers that never wait, and one writer that commits many closures with one fsync.
final class SQLiteStore: Store {
  private let path: String
  private let faults: Faults?
  private let readers = Mutex<[SQLiteConnection]>([])
  private let isClosed = Mutex(false)
  private let writes = WorkQueue<Work>(limit: 10_000)
  private let longReads = WorkQueue<Work>(limit: 1_000)
  private let threads = Mutex<[Thread]>([])
  let engine = Engine.sqlite

  /// How many closures one commit may carry.
  private static let groupLimit = 512
  private static let longReaders = 2

  init(path: String, faults: Faults?) throws(StoreError) {
    self.path = path
    self.faults = faults
    let writer = try SQLiteConnection(path: path, isReader: false)
    let box = Handover(writer)
    threads.withLock { threads in
      threads.append(Thread { [writes] in SQLiteStore.write(from: writes, on: box.take(), faults) })
      for _ in 0..<SQLiteStore.longReaders {
        threads.append(Thread { [weak self, longReads] in SQLiteStore.readLong(from: longReads) { self } })
      }
    }
  }

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
    return try SQLiteConnection(path: path, isReader: true)
  }

  private func giveBack(_ connection: SQLiteConnection) {
    let box = Handover(connection)
    if !isClosed.withLock({ $0 }) { readers.withLock { $0.append(box.take()) } }
  }

  /// One snapshot for everything the closure reads.
  private static func read<Value>(
    _ connection: SQLiteConnection, _ faults: Faults?, _ body: (Transaction) throws -> Value
  ) throws -> Value {
    _ = try connection.run(begin, []) { (_) throws(StoreError) in true }
    defer { _ = try? connection.run(commit, []) { (_) throws(StoreError) in true } }
    return try body(Transaction(connection, faults: faults))
  }

  private static func readLong(from queue: WorkQueue<Work>, _ store: () -> SQLiteStore?) {
    while true {
      let batch = queue.take(upTo: 1)
      if batch.isEmpty { return }
      for work in batch {
        guard let store = store() else { work.finish(.closed); continue }
        do {
          try store.readInline { transaction in _ = work.perform(transaction) }
          work.finish(nil)
        } catch {
          work.finish(error as? StoreError ?? .unavailable("\(error)"))
        }
      }
    }
  }

  // MARK: Writing

  func enqueueWrite(_ work: Work) throws(StoreError) { try writes.add(work) }

  /// Runs waiting closures, each in its savepoint, in one transaction, and answers them all after the one fsync. Nobody
  /// waits for company: whoever comes while the disk is busy forms the next group.
  private static func write(from queue: WorkQueue<Work>, on connection: SQLiteConnection, _ faults: Faults?) {
    func step(_ text: SQLText) -> StoreError? {
      do throws(StoreError) { _ = try connection.run(text, []) { (_) throws(StoreError) in true } } catch {
        return error
      }
      return nil
    }
    while true {
      let group = queue.take(upTo: groupLimit)
      if group.isEmpty { return }
      if let error = step(beginImmediate) {
        for work in group { work.finish(error) }
        continue
      }
      var failure: StoreError?
      for work in group {
        failure = step(savepoint)
        if failure != nil { break }
        let succeeded = work.perform(Transaction(connection, faults: faults))
        failure = succeeded ? step(release) : step(rollbackTo) ?? step(release)
        if failure != nil { break }
      }
      if failure == nil { failure = step(commit) }
      if failure != nil { _ = step(rollback) }
      for work in group { work.finish(failure) }
    }
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
struct Handover<Value>: @unchecked Sendable {
  private let value: Value
  init(_ value: Value) { self.value = value }
  func take() -> Value { value }
}
