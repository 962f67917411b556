import CPostgres

/// One PostgreSQL connection; used by one thread at a time.
final class PostgresConnection: Connection {
  private let handle: OpaquePointer
  /// By identity; each text is kept, or another one made later in its place in memory would be taken for it.
  private var prepared: [ObjectIdentifier: SQLText] = [:]
  /// False behind a pooler in transaction mode, where a prepared statement may be another connection's.
  private let prepares: Bool
  let engine = Engine.postgres

  init(url: String, prepares: Bool) throws(StoreError) {
    guard let handle = PQconnectdb(url) else { throw .unavailable("out of memory") }
    guard PQstatus(handle) == CONNECTION_OK else {
      let text = PostgresConnection.message(PQerrorMessage(handle))
      PQfinish(handle)
      throw .unavailable(text)
    }
    self.handle = handle
    self.prepares = prepares
    try execute("SET client_min_messages = warning; SET standard_conforming_strings = on; SET timezone = 'UTC'") {
      () throws(StoreError) in
    }
  }

  deinit { PQfinish(handle) }

  var isBroken: Bool { PQstatus(handle) != CONNECTION_OK }
  var socket: Int32 { PQsocket(handle) }

  func run(_ text: SQLText, _ values: [SQLValue], _ row: (Row) throws(StoreError) -> Bool) throws(StoreError) -> Int {
    let texts = try values.map { (value) throws(StoreError) in try PostgresConnection.text(of: value) }
    let result: OpaquePointer?
    if prepares {
      let name = "s\(UInt(bitPattern: ObjectIdentifier(text).hashValue))"
      if prepared[ObjectIdentifier(text)] == nil {
        let made = PQprepare(handle, name, text.postgres, 0, nil)
        defer { PQclear(made) }
        guard PQresultStatus(made) == PGRES_COMMAND_OK else { throw error(made) }
        prepared[ObjectIdentifier(text)] = text
      }
      result = withPointers(to: texts) { PQexecPrepared(handle, name, Int32(texts.count), $0, nil, nil, 0) }
    } else {
      result = withPointers(to: texts) { PQexecParams(handle, text.postgres, Int32(texts.count), nil, $0, nil, nil, 0) }
    }
    defer { PQclear(result) }
    let status = PQresultStatus(result)
    guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK, let result else { throw error(result) }
    let count = PQntuples(result)
    if count > 0 {
      let rows = PostgresRows(result)
      for index in 0..<count {
        rows.index = index
        if !(try row(Row(source: rows, columns: rows.columns))) { break }
      }
    }
    return Int(String(cString: PQcmdTuples(result))) ?? 0
  }

  func execute(_ script: String, _ each: () throws(StoreError) -> Void) throws(StoreError) {
    try each()
    let result = PQexec(handle, script)
    defer { PQclear(result) }
    let status = PQresultStatus(result)
    guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY else {
      throw error(result)
    }
  }

  /// Reads what arrived; true when a notification was among it. Nil when the connection is gone.
  func takeNotifications() -> Bool? {
    guard PQconsumeInput(handle) == 1 else { return nil }
    var heard = false
    while let notification = PQnotifies(handle) {
      heard = true
      PQfreemem(notification)
    }
    return heard
  }

  /// The rows of EXPLAIN without costs.
  func plan(_ text: SQLText) throws(StoreError) -> [String] {
    let result = PQexec(handle, "EXPLAIN (COSTS OFF, GENERIC_PLAN) " + text.postgres)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_TUPLES_OK else { throw error(result) }
    return (0..<PQntuples(result)).map { String(cString: PQgetvalue(result, $0, 0)) }
  }

  private func withPointers<Value>(
    to texts: [[CChar]?], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
  ) -> Value {
    var pointers: [UnsafePointer<CChar>?] = []
    func descend(_ index: Int) -> Value {
      if index == texts.count { return pointers.withUnsafeBufferPointer { body($0.baseAddress) } }
      guard let text = texts[index] else {
        pointers.append(nil)
        return descend(index + 1)
      }
      return text.withUnsafeBufferPointer {
        pointers.append($0.baseAddress)
        return descend(index + 1)
      }
    }
    return descend(0)
  }

  private static func text(of value: SQLValue) throws(StoreError) -> [CChar]? {
    switch value {
    case .null: return nil
    case .int(let value): return Array(String(value).utf8CString)
    case .double(let value): return Array(value.description.utf8CString)
    case .bool(let value): return Array((value ? "t" : "f").utf8CString)
    case .text(let value):
      if value.utf8.contains(0) { throw .invalidText }
      return Array(value.utf8CString)
    case .bytes(let value):
      var digits: [CChar] = [0x5C, 0x78]
      digits.reserveCapacity(value.count * 2 + 3)
      for byte in value {
        for nibble in [byte >> 4, byte & 15] { digits.append(CChar(nibble < 10 ? 48 + nibble : 87 + nibble)) }
      }
      digits.append(0)
      return digits
    }
  }

  private func error(_ result: OpaquePointer?) -> StoreError {
    let text = PostgresConnection.message(result.map { PQresultErrorMessage($0) } ?? PQerrorMessage(handle))
    func field(_ code: Int32) -> String? { PQresultErrorField(result, code).map { String(cString: $0) } }
    let named = field(110) ?? text  // 'n', PG_DIAG_CONSTRAINT_NAME
    switch field(67) ?? "" {  // 'C', PG_DIAG_SQLSTATE
    case "23505": return .unique(named)
    case "23503": return .foreignKey(named)
    case "23514": return .check(named)
    case "23502": return .notNull(field(99) ?? text)
    case "40001", "40P01", "55P03": return .busy
    case "53100": return .diskFull
    case "22021": return .invalidText
    case let state where state.isEmpty || state.hasPrefix("08") || state.hasPrefix("57P") || state.hasPrefix("53"):
      return .unavailable(text)
    case let state where state.hasPrefix("XX"): return .damaged(text)
    default: return .misuse(text)
    }
  }

  private static func message(_ pointer: UnsafePointer<CChar>?) -> String {
    guard let pointer else { return "no message" }
    var text = String(cString: pointer)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

/// The rows of one result, in text format.
private final class PostgresRows: RowSource {
  private let result: OpaquePointer
  let columns: Columns
  var index: Int32 = 0

  init(_ result: OpaquePointer) {
    self.result = result
    columns = Columns((0..<PQnfields(result)).map { String(cString: PQfname(result, $0)) })
  }

  private func raw(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let count = Int(PQgetlength(result, index, column))
    return UnsafeBufferPointer(
      start: UnsafeRawPointer(PQgetvalue(result, index, column)).assumingMemoryBound(to: UInt8.self), count: count)
  }

  func isNull(_ column: Int32) -> Bool { PQgetisnull(result, index, column) == 1 }
  func text(_ column: Int32) throws(StoreError) -> String { String(decoding: raw(column), as: UTF8.self) }
  func bool(_ column: Int32) throws(StoreError) -> Bool {
    raw(column).first == UInt8(ascii: "t") || raw(column).first == UInt8(ascii: "1")
  }

  func int(_ column: Int32) throws(StoreError) -> Int64 {
    guard let value = Int64(String(decoding: raw(column), as: UTF8.self)) else {
      throw .misuse("a column holds no whole number")
    }
    return value
  }

  func double(_ column: Int32) throws(StoreError) -> Double {
    guard let value = Double(String(decoding: raw(column), as: UTF8.self)) else {
      throw .misuse("a column holds no number")
    }
    return value
  }

  func bytes(_ column: Int32) throws(StoreError) -> [UInt8] {
    let digits = raw(column)
    guard digits.count >= 2, digits[0] == 0x5C, digits.count % 2 == 0 else { throw .misuse("a column holds no bytes") }
    func value(_ digit: UInt8) -> UInt8 { digit < 58 ? digit - 48 : digit - 87 }
    return stride(from: 2, to: digits.count, by: 2).map { value(digits[$0]) << 4 | value(digits[$0 + 1]) }
  }
}
