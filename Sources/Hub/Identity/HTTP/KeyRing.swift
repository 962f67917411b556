import Ambient
import Crypto
import Encoding
import IdentityRules
import IdentityStore
package import JSON
package import SQL
import Synchronization
package import Time

/// The keys that tokens are signed with, opened and kept at hand; looked at again every few minutes, so that what another server
/// has made is known long before it signs. Hub spec §3.4.
package final class KeyRing: Sendable {
  struct Opened: Sendable {
    let kid: String
    let key: SigningKey
    let schedule: KeySchedule
  }

  private struct State {
    var keys: [Opened] = []
    var set: JWKSet?
    var readAt: Instant?
  }

  private let state = Mutex(State())
  private let database: Database
  private let seal: Seal
  private let ambient: Ambient
  private static let patience = TimeSpan.minutes(5)

  init(database: Database, seal: Seal, ambient: Ambient) {
    self.database = database
    self.seal = seal
    self.ambient = ambient
  }

  /// Signs with the key whose turn it is.
  func sign(_ claims: JSONValue, at now: Instant) async throws -> String {
    let keys = try await fresh(at: now)
    guard let key = keys.last(where: { $0.schedule.signs(at: now) }) else {
      throw StoreError.unavailable("there is no key to sign with")
    }
    return JWT.sign(claims, with: key.key, kid: key.kid)
  }

  /// The keys that tokens may be checked with.
  func published(at now: Instant) async throws -> JWKSet {
    _ = try await fresh(at: now)
    guard let set = state.withLock({ $0.set }) else { throw StoreError.unavailable("there are no keys") }
    return set
  }

  private func fresh(at now: Instant) async throws -> [Opened] {
    let known = state.withLock { state -> [Opened]? in
      guard let readAt = state.readAt, readAt <= now, now - readAt < KeyRing.patience else { return nil }
      return state.keys
    }
    if let known, known.contains(where: { $0.schedule.signs(at: now) }) { return known }
    return try await rotate(at: now)
  }

  /// Makes the next key when it is time, forgets old ones, and reads them all: what starting and the daily job do.
  @discardableResult
  func rotate(at now: Instant) async throws -> [Opened] {
    var stored = try await database.read { tx in try SigningKeys.all(at: now, in: tx) }
    if KeySchedule.next(after: stored.map(\.schedule), at: now) != nil {
      // Made before the transaction: it takes a while. Of two servers that do so at once one key is kept.
      let key = try SigningKey.generate(.rs256)
      let kid = JWK(key.verifyingKey).kid
      let sealed = seal.close(Array(key.pem.utf8), context: KeyRing.context(kid))
      stored = try await database.write { tx in
        try tx.lock("hub_signing_keys")
        try SigningKeys.purge(at: now, in: tx)
        let present = try SigningKeys.all(at: now, in: tx)
        guard let schedule = KeySchedule.next(after: present.map(\.schedule), at: now) else { return present }
        let made = SigningKeys.Stored(
          kid: kid, publicDER: key.verifyingKey.der, privateSealed: sealed, schedule: schedule)
        try SigningKeys.add(made, at: now, in: tx)
        return present + [made]
      }
    }
    let opened = try stored.map(opened)
    let set = try JWKSet(
      opened.filter { $0.schedule.isPublished(at: now) }.map { JWK(kid: $0.kid, key: $0.key.verifyingKey) })
    state.withLock { $0 = State(keys: opened, set: set, readAt: now) }
    return opened
  }

  /// Opens every stored key and changes nothing. Throws `CryptoError.sealed` when they were sealed with another key.
  func check(at now: Instant) async throws {
    _ = try await database.read { tx in try SigningKeys.all(at: now, in: tx) }.map(opened)
  }

  private func opened(_ key: SigningKeys.Stored) throws(CryptoError) -> Opened {
    let pem = try seal.open(key.privateSealed, context: KeyRing.context(key.kid))
    return Opened(
      kid: key.kid, key: try SigningKey(pem: String(decoding: pem, as: UTF8.self), .rs256), schedule: key.schedule)
  }

  private static func context(_ kid: String) -> [UInt8] { Array("hub_signing_keys:\(kid)".utf8) }
}
