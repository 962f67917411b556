import CSQLite

/// A prepared statement and its parameters' places: SQLite numbers `$n` by first appearance, so they are bound by name.
final class SQLitePrepared: RowSource {
  let handle: OpaquePointer
  let columns: Columns
  /// For each place, the index of its value.
  private let order: [Int]
  private let text: SQLText

  init(_ handle: OpaquePointer, text: SQLText) {
    self.handle = handle
    self.text = text
    columns = Columns((0..<sqlite3_column_count(handle)).map { String(cString: sqlite3_column_name(handle, $0)) })
    order = (1...max(1, sqlite3_bind_parameter_count(handle))).prefix(Int(sqlite3_bind_parameter_count(handle))).map {
      place in
      guard let name = sqlite3_bind_parameter_name(handle, place) else { return -1 }
      return (Int(String(cString: name).dropFirst()) ?? 0) - 1
    }
  }

  func bind(_ values: [SQLValue], connection: SQLiteConnection) throws(StoreError) {
    for (place, index) in order.enumerated() {
      guard index >= 0, index < values.count else { throw .misuse("a value is missing for $\(index + 1)") }
      let place = Int32(place + 1)
      let code: Int32
      switch values[index] {
      case .null: code = sqlite3_bind_null(handle, place)
      case .int(let value): code = sqlite3_bind_int64(handle, place, value)
      case .double(let value): code = sqlite3_bind_double(handle, place, value)
      case .bool(let value): code = sqlite3_bind_int64(handle, place, value ? 1 : 0)
      case .bytes(let value):
        code = value.withUnsafeBytes { buffer in
          buffer.isEmpty
            ? sqlite3_bind_zeroblob(handle, place, 0)
            : sqlite3_bind_blob64(handle, place, buffer.baseAddress, UInt64(buffer.count), SQLITE_TRANSIENT_)
        }
      case .text(var value):
        guard let bound = bind(&value, at: place) else { throw .invalidText }
        code = bound
      }
      guard code == SQLITE_OK else { throw connection.error(code) }
    }
  }

  /// Nil for text with a NUL in it, which PostgreSQL would refuse and SQLite would cut short in places.
  private func bind(_ text: inout String, at place: Int32) -> Int32? {
    text.withUTF8 { utf8 -> Int32? in
      if utf8.contains(0) { return nil }
      guard let base = utf8.baseAddress else { return sqlite3_bind_text(handle, place, "", 0, SQLITE_TRANSIENT_) }
      return base.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
        sqlite3_bind_text64(handle, place, $0, UInt64(utf8.count), SQLITE_TRANSIENT_, UInt8(SQLITE_UTF8))
      }
    }
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
  /// SQLite would read a word as 0; PostgreSQL does not, so neither does this.
  func int(_ column: Int32) throws(StoreError) -> Int64 {
    guard sqlite3_column_type(handle, column) == SQLITE_INTEGER else { throw .misuse("a column holds no whole number") }
    return sqlite3_column_int64(handle, column)
  }
  func double(_ column: Int32) throws(StoreError) -> Double { sqlite3_column_double(handle, column) }
  func bool(_ column: Int32) throws(StoreError) -> Bool { sqlite3_column_int64(handle, column) != 0 }

  func text(_ column: Int32) throws(StoreError) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    return String(
      decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))), as: UTF8.self)
  }

  func bytes(_ column: Int32) throws(StoreError) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }
}

/// SQLITE_TRANSIENT, a cast that Swift does not import: SQLite copies the bytes before the call returns.
private let SQLITE_TRANSIENT_ = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
