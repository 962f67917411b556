package import SQL

/// Reading's tables.
package enum ReadingStore {
  package static let migrations = [
    Migration(noun: "reading", number: 1, name: "library", sql: PackageResources.m0001_library_sql),
    Migration(
      noun: "reading", number: 2, name: "search", sqlite: PackageResources.m0002_search_sqlite_sql,
      postgres: PackageResources.m0002_search_postgres_sql),
  ]
}
