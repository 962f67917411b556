package import API
package import CallersRules
import Crypto
import Identifiers
import IdentityRules
import IdentityStore
import JSON
import SQL
import Synchronization
package import Time

extension Identity {
  /// Who bears an access token: what the doorway asks of every request. The token is checked, then its session is looked up in one
  /// statement: an ended session ends at once, and roles are those of now. Hub spec §2.2.
  package func authenticate(_ token: String, at now: Instant) async throws -> Caller {
    let session = try await session(of: token, at: now)
    let found = try await database.read { tx in try Sessions.bearer(of: session, in: tx) }
    guard let bearer = found else { throw SessionRefusal.unknown }
    try bearer.state.check(at: now)
    if SessionLife.isSeenDue(last: bearer.lastSeenAt, at: now) { seen.note(session, at: now) }
    return .person(
      PersonCaller(
        user: bearer.person, session: session, permissions: Set(bearer.permissions.compactMap(Permission.init)),
        methods: bearer.methods, authenticatedAt: bearer.authenticatedAt, isEmailVerified: bearer.isEmailVerified,
        isTest: bearer.isTest))
  }

  private func session(of token: String, at now: Instant) async throws -> ID<SessionKind> {
    if let session = known.session(of: token, at: now) { return session }
    let set = try await keys.published(at: now)
    let verifier = JWTVerifier(keys: set, issuer: options.issuer, audience: AccessClaims.audience)
    do throws(JWTRefusal) {
      let claims = try verifier.verify(token, at: now)
      guard case .string(let sid) = claims["sid"], let session = ID<SessionKind>(sid),
        case .integer(let end) = claims["exp"]
      else { throw .malformed }
      known.note(token, session, until: Instant(seconds: end) + JWT.skew)
      return session
    } catch { throw Problem(.unauthenticated, headers: ["WWW-Authenticate": "Bearer error=\"invalid_token\""]) }
  }

  /// Writes down which sessions were seen; called every few seconds.
  package func noteSeen() async throws {
    let due = seen.take()
    guard !due.isEmpty else { return }
    try await database.write { tx in
      for (session, at) in due { try Sessions.seen(session, at: at, in: tx) }
    }
  }
}

/// Sessions that were seen since they were last written down.
final class SeenSessions: Sendable {
  private let due = Mutex<[ID<SessionKind>: Instant]>([:])
  /// More than this at once are noted at their next request.
  private static let most = 100_000

  func note(_ session: ID<SessionKind>, at now: Instant) {
    due.withLock { if $0.count < SeenSessions.most { $0[session] = now } }
  }

  func take() -> [ID<SessionKind>: Instant] {
    due.withLock { due in
      defer { due = [:] }
      return due
    }
  }
}

/// Tokens whose signature was found right a moment ago. Only that is remembered: the session is looked up every time.
final class KnownTokens: Sendable {
  private struct State {
    var young: [String: (session: ID<SessionKind>, until: Instant)] = [:]
    var old: [String: (session: ID<SessionKind>, until: Instant)] = [:]
  }

  private let state = Mutex(State())
  private static let most = 16_384

  func session(of token: String, at now: Instant) -> ID<SessionKind>? {
    state.withLock { state in
      guard let found = state.young[token] ?? state.old[token], now < found.until else { return nil }
      return found.session
    }
  }

  func note(_ token: String, _ session: ID<SessionKind>, until: Instant) {
    state.withLock { state in
      if state.young.count >= KnownTokens.most { (state.old, state.young) = (state.young, [:]) }
      state.young[token] = (session, until)
    }
  }
}
