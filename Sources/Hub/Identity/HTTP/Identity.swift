package import Ambient
package import AuditRules
package import CallersHTTP
import CallersRules
package import Crypto
package import Identifiers
package import IdentityAPI
package import IdentityRules
package import IdentityStore
package import JSON
package import SQL
package import Time

/// Accounts at work: signing up, in and out, tokens, persons and their privacy. Hub spec §§7.1–7.7.
package struct Identity: Sendable {
  package struct Options: Sendable {
    /// `iss` of every token: the public address of the Hub, without a slash at its end.
    package var issuer: String
    /// Where a browser is sent to sign in for an app.
    package var authorizationPage: String
    package var isHostedOn = true
    /// Entry points that clients show or hide.
    package var features: [CapabilitiesView.Feature]

    package init(issuer: String, authorizationPage: String, features: [CapabilitiesView.Feature] = []) {
      self.issuer = issuer
      self.authorizationPage = authorizationPage
      self.features = features
    }
  }

  /// Under what circumstances something happened.
  package struct Circumstances: Sendable {
    package var actor: Actor
    package var requestID: String?
    package var isTest: Bool
    package var at: Instant
    package var address: String?
    package var userAgent: String?
  }

  /// Whom a letter is for.
  package struct Recipient: Sendable {
    package var person: ID<UserKind>
    package var address: String
    package var locale: String
    package var isTest: Bool
  }

  /// What other nouns do for this one, each in the transaction that it is handed.
  package struct Others: Sendable {
    /// Keeps audit events, alerts and the security log.
    package var record: @Sendable ([IdentityFact], Circumstances, Transaction) throws -> Void = { _, _, _ in }
    /// Puts a letter into the outbox.
    package var send: @Sendable (IdentityLetter, Recipient, Transaction) throws -> Void = { _, _, _ in }
    /// A challenge for a person with a second factor; nil for one without.
    package var challenge: @Sendable (ID<UserKind>, Instant, Transaction) throws -> SecondFactorChallenge? = {
      _, _, _ in
      nil
    }
    package var hasSecondFactor: @Sendable (ID<UserKind>, Transaction) throws -> Bool = { _, _ in false }
    /// What belongs to every new person: the access that is free.
    package var personAdded: @Sendable (Person, Transaction) throws -> Void = { _, _ in }
    /// An invited person said yes: what they were invited to begins.
    package var invitationAccepted: @Sendable (Person, Transaction) throws -> Void = { _, _ in }
    package var launch:
      @Sendable (ID<UserKind>, NamedID<ApplicationKind>, ID<OrganizationKind>?, _ isTest: Bool, Transaction) throws ->
        LaunchDecision = { _, _, _, _, _ in .absent }
    /// Where an app may be returned to; nil for no such app.
    package var redirects: @Sendable (NamedID<ApplicationKind>, Transaction) throws -> [String]? = { _, _ in nil }
    package var plan: @Sendable (ID<UserKind>, Transaction) throws -> String = { _, _ in "free" }
    /// What more there is in an export.
    package var exports: [Export] = []
    /// What more an erasure does.
    package var erasures: [ErasureStep] = []
    /// Whether a zone's name is one.
    package var isZone: @Sendable (String) -> Bool = { _ in true }

    package init() {}
  }

  package struct Export: Sendable {
    package var section: String
    package var read: @Sendable (ID<UserKind>, Transaction) throws -> JSONValue

    package init(_ section: String, _ read: @escaping @Sendable (ID<UserKind>, Transaction) throws -> JSONValue) {
      self.section = section
      self.read = read
    }
  }

  package struct ErasureStep: Sendable {
    package var name: String
    package var run: @Sendable (ID<UserKind>, Instant, Transaction) throws -> Void

    package init(_ name: String, _ run: @escaping @Sendable (ID<UserKind>, Instant, Transaction) throws -> Void) {
      self.name = name
      self.run = run
    }
  }

  let database: Database
  let ambient: Ambient
  let passwords: PasswordHash
  let options: Options
  let others: Others
  let keys: KeyRing
  let chains: RefreshChains
  let tokens: OneTimeTokens
  let cursors: Cursors
  let seen = SeenSessions()
  let known = KnownTokens()

  /// - Parameter serverKey: the server's own key (`KeyFile`).
  package init(
    database: Database, ambient: Ambient, passwords: PasswordHash, seal: Seal, serverKey: [UInt8], options: Options,
    others: Others
  ) {
    self.database = database
    self.ambient = ambient
    self.passwords = passwords
    self.options = options
    self.others = others
    keys = KeyRing(database: database, seal: seal, ambient: ambient)
    chains = RefreshChains(seal: seal, serverKey: serverKey, ambient: ambient)
    tokens = OneTimeTokens(ambient: ambient)
    cursors = Cursors(serverKey: serverKey)
  }

  func newID<Kind: IDKind>(at now: Instant) -> ID<Kind> {
    ID(milliseconds: now.microseconds / 1_000, random: ambient.bytes(10))
  }

  func circumstances(_ call: Call, actor: Actor? = nil, isTest: Bool? = nil) -> Circumstances {
    Circumstances(
      actor: actor ?? call.actor, requestID: call.requestID, isTest: isTest ?? call.caller.isTest, at: call.now,
      address: call.address, userAgent: call.userAgent)
  }

  func send(_ letter: IdentityLetter, to person: Person, at address: String? = nil, in tx: Transaction) throws {
    let locale = try Profiles.settings(of: person.id, in: tx)?.locale ?? "en-US"
    try others.send(
      letter, Recipient(person: person.id, address: address ?? person.email, locale: locale, isTest: person.isTest), tx)
  }
}

extension Call {
  var actor: Actor {
    switch caller {
    case .person(let person): .user(person.user)
    case .key(let key): .key(key.id)
    case .nobody: .system
    }
  }
}
