package import Ambient
package import Crypto
import Encoding
package import Identifiers
package import IdentityRules
package import SQL
package import Time

/// `hub_refresh_chains`: refresh tokens, the present one and the one before it. The rule is `RefreshVerdict`'s.
package struct RefreshChains: Sendable {
  private let seal: Seal
  private let proofKey: [UInt8]
  private let ambient: Ambient

  /// - Parameter serverKey: the server's own key (`KeyFile`), from which the key of the tokens' proofs is derived.
  package init(seal: Seal, serverKey: [UInt8], ambient: Ambient) {
    self.seal = seal
    proofKey = HKDF.derive(32, from: serverKey, info: Array("refresh token proof".utf8))
    self.ambient = ambient
  }

  /// What a token opens, once it was found to count.
  package struct Opened: Hashable, Sendable {
    package var session: ID<SessionKind>
    package var person: ID<UserKind>
    /// Nil for the platform's own chain.
    package var application: NamedID<ApplicationKind>?
    package var methods: [String]
    package var email: String
    package var isEmailVerified: Bool
    package var isTest: Bool
    package var absoluteEnd: Instant
  }

  package enum Outcome: Sendable {
    /// The token to hand out, and until when it may be used.
    case token(String, until: Instant, Opened)
    /// The session was ended in this transaction, unless it was over before.
    case reused(Opened)
    case refused(SessionRefusal)
  }

  /// Begins a chain and returns its first token.
  package func begin(
    _ session: Session, application: NamedID<ApplicationKind>? = nil, at now: Instant, in tx: Transaction
  ) throws(StoreError) -> String {
    let token = make(chain: ambient.bytes(16))
    let end = SessionLife.idleEnd(at: now, absoluteEnd: session.createdAt + SessionLife.absolute)
    try tx.run(
      RefreshChains.insert,
      Beginning(
        chain: token.chain, session: session.id, application: application, hash: hash(token), sealed: close(token),
        idleEnd: end, at: now))
    return text(token)
  }

  /// Refreshes with a token; two statements, three when another request was first.
  ///
  /// - Parameter application: whose chain it must be; a token of another one is as good as made up.
  package func refresh(
    _ text: String, application: NamedID<ApplicationKind>?, at now: Instant, in tx: Transaction
  ) throws(StoreError) -> Outcome {
    guard let token = read(text) else { return .refused(.unknown) }
    // Whoever loses the race for the row finds it changed and looks again; it changes at most once more before it is reuse.
    for _ in 0..<3 {
      guard let row = try tx.first(RefreshChains.find, token.chain), row.opened.application == application else {
        return .refused(.unknown)
      }
      do throws(SessionRefusal) { try row.state.check(at: now) } catch { return .refused(error) }
      let presented = hash(token)
      let verdict = RefreshVerdict.of(
        isPresent: constantTimeEqual(presented, row.presentHash),
        isPrevious: row.previousHash.map { constantTimeEqual(presented, $0) } ?? false)
      if verdict == .reused {
        _ = try Sessions.revoke(
          row.opened.session, of: row.opened.person, because: .refreshTokenReused, at: now, in: tx)
        return .reused(row.opened)
      }
      if row.idleEnd <= now { return .refused(.expired) }
      if verdict == .repeatSuccessor {
        return .token(self.text(try open(row, token.chain)), until: row.idleEnd, row.opened)
      }
      let successor = make(chain: token.chain)
      let end = SessionLife.idleEnd(at: now, absoluteEnd: row.opened.absoluteEnd)
      let rotation = Rotation(
        chain: token.chain, presented: presented, hash: hash(successor), sealed: close(successor), idleEnd: end, at: now
      )
      if try tx.run(RefreshChains.rotate, rotation) == 1 { return .token(self.text(successor), until: end, row.opened) }
    }
    throw .busy
  }

  /// Ends what an app holds of a session.
  package func end(
    _ application: NamedID<ApplicationKind>, of session: ID<SessionKind>, in tx: Transaction
  ) throws(StoreError) {
    try tx.run(RefreshChains.forget, (session, application))
  }

  /// The chain that a token belongs to, for limits by session; nil for what was not made here.
  package func chain(of text: String) -> String? { read(text).map { Hex.encode($0.chain) } }

  // MARK: Tokens

  private func make(chain: [UInt8]) -> RefreshToken {
    let body = chain + ambient.bytes(16)
    guard let token = RefreshToken(bytes: body + proof(body)) else { preconditionFailure("48 bytes are a token") }
    return token
  }

  private func proof(_ body: [UInt8]) -> [UInt8] { Array(HMAC.authenticate(body, key: proofKey).prefix(16)) }
  private func hash(_ token: RefreshToken) -> [UInt8] { SHA256.hash(token.bytes) }
  private func text(_ token: RefreshToken) -> String { RefreshToken.prefix + Base64URL.encode(token.bytes) }

  private func read(_ text: String) -> RefreshToken? {
    guard text.hasPrefix(RefreshToken.prefix), text.utf8.count == 68,
      let bytes = Base64URL.decode(String(text.dropFirst(RefreshToken.prefix.count))),
      let token = RefreshToken(bytes: bytes), constantTimeEqual(token.proof, proof(token.body))
    else { return nil }
    return token
  }

  private func context(_ chain: [UInt8]) -> [UInt8] { Array("hub_refresh_chains:".utf8) + chain }
  private func close(_ token: RefreshToken) -> [UInt8] { seal.close(token.bytes, context: context(token.chain)) }

  private func open(_ row: Found, _ chain: [UInt8]) throws(StoreError) -> RefreshToken {
    do {
      if let token = RefreshToken(bytes: try seal.open(row.sealed, context: context(chain))) { return token }
    } catch {}
    throw .damaged("a refresh token does not open with the server's key")
  }

  // MARK: Statements

  private struct Found {
    let presentHash: [UInt8]
    let previousHash: [UInt8]?
    let sealed: [UInt8]
    let idleEnd: Instant
    let state: SessionState
    let opened: Opened
  }

  private struct Beginning {
    let chain: [UInt8]
    let session: ID<SessionKind>
    let application: NamedID<ApplicationKind>?
    let hash: [UInt8]
    let sealed: [UInt8]
    let idleEnd: Instant
    let at: Instant
  }

  private struct Rotation {
    let chain: [UInt8]
    let presented: [UInt8]
    let hash: [UInt8]
    let sealed: [UInt8]
    let idleEnd: Instant
    let at: Instant
  }

  private static let insert = Statement<Beginning, Void>(
    PackageResources.chain_insert_sql,
    bind: { new in
      [
        .bytes(new.chain), .id(new.session), .text(orNull: new.application?.name), .bytes(new.hash),
        .bytes(new.sealed), .instant(new.idleEnd), .instant(new.at),
      ]
    })
  private static let rotate = Statement<Rotation, Void>(
    PackageResources.chain_rotate_sql,
    bind: { new in
      [
        .bytes(new.chain), .bytes(new.presented), .bytes(new.hash), .bytes(new.sealed), .instant(new.idleEnd),
        .instant(new.at),
      ]
    })
  private static let forget = Statement<(ID<SessionKind>, NamedID<ApplicationKind>), Void>(
    PackageResources.chain_end_sql, bind: { [.id($0), .text($1.name)] })
  private static let find = Statement<[UInt8], Found>(
    PackageResources.chain_find_sql, bind: { [.bytes($0)] },
    read: { (row) throws(StoreError) in
      let present = try row.bytes("present_hash")
      let previous = try row.bytesOrNull("previous_hash")
      let sealed = try row.bytes("present_sealed")
      let idleEnd = try row.instant("idle_expires_at")
      let application = try row.textOrNull("application_id").flatMap(NamedID<ApplicationKind>.init)
      let session: ID<SessionKind> = try row.id("session_id")
      let methods = try row.words("amr")
      let absoluteEnd = try row.instant("absolute_expires_at")
      let revokedAt = try row.instantOrNull("revoked_at")
      let reason = try row.reason("revoked_reason")
      let person: ID<UserKind> = try row.id("user_id")
      let state = SessionState(
        personStatus: try row.status("status"), absoluteEnd: absoluteEnd, revokedAt: revokedAt, revokedReason: reason)
      return Found(
        presentHash: present, previousHash: previous, sealed: sealed, idleEnd: idleEnd, state: state,
        opened: Opened(
          session: session, person: person, application: application, methods: methods, email: try row.text("email"),
          isEmailVerified: try row.bool("email_verified"), isTest: try row.bool("test_mode"), absoluteEnd: absoluteEnd))
    })
}
