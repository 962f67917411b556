package import Identifiers
package import SQL
package import Time

/// `hub_user_identities`: ways in, of which a password is one.
package enum Passwords {
  package struct WayIn: Hashable, Sendable {
    package let id: ID<LoginIdentityKind>
    package let method: String
    package let issuer: String?
    package let lastUsedAt: Instant?
    package let createdAt: Instant
    package let hasPassword: Bool
  }

  /// Gives a person the row of a password, with or without one.
  package static func add(
    _ id: ID<LoginIdentityKind>, of person: ID<UserKind>, hash: String?, at now: Instant, in tx: Transaction
  ) throws(StoreError) {
    try tx.run(insert, (id, person, hash, now))
  }

  /// Nil without a row; a row without a hash is `.some(nil)`.
  package static func hash(of person: ID<UserKind>, in tx: Transaction) throws(StoreError) -> String?? {
    try tx.first(find, person)
  }

  /// False when the person has no row for a password.
  package static func set(
    _ hash: String, of person: ID<UserKind>, at now: Instant, in tx: Transaction
  ) throws(StoreError) -> Bool {
    try tx.run(update, (person, hash, now)) == 1
  }

  /// Replaces a hash that was made with yesterday's parameters.
  package static func renew(
    _ hash: String, by renewed: String, of person: ID<UserKind>, in tx: Transaction
  ) throws(StoreError) {
    try tx.run(replace, (person, hash, renewed))
  }

  package static func used(by person: ID<UserKind>, at now: Instant, in tx: Transaction) throws(StoreError) {
    try tx.run(noteUse, (person, now))
  }

  package static func waysIn(of person: ID<UserKind>, in tx: Transaction) throws(StoreError) -> [WayIn] {
    try tx.all(list, person)
  }

  package static func clear(_ person: ID<UserKind>, at now: Instant, in tx: Transaction) throws(StoreError) {
    try tx.run(wipe, (person, now))
  }

  private static let insert = Statement<(ID<LoginIdentityKind>, ID<UserKind>, String?, Instant), Void>(
    PackageResources.identity_insert_sql,
    bind: { id, person, hash, now in [.id(id), .id(person), .text("password"), .text(orNull: hash), .instant(now)] })
  private static let find = Statement<ID<UserKind>, String?>(
    PackageResources.user_password_sql, bind: { [.id($0)] },
    read: { (row) throws(StoreError) in try row.textOrNull("password_hash") })
  private static let update = Statement<(ID<UserKind>, String, Instant), Void>(
    PackageResources.identity_set_password_sql, bind: { [.id($0), .text($1), .instant($2)] })
  private static let replace = Statement<(ID<UserKind>, String, String), Void>(
    PackageResources.identity_renew_hash_sql, bind: { [.id($0), .text($1), .text($2)] })
  private static let noteUse = Statement<(ID<UserKind>, Instant), Void>(
    PackageResources.identity_used_sql, bind: { [.id($0), .instant($1)] })
  private static let wipe = Statement<(ID<UserKind>, Instant), Void>(
    PackageResources.identity_clear_sql, bind: { [.id($0), .instant($1)] })
  private static let list = Statement<ID<UserKind>, WayIn>(
    PackageResources.identity_list_sql, bind: { [.id($0)] },
    read: { (row) throws(StoreError) in
      WayIn(
        id: try row.id("id"), method: try row.text("method"), issuer: try row.textOrNull("issuer"),
        lastUsedAt: try row.instantOrNull("last_used_at"), createdAt: try row.instant("created_at"),
        hasPassword: try row.bool("has_password"))
    })
}
