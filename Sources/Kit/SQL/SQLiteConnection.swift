import CSQLite

/// One SQLite connection with its prepared statements; used by one thread at a time.
final class SQLiteConnection: Connection {
  private let handle: OpaquePointer
  var raw: OpaquePointer { handle }
  private var prepared: [ObjectIdentifier: SQLitePrepared] = [:]
  let engine = Engine.sqlite

  /// Opens, and sets what every connection has: foreign keys, a 5 s wait for locks, WAL, and an fsync for every commit.
  init(path: String, isReader: Bool) throws(StoreError) {
    var handle: OpaquePointer?
    let mode = isReader ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = sqlite3_open_v2(path, &handle, mode | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      let text = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(handle)
      throw code == SQLITE_NOTADB || code == SQLITE_CORRUPT ? .damaged(text) : .unavailable("\(path): \(text)")
    }
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, 5_000)
    try execute(
      "PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8192; PRAGMA mmap_size = 268435456"
    ) {
      () throws(StoreError) in
    }
    if !isReader {
      try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000") {
        () throws(StoreError) in
      }
    }
  }

  deinit {
    for statement in prepared.values { sqlite3_finalize(statement.handle) }
    sqlite3_close_v2(handle)
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
