import API
import Ambient
import AuditRules
package import CallersHTTP
import CallersRules
import Crypto
import Encoding
package import Identifiers
package import IdentityAPI
package import IdentityRules
import IdentityStore
package import SQL
package import Time

/// A sign-in that is stored and not yet told.
package struct BegunSession: Sendable {
  package var session: Session
  package var refreshToken: String
  package var refreshUntil: Instant
  package var isEmailVerified: Bool
  package var isTest: Bool
}

extension Identity {
  // MARK: What every way in ends with

  /// Makes a session, in the transaction that used its proof up. Throws when the person is not active by then: whoever suspends
  /// them comes before or after, never between.
  package func begin(
    _ person: Person, methods: [AuthenticationMethod], _ call: Call, in tx: Transaction
  ) throws -> BegunSession {
    let now = call.now
    guard try Persons.signedIn(person.id, at: now, in: tx) else { throw SignInRefusal.suspended }
    let session = Session(
      id: newID(at: now), person: person.id, methods: methods.map(\.rawValue), address: call.address,
      userAgent: call.userAgent, createdAt: now, lastSeenAt: now, expiresAt: now + SessionLife.idle)
    try Sessions.add(session, in: tx)
    let refresh = try chains.begin(session, at: now, in: tx)
    let isKnown = try Sessions.knows(call.userAgent ?? "", of: person.id, beside: session.id, in: tx)
    try others.record(
      [.signedIn(person.id, session.id, methods: session.methods, isNewDevice: !isKnown && person.lastLoginAt != nil)],
      circumstances(call, actor: .user(person.id), isTest: person.isTest), tx)
    return BegunSession(
      session: session, refreshToken: refresh, refreshUntil: now + SessionLife.idle,
      isEmailVerified: person.isEmailVerified, isTest: person.isTest)
  }

  /// What is answered once the sign-in is stored: signing takes half a millisecond, which no transaction waits for.
  package func answer(_ begun: BegunSession, at now: Instant) async throws -> AuthSession {
    let claims = AccessClaims(
      issuer: options.issuer, person: begun.session.person, session: begun.session.id, methods: begun.session.methods,
      isEmailVerified: begun.isEmailVerified, isTest: begun.isTest, issuedAt: now)
    let token = try await keys.sign(claims.json(tokenID: "atk_" + Base64URL.encode(ambient.bytes(12))), at: now)
    return AuthSession(
      accessToken: token, refreshToken: begun.refreshToken, refreshExpiresIn: (begun.refreshUntil - now).seconds,
      session: begun.session.id, user: begun.session.person, isEmailVerified: begun.isEmailVerified)
  }

  /// The hash of a new password, made before any transaction.
  func hash(_ password: GivenPassword) async throws(Problem) -> String {
    do { return try await passwords.make(password.bytes) } catch { throw .tooBusy }
  }

  /// Compares, or does the work of comparing where there is nothing to compare with.
  func isRight(_ password: GivenPassword, _ hash: String?) async throws(Problem) -> Bool {
    do throws(CryptoError) {
      guard let hash else {
        try await passwords.verifyNobody(password.bytes)
        return false
      }
      return try await passwords.verify(password.bytes, against: hash)
    } catch { throw .tooBusy }
  }

  // MARK: POST /v1/auth/signup

  func signUp(_ wanted: SignUp, _ call: Call) async throws -> Reply<AuthSession> {
    let hash = try await hash(wanted.password)
    enum Outcome: Sendable {
      case begun(BegunSession)
      case taken, invited
    }
    let outcome: Outcome
    do {
      outcome = try await database.write { [self] tx in
        if let holder = try Persons.find(wanted.email, isTest: wanted.isTest, in: tx) {
          guard holder.status == .invited else { return .taken }
          try invite(holder, at: call.now, in: tx)
          return .invited
        }
        let person = try add(
          wanted.email, displayName: wanted.displayName, status: .active, hash: hash, application: wanted.application,
          isTest: wanted.isTest, locale: PersonSettings.locale(acceptLanguage: call.acceptLanguage), at: call.now,
          in: tx)
        try others.record(
          [.created(person.id, status: .active)],
          circumstances(call, actor: .user(person.id), isTest: person.isTest), tx)
        try askForProof(of: person, address: person.email, at: call.now, in: tx)
        return .begun(try begin(person, methods: [.password], call, in: tx))
      }
    } catch StoreError.unique {
      // Somebody else's sign-up with the same address was first.
      throw Problem.emailTaken
    }
    switch outcome {
    case .begun(let begun): return Reply(try await answer(begun, at: call.now))
    case .taken: throw Problem.emailTaken
    case .invited: throw Problem.invitationPending
    }
  }

  /// A person with all that every person has, in one transaction. Hub spec §7.1.
  func add(
    _ email: EmailAddress, displayName: String?, status: PersonStatus, hash: String?,
    application: NamedID<ApplicationKind>? = nil, isEmailVerified: Bool = false, isTest: Bool, locale: String,
    at now: Instant, in tx: Transaction
  ) throws -> Person {
    let person = Person(
      id: newID(at: now), email: email.text, isEmailVerified: isEmailVerified, status: status,
      signupApplication: application, isTest: isTest, createdAt: now, updatedAt: now)
    try Persons.add(person, email: email, in: tx)
    try Passwords.add(newID(at: now), of: person.id, hash: hash, at: now, in: tx)
    try Profiles.add(person.id, displayName: displayName ?? email.localPart, at: now, in: tx)
    try Profiles.add(PersonSettings(locale: locale, updatedAt: now), of: person.id, in: tx)
    try Roles.assign(Roles.member, to: person.id, by: .system, at: now, in: tx)
    try others.personAdded(person, tx)
    return person
  }

  // MARK: POST /v1/auth/login

  func signIn(_ given: SignInRequest, _ call: Call) async throws -> Reply<SignInAnswer> {
    let now = call.now
    let address = Lockouts.name(given.email, isTest: given.isTest)
    // Counted before the password is looked at, in a commit of its own: parallel guesses get five looks between them.
    let wait = try await database.write { tx in try Lockouts.consume(address, at: now, in: tx) }
    if let wait { throw SignInRefusal.locked(for: wait) }
    let candidate = try await database.read { tx in
      try Persons.signInCandidate(given.email, isTest: given.isTest, in: tx)
    }
    let isRight = try await isRight(given.password, candidate?.passwordHash)
    let found = try SignInCandidate.signIn(candidate, isRight: isRight)
    enum Outcome: Sendable {
      case begun(BegunSession)
      case challenge(SecondFactorChallenge)
    }
    let outcome: Outcome = try await database.write { [self] tx in
      // The password may have been changed, or the person suspended, while it was compared.
      guard let person = try Persons.find(found.person, in: tx), person.status == .active,
        let hash = found.passwordHash, try Passwords.hash(of: person.id, in: tx) == .some(.some(hash))
      else { throw SignInRefusal.invalidCredentials }
      try Lockouts.forget(address, in: tx)
      try Passwords.used(by: person.id, at: now, in: tx)
      if let challenge = try others.challenge(person.id, now, tx) { return .challenge(challenge) }
      return .begun(try begin(person, methods: [.password], call, in: tx))
    }
    if let hash = found.passwordHash, PasswordHash.needsRehash(hash),
      let renewed = try? await passwords.make(given.password.bytes)
    {
      try await database.write { tx in try Passwords.renew(hash, by: renewed, of: found.person, in: tx) }
    }
    switch outcome {
    case .challenge(let challenge): return Reply(.challenge(challenge))
    case .begun(let begun): return Reply(.session(try await answer(begun, at: now)))
    }
  }
}
