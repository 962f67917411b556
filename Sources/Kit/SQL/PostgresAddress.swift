import CPostgres
import Time

/// Where a PostgreSQL server is, and how a connection to it is set up.
struct PostgresAddress: Sendable {
  private let url: String
  private let settings: [String]
  private let isPooled: Bool

  /// A `postgres://…` address; `pgbouncer=true` in its query is ours and is taken out.
  init(_ address: String, limits: DatabaseLimits) throws(StoreError) {
    let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.count == 2 ? parts[1].split(separator: "&") : []
    let kept = query.filter { $0 != "pgbouncer=true" }
    isPooled = kept.count != query.count
    url = parts[0] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    settings = [
      "statement_timeout = \(limits.statement.microseconds / 1_000)",
      "lock_timeout = \(limits.lock.microseconds / 1_000)", "bytea_output = hex",
    ]
    // libpq's own words may repeat a piece of the address, and there is a password in it.
    let options = PQconninfoParse(url, nil)
    guard let options else { throw .misuse("the database's address is not postgres://USER:PASSWORD@HOST:PORT/NAME") }
    PQconninfoFree(options)
  }

  func connect() throws(StoreError) -> PostgresConnection {
    try PostgresConnection(
      url: url, prepares: !isPooled, session: isPooled ? "" : settings.map { "SET \($0)" }.joined(separator: "; "))
  }

  /// Behind a pooler a setting holds for one transaction only, so each begins with them.
  var everyTransaction: String { isPooled ? settings.map { "; SET LOCAL \($0)" }.joined() : "" }
}
