package enum Engine: String, Sendable { case sqlite, postgres }

/// What a driver does for a transaction.
protocol Connection: AnyObject {
  var engine: Engine { get }
  /// Runs one prepared statement and hands its rows over, until `row` answers false. Returns how many rows it changed.
  func run(_ text: SQLText, _ values: [SQLValue], _ row: (Row) throws(StoreError) -> Bool) throws(StoreError) -> Int
  /// Runs a script of any number of statements without parameters; `each` is called before each statement where the
  /// driver sees them apart, and once otherwise.
  func execute(_ script: String, _ each: () throws(StoreError) -> Void) throws(StoreError)
}

/// One transaction, inside a synchronous closure. Nothing outside the database is called in it, and nothing waits.
package final class Transaction {
  private let connection: any Connection
  private let faults: Faults?
  /// How many statements have run in it: what query budgets are held to.
  package private(set) var statementCount = 0

  init(_ connection: any Connection, faults: Faults?) {
    self.connection = connection
    self.faults = faults
  }

  package var engine: Engine { connection.engine }

  package func all<Input, Output>(_ statement: Statement<Input, Output>, _ input: Input) throws(StoreError) -> [Output]
  {
    try count()
    var rows: [Output] = []
    _ = try connection.run(statement.text, statement.bind(input)) { (row) throws(StoreError) in
      rows.append(try statement.read(row))
      return true
    }
    return rows
  }

  package func first<Input, Output>(_ statement: Statement<Input, Output>, _ input: Input) throws(StoreError) -> Output?
  {
    try count()
    var found: Output?
    _ = try connection.run(statement.text, statement.bind(input)) { (row) throws(StoreError) in
      found = try statement.read(row)
      return false
    }
    return found
  }

  /// Runs a statement for its effect. Returns how many rows changed.
  @discardableResult
  package func run<Input, Output>(_ statement: Statement<Input, Output>, _ input: Input) throws(StoreError) -> Int {
    try count()
    return try connection.run(statement.text, statement.bind(input)) { (_) throws(StoreError) in true }
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
    try connection.execute(String(decoding: script, as: UTF8.self)) { () throws(StoreError) in try count() }
  }

  private func count() throws(StoreError) {
    statementCount += 1
    if let faults { try faults.strike() }
  }
}
