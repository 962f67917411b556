package import Ambient
import Crypto
import Time

/// Brings a schema to what the program knows. Each migration commits with its record, so it can be killed at any
/// statement and started again; two at once take turns.
package struct Migrator: Sendable {
  private let migrations: [Migration]
  private let ambient: Ambient

  /// Migrations in the order they are to be applied.
  package init(_ migrations: [Migration], ambient: Ambient) {
    self.migrations = migrations
    self.ambient = ambient
  }

  /// Applies what is missing. Returns what was applied.
  package func migrate(_ database: Database) throws -> [Migration] {
    var applied: [Migration] = []
    while let next = try database.writeNow({ [self] tx in try applyNext(tx) }) { applied.append(next) }
    return applied
  }

  /// What is missing, without applying it.
  package func pending(_ database: Database) throws -> [Migration] {
    try database.readNow { [self] tx in
      let table = try tx.first(Migrator.tableExists) ?? 0
      return try missing(table == 0 ? [] : tx.all(Migrator.list))
    }
  }

  private func applyNext(_ tx: Transaction) throws -> Migration? {
    if tx.engine == .postgres {
      // A migration takes as long as it takes, and so does waiting for another program's.
      try tx.execute(Array("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0".utf8))
      _ = try tx.first(Migrator.lock)
    }
    if try tx.first(Migrator.tableExists) ?? 0 == 0 { try tx.execute(PackageResources.m0001_migration_sql) }
    guard let next = try missing(tx.all(Migrator.list)).first else { return nil }
    let text = next.text(for: tx.engine)
    try tx.execute(text)
    try tx.run(Migrator.record, (next, SHA256.hash(text), ambient.now()))
    return next
  }

  private func missing(_ applied: [Applied]) throws(MigrationRefusal) -> [Migration] {
    for row in applied where !migrations.contains(where: { $0.noun == row.noun && $0.number == row.number }) {
      throw .newer(noun: row.noun, number: row.number, name: row.name)
    }
    var missing: [Migration] = []
    for migration in migrations {
      guard let row = applied.first(where: { $0.noun == migration.noun && $0.number == migration.number }) else {
        missing.append(migration)
        continue
      }
      // The text differs between engines, so the record is of whichever was applied here.
      if row.sha256 != SHA256.hash(migration.sqlite), row.sha256 != SHA256.hash(migration.postgres) {
        throw .changed(noun: migration.noun, number: migration.number, name: migration.name)
      }
    }
    return missing
  }

  private struct Applied: Sendable {
    let noun: String
    let number: Int
    let name: String
    let sha256: [UInt8]
  }

  private static let tableExists = Statement<Void, Int64>(
    sqlite: PackageResources.migration_table_exists_sqlite_sql,
    postgres: PackageResources.migration_table_exists_postgres_sql,
    bind: { _ in [] }, read: { (row) throws(StoreError) in try row.int("found") })
  private static let list = Statement<Void, Applied>(
    PackageResources.migration_list_sql,
    read: { (row) throws(StoreError) in
      Applied(
        noun: try row.text("noun"), number: Int(try row.int("number")), name: try row.text("name"),
        sha256: try row.bytes("sha256"))
    })
  private static let record = Statement<(Migration, [UInt8], Instant), Void>(
    PackageResources.migration_record_sql,
    bind: { migration, hash, now in
      [.text(migration.noun), .int(migration.number), .text(migration.name), .bytes(hash), .instant(now)]
    })
  private static let lock = Statement<Void, Void>(PackageResources.migration_lock_sql, bind: { _ in [] })
}
