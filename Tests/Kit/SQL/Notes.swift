import SQL
import Support

/// The table that the tests of the store write to.
struct Note: Hashable, Sendable {
  var id: Int64
  var words: String
  var seen = false
  var body: [UInt8]?
  var weight: Double?

  static let create = Array(
    "CREATE TABLE note (id BIGINT PRIMARY KEY, words TEXT NOT NULL, seen BOOLEAN NOT NULL, body BYTEA, weight DOUBLE PRECISION, CHECK (id > 0));"
      .utf8)
  static let insert = Statement<Note, Void>(
    Array("INSERT INTO note (id, words, seen, body, weight) VALUES ($1, $2, $3, $4, $5)".utf8),
    bind: { [.int($0.id), .text($0.words), .bool($0.seen), .bytes(orNull: $0.body), .double(orNull: $0.weight)] })
  static let list = Statement<Void, Note>(
    Array("SELECT id, words, seen, body, weight FROM note ORDER BY id".utf8),
    read: { (row) throws(StoreError) in
      Note(
        id: try row.int("id"), words: try row.text("words"), seen: try row.bool("seen"),
        body: try row.bytesOrNull("body"), weight: try row.doubleOrNull("weight"))
    })
  static let ids = Statement<Void, Int64>(
    Array("SELECT id FROM note ORDER BY id".utf8), read: { (row) throws(StoreError) in try row.int("id") })
  static let wordsOf = Statement<Int64, String>(
    Array("SELECT words FROM note WHERE id = $1".utf8), bind: { [.int($0)] },
    read: { (row) throws(StoreError) in try row.text("words") })
  /// `$2` appears before `$1`, and `$1` twice: SQLite would number them the other way round.
  static let rename = Statement<(Int64, String), String>(
    Array("UPDATE note SET words = $2 WHERE id = $1 AND id = $1 RETURNING words".utf8),
    bind: { [.int($0), .text($1)] },
    read: { (row) throws(StoreError) in try row.text("words") })
}

extension TestDatabase {
  /// A database with an empty table of notes.
  func notes<Value>(
    limits: DatabaseLimits = DatabaseLimits(), faults: Faults? = nil, _ body: (Database) async throws -> Value
  ) async throws -> Value {
    try await open(limits: limits, faults: faults) { database in
      try await database.write { tx in try tx.execute(Note.create) }
      return try await body(database)
    }
  }
}
