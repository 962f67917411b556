import ReadingRules
import ReadingStore
import SQL
import Support
import Time

/// Looks at rows directly, where no payload shows what a test is about.
extension Fixture {
  /// The one number that a query gives under `n`; nil for NULL and for no row.
  func number(_ sql: String) async throws -> Int64? {
    let statement = Statement<Void, Int64?>(
      Array(sql.utf8), read: { (row) throws(StoreError) in try row.intOrNull("n") })
    return try await database.read { tx in try tx.first(statement) ?? nil }
  }

  func execute(_ sql: String) async throws {
    try await database.write { tx in try tx.execute(Array(sql.utf8)) }
  }

  /// What a piece's row says.
  func piece(_ column: String, _ slug: String) async throws -> Int64? {
    try await number("SELECT \(column) AS n FROM reading_content WHERE slug = '\(slug)'")
  }

  /// The library, its index and its counters as text: what must not differ when nothing was done.
  func everything() async throws -> [String] {
    let counters = try await number("SELECT SUM(last_id) AS n FROM reading_sequence") ?? 0
    let indexed = try await number("SELECT COUNT(*) AS n FROM reading_search_doc") ?? 0
    let minutes = try await number("SELECT SUM(read_time_minutes * id) AS n FROM reading_journey_chapter") ?? 0
    let revisions = try await number("SELECT COUNT(*) AS n FROM reading_revision") ?? 0
    // FTS5 compares its index with the rows that it is of, and says so where they differ.
    if database.engine == .sqlite {
      try await execute("INSERT INTO reading_search (reading_search, rank) VALUES ('integrity-check', 1)")
    }
    return try await database.read { tx in
      let library = try LibraryExport.read(in: tx)
      let generation = try tx.first(LibraryQueries.generation) ?? 0
      return library.objects.map { "\($0.kind) \($0.id) \($0.status) \($0.version) \($0.text)" } + [
        library.curation ?? "", "\(library.media)", "\(generation)", "\(counters) \(indexed) \(minutes) \(revisions)",
      ]
    }
  }
}
