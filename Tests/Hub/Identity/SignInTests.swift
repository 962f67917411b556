import API
import Crypto
import Identifiers
import IdentityHTTP
import IdentityRules
import JSON
import SQL
import Support
import Testing
import Time

/// Hub spec §§3.2, 3.5, 7.1.
@Suite struct `Signing up` {
  static let engines = TestDatabase.engines

  @Test(arguments: engines) func `makes an account, signs in and sends a letter`(_ engine: TestDatabase) async throws {
    try await House.open(engine) { house in
      let answer = await house.ask(
        .post, "/v1/auth/signup", #"{"email":"Dana.Lee@Example.com","password":"tide clock runs slow"}"#,
        ["Accept-Language": "ar-EG,ar;q=0.9"])
      #expect(answer.status == 201 && answer["email_verified"] == .bool(false))
      #expect(answer["expires_in"] == .integer(900) && answer["refresh_token_expires_in"] == .integer(2_592_000))
      #expect(answer["token_type"] == .string("Bearer") && answer.headers["Cache-Control"] == "no-store")
      let dana = try house.signedIn(answer)
      let me = await house.ask(.get, "/v1/users/me", as: dana.access)
      #expect(me["email"] == .string("Dana.Lee@Example.com") && me["status"] == .string("active"))
      #expect(me["pending_email"] == .null && me["mfa_enabled"] == .bool(false) && me.headers["ETag"] == "W/\"1\"")
      let profile = await house.ask(.get, "/v1/users/me/profile", as: dana.access)
      #expect(profile["display_name"] == .string("Dana.Lee") && profile["locale"] == .string("ar-EG"))
      let settings = await house.ask(.get, "/v1/users/me/settings", as: dana.access)
      #expect(settings["notifications"] == .members(("email", .bool(true))))
      #expect(house.aftermath.letters.map(\.to) == ["Dana.Lee@Example.com"])
      #expect(house.aftermath.letters.first?.locale == "ar-EG")
      #expect(try await house.audit(about: dana.id) == ["user.created"])
    }
  }

  @Test(arguments: engines) func `tells every fault at once, and what is missing`(_ engine: TestDatabase) async throws {
    try await House.open(engine) { house in
      let bad = await house.post("/v1/auth/signup", #"{"email":"dana","password":"short","display_name":""}"#)
      #expect(bad.status == 422 && bad.code == "validation_failed")
      #expect(Set(bad.faults) == ["email invalid_format", "password too_short", "display_name too_short"])
      for (password, code) in [
        ("password1234", "breached"), (String(repeating: "xq", count: 65), "too_long"),
        ("dana.lee@example.com", "matches_email"),
      ] {
        let answer = await house.post("/v1/auth/signup", #"{"email":"Dana.Lee@example.com","password":"\#(password)"}"#)
        #expect(answer.faults == ["password \(code)"])
      }
      let missing = await house.post("/v1/auth/signup", "{}")
      #expect(missing.status == 400 && missing.code == "invalid_request")
      #expect(house.aftermath.letters.isEmpty)
    }
  }

  @Test(arguments: engines) func `with an address that is taken is refused, in any case, also by two at once`(
    _ engine: TestDatabase
  ) async throws {
    try await House.open(engine) { house in
      _ = try await house.signUp()
      let taken = await house.post("/v1/auth/signup", #"{"email":"DANA@Example.com","password":"\#(House.other)"}"#)
      #expect(taken.status == 409 && taken.code == "not_unique" && taken.reason == "email_taken")
      let answers = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<4 {
          group.addTask {
            await house.post("/v1/auth/signup", #"{"email":"erik@example.com","password":"\#(House.good)"}"#).status
          }
        }
        return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      }
      #expect(answers == [201: 1, 409: 3])
    }
  }

  /// Mass assignment (GitHub, 2012): members that are no part of the request change nothing.
  @Test(arguments: engines) func `gives nobody what they name for themselves`(_ engine: TestDatabase) async throws {
    try await House.open(engine) { house in
      let dana = try house.signedIn(
        await house.post(
          "/v1/auth/signup",
          #"{"email":"dana@example.com","password":"\#(House.good)","status":"suspended","email_verified":true,"id":"usr_00000000000000000000000001","roles":["role_platform_superadmin"],"permissions":["users.manage"],"plan":"standard"}"#
        ))
      let me = await house.ask(.get, "/v1/users/me", as: dana.access)
      #expect(
        me["email_verified"] == .bool(false) && me["status"] == .string("active") && me["plan"] == .string("free"))
      #expect(await house.ask(.get, "/v1/users", as: dana.access).status == 403)
    }
  }

  @Test(arguments: engines) func `on an invited address sends the invitation again`(_ engine: TestDatabase) async throws
  {
    try await House.open(engine) { house in
      let root = try await house.staff()
      #expect(await house.post("/v1/users", as: root.access, #"{"email":"frida@example.com"}"#).status == 201)
      let first = try #require(house.aftermath.token(to: "frida@example.com"))
      let answer = await house.post("/v1/auth/signup", #"{"email":"frida@example.com","password":"\#(House.good)"}"#)
      #expect(answer.status == 409 && answer.reason == "invitation_pending")
      let second = try #require(house.aftermath.token(to: "frida@example.com"))
      func accept(_ token: String) async -> House.Answer {
        await house.post(
          "/v1/auth/invitations/accept", #"{"token":"\#(token)","password":"\#(House.good)","display_name":"Frida"}"#)
      }
      #expect(first != second)
      #expect(await accept(first).code == "token_invalid")
      let frida = try house.signedIn(await accept(second))
      #expect(await accept(second).code == "token_invalid")
      let me = await house.ask(.get, "/v1/users/me", as: frida.access)
      #expect(me["status"] == .string("active") && me["email_verified"] == .bool(true))
      #expect(await house.ask(.get, "/v1/users/me/profile", as: frida.access)["display_name"] == .string("Frida"))
    }
  }
}

@Suite struct `Signing in` {
  static let engines = TestDatabase.engines

  @Test(arguments: engines) func `answers alike, with the same work, whatever is wrong`(_ engine: TestDatabase)
    async throws
  {
    try await House.open(engine) { house in
      _ = try await house.signUp()
      let root = try await house.staff()
      _ = await house.post("/v1/users", as: root.access, #"{"email":"invited@example.com"}"#)
      _ = await house.post("/v1/users", as: root.access, #"{"email":"active@example.com","status":"active"}"#)
      var bodies: Set<[UInt8]> = []
      for email in ["dana@example.com", "nobody@example.com", "invited@example.com", "active@example.com"] {
        let before = house.threads.runs
        let answer = await house.login(email, House.other)
        #expect(answer.status == 401 && answer.code == "unauthenticated" && answer.reason == "invalid_credentials")
        #expect(house.threads.runs - before == 1, "one hash for \(email)")
        bodies.insert(answer.bytes)
      }
      #expect(bodies.count == 1)
    }
  }

  @Test(arguments: engines) func `locks an address after five failures, known or not, even for the right password`(
    _ engine: TestDatabase
  ) async throws {
    try await House.open(engine) { house in
      _ = try await house.signUp()
      var told: [String: [String]] = [:]
      for email in ["dana@example.com", "nobody@example.com"] {
        for _ in 0..<6 {
          let answer = await house.login(email, House.other)
          told[email, default: []].append(
            "\(answer.status) \(answer.reason ?? "") \(answer.headers["Retry-After"] ?? "")")
        }
      }
      #expect(told["dana@example.com"] == told["nobody@example.com"])
      #expect(told["dana@example.com"]?.last == "429 account_locked 900")
      let before = house.threads.runs
      #expect(await house.login().status == 429)
      #expect(house.threads.runs == before, "no work for who is locked out")
      house.clock.advance(.minutes(15))
      #expect(await house.login().status == 200)
      for _ in 0..<4 { #expect(await house.login("dana@example.com", House.other).status == 401) }
      #expect(await house.login().status == 200, "success takes the count away")
      #expect(await house.login("dana@example.com", House.other).status == 401)
    }
  }

  @Test(arguments: engines) func `by any number of parallel guesses looks five times`(_ engine: TestDatabase)
    async throws
  {
    try await House.open(engine) { house in
      _ = try await house.signUp()
      let before = house.threads.runs
      let statuses = await withTaskGroup(of: Int.self) { group in
        for number in 0..<20 {
          group.addTask { await house.login("dana@example.com", "guess number \(number) of many").status }
        }
        return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      }
      #expect(statuses == [401: 5, 429: 15] && house.threads.runs - before == 5)
    }
  }

  @Test(arguments: engines) func `while suspended is told only to who knows the password`(_ engine: TestDatabase)
    async throws
  {
    try await House.open(engine) { house in
      let dana = try await house.signUp()
      let root = try await house.staff()
      #expect(await house.post("/v1/users/\(dana.id)/suspend", as: root.access, #"{"reason":"spam"}"#).status == 200)
      #expect(await house.login().code == "account_suspended")
      #expect(await house.login("dana@example.com", House.other).code == "unauthenticated")
      let refused = await house.ask(.get, "/v1/users/me", as: dana.access)
      #expect(refused.code == "session_revoked" && refused.reason == "user_suspended")
    }
  }

  @Test(arguments: engines) func `with a second factor gives no session yet`(_ engine: TestDatabase) async throws {
    try await House.open(engine, challenged: true) { house in
      _ = try await house.signUp()
      let answer = await house.login()
      #expect(answer.status == 200 && answer["mfa_required"] == .bool(true) && answer["access_token"] == nil)
      #expect(answer["mfa_token"] == .string("mfa_x") && answer["expires_in"] == .integer(300))
    }
  }

  @Test(arguments: engines) func `keeps test and live accounts apart`(_ engine: TestDatabase) async throws {
    try await House.open(engine) { house in
      _ = try await house.signUp()
      let test = #"{"email":"dana@example.com","password":"\#(House.other)","test_mode":true}"#
      let tester = try house.signedIn(await house.post("/v1/auth/signup", test))
      #expect(await house.login("dana@example.com", House.other).status == 401)
      #expect(await house.post("/v1/auth/login", test).status == 200)
      let me = await house.ask(.get, "/v1/users/me", as: tester.access)
      #expect(me["test_mode"] == .bool(true))
      let root = try await house.staff()
      #expect(await house.ask(.get, "/v1/users/\(tester.id)", as: root.access).code == "user_not_found")
    }
  }
}

@Suite struct `A session` {
  static let engines = TestDatabase.engines

  private static func refresh(_ house: House, _ token: String) async -> House.Answer {
    await house.post("/v1/auth/token/refresh", #"{"refresh_token":"\#(token)"}"#)
  }

  @Test(arguments: engines) func `is refreshed, survives a lost answer, and ends when an old token comes back`(
    _ engine: TestDatabase
  ) async throws {
    try await House.open(engine) { house in
      let dana = try await house.signUp()
      let second = try house.signedIn(await Self.refresh(house, dana.refresh))
      let again = try house.signedIn(await Self.refresh(house, dana.refresh))
      #expect(second.refresh == again.refresh && second.access != again.access && second.session == dana.session)
      let third = try house.signedIn(await Self.refresh(house, second.refresh))
      let reuse = await Self.refresh(house, dana.refresh)
      #expect(reuse.status == 401 && reuse.code == "session_revoked" && reuse.reason == "refresh_token_reused")
      for token in [dana.access, second.access, third.access] {
        #expect(await house.ask(.get, "/v1/users/me", as: token).reason == "refresh_token_reused")
      }
      #expect(house.aftermath.facts.contains { if case .refreshReused = $0 { true } else { false } })
      let unknown = await Self.refresh(house, "rtk_nobody")
      #expect(unknown.code == "session_revoked" && unknown.reason == "unknown")
    }
  }

  @Test(arguments: engines) func `ends by signing out, one or all`(_ engine: TestDatabase) async throws {
    try await House.open(engine) { house in
      let first = try await house.signUp()
      let second = try house.signedIn(await house.login())
      let third = try house.signedIn(await house.login())
      #expect(await house.post("/v1/auth/logout", as: first.access).status == 204)
      #expect(await house.ask(.get, "/v1/users/me", as: first.access).reason == "logout")
      #expect(await Self.refresh(house, first.refresh).reason == "logout")
      #expect(await house.ask(.get, "/v1/users/me", as: second.access).status == 200)
      #expect(await house.post("/v1/auth/logout", as: second.access, #"{"all_sessions":true}"#).status == 204)
      #expect(await house.ask(.get, "/v1/users/me", as: third.access).reason == "logout_all")
      #expect(await house.post("/v1/auth/logout").code == "unauthenticated")
    }
  }

  @Test(arguments: engines) func `is listed and ended by its owner and by staff, and by nobody else`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await House.open(engine) { house in
      let dana = try await house.signUp()
      let phone = try house.signedIn(await house.login())
      let erik = try await house.signUp("erik@example.com")
      let root = try await house.staff()
      let list = await house.ask(.get, "/v1/users/me/sessions", as: dana.access)
      let rows = list["data"]?.list ?? []
      #expect(Set(rows.compactMap { $0["id"]?.text }) == [dana.session, phone.session])
      #expect(rows.filter { $0["current"] == .bool(true) }.compactMap { $0["id"]?.text } == [dana.session])
      #expect(rows.allSatisfy { $0["ip_address"] == .string("192.0.2.1") && $0["amr"] == .array([.string("pwd")]) })
      #expect(await house.ask(.get, "/v1/users/\(dana.id)/sessions", as: erik.access).code == "user_not_found")
      #expect(
        await house.ask(.delete, "/v1/users/\(dana.id)/sessions/\(phone.session)", as: erik.access).code
          == "user_not_found")
      // Under one's own name, another person's session is not there.
      #expect(
        await house.ask(.delete, "/v1/users/me/sessions/\(phone.session)", as: erik.access).code == "session_not_found")
      #expect(await house.ask(.delete, "/v1/users/me/sessions/\(phone.session)", as: dana.access).status == 204)
      #expect(
        await house.ask(.delete, "/v1/users/me/sessions/\(phone.session)", as: dana.access).code == "session_not_found")
      #expect(await house.ask(.get, "/v1/users/me", as: phone.access).reason == "logout")
      #expect(await house.ask(.delete, "/v1/users/\(dana.id)/sessions/\(dana.session)", as: root.access).status == 204)
      #expect(await house.ask(.get, "/v1/users/me", as: dana.access).reason == "admin")
      #expect(try await house.audit(about: dana.id).contains("session.revoked"))
    }
  }

  @Test(arguments: engines) func `has a token for fifteen minutes and the skew of clocks`(_ engine: TestDatabase)
    async throws
  {
    try await House.open(engine) { house in
      let dana = try await house.signUp()
      house.clock.advance(.minutes(15))
      #expect(await house.ask(.get, "/v1/users/me", as: dana.access).status == 200)
      house.clock.advance(.seconds(61))
      let late = await house.ask(.get, "/v1/users/me", as: dana.access)
      #expect(late.status == 401 && late.code == "unauthenticated")
      #expect(try house.signedIn(await Self.refresh(house, dana.refresh)).id == dana.id)
    }
  }

  @Test(arguments: engines) func `notes when it was seen, at most once a minute`(_ engine: TestDatabase) async throws {
    try await House.open(engine) { house in
      let dana = try await house.signUp()
      func seen() async throws -> JSONValue? {
        try await house.identity.noteSeen()
        return await house.ask(.get, "/v1/users/me/sessions", as: dana.access)["data"]?.list.first?["last_seen_at"]
      }
      let start = try await seen()
      house.clock.advance(.seconds(59))
      _ = await house.ask(.get, "/v1/users/me", as: dana.access)
      #expect(try await seen() == start)
      house.clock.advance(.seconds(1))
      _ = await house.ask(.get, "/v1/users/me", as: dana.access)
      #expect(try await seen() == .string((Instant.wednesday + .minutes(1)).rfc3339))
    }
  }
}
