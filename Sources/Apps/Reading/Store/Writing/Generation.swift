package import SQL

/// The number that moves with everything the public sees. Reading spec §14.1.
package enum Generation {
  /// Moves it, in the transaction of the change, and tells the other servers when that commits.
  static func advance(in tx: Transaction) throws(StoreError) {
    try tx.run(step)
    if tx.engine == .postgres { _ = try tx.first(notify) }
  }

  /// The channel that PostgreSQL notifies.
  package static let channel = "reading_generation"

  private static let step = Statement<Void, Void>(PackageResources.generation_advance_sql, bind: { _ in [] })
  private static let notify = Statement<Void, Void>(PackageResources.notify_postgres_sql, bind: { _ in [] })
}
