import Ambient
import AuditRules
import AuditStore
import Crypto
import Identifiers
import IdentityRules
import IdentityStore
import SQL
import Support
import Text
import Time

/// A database with accounts, on a clock that the test moves.
struct Accounts: Sendable {
  let database: Database
  let clock: FakeClock
  let ambient: Ambient
  let chains: RefreshChains
  let tokens: OneTimeTokens

  static let serverKey = Array(Array(UInt8(0)...31).map { $0 &* 7 &+ 3 })
  static let migrations = AuditStore.migrations + IdentityStore.migrations

  static func open<Value>(
    _ engine: TestDatabase, faults: Faults? = nil, _ body: (Accounts) async throws -> Value
  ) async throws -> Value {
    try await engine.open(faults: faults) { database in
      let clock = FakeClock()
      _ = try Migrator(migrations, ambient: clock.ambient()).migrate(database)
      return try await body(try Accounts(database, clock))
    }
  }

  init(_ database: Database, _ clock: FakeClock, seed: UInt64 = 1) throws {
    self.database = database
    self.clock = clock
    ambient = clock.ambient(seed: seed)
    let seal = try Seal([Seal.Key(id: 1, Accounts.serverKey)], ambient: ambient)
    chains = RefreshChains(seal: seal, serverKey: Accounts.serverKey, ambient: ambient)
    tokens = OneTimeTokens(ambient: ambient)
  }

  func id<Kind: IDKind>() -> ID<Kind> {
    ID(milliseconds: clock.now.microseconds / 1_000, random: ambient.bytes(10))
  }

  func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
    try await database.write(body)
  }

  /// A person with an account, active unless said otherwise.
  func person(
    _ address: String = "dana@example.com", status: PersonStatus = .active, hash: String? = "$argon2id$",
    isTest: Bool = false
  ) async throws -> Person {
    guard let email = EmailAddress(address, nfc: Text.nfc) else { throw StoreError.misuse("no address") }
    let now = clock.now
    let person = Person(
      id: id(), email: email.text, status: status, isTest: isTest, createdAt: now, updatedAt: now)
    let identity: ID<LoginIdentityKind> = id()
    try await write { tx in
      try Persons.add(person, email: email, in: tx)
      try Passwords.add(identity, of: person.id, hash: hash, at: now, in: tx)
      try Profiles.add(person.id, displayName: email.localPart, at: now, in: tx)
      try Profiles.add(PersonSettings(updatedAt: now), of: person.id, in: tx)
      try Roles.assign(Roles.member, to: person.id, by: .system, at: now, in: tx)
    }
    return person
  }

  /// A sign-in of that person, with its first refresh token.
  func signIn(_ person: Person, methods: [String] = ["pwd"]) async throws -> (Session, refresh: String) {
    let now = clock.now
    let session = Session(
      id: id(), person: person.id, methods: methods, address: "203.0.113.9", userAgent: "Test/1", createdAt: now,
      lastSeenAt: now, expiresAt: now + SessionLife.idle)
    return try await write { [chains] tx in
      try Sessions.add(session, in: tx)
      return (session, try chains.begin(session, at: now, in: tx))
    }
  }

  func refresh(_ token: String) async throws -> RefreshChains.Outcome {
    let now = clock.now
    return try await write { [chains] tx in try chains.refresh(token, application: nil, at: now, in: tx) }
  }

  func bearer(_ session: ID<SessionKind>) async throws -> Sessions.Bearer? {
    try await database.read { tx in try Sessions.bearer(of: session, in: tx) }
  }
}

extension RefreshChains.Outcome {
  /// The token that is handed out.
  var token: String? { if case .token(let token, _, _) = self { token } else { nil } }
  var isReuse: Bool { if case .reused = self { true } else { false } }
  var refusal: SessionRefusal? { if case .refused(let refusal) = self { refusal } else { nil } }
}
