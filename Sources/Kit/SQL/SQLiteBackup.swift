import CSQLite

extension SQLiteConnection {
  /// Copies the whole database into a new file while others read and write it (SQLite's online backup).
  func copy(to path: String) throws(StoreError) {
    var target: OpaquePointer?
    guard sqlite3_open_v2(path, &target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil) == SQLITE_OK, let target
    else {
      sqlite3_close_v2(target)
      throw .unavailable("\(path) cannot be written")
    }
    defer { sqlite3_close_v2(target) }
    guard let backup = sqlite3_backup_init(target, "main", raw, "main") else {
      throw .unavailable(String(cString: sqlite3_errmsg(target)))
    }
    let step = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    guard step == SQLITE_DONE, end == SQLITE_OK else {
      throw step == SQLITE_FULL ? .diskFull : .unavailable(String(cString: sqlite3_errstr(step)))
    }
  }
}
