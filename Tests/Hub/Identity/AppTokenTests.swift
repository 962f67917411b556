import API
import Crypto
import Encoding
import Identifiers
import IdentityHTTP
import IdentityRules
import JSON
import SQL
import Support
import Testing
import Time

/// Hub spec §§3.3, 3.4, 7.3.
@Suite struct `A token for an app` {
  static let engines = TestDatabase.engines
  static let redirect = "https://planner.example/callback"
  static let verifier = String(repeating: "verifier-", count: 5)
  static let challenge = Base64URL.encode(SHA256.hash(Array(verifier.utf8)))

  private func set(_ house: House) async throws -> JWKSet {
    try JWKSet(try #require(await house.ask(.get, "/.well-known/jwks.json").json))
  }

  @Test(arguments: engines) func `is for that app, for five minutes, and the Hub does not take it`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await House.open(engine) { house in
      let dana = try await house.signUp()
      let answer = await house.post("/v1/auth/app-tokens", as: dana.access, #"{"application_id":"app_planner"}"#)
      #expect(answer.status == 200 && answer["expires_in"] == .integer(300))
      let token = try #require(answer["app_token"]?.text)
      let verifier = JWTVerifier(keys: try await set(house), issuer: "https://hub.example", audience: "app_planner")
      let claims = try verifier.verify(token, at: house.clock.now)
      #expect(claims["sub"]?.text == dana.id && claims["sid"]?.text == dana.session && claims["org_id"] == .null)
      #expect(
        claims["effective_permissions"] == .array([.string("app.planner.edit")])
          && claims["entitlement_status"] == .string("active"))
      #expect(claims["email"] == .string("dana@example.com") && claims["jti"]?.text?.hasPrefix("apt_") == true)
      #expect(await house.ask(.get, "/v1/users/me", as: token).code == "unauthenticated")
      for (app, status, code) in [
        ("app_speaking", 403, "entitlement_required"), ("app_closed", 409, "application_not_available"),
        ("app_none", 404, "application_not_found"), ("planner", 422, "validation_failed"),
      ] {
        let refused = await house.post("/v1/auth/app-tokens", as: dana.access, #"{"application_id":"\#(app)"}"#)
        #expect(refused.status == status && refused.code == code, "\(app)")
      }
      #expect(throws: JWTRefusal.expired) { try verifier.verify(token, at: house.clock.now + .minutes(6)) }
    }
  }

  private func code(_ house: House, _ who: House.SignedIn, app: String = "app_planner", redirect: String = redirect)
    async -> House.Answer
  {
    await house.post(
      "/v1/auth/oauth/authorization-codes", as: who.access,
      #"{"application_id":"\#(app)","redirect_uri":"\#(redirect)","code_challenge":"\#(Self.challenge)","code_challenge_method":"S256","state":"a&b=c"}"#
    )
  }

  private func token(_ house: House, _ fields: [String: String]) async -> House.Answer {
    let form = fields.map { "\($0.key)=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    return await house.ask(
      .post, "/v1/auth/oauth/token", form, ["Content-Type": "application/x-www-form-urlencoded"])
  }

  private func exchange(_ code: String, _ changes: [String: String] = [:]) -> [String: String] {
    [
      "grant_type": "authorization_code", "client_id": "app_planner", "code": code, "code_verifier": Self.verifier,
      "redirect_uri": Self.redirect,
    ].merging(changes) { $1 }
  }

  @Test(arguments: engines) func `comes of a code that is used once, with its verifier, and is refreshed`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await House.open(engine) { house in
      let dana = try await house.signUp()
      let made = await code(house, dana)
      #expect(made.status == 201 && made["expires_in"] == .integer(60))
      let value = try #require(made["code"]?.text)
      #expect(
        made["redirect_to"]?.text == "\(Self.redirect)?code=\(value)&state=a%26b%3Dc&iss=https%3A%2F%2Fhub.example")
      let granted = await token(house, exchange(value))
      #expect(granted.status == 200 && granted["token_type"] == .string("Bearer"))
      let refresh = try #require(granted["refresh_token"]?.text)
      // As JSON too.
      let next = await house.post(
        "/v1/auth/oauth/token",
        #"{"grant_type":"refresh_token","client_id":"app_planner","refresh_token":"\#(refresh)"}"#)
      #expect(next.status == 200)
      // Not for another app, and not for the platform.
      let other = await token(
        house, ["grant_type": "refresh_token", "client_id": "app_speaking", "refresh_token": refresh])
      #expect(other.status == 400 && other["error"] == .string("invalid_grant"))
      #expect(await house.post("/v1/auth/token/refresh", #"{"refresh_token":"\#(refresh)"}"#).reason == "unknown")
      let platform = await token(
        house, ["grant_type": "refresh_token", "client_id": "app_planner", "refresh_token": dana.refresh])
      #expect(platform["error"] == .string("invalid_grant"))
      // A code that comes back takes back what it gave.
      #expect(await token(house, exchange(value))["error"] == .string("invalid_grant"))
      let after = await token(
        house,
        [
          "grant_type": "refresh_token", "client_id": "app_planner",
          "refresh_token": try #require(next["refresh_token"]?.text),
        ])
      #expect(after["error"] == .string("invalid_grant"))
    }
  }

  @Test(arguments: engines) func `is refused in OAuth's words`(_ engine: TestDatabase) async throws {
    try await House.open(engine) { house in
      let dana = try await house.signUp()
      for (changes, error) in [
        (["code_verifier": String(repeating: "x", count: 43)], "invalid_grant"),
        (["redirect_uri": Self.redirect + "/"], "invalid_grant"),
        (["client_id": "app_speaking"], "invalid_grant"), (["client_id": "app_none"], "invalid_client"),
        (["client_id": "x"], "invalid_client"), (["grant_type": "password"], "unsupported_grant_type"),
        (["code_verifier": ""], "invalid_request"), (["code": "ac_nothing"], "invalid_grant"),
      ] {
        let value = try #require(await code(house, dana)["code"]?.text)
        let answer = await token(house, exchange(value, changes))
        #expect(answer.status == 400 && answer["error"] == .string(error), "\(changes)")
        // A wrong verifier has used the code up: nobody gets a second try.
        if changes.keys.contains("code_verifier"), error == "invalid_grant" {
          #expect(await token(house, exchange(value))["error"] == .string("invalid_grant"))
        }
      }
      let late = try #require(await code(house, dana)["code"]?.text)
      house.clock.advance(.seconds(60))
      #expect(await token(house, exchange(late))["error"] == .string("invalid_grant"))
      let ended = try #require(await code(house, dana)["code"]?.text)
      _ = await house.post("/v1/auth/logout", as: dana.access)
      #expect(await token(house, exchange(ended))["error"] == .string("invalid_grant"))
      let twice = await house.ask(
        .post, "/v1/auth/oauth/token", "client_id=a&client_id=b",
        ["Content-Type": "application/x-www-form-urlencoded"])
      #expect(twice["error"] == .string("invalid_request"))
      #expect(await house.ask(.post, "/v1/auth/oauth/token", "x", ["Content-Type": "text/plain"]).status == 415)
    }
  }

  /// Open redirect: nothing but a registered address, byte for byte.
  @Test(arguments: engines) func `goes back only to a registered address`(_ engine: TestDatabase) async throws {
    try await House.open(engine) { house in
      let dana = try await house.signUp()
      for redirect in [
        "https://planner.example/callback/", "https://planner.example/callback?x=1",
        "https://planner.example/callback#x",
        "https://planner.example.evil.example/callback", "https://planner.example@evil.example/callback",
        "http://planner.example/callback", "https://PLANNER.example/callback", "https://planner.example/%63allback",
        "https://planner.example/callback/../evil", "//planner.example/callback", "javascript:alert(1)",
      ] {
        let answer = await code(house, dana, redirect: redirect)
        #expect(answer.status == 422 && answer.code == "redirect_uri_not_registered", "\(redirect)")
      }
      #expect(await code(house, dana, app: "app_speaking").code == "entitlement_required")
    }
  }

  @Test(arguments: engines) func `is checked with published keys, which rotate without a gap`(_ engine: TestDatabase)
    async throws
  {
    try await House.open(engine) { house in
      let dana = try await house.signUp()
      let set = await house.ask(.get, "/.well-known/jwks.json")
      #expect(set.headers["Cache-Control"] == "public, max-age=3600" && set["keys"]?.list.count == 1)
      #expect(!String(decoding: set.bytes, as: UTF8.self).contains("\"d\""))
      let document = await house.ask(.get, "/.well-known/openid-configuration")
      #expect(
        document["issuer"] == .string("https://hub.example")
          && document["code_challenge_methods_supported"] == .array([.string("S256")]))
      house.clock.advance(.days(84))
      try await house.identity.rotateKeys(at: house.clock.now)
      #expect(await house.ask(.get, "/.well-known/jwks.json")["keys"]?.list.count == 2)
      _ = dana
      house.clock.advance(.days(7))
      let erik = try await house.signUp("erik@example.com")
      #expect(await house.ask(.get, "/v1/users/me", as: erik.access).status == 200)
    }
  }
}

@Suite struct `The first administrator` {
  @Test(arguments: TestDatabase.engines) func `is made at the command line, signs in once, and by no route`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await House.open(engine) { house in
      let now = house.clock.now
      let token = try #require(try await house.identity.firstAdministrator("root@example.com", at: now))
      let root = try house.signedIn(await house.post("/v1/auth/administrator", #"{"token":"\#(token.signIn)"}"#))
      #expect(await house.post("/v1/auth/administrator", #"{"token":"\#(token.signIn)"}"#).code == "token_invalid")
      #expect(try await house.identity.firstAdministrator("other@example.com", at: now) == nil)
      #expect(try await house.identity.administrators().map(\.email) == ["root@example.com"])
      #expect(try await house.audit(about: root.id).contains("role.assigned"))
      await #expect(throws: (any Error).self) {
        _ = try await house.identity.resetAdministrator("nobody@example.com", at: now)
      }
      let again = try await house.identity.resetAdministrator("ROOT@example.com", at: now)
      #expect(await house.ask(.get, "/v1/users", as: root.access).reason == "admin")
      #expect(await house.post("/v1/auth/administrator", #"{"token":"\#(again.signIn)"}"#).status == 200)
      house.clock.advance(.hours(2))
      let late = try await house.identity.resetAdministrator("root@example.com", at: now)
      #expect(await house.post("/v1/auth/administrator", #"{"token":"\#(late.signIn)"}"#).code == "token_invalid")
      let second = try await house.staff("second@example.com")
      #expect(await house.post("/v1/users/\(root.id)/suspend", as: second.access).status == 200)
      await #expect(throws: (any Error).self) {
        _ = try await house.identity.resetAdministrator("root@example.com", at: now)
      }
      let glass = try await house.identity.breakGlass("root@example.com", at: house.clock.now)
      #expect(await house.post("/v1/auth/administrator", #"{"token":"\#(glass.signIn)"}"#).status == 200)
    }
  }
}
