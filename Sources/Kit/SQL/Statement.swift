/// The text of one statement for both engines. An object, so that a prepared statement is found by identity.
package final class SQLText: Sendable {
  package let sqlite: String
  package let postgres: String

  init(sqlite: [UInt8], postgres: [UInt8]) {
    self.sqlite = String(decoding: sqlite, as: UTF8.self)
    self.postgres = String(decoding: postgres, as: UTF8.self)
  }
}

/// One SQL statement with the types of what goes in and what comes out. Parameters are `$1 … $n` in both engines.
package struct Statement<Input, Output>: Sendable {
  let text: SQLText
  let bind: @Sendable (Input) -> [SQLValue]
  let read: @Sendable (Row) throws(StoreError) -> Output

  package init(
    _ sql: [UInt8], bind: @escaping @Sendable (Input) -> [SQLValue],
    read: @escaping @Sendable (Row) throws(StoreError) -> Output
  ) {
    self.init(sqlite: sql, postgres: sql, bind: bind, read: read)
  }

  /// Where the two engines must part.
  package init(
    sqlite: [UInt8], postgres: [UInt8], bind: @escaping @Sendable (Input) -> [SQLValue],
    read: @escaping @Sendable (Row) throws(StoreError) -> Output
  ) {
    text = SQLText(sqlite: sqlite, postgres: postgres)
    self.bind = bind
    self.read = read
  }
}

extension Statement where Output == Void {
  package init(_ sql: [UInt8], bind: @escaping @Sendable (Input) -> [SQLValue]) {
    self.init(sql, bind: bind, read: { (_) throws(StoreError) in })
  }

  package init(sqlite: [UInt8], postgres: [UInt8], bind: @escaping @Sendable (Input) -> [SQLValue]) {
    self.init(sqlite: sqlite, postgres: postgres, bind: bind, read: { (_) throws(StoreError) in })
  }
}

extension Statement where Input == Void {
  package init(_ sql: [UInt8], read: @escaping @Sendable (Row) throws(StoreError) -> Output) {
    self.init(sql, bind: { _ in [] }, read: read)
  }
}
