package import IdentityRules
package import SQL
package import Time

/// `hub_signing_keys`.
package enum SigningKeys {
  package struct Stored: Hashable, Sendable {
    package var kid: String
    /// SubjectPublicKeyInfo.
    package var publicDER: [UInt8]
    /// PKCS#8 in PEM, sealed.
    package var privateSealed: [UInt8]
    package var schedule: KeySchedule

    package init(kid: String, publicDER: [UInt8], privateSealed: [UInt8], schedule: KeySchedule) {
      self.kid = kid
      self.publicDER = publicDER
      self.privateSealed = privateSealed
      self.schedule = schedule
    }
  }

  package static func all(at now: Instant, in tx: Transaction) throws(StoreError) -> [Stored] { try tx.all(list, now) }

  package static func add(_ key: Stored, at now: Instant, in tx: Transaction) throws(StoreError) {
    try tx.run(insert, (key, now))
  }

  /// Lets every key retire now, for a key that may have become known.
  package static func retireAll(at now: Instant, in tx: Transaction) throws(StoreError) {
    try tx.run(retire, (now, now + KeySchedule.tail))
  }

  package static func purge(at now: Instant, in tx: Transaction) throws(StoreError) { try tx.run(forget, now) }

  private static let list = Statement<Instant, Stored>(
    PackageResources.signing_key_list_sql, bind: { [.instant($0)] },
    read: { (row) throws(StoreError) in
      Stored(
        kid: try row.text("kid"), publicDER: try row.bytes("public_der"),
        privateSealed: try row.bytes("private_sealed"),
        schedule: KeySchedule(
          publishAt: try row.instant("publish_at"), activeAt: try row.instant("active_at"),
          retireAt: try row.instant("retire_at"), removeAt: try row.instant("remove_at")))
    })
  private static let insert = Statement<(Stored, Instant), Void>(
    PackageResources.signing_key_insert_sql,
    bind: { key, now in
      [
        .text(key.kid), .bytes(key.publicDER), .bytes(key.privateSealed), .instant(key.schedule.publishAt),
        .instant(key.schedule.activeAt), .instant(key.schedule.retireAt), .instant(key.schedule.removeAt),
        .instant(now),
      ]
    })
  private static let retire = Statement<(Instant, Instant), Void>(
    PackageResources.signing_key_retire_sql, bind: { [.instant($0), .instant($1)] })
  private static let forget = Statement<Instant, Void>(
    PackageResources.signing_key_purge_sql, bind: { [.instant($0)] })
}
