import API
import Ambient
import AuditRules
import CallersHTTP
import CallersRules
import Crypto
import Encoding
import Identifiers
import IdentityAPI
import IdentityRules
import IdentityStore
import JSON
import SQL
import Time

// Tokens for apps, and hosted sign-in: OAuth 2.0's authorization code with PKCE (RFC 6749, RFC 7636). Hub spec §7.3.

extension Identity {
  // MARK: POST /v1/auth/app-tokens

  func mintAppToken(_ wanted: AppTokenRequest, _ call: Call) async throws -> Reply<AppToken> {
    let caller = try call.person()
    let claims = try await database.read { [self] tx in
      let access = try allowed(
        caller.user, wanted.application, wanted.organization, isTest: caller.isTest, in: tx)
      return try appClaims(caller.user, caller.session, wanted.application, access, at: call.now, in: tx)
    }
    return Reply(AppToken(token: try await sign(claims, at: call.now), application: wanted.application))
  }

  /// Throws what a person hears who may not launch an app.
  private func allowed(
    _ person: ID<UserKind>, _ app: NamedID<ApplicationKind>, _ organization: ID<OrganizationKind>?, isTest: Bool,
    in tx: Transaction
  ) throws -> AppAccess {
    switch try others.launch(person, app, organization, isTest, tx) {
    case .absent: throw Problem(.applicationNotFound)
    case .notAvailable: throw Problem(.applicationNotAvailable)
    case .denied(let status):
      throw Problem(
        .entitlementRequired,
        details: [.init("application_id", .string(app.name)), .init("entitlement_status", .string(status))])
    case .allowed(let access): return access
    }
  }

  private func appClaims(
    _ person: ID<UserKind>, _ session: ID<SessionKind>, _ app: NamedID<ApplicationKind>, _ access: AppAccess,
    at now: Instant, in tx: Transaction
  ) throws -> AppClaims {
    guard let found = try Persons.find(person, in: tx) else { throw Problem(.unauthenticated) }
    return AppClaims(
      issuer: options.issuer, app: app, person: person, session: session, email: found.email,
      isEmailVerified: found.isEmailVerified, isTest: found.isTest, access: access, issuedAt: now)
  }

  private func sign(_ claims: AppClaims, at now: Instant) async throws -> String {
    try await keys.sign(claims.json(tokenID: "apt_" + Base64URL.encode(ambient.bytes(12))), at: now)
  }

  // MARK: POST /v1/auth/oauth/authorization-codes

  func makeCode(_ wanted: CodeRequest, _ call: Call) async throws -> Reply<CodeAnswer> {
    guard options.isHostedOn else { throw Problem(.notImplemented) }
    let caller = try call.person()
    let code = try await database.write { [self] tx in
      guard let redirects = try others.redirects(wanted.application, tx) else { throw Problem(.applicationNotFound) }
      guard AuthorizationRequest.isRegistered(wanted.redirect, among: redirects) else {
        throw Problem(.redirectURINotRegistered)
      }
      _ = try allowed(caller.user, wanted.application, nil, isTest: caller.isTest, in: tx)
      let bound = JSONValue.members(
        ("app", .string(wanted.application.name)), ("redirect", .string(wanted.redirect)),
        ("challenge", .string(wanted.challenge)), ("session", .string(caller.session.description)))
      // Each session and app for itself: another device that signs in at this moment voids nothing.
      return try tokens.issue(
        .authorizationCode, to: caller.user, subject: "\(wanted.application.name) \(caller.session)",
        payload: String(decoding: bound.canonicalBytes, as: UTF8.self), at: call.now, in: tx)
    }
    let parameters = [("code", code)] + (wanted.state.map { [("state", $0)] } ?? []) + [("iss", options.issuer)]
    return Reply(
      CodeAnswer(
        code: code,
        redirectTo: AuthorizationRequest.redirect(
          to: wanted.redirect, parameters.map { (name: $0.0, value: $0.1) }, encode: { PercentEncoding.encode($0) })))
  }

  // MARK: POST /v1/auth/oauth/token

  /// What a code or a refresh token of an app is exchanged for.
  struct AppGrant: Sendable {
    var token: String
    var refreshToken: String
    var refreshUntil: Instant
  }

  func exchange(_ form: OAuthForm, _ call: OAuthCall) async throws -> AppGrant {
    guard options.isHostedOn else { throw Problem(.notImplemented) }
    guard let client = try form.required("client_id"), let app = NamedID<ApplicationKind>(client) else {
      throw OAuthRefusal.invalidClient
    }
    let redirects = try await database.read { [others] tx in try others.redirects(app, tx) }
    guard redirects != nil else { throw OAuthRefusal.invalidClient }
    switch try form.required("grant_type") {
    case "authorization_code": return try await spendCode(form, app, call)
    case "refresh_token": return try await refreshApp(form, app, call)
    default: throw OAuthRefusal.unsupportedGrantType
    }
  }

  private func spendCode(_ form: OAuthForm, _ app: NamedID<ApplicationKind>, _ call: OAuthCall) async throws -> AppGrant
  {
    guard let code = try form.required("code"), let verifier = try form.required("code_verifier"),
      let redirect = try form.required("redirect_uri")
    else { throw OAuthRefusal.invalidRequest }
    enum Outcome: Sendable {
      case granted(AppClaims, String, Instant)
      case refused(OAuthRefusal)
    }
    let outcome: Outcome = try await database.write { [self] tx in
      guard let held = try tokens.spend(code, as: .authorizationCode, at: call.now, in: tx) else {
        // A code that comes back was read by somebody: what it gave is taken back (RFC 6749 §4.1.2).
        if let spent = try tokens.spent(code, as: .authorizationCode, in: tx), let bound = BoundCode(spent.payload),
          bound.app == app
        {
          try chains.end(app, of: bound.session, in: tx)
        }
        return .refused(.invalidGrant)
      }
      // A wrong verifier or address has used the code up: nobody gets a second try.
      guard let bound = BoundCode(held.payload), bound.app == app, bound.redirect.utf8.elementsEqual(redirect.utf8),
        AuthorizationRequest.isVerifier(verifier),
        constantTimeEqual(
          Array(Base64URL.encode(SHA256.hash(Array(verifier.utf8))).utf8), Array(bound.challenge.utf8)),
        let bearer = try Sessions.bearer(of: bound.session, in: tx)
      else { return .refused(.invalidGrant) }
      do throws(SessionRefusal) { try bearer.state.check(at: call.now) } catch { return .refused(.invalidGrant) }
      guard case .allowed(let access) = try others.launch(held.person, app, nil, bearer.isTest, tx) else {
        return .refused(.accessDenied)
      }
      let session = Session(
        id: bound.session, person: held.person, methods: bearer.methods, address: nil, userAgent: nil,
        createdAt: bearer.state.absoluteEnd - SessionLife.absolute, lastSeenAt: call.now, expiresAt: call.now)
      let refresh = try chains.begin(session, application: app, at: call.now, in: tx)
      let claims = try appClaims(held.person, bound.session, app, access, at: call.now, in: tx)
      return .granted(
        claims, refresh, SessionLife.idleEnd(at: call.now, absoluteEnd: bearer.state.absoluteEnd))
    }
    switch outcome {
    case .refused(let refusal): throw refusal
    case .granted(let claims, let refresh, let until):
      return AppGrant(token: try await sign(claims, at: call.now), refreshToken: refresh, refreshUntil: until)
    }
  }

  private func refreshApp(_ form: OAuthForm, _ app: NamedID<ApplicationKind>, _ call: OAuthCall) async throws
    -> AppGrant
  {
    guard let token = try form.required("refresh_token") else { throw OAuthRefusal.invalidRequest }
    enum Outcome: Sendable {
      case granted(AppClaims, String, Instant)
      case refused(OAuthRefusal)
    }
    let outcome: Outcome = try await database.write { [self] tx in
      switch try chains.refresh(token, application: app, at: call.now, in: tx) {
      case .refused: return .refused(.invalidGrant)
      case .reused(let opened):
        try others.record(
          [
            .refreshReused(opened.person, opened.session),
            .sessionsEnded(opened.person, [opened.session], .refreshTokenReused),
          ],
          Circumstances(
            actor: .system, requestID: call.requestID, isTest: opened.isTest, at: call.now, address: call.address,
            userAgent: nil), tx)
        return .refused(.invalidGrant)
      case .token(let next, let until, let opened):
        guard case .allowed(let access) = try others.launch(opened.person, app, nil, opened.isTest, tx) else {
          return .refused(.accessDenied)
        }
        return .granted(
          try appClaims(opened.person, opened.session, app, access, at: call.now, in: tx), next, until)
      }
    }
    switch outcome {
    case .refused(let refusal): throw refusal
    case .granted(let claims, let refresh, let until):
      return AppGrant(token: try await sign(claims, at: call.now), refreshToken: refresh, refreshUntil: until)
    }
  }
}

/// What a code is bound to.
private struct BoundCode {
  let app: NamedID<ApplicationKind>
  let redirect: String
  let challenge: String
  let session: ID<SessionKind>

  init?(_ payload: String) {
    guard let json = try? JSONValue.parse(Array(payload.utf8)), case .string(let app) = json["app"],
      case .string(let redirect) = json["redirect"], case .string(let challenge) = json["challenge"],
      case .string(let session) = json["session"], let name = NamedID<ApplicationKind>(app),
      let id = ID<SessionKind>(session)
    else { return nil }
    (self.app, self.redirect, self.challenge, self.session) = (name, redirect, challenge, id)
  }
}
