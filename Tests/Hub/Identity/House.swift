import API
import Ambient
import AuditRules
import AuditStore
import CallersHTTP
import Crypto
import HTTP
import Idempotency
import Identifiers
import IdentityAPI
import IdentityHTTP
import IdentityRules
import IdentityStore
import JSON
import SQL
import Support
import Synchronization
import Testing
import Time

/// What happened beside the answers: letters and facts, in order.
final class Aftermath: Sendable {
  struct Sent: Sendable {
    var letter: IdentityLetter
    var to: String
    var locale: String
  }

  private let state = Mutex<(letters: [Sent], facts: [IdentityFact])>(([], []))

  func note(_ letter: Sent) { state.withLock { $0.letters.append(letter) } }
  func note(_ facts: [IdentityFact]) { state.withLock { $0.facts += facts } }
  var letters: [Sent] { state.withLock { $0.letters } }
  var facts: [IdentityFact] { state.withLock { $0.facts } }

  /// The token in the last letter to an address.
  func token(to address: String) -> String? {
    for sent in letters.reversed() where sent.to == address {
      switch sent.letter {
      case .verifyAddress(let token), .resetPassword(let token), .invitation(let token): return token
      default: continue
      }
    }
    return nil
  }
}

/// A whole server for accounts, in memory but for its database.
struct House: Sendable {
  let database: Database
  let clock: FakeClock
  let identity: Identity
  let router: Router
  let aftermath: Aftermath
  let threads: BoundedThreads

  static let migrations = AuditStore.migrations + IdentityStore.migrations + IdempotencyStore.migrations
  static let good = "tide clock runs slow"
  static let other = "vellum-otter-48-gantry"

  static func open(
    _ engine: TestDatabase, factor: Int = 1_000, challenged: Bool = false, _ body: (House) async throws -> Void
  ) async throws {
    try await engine.open { database in
      let clock = FakeClock()
      _ = try Migrator(migrations, ambient: clock.ambient()).migrate(database)
      let house = try House(database, clock, factor, challenged)
      defer { house.threads.close() }
      try await body(house)
    }
  }

  /// - Parameters:
  ///   - seed: servers of one test draw different bytes.
  init(_ database: Database, _ clock: FakeClock, _ factor: Int, _ challenged: Bool = false, seed: UInt64 = 1) throws {
    self.database = database
    self.clock = clock
    let ambient = clock.ambient(seed: seed)
    let seal = try Seal([Seal.Key(id: 1, Accounts.serverKey)], ambient: ambient)
    let audit = AuditStore(ambient: ambient)
    let aftermath = Aftermath()
    self.aftermath = aftermath
    threads = BoundedThreads(threads: 2, limit: 256)
    var others = Identity.Others()
    others.record = { facts, circumstances, tx in
      for fact in facts {
        guard let entry = fact.entry else { continue }
        try audit.append(
          entry, by: circumstances.actor, requestID: circumstances.requestID, isTest: circumstances.isTest,
          at: circumstances.at, in: tx)
      }
      aftermath.note(facts)
    }
    others.send = { letter, recipient, _ in
      aftermath.note(Aftermath.Sent(letter: letter, to: recipient.address, locale: recipient.locale))
    }
    if challenged {
      others.challenge = { _, _, _ in SecondFactorChallenge(token: "mfa_x", methods: ["totp"], expiresIn: 300) }
    }
    others.launch = { person, app, _, _, tx in
      switch app.name {
      case "app_planner":
        .allowed(AppAccess(isAllowed: true, entitlementStatus: "active", permissions: ["app.planner.edit"]))
      case "app_speaking": .denied(entitlementStatus: "none")
      case "app_closed": .notAvailable
      default: .absent
      }
    }
    others.redirects = { app, _ in
      ["app_planner", "app_speaking"].contains(app.name) ? ["https://planner.example/callback"] : nil
    }
    others.exports = [
      Identity.Export("audit_events") { person, tx in .array(try audit.events(about: person, limit: 100, in: tx)) }
    ]
    others.erasures = [Identity.ErasureStep("audit log") { person, _, tx in try audit.redact(person, in: tx) }]
    others.isZone = { ["UTC", "Europe/Berlin"].contains($0) }
    let identity = Identity(
      database: database, ambient: ambient, passwords: PasswordHash(threads, ambient: ambient), seal: seal,
      serverKey: Accounts.serverKey,
      options: Identity.Options(issuer: "https://hub.example", authorizationPage: "https://hub.example/authorize"),
      others: others)
    self.identity = identity
    let door = Doorway(
      database: database, idempotency: IdempotencyStore(seal: seal, ambient: ambient), ambient: ambient,
      limiter: Limiter(factor: factor, ambient: ambient)
    ) { token, now in try await identity.authenticate(token, at: now) }
    router = Router(areas: [Doorway.area("/v1/"), Doorway.area("/")], routes: identity.routes(door))
  }

  // MARK: Asking

  struct Answer: Sendable {
    var status: Int
    var headers: Headers
    var bytes: [UInt8]
    var json: JSONValue? { try? JSONValue.parse(bytes) }
    var code: String? { json?["error"]?["code"]?.text }
    var reason: String? { json?["error"]?["details"]?["reason"]?.text }
    /// `field code`, of every field error.
    var faults: [String] {
      (json?["error"]?["details"]?.list ?? []).map { "\($0["field"]?.text ?? "") \($0["code"]?.text ?? "")" }
    }
    subscript(_ name: String) -> JSONValue? { json?[name] }
  }

  func ask(
    _ method: HTTPMethod, _ target: String, as token: String? = nil, _ body: String? = nil,
    _ headers: [String: String] = [:], address: String = "192.0.2.1"
  ) async -> Answer {
    var fields = Headers()
    if let token { fields["Authorization"] = "Bearer \(token)" }
    if body != nil { fields["Content-Type"] = "application/json" }
    for (name, value) in headers { fields[name] = value }
    let response = await router.handle(
      Request(
        method: method, target: target, headers: fields, body: body.map { RequestBody(Array($0.utf8)) } ?? .empty,
        remoteAddress: address))
    guard case .bytes(let bytes) = response.body else {
      return Answer(status: response.status, headers: response.headers, bytes: [])
    }
    return Answer(status: response.status, headers: response.headers, bytes: bytes)
  }

  func post(_ target: String, as token: String? = nil, _ body: String = "{}") async -> Answer {
    await ask(.post, target, as: token, body)
  }

  // MARK: People

  struct SignedIn: Sendable {
    var id: String
    var access: String
    var refresh: String
    var session: String
  }

  func signedIn(_ answer: Answer) throws -> SignedIn {
    try #require([200, 201].contains(answer.status), "\(String(decoding: answer.bytes, as: UTF8.self))")
    return SignedIn(
      id: try #require(answer["user_id"]?.text), access: try #require(answer["access_token"]?.text),
      refresh: try #require(answer["refresh_token"]?.text), session: try #require(answer["session_id"]?.text))
  }

  func signUp(_ email: String = "dana@example.com", _ password: String = House.good) async throws -> SignedIn {
    try signedIn(await post("/v1/auth/signup", #"{"email":"\#(email)","password":"\#(password)"}"#))
  }

  func login(_ email: String = "dana@example.com", _ password: String = House.good) async -> Answer {
    await post("/v1/auth/login", #"{"email":"\#(email)","password":"\#(password)"}"#)
  }

  /// A person who may do everything, signed in with what the program prints.
  func staff(_ email: String = "root@example.com") async throws -> SignedIn {
    let token = try await identity.createAdministrator(email, at: clock.now)
    return try signedIn(await post("/v1/auth/administrator", #"{"token":"\#(token.signIn)"}"#))
  }

  func audit(about person: String) async throws -> [String] {
    let id = try #require(ID<UserKind>(person))
    let store = AuditStore(ambient: clock.ambient())
    return try await database.read { tx in
      try store.events(about: id, limit: 100, in: tx).compactMap { $0["action"]?.text }
    }
  }
}
