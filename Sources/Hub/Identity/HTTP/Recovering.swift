import API
import AuditRules
import CallersHTTP
import CallersRules
import Identifiers
import IdentityAPI
import IdentityRules
import IdentityStore
import SQL
import Text
import Time

// What is done by letter: proving an address, a forgotten password, an invitation. Tokens spend on POST only, so that whatever
// opens links in letters does nothing. Hub spec §§3.1, 7.1, 12.

extension Identity {
  func address(_ text: String) -> EmailAddress? { EmailAddress(text, nfc: Text.nfc) }

  /// Sends what proves an address: the token is bound to that address, not only to the person.
  func askForProof(of person: Person, address: String, at now: Instant, in tx: Transaction) throws {
    let token = try tokens.issue(.emailVerification, to: person.id, payload: address, at: now, in: tx)
    try send(.verifyAddress(token: token), to: person, at: address, in: tx)
  }

  func invite(_ person: Person, at now: Instant, in tx: Transaction) throws {
    let token = try tokens.issue(.invitation, to: person.id, at: now, in: tx)
    try send(.invitation(token: token), to: person, in: tx)
  }

  // MARK: POST /v1/auth/email/verify

  func verifyEmail(_ given: TokenRequest, _ call: Call) async throws -> Reply<Void> {
    let now = call.now
    do {
      try await database.write { [self] tx in
        guard let held = try tokens.spend(given.token, as: .emailVerification, at: now, in: tx),
          var person = try Persons.find(held.person, in: tx), person.status == .active || person.status == .invited
        else { throw Problem(.tokenInvalid) }
        let proved = address(held.payload)
        if let proved, let pending = person.pendingEmail.flatMap(address), proved == pending {
          if let holder = try Persons.find(proved, isTest: person.isTest, in: tx), holder.id != person.id {
            throw Problem.emailTaken
          }
          person.email = pending.text
          person.pendingEmail = nil
          person.isEmailVerified = true
          try save(person, at: now, in: tx)
          try others.record(
            [.emailChanged(person.id), .emailVerified(person.id)],
            circumstances(call, actor: .user(person.id), isTest: person.isTest), tx)
        } else if let proved, proved == address(person.email) {
          person.isEmailVerified = true
          try save(person, at: now, in: tx)
          try others.record(
            [.emailVerified(person.id)], circumstances(call, actor: .user(person.id), isTest: person.isTest), tx)
        } else {
          throw Problem(.tokenInvalid)
        }
      }
    } catch StoreError.unique { throw Problem.emailTaken }
    return .nothing
  }

  /// Saves within a transaction that has just read the row.
  @discardableResult
  func save(_ person: Person, at now: Instant, in tx: Transaction) throws -> Person {
    guard let email = address(person.email) else { throw StoreError.damaged("a person's address is none") }
    let keys = (email: email.key, pending: person.pendingEmail.flatMap(address)?.key)
    guard let saved = try Persons.save(person, keys: keys, at: now, in: tx) else { throw StoreError.busy }
    return saved
  }

  // MARK: POST /v1/auth/email/verify/resend

  func resend(_ wanted: AddressRequest, _ call: Call) async throws -> Reply<Accepted> {
    try call.take(.lettersToOne, for: "\(wanted.isTest) \(wanted.email.key)")
    try await database.write { [self] tx in
      guard let person = try Persons.find(wanted.email, isTest: wanted.isTest, in: tx), person.status == .active,
        !person.isEmailVerified || person.pendingEmail != nil
      else { return try tokens.issueDecoy(at: call.now, in: tx) }
      try askForProof(of: person, address: person.pendingEmail ?? person.email, at: call.now, in: tx)
    }
    return Reply(Accepted())
  }

  // MARK: POST /v1/auth/password/forgot

  func forgot(_ wanted: AddressRequest, _ call: Call) async throws -> Reply<Accepted> {
    try call.take(.lettersToOne, for: "\(wanted.isTest) \(wanted.email.key)")
    try await database.write { [self] tx in
      guard let person = try Persons.find(wanted.email, isTest: wanted.isTest, in: tx), person.status == .active else {
        return try tokens.issueDecoy(at: call.now, in: tx)
      }
      guard try Passwords.hash(of: person.id, in: tx) != nil else {
        try tokens.issueDecoy(at: call.now, in: tx)
        return try send(.singleSignOnOnly, to: person, in: tx)
      }
      let token = try tokens.issue(.passwordReset, to: person.id, payload: person.email, at: call.now, in: tx)
      // To the address on file, never to the one that was typed.
      try send(.resetPassword(token: token), to: person, in: tx)
    }
    return Reply(Accepted())
  }

  // MARK: POST /v1/auth/password/reset

  func reset(_ given: PasswordReset, _ call: Call) async throws -> Reply<Void> {
    let now = call.now
    let person = try await holder(of: given.token, as: .passwordReset, given.password, field: "new_password", at: now)
    let hash = try await hash(given.password)
    try await database.write { [self] tx in
      guard let held = try tokens.spend(given.token, as: .passwordReset, at: now, in: tx), held.person == person.id,
        var person = try Persons.find(held.person, in: tx), person.status == .active, held.payload == person.email,
        try Passwords.set(hash, of: person.id, at: now, in: tx)
      else { throw Problem(.tokenInvalid) }
      // Who has the letter has the address. What somebody else began before (another address, other links) ends here.
      person.isEmailVerified = true
      person.pendingEmail = nil
      try save(person, at: now, in: tx)
      try tokens.voidAll(of: person.id, at: now, in: tx)
      if let email = address(person.email) { try Lockouts.forget(Lockouts.name(email, isTest: person.isTest), in: tx) }
      let circumstances = circumstances(call, actor: .user(person.id), isTest: person.isTest)
      try endSessions(of: person.id, because: .passwordReset, circumstances, in: tx)
      try others.record([.passwordReset(person.id)], circumstances, tx)
      try send(.passwordChanged, to: person, in: tx)
    }
    return .nothing
  }

  /// Whose token it is, without spending it, once the wanted password is good for them.
  private func holder(
    of token: String, as kind: OneTimeKind, _ password: GivenPassword, field: String, at now: Instant
  ) async throws -> Person {
    let person = try await database.read { [self] tx in
      try tokens.look(token, as: kind, at: now, in: tx).flatMap { try Persons.find($0.person, in: tx) }
    }
    guard let person else { throw Problem(.tokenInvalid) }
    if let fault = PasswordPolicy.fault(of: password.text, email: address(person.email)) {
      throw Problem(.validationFailed, fields: [FieldFault(field, fault)])
    }
    return person
  }

  // MARK: POST /v1/auth/invitations/accept

  func acceptInvitation(_ given: InvitationAnswer, _ call: Call) async throws -> Reply<AuthSession> {
    let now = call.now
    _ = try await holder(of: given.token, as: .invitation, given.password, field: "password", at: now)
    let hash = try await hash(given.password)
    let begun = try await database.write { [self] tx in
      guard let held = try tokens.spend(given.token, as: .invitation, at: now, in: tx),
        var person = try Persons.find(held.person, in: tx), person.status == .invited,
        try Passwords.set(hash, of: person.id, at: now, in: tx)
      else { throw Problem(.tokenInvalid) }
      person.status = .active
      person.isEmailVerified = true
      person = try save(person, at: now, in: tx)
      if let name = given.displayName, var profile = try Profiles.profile(of: person.id, in: tx) {
        profile.displayName = name
        _ = try Profiles.save(profile, of: person.id, at: now, in: tx)
      }
      try tokens.voidAll(of: person.id, at: now, in: tx)
      try others.record(
        [.statusChanged(person.id, from: .invited, to: .active, reason: nil)],
        circumstances(call, actor: .user(person.id), isTest: person.isTest), tx)
      try others.invitationAccepted(person, tx)
      return try begin(person, methods: [.password], call, in: tx)
    }
    return Reply(try await answer(begun, at: now))
  }

  // MARK: POST /v1/auth/administrator

  /// Signs in with what the program printed at its command line: for the first administrator, and for one who is locked out.
  func signInPrinted(_ given: TokenRequest, _ call: Call) async throws -> Reply<AuthSession> {
    let begun = try await database.write { [self] tx in
      guard let held = try tokens.spend(given.token, as: .administratorSignIn, at: call.now, in: tx),
        let person = try Persons.find(held.person, in: tx), person.status == .active,
        try Roles.of(person.id, in: tx).contains(Roles.superadmin)
      else { throw Problem(.tokenInvalid) }
      return try begin(person, methods: [.printed], call, in: tx)
    }
    return Reply(try await answer(begun, at: call.now))
  }
}
