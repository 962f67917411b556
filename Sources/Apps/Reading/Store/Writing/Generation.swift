package import SQL

/// The number that moves with everything the public sees. Reading spec §14.1.
package enum Generation {
  /// Moves it, in the transaction of the change, and tells the other servers when that commits.
  static func advance(in tx: Transaction) throws(StoreError) {
    try tx.run(step)
    if tx.engine == .postgres { _ = try tx.first(notify) }
  }

  /// Makes writers of the library wait for each other, first thing in their transactions. Two imports would otherwise give
  /// out the same ids, and two that touch the same rows in different orders would stop each other. SQLite has one writer
  /// anyway.
  static func lock(in tx: Transaction) throws(StoreError) {
    if tx.engine == .postgres { _ = try tx.first(hold) }
  }

  /// The same without waiting. False while another writer is at work.
  static func isFree(in tx: Transaction) throws(StoreError) -> Bool {
    tx.engine == .sqlite ? true : try tx.first(holdIfFree) != nil
  }

  /// The channel that PostgreSQL notifies.
  package static let channel = "reading_generation"

  private static let step = Statement<Void, Void>(PackageResources.generation_advance_sql, bind: { _ in [] })
  private static let hold = Statement<Void, Int64>(
    PackageResources.generation_hold_postgres_sql,
    read: { (row) throws(StoreError) in try row.int("generation") })
  private static let holdIfFree = Statement<Void, Int64>(
    PackageResources.generation_hold_if_free_postgres_sql,
    read: { (row) throws(StoreError) in try row.int("generation") })
  private static let notify = Statement<Void, Void>(PackageResources.notify_postgres_sql, bind: { _ in [] })
}
