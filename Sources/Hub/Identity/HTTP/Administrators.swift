import AuditRules
import Identifiers
package import IdentityRules
import IdentityStore
import SQL
package import Time

/// What the operator does at the command line: no route of the web makes an administrator. Hub spec §13.3.
extension Identity {
  /// Two ways in, each once, within the hour: one signs in, the other sets a password.
  package struct WayIn: Sendable {
    package let signIn: String
    package let reset: String
  }

  package enum AdministratorRefusal: Error, Hashable, Sendable {
    case notAnAddress
    /// Nobody with that address may do everything.
    case notAnAdministrator
    case notActive(PersonStatus)

    package var sentence: String {
      switch self {
      case .notAnAddress: "That is no address of e-mail."
      case .notAnAdministrator: "Nobody with that address is an administrator; atrium admin create makes one."
      case .notActive(let status):
        "The account is \(status.rawValue); atrium admin break-glass makes it usable again."
      }
    }
  }

  /// Nil once there is an administrator who can sign in; else a token for a new one.
  package func firstAdministrator(_ address: String, at now: Instant) async throws -> WayIn? {
    let holders = try await administrators()
    // One who was made and never came in yet is no way in.
    if holders.contains(where: { $0.status == .active && $0.lastLoginAt != nil }) { return nil }
    let mine = holders.first { $0.status == .active }?.email
    return try await createAdministrator(mine ?? address, at: now)
  }

  package func administrators() async throws -> [Person] {
    try await database.read { tx in try Roles.holders(of: Roles.superadmin, in: tx) }
  }

  /// Makes a person who may do everything, or lets one who has an account do so. Returns a token that signs in once.
  package func createAdministrator(_ text: String, at now: Instant) async throws -> WayIn {
    try await administrator(text, at: now) { person, _ in
      if person.status != .active { throw AdministratorRefusal.notActive(person.status) }
      return person
    }
  }

  /// A new way in for one who lost theirs; their sessions end.
  package func resetAdministrator(_ text: String, at now: Instant) async throws -> WayIn {
    try await administrator(text, at: now, mayBeNew: false) { [self] person, tx in
      if person.status != .active { throw AdministratorRefusal.notActive(person.status) }
      try endSessions(of: person.id, because: .admin, Identity.atCommandLine(now), in: tx)
      return person
    }
  }

  /// For the day on which nobody gets in: an account that is suspended or invited is made usable, may do everything, and its
  /// sessions end.
  package func breakGlass(_ text: String, at now: Instant) async throws -> WayIn {
    try await administrator(text, at: now) { [self] person, tx in
      try endSessions(of: person.id, because: .admin, Identity.atCommandLine(now), in: tx)
      guard person.status != .active else { return person }
      var active = person
      active.status = .active
      let facts = [IdentityFact.statusChanged(person.id, from: person.status, to: .active, reason: "break glass")]
      try others.record(facts, Identity.atCommandLine(now), tx)
      return try save(active, at: now, in: tx)
    }
  }

  private func administrator(
    _ text: String, at now: Instant, mayBeNew: Bool = true,
    prepare: @escaping @Sendable (Person, Transaction) throws -> Person
  ) async throws -> WayIn {
    guard let email = address(text) else { throw AdministratorRefusal.notAnAddress }
    return try await database.write { [self] tx in
      var person: Person
      if let found = try Persons.find(email, isTest: false, in: tx) {
        if !mayBeNew, try !Roles.of(found.id, in: tx).contains(Roles.superadmin) {
          throw AdministratorRefusal.notAnAdministrator
        }
        person = try prepare(found, tx)
      } else {
        guard mayBeNew else { throw AdministratorRefusal.notAnAdministrator }
        person = try add(
          email, displayName: nil, status: .active, hash: nil, isEmailVerified: true, isTest: false, locale: "en-US",
          at: now, in: tx)
        try others.record([.created(person.id, status: .active)], Identity.atCommandLine(now), tx)
      }
      if try !Roles.of(person.id, in: tx).contains(Roles.superadmin) {
        try Roles.assign(Roles.superadmin, to: person.id, by: .system, at: now, in: tx)
        try others.record([.roleAssigned(Roles.superadmin, person.id)], Identity.atCommandLine(now), tx)
      }
      return WayIn(
        signIn: try tokens.issue(.administratorSignIn, to: person.id, at: now, in: tx),
        reset: try tokens.issue(.passwordReset, to: person.id, payload: person.email, at: now, in: tx))
    }
  }

  private static func atCommandLine(_ now: Instant) -> Circumstances {
    Circumstances(actor: .system, requestID: nil, isTest: false, at: now, address: nil, userAgent: nil)
  }

  /// Makes the next signing key at once, for one that may have become known.
  package func rotateKeys(at now: Instant, retiringAll: Bool = false) async throws {
    if retiringAll { try await database.write { tx in try SigningKeys.retireAll(at: now, in: tx) } }
    try await keys.rotate(at: now)
  }

  /// Throws when the server's key does not open the keys that this database has sealed; changes nothing.
  package func checkKeys(at now: Instant) async throws { try await keys.check(at: now) }
}
