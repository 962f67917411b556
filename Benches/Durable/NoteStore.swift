import Ambient
import Crypto
import Encoding
import Glibc
import SQL
import Synchronization
import Time

/// The smallest store there is: notes that are on disk when `add` returns.
struct NoteStore: Sendable {
  let database: Database
  private let prefix: String
  private let last: Serial

  /// Opens the database and begins with an empty table.
  init(_ url: String) throws {
    database = try Database(url)
    prefix = Hex.encode(Ambient.live.bytes(8))
    last = Serial()
    try database.writeNow { tx in
      try tx.execute(PackageResources.note_drop_sql)
      try tx.execute(PackageResources.note_create_sql)
    }
  }

  func add(_ text: String) async throws -> String {
    let id = "\(prefix)-\(last.next())"
    let now = Ambient.live.now()
    try await database.write { tx in _ = try tx.run(NoteStore.insert, (id, text, now.microseconds)) }
    return id
  }

  /// In the engine's own words.
  func durability() async throws -> String {
    try await database.write { tx in try tx.first(NoteStore.level) ?? "unknown" }
  }

  private static let insert = Statement<(String, String, Int64), Void>(PackageResources.note_insert_sql) { note in
    [.text(note.0), .text(note.1), .int(note.2)]
  }

  private static let level = Statement<Void, String>(
    sqlite: PackageResources.durability_sqlite_sql, postgres: PackageResources.durability_postgres_sql,
    bind: { (_: Void) in [] }, read: { (row) throws(StoreError) in try row.text("level") })
}

/// Counts up from one on any thread.
final class Serial: Sendable {
  private let value = Atomic<Int>(0)
  func next() -> Int { value.wrappingAdd(1, ordering: .relaxed).newValue }
}
