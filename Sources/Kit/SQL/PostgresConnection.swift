import CPostgres

/// One PostgreSQL connection; used by one thread at a time.
final class PostgresConnection: Connection {
  private let handle: OpaquePointer
  /// By identity; each text is kept, or another one made later in its place in memory would be taken for it.
  private var prepared: [ObjectIdentifier: Prepared] = [:]
  private var preparedCount = 0
  /// False behind a pooler in transaction mode, where a prepared statement may be another connection's.
  private let prepares: Bool
  let engine = Engine.postgres
  /// True when the last error was a lost race, which the same transaction may win when it is run again.
  private(set) var lostRace = false

  private struct Prepared {
    let text: SQLText
    let name: String
    var columns: Columns?
  }

  /// Texts are constants of the program; one that makes them as it goes must not fill the server's memory.
  private static let preparedLimit = 1_000

  /// `session` is a script that is run once; behind a pooler it would stay with whoever comes next, so it is empty there.
  init(url: String, prepares: Bool, session: String) throws(StoreError) {
    var keywords: [String] = ["dbname", "connect_timeout"]
    var values: [String] = [url, "5"]
    if url.contains("connect_timeout=") { keywords.removeLast(); values.removeLast() }
    let opened = PostgresConnection.withPointers(to: keywords.map { Array($0.utf8CString) }) { keywords in
      PostgresConnection.withPointers(to: values.map { Array($0.utf8CString) }) { PQconnectdbParams(keywords, $0, 1) }
    }
    guard let handle = opened else { throw .unavailable("out of memory") }
    guard PQstatus(handle) == CONNECTION_OK else {
      let text = PostgresConnection.message(PQerrorMessage(handle))
      PQfinish(handle)
      throw .unavailable(text)
    }
    self.handle = handle
    self.prepares = prepares
    // Notices would go to standard error, between the log's lines.
    PQsetNoticeProcessor(handle, { _, _ in }, nil)
    if !session.isEmpty { try execute(session) { () throws(StoreError) in } }
  }

  deinit { PQfinish(handle) }

  var isBroken: Bool { PQstatus(handle) != CONNECTION_OK }
  var isInTransaction: Bool { PQtransactionStatus(handle) == PQTRANS_INTRANS }
  var socket: Int32 { PQsocket(handle) }

  func run(_ text: SQLText, _ values: [SQLValue], _ row: (Row) throws(StoreError) -> Bool) throws(StoreError) -> Int {
    lostRace = false
    let texts = try values.map { (value) throws(StoreError) in try PostgresConnection.text(of: value) }
    let key = ObjectIdentifier(text)
    let name = prepares ? try prepare(text) : ""
    let result = PostgresConnection.withPointers(to: texts) {
      prepares
        ? PQexecPrepared(handle, name, Int32(texts.count), $0, nil, nil, 0)
        : PQexecParams(handle, text.postgres, Int32(texts.count), nil, $0, nil, nil, 0)
    }
    defer { PQclear(result) }
    let status = PQresultStatus(result)
    guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK, let result else { throw error(result) }
    let count = PQntuples(result)
    if count > 0 {
      let rows = PostgresRows(result, columns: prepared[key]?.columns)
      prepared[key]?.columns = rows.columns
      for index in 0..<count {
        rows.index = index
        if !(try row(Row(source: rows, columns: rows.columns))) { break }
      }
    }
    // For a SELECT it would be the rows read, where SQLite says 0.
    if let tag = PQcmdStatus(result), tag.pointee == UInt8(ascii: "S") { return 0 }
    return Int(String(cString: PQcmdTuples(result))) ?? 0
  }

  private func prepare(_ text: SQLText) throws(StoreError) -> String {
    if let known = prepared[ObjectIdentifier(text)] { return known.name }
    if prepared.count >= PostgresConnection.preparedLimit { forgetPrepared() }
    preparedCount += 1
    let name = "s\(preparedCount)"
    let made = PQprepare(handle, name, text.postgres, 0, nil)
    defer { PQclear(made) }
    guard PQresultStatus(made) == PGRES_COMMAND_OK else { throw error(made) }
    prepared[ObjectIdentifier(text)] = Prepared(text: text, name: name)
    return name
  }

  private func forgetPrepared() {
    PQclear(PQexec(handle, "DEALLOCATE ALL"))
    prepared = [:]
  }

  /// After a table was altered by another process, or the pooler changed servers: the texts are prepared anew.
  func forgetPreparedIfStale() {
    if isStale { forgetPrepared() }
    isStale = false
  }
  private var isStale = false

  func execute(_ script: String, _ each: () throws(StoreError) -> Void) throws(StoreError) {
    try each()
    lostRace = false
    let result = PQexec(handle, script)
    defer { PQclear(result) }
    let status = PQresultStatus(result)
    guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY else {
      throw error(result)
    }
  }

  /// Commits. PostgreSQL answers COMMIT with a friendly ROLLBACK when a statement of the transaction had failed.
  func commit() throws(StoreError) {
    lostRace = false
    let result = PQexec(handle, "COMMIT")
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw error(result) }
    guard String(cString: PQcmdStatus(result)) == "COMMIT" else { throw .misuse("the transaction was rolled back") }
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

  /// The rows of EXPLAIN without costs, for any values of the parameters.
  func plan(_ text: SQLText) throws(StoreError) -> [String] {
    let made = PQprepare(handle, "plan", text.postgres, 0, nil)
    defer { PQclear(made) }
    guard PQresultStatus(made) == PGRES_COMMAND_OK else { throw error(made) }
    let described = PQdescribePrepared(handle, "plan")
    defer { PQclear(described) }
    let nulls = Array(repeating: "NULL", count: Int(PQnparams(described))).joined(separator: ", ")
    try execute("SET plan_cache_mode = force_generic_plan") { () throws(StoreError) in }
    let result = PQexec(handle, "EXPLAIN (COSTS OFF) EXECUTE plan" + (nulls.isEmpty ? "" : "(\(nulls))"))
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_TUPLES_OK else { throw error(result) }
    return (0..<PQntuples(result)).map { String(cString: PQgetvalue(result, $0, 0)) }
  }

  /// C strings in one piece of memory, nil for NULL, and a nil after the last.
  private static func withPointers<Value>(
    to texts: [[CChar]?], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
  ) -> Value {
    var bytes: [CChar] = []
    bytes.reserveCapacity(texts.reduce(0) { $0 + ($1?.count ?? 0) })
    let starts = texts.map { text -> Int? in
      guard let text else { return nil }
      defer { bytes.append(contentsOf: text) }
      return bytes.count
    }
    return bytes.withUnsafeBufferPointer { buffer in
      let pointers = starts.map { start in start.flatMap { start in buffer.baseAddress.map { $0 + start } } } + [nil]
      return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
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
    let state = field(67) ?? ""  // 'C', PG_DIAG_SQLSTATE
    // 0A000 here is "cached plan must not change result type", 26000 an unknown prepared statement.
    isStale = state == "26000" || (state == "0A000" && text.contains("cached plan"))
    lostRace = state == "40001" || state == "40P01" || isStale
    if isStale { return .busy }
    switch state {
    case "23505": return .unique(named)
    case "23503": return .foreignKey(named)
    case "23514": return .check(named)
    case "23502": return .notNull(field(99) ?? text)
    case "40001", "40P01", "55P03": return .busy
    case "53100": return .diskFull
    case "22021": return .invalidText
    case "57014": return .unavailable("the statement took too long: \(text)")
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

  init(_ result: OpaquePointer, columns known: Columns?) {
    self.result = result
    columns = known ?? Columns((0..<PQnfields(result)).map { String(cString: PQfname(result, $0)) })
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
