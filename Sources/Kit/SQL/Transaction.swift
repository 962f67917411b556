package enum Engine: String, Sendable { case sqlite, postgres }

/// What a driver does for a transaction.
protocol Connection: AnyObject {
  var engine: Engine { get }
  /// False once the engine has ended the transaction by itself, as SQLite does when the disk is full.
  var isInTransaction: Bool { get }
  /// Runs one prepared statement and hands its rows over, until `row` answers false. Returns how many rows it changed.
  func run(_ text: SQLText, _ values: [SQLValue], _ row: (Row) throws(StoreError) -> Bool) throws(StoreError) -> Int
  /// Runs a script of any number of statements without parameters; `each` is called before each statement where the
  /// driver sees them apart, and once otherwise.
  func execute(_ script: String, _ each: () throws(StoreError) -> Void) throws(StoreError)
}

/// One transaction, inside a synchronous closure. Nothing outside the database is called in it, and nothing waits.
///
/// The first statement that fails ends it: PostgreSQL runs nothing more in such a transaction, so SQLite does not either,
/// and a closure that catches the error and goes on does not commit.
package final class Transaction {
  private let connection: any Connection
  private let faults: Faults?
  /// How many statements have run in it: what query budgets are held to.
  package private(set) var statementCount = 0
  private(set) var afterCommits: [@Sendable () -> Void] = []
  /// The error of the statement that failed.
  package private(set) var failure: StoreError?

  init(_ connection: any Connection, faults: Faults?) {
    self.connection = connection
    self.faults = faults
  }

  package var engine: Engine { connection.engine }

  package func all<Input, Output>(_ statement: Statement<Input, Output>, _ input: Input) throws(StoreError) -> [Output]
  {
    var rows: [Output] = []
    _ = try send(statement.text, statement.bind(input)) { (row) throws(StoreError) in
      rows.append(try statement.read(row))
      return true
    }
    return rows
  }

  package func first<Input, Output>(_ statement: Statement<Input, Output>, _ input: Input) throws(StoreError) -> Output?
  {
    var found: Output?
    _ = try send(statement.text, statement.bind(input)) { (row) throws(StoreError) in
      found = try statement.read(row)
      return false
    }
    return found
  }

  /// Runs a statement for its effect. Returns how many rows changed.
  @discardableResult
  package func run<Input, Output>(_ statement: Statement<Input, Output>, _ input: Input) throws(StoreError) -> Int {
    try send(statement.text, statement.bind(input)) { (_) throws(StoreError) in true }
  }

  package func all<Output>(_ statement: Statement<Void, Output>) throws(StoreError) -> [Output] {
    try all(statement, ())
  }
  package func first<Output>(_ statement: Statement<Void, Output>) throws(StoreError) -> Output? {
    try first(statement, ())
  }
  @discardableResult
  package func run<Output>(_ statement: Statement<Void, Output>) throws(StoreError) -> Int { try run(statement, ()) }

  /// Runs a migration's text.
  package func execute(_ script: [UInt8]) throws(StoreError) {
    try failing { () throws(StoreError) in
      try connection.execute(String(decoding: script, as: UTF8.self)) { () throws(StoreError) in try count() }
    }
  }

  /// Holds off every other transaction that asks for the same name, until this one ends. SQLite has one writer, which
  /// holds off everybody already.
  package func lock(_ name: String) throws(StoreError) {
    if engine == .postgres { try run(Transaction.advisoryLock, name) }
  }

  /// Runs `action` once what is written here is on disk, before the caller of `write` hears of it; never when it is rolled
  /// back. It runs on the database's thread, so it may only wake somebody.
  package func afterCommit(_ action: @escaping @Sendable () -> Void) { afterCommits.append(action) }

  private static let advisoryLock = Statement<String, Void>(
    sqlite: [], postgres: PackageResources.lock_postgres_sql, bind: { [.text($0)] })

  /// Nothing runs in it afterwards, should the closure have kept it.
  func end() { failure = failure ?? .misuse("the transaction is over") }

  private func send(
    _ text: SQLText, _ values: [SQLValue], _ row: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) -> Int {
    try failing { () throws(StoreError) in
      try count()
      return try connection.run(text, values, row)
    }
  }

  private func failing<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    if let failure { throw failure }
    do throws(StoreError) { return try body() } catch {
      failure = error
      throw error
    }
  }

  private func count() throws(StoreError) {
    statementCount += 1
    if let faults { try faults.strike() }
  }
}
