import CSQLite
import Time

/// One SQLite connection with its prepared statements; used by one thread at a time.
final class SQLiteConnection: Connection {
  private let handle: OpaquePointer
  private let isReader: Bool
  /// How many pages the write-ahead log held after the last commit; SQLite writes it through the pointer.
  private let logPages = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  var raw: OpaquePointer { handle }
  private var prepared: [ObjectIdentifier: SQLitePrepared] = [:]
  private let lockWaitMilliseconds: Int32
  let engine = Engine.sqlite

  /// From here on the log is copied into the file after a commit (4,000 pages are 16 MB).
  private static let checkpointPages: Int32 = 4_000
  /// From here on readers that keep the log from starting over are waited for, a tenth of a second at most.
  private static let restartPages: Int32 = 40_000
  /// Texts are constants of the program; one that makes them as it goes must not fill the memory.
  private static let preparedLimit = 1_000

  /// Before the first connection: without the statistics of its memory, every allocation of every thread would take one lock.
  private static let isConfigured = atrium_sqlite3_config_memstatus(0) == SQLITE_OK

  /// Opens, and sets what every connection has: foreign keys, a wait for other processes, WAL, and an fsync for every commit.
  init(path: String, isReader: Bool, lockWait: TimeSpan) throws(StoreError) {
    _ = SQLiteConnection.isConfigured
    var handle: OpaquePointer?
    let mode = isReader ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = sqlite3_open_v2(path, &handle, mode | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      let text = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(handle)
      throw code == SQLITE_NOTADB || code == SQLITE_CORRUPT ? .damaged(text) : .unavailable("\(path): \(text)")
    }
    self.handle = handle
    self.isReader = isReader
    logPages.initialize(to: 0)
    lockWaitMilliseconds = Int32(clamping: lockWait.microseconds / 1_000)
    sqlite3_extended_result_codes(handle, 1)
    // One plan for each statement, whatever is bound: else those whose plan a value might change are prepared again for
    // every execution, which costs ten times as much as running them.
    atrium_sqlite3_stable_plans(handle)
    sqlite3_busy_timeout(handle, lockWaitMilliseconds)
    try execute(
      "PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8192; PRAGMA mmap_size = 268435456"
    ) {
      () throws(StoreError) in
    }
    if !isReader {
      try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864") {
        () throws(StoreError) in
      }
      // Takes the place of automatic checkpoints, which would run inside the commit that callers are waiting for.
      let keep: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int32) -> Int32 = {
        $0?.assumingMemoryBound(to: Int32.self).pointee = $3
        return SQLITE_OK
      }
      sqlite3_wal_hook(handle, keep, logPages)
    }
  }

  deinit {
    for statement in prepared.values { sqlite3_finalize(statement.handle) }
    sqlite3_close_v2(handle)
    logPages.deallocate()
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// True while a deferred foreign key points to nothing: the commit would fail.
  var hasDanglingReferences: Bool {
    var current: Int32 = 0
    var highest: Int32 = 0
    return sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0) == SQLITE_OK && current != 0
  }

  /// Between two groups of commits, when nobody waits: keeps the write-ahead log small. What can't be copied now, because
  /// somebody still reads it, is copied another time.
  func checkpointIfDue() {
    guard logPages.pointee >= SQLiteConnection.checkpointPages else { return }
    let restarts = logPages.pointee >= SQLiteConnection.restartPages
    if restarts { sqlite3_busy_timeout(handle, 100) }
    sqlite3_wal_checkpoint_v2(
      handle, nil, restarts ? SQLITE_CHECKPOINT_RESTART : SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    if restarts { sqlite3_busy_timeout(handle, lockWaitMilliseconds) }
  }

  func run(_ text: SQLText, _ values: [SQLValue], _ row: (Row) throws(StoreError) -> Bool) throws(StoreError) -> Int {
    let statement = try prepare(text)
    defer {
      sqlite3_reset(statement.handle)
      sqlite3_clear_bindings(statement.handle)
    }
    try statement.bind(values, connection: self)
    while true {
      switch sqlite3_step(statement.handle) {
      case SQLITE_ROW:
        if !(try row(Row(source: statement, columns: statement.columns))) { return 1 }
      case SQLITE_DONE: return sqlite3_stmt_readonly(statement.handle) != 0 ? 0 : Int(sqlite3_changes64(handle))
      case let code: throw error(code)
      }
    }
  }

  func execute(_ script: String, _ each: () throws(StoreError) -> Void) throws(StoreError) {
    var bytes = Array(script.utf8CString)
    var offset = 0
    while offset < bytes.count - 1 {
      var statement: OpaquePointer?
      var used = 0
      let code = bytes.withUnsafeMutableBufferPointer { buffer -> Int32 in
        guard let base = buffer.baseAddress else { return SQLITE_OK }
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(handle, base + offset, -1, 0, &statement, &tail)
        used = tail.map { $0 - UnsafePointer(base + offset) } ?? 0
        return code
      }
      guard code == SQLITE_OK else { throw error(code) }
      offset += max(used, 1)
      guard let statement else { continue }
      defer { sqlite3_finalize(statement) }
      try each()
      var step = sqlite3_step(statement)
      while step == SQLITE_ROW { step = sqlite3_step(statement) }
      guard step == SQLITE_DONE else { throw error(step) }
    }
  }

  /// The rows of EXPLAIN QUERY PLAN, indented by depth.
  func plan(_ text: SQLText) throws(StoreError) -> [String] {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, "EXPLAIN QUERY PLAN " + text.sqlite, -1, 0, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw error(code) }
    defer { sqlite3_finalize(statement) }
    var depth: [Int32: Int] = [0: 0]
    var lines: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      let level = depth[sqlite3_column_int(statement, 1)] ?? 0
      depth[sqlite3_column_int(statement, 0)] = level + 1
      lines.append(String(repeating: "  ", count: level) + String(cString: sqlite3_column_text(statement, 3)))
    }
    return lines
  }

  private func prepare(_ text: SQLText) throws(StoreError) -> SQLitePrepared {
    if let statement = prepared[ObjectIdentifier(text)] { return statement }
    if prepared.count >= SQLiteConnection.preparedLimit {
      for statement in prepared.values { sqlite3_finalize(statement.handle) }
      prepared = [:]
    }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, text.sqlite, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw error(code) }
    let made = SQLitePrepared(statement, text: text)
    prepared[ObjectIdentifier(text)] = made
    return made
  }

  func error(_ code: Int32) -> StoreError {
    let text = String(cString: sqlite3_errmsg(handle))
    let detail = text.split(separator: ": ").last.map(String.init) ?? text
    switch code {
    case SQLITE_CONSTRAINT_UNIQUE_, SQLITE_CONSTRAINT_PRIMARYKEY_, SQLITE_CONSTRAINT_ROWID_: return .unique(detail)
    case SQLITE_CONSTRAINT_FOREIGNKEY_: return .foreignKey(detail)
    case SQLITE_CONSTRAINT_CHECK_: return .check(detail)
    case SQLITE_CONSTRAINT_NOTNULL_: return .notNull(detail)
    default: break
    }
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy
    case SQLITE_FULL: return .diskFull
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged(text)
    case SQLITE_READONLY where isReader: return .misuse("a read cannot write: \(text)")
    case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_NOMEM, SQLITE_PERM: return .unavailable(text)
    case SQLITE_CONSTRAINT: return .check(detail)
    default: return .misuse(text)
    }
  }
}

// Extended codes are macros that Swift does not import: SQLITE_CONSTRAINT | n << 8.
private let SQLITE_CONSTRAINT_CHECK_ = SQLITE_CONSTRAINT | 1 << 8
private let SQLITE_CONSTRAINT_FOREIGNKEY_ = SQLITE_CONSTRAINT | 3 << 8
private let SQLITE_CONSTRAINT_NOTNULL_ = SQLITE_CONSTRAINT | 5 << 8
private let SQLITE_CONSTRAINT_PRIMARYKEY_ = SQLITE_CONSTRAINT | 6 << 8
private let SQLITE_CONSTRAINT_UNIQUE_ = SQLITE_CONSTRAINT | 8 << 8
private let SQLITE_CONSTRAINT_ROWID_ = SQLITE_CONSTRAINT | 10 << 8
