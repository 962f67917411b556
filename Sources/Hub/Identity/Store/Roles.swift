package import AuditRules
package import Identifiers
package import IdentityRules
package import SQL
package import Time

/// `hub_roles` and `hub_user_role_assignments`, as far as accounts need them.
package enum Roles {
  package static let superadmin = "role_platform_superadmin"
  package static let member = "role_platform_member"

  package static func assign(
    _ role: String, to person: ID<UserKind>, by actor: Actor, at now: Instant, in tx: Transaction
  ) throws(StoreError) {
    try tx.run(insert, (person, role, now, actor))
  }

  package static func of(_ person: ID<UserKind>, in tx: Transaction) throws(StoreError) -> [String] {
    try tx.all(list, person)
  }

  package static func holders(of role: String, in tx: Transaction) throws(StoreError) -> [Person] {
    try tx.all(holding, role)
  }

  /// Whether the person is the only active one who may do everything. The last way in can't be removed.
  package static func isLastSuperadmin(_ person: ID<UserKind>, in tx: Transaction) throws(StoreError) -> Bool {
    guard try of(person, in: tx).contains(superadmin) else { return false }
    // Two who are taken away at once must not each count on the other.
    try tx.lock("hub_superadmins")
    return try tx.first(others, (superadmin, person)) ?? 0 == 0
  }

  private static let insert = Statement<(ID<UserKind>, String, Instant, Actor), Void>(
    PackageResources.role_assign_sql,
    bind: { [.id($0), .text($1), .instant($2), .text($3.type), .text(orNull: $3.id)] })
  private static let list = Statement<ID<UserKind>, String>(
    PackageResources.role_ids_sql, bind: { [.id($0)] },
    read: { (row) throws(StoreError) in try row.text("role_id") })
  private static let holding = Statement<String, Person>(
    PackageResources.role_holders_sql, bind: { [.text($0)] }, read: Persons.read)
  private static let others = Statement<(String, ID<UserKind>), Int64>(
    PackageResources.role_other_holders_sql, bind: { [.text($0), .id($1)] },
    read: { (row) throws(StoreError) in try row.int("found") })
}
