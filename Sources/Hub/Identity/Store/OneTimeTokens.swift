package import Ambient
import Crypto
import Encoding
package import Identifiers
package import IdentityRules
package import SQL
package import Time

/// `hub_auth_tokens`: what is spent once. Only hashes are kept.
package struct OneTimeTokens: Sendable {
  private let ambient: Ambient

  package init(ambient: Ambient) { self.ambient = ambient }

  package struct Held: Hashable, Sendable {
    package var person: ID<UserKind>
    package var subject: String
    package var payload: String
  }

  /// Makes a token and voids the person's unused ones of its kind and subject. It cannot be read again.
  ///
  /// - Parameters:
  ///   - subject: what keeps tokens of one kind apart: an organisation of an invitation, an app of a code.
  ///   - payload: what it does when it is spent.
  package func issue(
    _ kind: OneTimeKind, to person: ID<UserKind>, subject: String = "", payload: String = "", at now: Instant,
    in tx: Transaction
  ) throws(StoreError) -> String {
    let token = kind.prefix + Base64URL.encode(ambient.bytes(32))
    try tx.run(OneTimeTokens.void, (person, kind, subject, now))
    try tx.run(
      OneTimeTokens.insert,
      New(hash: hash(token), kind: kind, person: person, subject: subject, payload: payload, at: now))
    return token
  }

  /// The same work for an address without an account, so that the answer takes as long.
  package func issueDecoy(at now: Instant, in tx: Transaction) throws(StoreError) {
    let token = OneTimeKind.decoy.prefix + Base64URL.encode(ambient.bytes(32))
    try tx.run(OneTimeTokens.voidNobody, now)
    try tx.run(
      OneTimeTokens.insert,
      New(hash: hash(token), kind: .decoy, person: nil, subject: "", payload: "", at: now))
  }

  /// Spends a token; nil when it is unknown, over, of another kind or was spent before. Of two at once one gets it.
  package func spend(
    _ token: String, as kind: OneTimeKind, at now: Instant, in tx: Transaction
  ) throws(StoreError) -> Held? {
    guard isOne(token, kind) else { return nil }
    return try tx.first(OneTimeTokens.take, (hash(token), kind, now))
  }

  /// What could be spent, without spending it.
  package func look(
    _ token: String, as kind: OneTimeKind, at now: Instant, in tx: Transaction
  ) throws(StoreError) -> Held? {
    guard isOne(token, kind) else { return nil }
    return try tx.first(OneTimeTokens.peek, (hash(token), kind, now))
  }

  /// Whose it was, when it was spent before.
  package func spent(_ token: String, as kind: OneTimeKind, in tx: Transaction) throws(StoreError) -> Held? {
    guard isOne(token, kind) else { return nil }
    return try tx.first(OneTimeTokens.old, (hash(token), kind))
  }

  package func voidAll(of person: ID<UserKind>, at now: Instant, in tx: Transaction) throws(StoreError) {
    try tx.run(OneTimeTokens.voidEvery, (person, now))
  }

  package func purge(before: Instant, limit: Int, in tx: Transaction) throws(StoreError) -> Int {
    try tx.run(OneTimeTokens.forget, (before, limit))
  }

  package func erase(_ person: ID<UserKind>, in tx: Transaction) throws(StoreError) {
    try tx.run(OneTimeTokens.wipe, person)
  }

  private func hash(_ token: String) -> [UInt8] { SHA256.hash(Array(token.utf8)) }
  private func isOne(_ token: String, _ kind: OneTimeKind) -> Bool {
    token.hasPrefix(kind.prefix) && token.utf8.count == kind.prefix.utf8.count + 43
  }

  private struct New {
    let hash: [UInt8]
    let kind: OneTimeKind
    let person: ID<UserKind>?
    let subject: String
    let payload: String
    let at: Instant
  }

  private static let insert = Statement<New, Void>(
    PackageResources.auth_token_insert_sql,
    bind: { new in
      [
        .bytes(new.hash), .text(new.kind.rawValue), .id(orNull: new.person), .text(new.subject), .text(new.payload),
        .instant(new.at), .instant(new.at + new.kind.life),
      ]
    })
  private static let void = Statement<(ID<UserKind>, OneTimeKind, String, Instant), Void>(
    PackageResources.auth_token_void_sql, bind: { [.id($0), .text($1.rawValue), .text($2), .instant($3)] })
  private static let voidNobody = Statement<Instant, Void>(
    PackageResources.auth_token_void_sql, bind: { [.text(""), .text("decoy"), .text(""), .instant($0)] })
  private static let voidEvery = Statement<(ID<UserKind>, Instant), Void>(
    PackageResources.auth_token_void_all_sql, bind: { [.id($0), .instant($1)] })
  private static let take = Statement<([UInt8], OneTimeKind, Instant), Held>(
    PackageResources.auth_token_spend_sql, bind: { [.bytes($0), .text($1.rawValue), .instant($2)] }, read: read)
  private static let peek = Statement<([UInt8], OneTimeKind, Instant), Held>(
    PackageResources.auth_token_look_sql, bind: { [.bytes($0), .text($1.rawValue), .instant($2)] }, read: read)
  private static let old = Statement<([UInt8], OneTimeKind), Held>(
    PackageResources.auth_token_spent_sql, bind: { [.bytes($0), .text($1.rawValue)] }, read: read)
  private static let forget = Statement<(Instant, Int), Void>(
    PackageResources.auth_token_purge_sql, bind: { [.instant($0), .int($1)] })
  private static let wipe = Statement<ID<UserKind>, Void>(
    PackageResources.auth_token_erase_sql, bind: { [.id($0)] })
  private static let read: @Sendable (Row) throws(StoreError) -> Held = { (row) throws(StoreError) in
    Held(person: try row.id("user_id"), subject: try row.text("subject"), payload: try row.text("payload"))
  }
}
