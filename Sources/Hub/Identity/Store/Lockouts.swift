import Crypto
import Encoding
package import IdentityRules
package import SQL
package import Time

/// `hub_lockouts`: tries at passwords by address, whether or not an account has it.
package enum Lockouts {
  /// Names an address without keeping it.
  package static func name(_ email: EmailAddress, isTest: Bool) -> [UInt8] {
    SHA256.hash(Array("\(isTest ? "test" : "live") \(email.key)".utf8))
  }

  /// Counts a try before the password is looked at. Nil when it may be; else for how long it may not.
  package static func consume(_ name: [UInt8], at now: Instant, in tx: Transaction) throws(StoreError) -> TimeSpan? {
    try tx.lock("hub_lockouts:" + Hex.encode(name))
    switch Lockout.consume(try tx.first(find, name), at: now) {
    case .locked(let wait): return wait
    case .look(let next):
      try tx.run(save, (name, next))
      return nil
    }
  }

  package static func forget(_ name: [UInt8], in tx: Transaction) throws(StoreError) { try tx.run(remove, name) }

  package static func purge(before: Instant, limit: Int, in tx: Transaction) throws(StoreError) -> Int {
    try tx.run(forgetOld, (before, limit))
  }

  private static let find = Statement<[UInt8], Lockout>(
    PackageResources.lockout_find_sql, bind: { [.bytes($0)] },
    read: { (row) throws(StoreError) in
      Lockout(
        count: Int(try row.int("tries")), firstAt: try row.instant("first_at"),
        lockedUntil: try row.instantOrNull("locked_until"))
    })
  private static let save = Statement<([UInt8], Lockout), Void>(
    PackageResources.lockout_save_sql,
    bind: { [.bytes($0), .int($1.count), .instant($1.firstAt), .instant(orNull: $1.lockedUntil)] })
  private static let remove = Statement<[UInt8], Void>(
    PackageResources.lockout_forget_sql, bind: { [.bytes($0)] })
  private static let forgetOld = Statement<(Instant, Int), Void>(
    PackageResources.lockout_purge_sql, bind: { [.instant($0), .int($1)] })
}
