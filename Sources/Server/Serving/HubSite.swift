import API
import Ambient
import Arguments
import AuditRules
import AuditStore
import CallersHTTP
import Crypto
import Files
import Glibc
import HTTP
import Idempotency
import Identifiers
import IdentityAPI
import IdentityHTTP
import IdentityRules
import IdentityStore
import JSON
import SQL
import Telemetry
import Time

/// The Hub, composed: accounts, what they need of other nouns, and the doorway that every operation stands behind.
struct HubSite: Sendable {
  let identity: Identity
  let letters: HubLetters
  private let door: Doorway
  private let idempotency: IdempotencyStore
  private let database: Database
  private let ambient: Ambient

  init(_ configuration: Configuration, database: Database, publicURL: String) throws {
    let (ambient, log) = (configuration.ambient, configuration.log)
    let serverKey = try configuration.serverKey(of: database)
    let seal: Seal
    do { seal = try Seal([Seal.Key(id: 1, serverKey)], ambient: ambient) } catch {
      throw CommandFailure(sentence: "The server's key cannot seal.")
    }
    let letters = try HubLetters(configuration, database: database, seal: seal, publicURL: publicURL)
    self.letters = letters
    let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let passwords = PasswordHash(BoundedThreads(threads: cores, limit: 512), ambient: ambient)
    let identity = Identity(
      database: database, ambient: ambient, passwords: passwords, seal: seal, serverKey: serverKey,
      options: Identity.Options(
        issuer: publicURL, authorizationPage: publicURL + "/authorize",
        features: [CapabilitiesView.Feature("hosted_sign_in", true)]),
      others: HubSite.others(AuditStore(ambient: ambient), letters, ambient, publicURL: publicURL, log: log))
    self.identity = identity
    self.database = database
    self.ambient = ambient
    idempotency = IdempotencyStore(seal: seal, ambient: ambient)
    door = Doorway(
      database: database, idempotency: idempotency, ambient: ambient,
      limiter: Limiter(factor: configuration.settings[ServerSettings.rateFactor], ambient: ambient)
    ) { token, now in try await identity.authenticate(token, at: now) }
  }

  /// `/` belongs to the pages; what stands there of the Hub is the keys and the discovery document.
  var areas: [Area] { [Doorway.area("/v1/"), Doorway.area("/.well-known/")] }
  var routes: [Route] { identity.routes(door) + HubSite.absent.map { Doorway.absent($0, $1) } }

  /// What pages and documents know, and this server has no noun for.
  private static let absent: [(HTTPMethod, String)] = [
    (.post, "/v1/auth/mfa/verify"), (.post, "/v1/auth/mfa/passkey"), (.post, "/v1/auth/passkeys"),
    (.post, "/v1/auth/passkeys/options"), (.post, "/v1/auth/sso/{provider}/callback"),
    (.post, "/v1/users/{id}/mfa/totp"), (.delete, "/v1/users/{id}/mfa/totp"),
    (.post, "/v1/users/{id}/mfa/totp/confirm"), (.post, "/v1/users/{id}/mfa/totp/disable"),
    (.get, "/v1/users/{id}/passkeys"), (.post, "/v1/users/{id}/passkeys"), (.post, "/v1/users/{id}/passkeys/options"),
    (.patch, "/v1/users/{id}/passkeys/{passkey}"), (.delete, "/v1/users/{id}/passkeys/{passkey}"),
    (.get, "/v1/users/{id}/apps/{app}/profile"), (.patch, "/v1/users/{id}/apps/{app}/profile"),
    (.get, "/v1/users/{id}/apps/{app}/settings"), (.patch, "/v1/users/{id}/apps/{app}/settings"),
  ]

  private static func others(
    _ audit: AuditStore, _ letters: HubLetters, _ ambient: Ambient, publicURL: String, log: Log
  ) -> Identity.Others {
    var others = Identity.Others()
    others.send = { letter, recipient, tx in try letters.send(letter, to: recipient, at: ambient.now(), in: tx) }
    others.record = { facts, circumstances, tx in
      for fact in facts {
        if let entry = fact.entry {
          try audit.append(
            entry, by: circumstances.actor, requestID: circumstances.requestID, isTest: circumstances.isTest,
            at: circumstances.at, in: tx)
        }
        HubSite.note(fact, circumstances, log)
      }
    }
    others.launch = { _, app, _, _, _ in
      guard HubSite.apps[app.name] != nil else { return .absent }
      return .allowed(AppAccess(isAllowed: true, entitlementStatus: "active"))
    }
    others.redirects = { app, _ in HubSite.apps[app.name].map { path in path.isEmpty ? [] : [publicURL + path] } }
    others.exports = [
      Identity.Export("audit_events") { person, tx in
        .array(try audit.events(about: person, limit: 1_000, in: tx))
      }
    ]
    others.erasures = [Identity.ErasureStep("audit log") { person, _, tx in try audit.redact(person, in: tx) }]
    others.isZone = { name in (try? Configuration.zone(name)) != nil }
    return others
  }

  /// The house's own apps, which everybody has, and where each is returned to after signing in.
  private static let apps = [
    "app_hub": "", "app_reading": "/reading/signed-in", "app_speaking": "/speaking/signed-in",
    "app_planner": "/planner/signed-in",
  ]

  /// The security log: who, from where, what came of it; never a secret, an address or a name. Hub spec §15.
  private static func note(_ fact: IdentityFact, _ circumstances: Identity.Circumstances, _ log: Log) {
    let (event, subject): (String, String) =
      switch fact {
      case .signedIn(let person, _, _, let isNew): (isNew ? "signed_in_new_device" : "signed_in", person.description)
      case .refreshReused(let person, _): ("refresh_token_reused", person.description)
      case .sessionsEnded(let person, _, let reason): ("sessions_ended_\(reason.rawValue)", person.description)
      case .signInFailed(let hash): ("sign_in_failed", hash)
      case .lockedOut(let hash): ("locked_out", hash)
      case .emailVerified(let person): ("email_verified", person.description)
      default: (fact.entry?.action ?? "", fact.entry?.targetID ?? "")
      }
    log(
      .notice, "security",
      [
        .init("event", .string(event)), .init("subject", .string(subject)),
        .init("request_id", circumstances.requestID.map(JSONValue.string) ?? .null),
        .init("address", circumstances.address.map(JSONValue.string) ?? .null),
      ])
  }

  // MARK: What goes on by itself

  /// Throws when the server's key does not open what this database has sealed.
  func checkKey() async throws { try await identity.checkKeys(at: ambient.now()) }

  func noteSeen() async throws { try await identity.noteSeen() }

  /// Once an hour: keys that are due, erasures that are due, and what is over.
  func tidy() async throws {
    let now = ambient.now()
    try await identity.rotateKeys(at: now)
    _ = try await identity.eraseDue(at: now)
    try await identity.purge(at: now)
    try await database.write { [idempotency] tx in _ = try idempotency.purge(at: now, in: tx) }
  }
}

extension Configuration {
  var keyFile: String { dataFolder + "/atrium.key" }

  /// The key that stands outside of the database: what was sealed with it opens nowhere else. A new database gets a new one; one
  /// whose key is gone does not, or the loss would show only when somebody needs what is sealed.
  func serverKey(of database: Database) throws -> [UInt8] {
    let now = ambient.now()
    if access(keyFile, F_OK) != 0, try !database.readNow({ tx in try SigningKeys.all(at: now, in: tx) }).isEmpty {
      throw CommandFailure(
        sentence:
          "The key file \(keyFile) is missing, and this database was sealed with one: put it back, with mode 0600.")
    }
    do throws(FileError) { try Files.makeFolders(dataFolder, mode: 0o750) } catch {
      throw CommandFailure(sentence: error.sentence + ".")
    }
    do throws(KeyFile.Failure) { return try KeyFile.open(keyFile, ambient: ambient) } catch {
      throw CommandFailure(sentence: error.sentence)
    }
  }
}
