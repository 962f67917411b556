import Crypto
import Encoding
package import SQL
package import Time

/// The keys that apps send in `X-API-Key`. Only their hashes are kept. Reading spec §4.1.
package enum APIKeys {
  package struct Row: Hashable, Sendable {
    package var id: Int64
    package var label: String
    package var createdAt: Instant
    package var revokedAt: Instant?
    package var lastUsedOn: String?
  }

  package struct Active: Hashable, Sendable {
    package var id: Int64
    package var sha256: [UInt8]
  }

  /// Adds a key of 32 random bytes and returns it: it cannot be read again.
  package static func create(label: String, random: [UInt8], now: Instant, in tx: Transaction) throws(StoreError) -> (
    id: Int64, key: String
  ) {
    let key = "rk_" + Base64URL.encode(random)
    return (try add(key, label: label, now: now, in: tx), key)
  }

  /// Adds a known key.
  package static func add(_ key: String, label: String, now: Instant, in tx: Transaction) throws(StoreError) -> Int64 {
    var ids = IDSource()
    let id = try ids.next("api_key", in: tx)
    try ids.save(in: tx)
    try tx.run(insert, (id, label, SHA256.hash(Array(key.utf8)), now))
    return id
  }

  /// Ends a key. False when no such key is in force.
  package static func revoke(_ id: Int64, now: Instant, in tx: Transaction) throws(StoreError) -> Bool {
    try tx.run(end, (id, now)) > 0
  }

  package static let active = Statement<Void, Active>(
    PackageResources.api_key_active_sql,
    read: { (row) throws(StoreError) in Active(id: try row.int("id"), sha256: try row.bytes("key_sha256")) })
  package static let list = Statement<Void, Row>(
    PackageResources.api_key_list_sql,
    read: { (row) throws(StoreError) in
      Row(
        id: try row.int("id"), label: try row.text("label"), createdAt: try row.instant("created_at"),
        revokedAt: try row.instantOrNull("revoked_at"), lastUsedOn: try row.textOrNull("last_used_on"))
    })
  /// Notes the day of use, `YYYY-MM-DD`.
  package static let used = Statement<(Int64, String), Void>(
    PackageResources.api_key_used_sql, bind: { [.int($0), .text($1)] })
  private static let insert = Statement<(Int64, String, [UInt8], Instant), Void>(
    PackageResources.api_key_insert_sql, bind: { [.int($0), .text($1), .bytes($2), .instant($3)] })
  private static let end = Statement<(Int64, Instant), Void>(
    PackageResources.api_key_revoke_sql, bind: { [.int($0), .instant($1)] })
}
