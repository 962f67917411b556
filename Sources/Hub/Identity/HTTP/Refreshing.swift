import API
import AuditRules
import CallersAPI
import CallersHTTP
import CallersRules
import Identifiers
import IdentityAPI
import IdentityRules
import IdentityStore
import SQL
import Time

extension Identity {
  // MARK: POST /v1/auth/token/refresh

  func refresh(_ given: RefreshRequest, _ call: Call) async throws -> Reply<AuthSession> {
    if let chain = chains.chain(of: given.refreshToken) { try call.take(.refresh, for: chain) }
    let opened = try await refreshed(given.refreshToken, application: nil, call)
    let session = Session(
      id: opened.opened.session, person: opened.opened.person, methods: opened.opened.methods, address: nil,
      userAgent: nil, createdAt: call.now, lastSeenAt: call.now, expiresAt: opened.until)
    seen.note(session.id, at: call.now)
    return Reply(
      try await answer(
        BegunSession(
          session: session, refreshToken: opened.token, refreshUntil: opened.until,
          isEmailVerified: opened.opened.isEmailVerified, isTest: opened.opened.isTest), at: call.now))
  }

  struct Refreshed: Sendable {
    var token: String
    var until: Instant
    var opened: RefreshChains.Opened
  }

  /// Rotates a chain, or tells its successor again. A token that was used up long ago ends its session, and that is kept.
  func refreshed(
    _ token: String, application: NamedID<ApplicationKind>?, _ call: Call
  ) async throws -> Refreshed {
    let outcome = try await database.write { [self] tx in
      let outcome = try chains.refresh(token, application: application, at: call.now, in: tx)
      if case .reused(let opened) = outcome {
        try others.record(
          [
            .refreshReused(opened.person, opened.session),
            .sessionsEnded(opened.person, [opened.session], .refreshTokenReused),
          ], circumstances(call, isTest: opened.isTest), tx)
      }
      return outcome
    }
    switch outcome {
    case .token(let next, let until, let opened): return Refreshed(token: next, until: until, opened: opened)
    case .reused: throw SessionRefusal.revoked(.refreshTokenReused)
    case .refused(let refusal): throw refusal
    }
  }

  // MARK: POST /v1/auth/logout

  func signOut(_ wanted: SignOut, _ call: Call) async throws -> Reply<Void> {
    let caller = try call.person()
    try await database.write { [self] tx in
      if wanted.isEverywhere {
        try endSessions(of: caller.user, because: .logoutAll, circumstances(call), in: tx)
      } else if try Sessions.revoke(caller.session, of: caller.user, because: .logout, at: call.now, in: tx) {
        try others.record([.sessionsEnded(caller.user, [caller.session], .logout)], circumstances(call), tx)
      }
    }
    return .nothing
  }

  /// Ends every session but one, and tells who has devices of them.
  func endSessions(
    of person: ID<UserKind>, but kept: ID<SessionKind>? = nil, because reason: RevocationReason,
    _ circumstances: Circumstances, in tx: Transaction
  ) throws {
    let ended = try Sessions.revokeAll(of: person, but: kept, because: reason, at: circumstances.at, in: tx)
    if !ended.isEmpty { try others.record([.sessionsEnded(person, ended, reason)], circumstances, tx) }
  }

  // MARK: /v1/users/{id}/sessions

  func listSessions(_ reference: PersonReference, _ call: Call) async throws -> Reply<Page<SessionView>> {
    let person = try call.subject(reference)
    let sessions = try await database.read { tx in
      guard let found = try Persons.find(person, in: tx), found.isTest == call.caller.isTest else {
        throw Problem(.userNotFound)
      }
      return try Sessions.live(of: person, at: call.now, in: tx)
    }
    let current = (try? call.person())?.session
    return Reply(Page(sessions.map { SessionView($0, isCurrent: $0.id == current) }, nextCursor: nil))
  }

  func endSession(_ one: SessionsAPI.One, _ call: Call) async throws -> Reply<Void> {
    let person = try call.subject(one.user)
    let isSelf = call.isSelf(person)
    try await database.write { [self] tx in
      guard let found = try Persons.find(person, in: tx), found.isTest == call.caller.isTest else {
        throw Problem(.userNotFound)
      }
      let reason = isSelf ? RevocationReason.logout : .admin
      guard try Sessions.revoke(one.session, of: person, because: reason, at: call.now, in: tx) else {
        throw Problem(.sessionNotFound)
      }
      var facts = [IdentityFact.sessionsEnded(person, [one.session], reason)]
      if !isSelf { facts.append(.sessionRevokedByStaff(one.session, of: person)) }
      try others.record(facts, circumstances(call), tx)
    }
    return .nothing
  }

  // MARK: POST /v1/users/{id}/password

  func changePassword(_ change: SessionsAPI.Change, _ call: Call) async throws -> Reply<Void> {
    let id = try call.subject(change.user)
    let now = call.now
    let (person, stored) = try await database.read { tx -> (Person, String?) in
      guard let person = try Persons.find(id, in: tx) else { throw Problem(.userNotFound) }
      return (person, try Passwords.hash(of: id, in: tx) ?? nil)
    }
    guard let email = address(person.email) else { throw Problem(.internalError) }
    // A stolen session must not be a way to guess the password without end.
    let name = Lockouts.name(email, isTest: person.isTest)
    let wait = try await database.write { tx in try Lockouts.consume(name, at: now, in: tx) }
    if let wait { throw SignInRefusal.locked(for: wait) }
    guard try await isRight(change.passwords.current, stored), let stored else {
      throw SignInRefusal.invalidCredentials
    }
    if let fault = PasswordPolicy.fault(of: change.passwords.new.text, email: email) {
      throw Problem(.validationFailed, fields: [FieldFault("new_password", fault)])
    }
    let hash = try await hash(change.passwords.new)
    let session = try call.person().session
    try await database.write { [self] tx in
      guard try Passwords.hash(of: id, in: tx) == .some(.some(stored)),
        try Passwords.set(hash, of: id, at: now, in: tx)
      else { throw SignInRefusal.invalidCredentials }
      try Lockouts.forget(name, in: tx)
      // A link to reset that somebody asked for before is no longer wanted.
      try tokens.voidAll(of: id, at: now, in: tx)
      try endSessions(of: id, but: session, because: .passwordChanged, circumstances(call), in: tx)
      try others.record([.passwordChanged(id)], circumstances(call), tx)
      try send(.passwordChanged, to: person, in: tx)
    }
    return .nothing
  }
}
