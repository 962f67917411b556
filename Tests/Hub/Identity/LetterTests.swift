import API
import IdentityHTTP
import IdentityRules
import JSON
import SQL
import Support
import Testing
import Time

/// What is done by letter. Hub spec §§3.1, 7.1, 12.
@Suite struct `A letter` {
  static let engines = TestDatabase.engines

  @Test(arguments: engines) func `proves an address once, by POST only`(_ engine: TestDatabase) async throws {
    try await House.open(engine) { house in
      let dana = try await house.signUp()
      let token = try #require(house.aftermath.token(to: "dana@example.com"))
      // A mail scanner follows links: that must spend nothing.
      for method in [HTTPMethod.get, .head] {
        #expect(await house.ask(method, "/v1/auth/email/verify?token=\(token)").status == 405)
      }
      let body = #"{"token":"\#(token)"}"#
      #expect(
        await house.post("/v1/auth/password/reset", #"{"token":"\#(token)","new_password":"\#(House.other)"}"#).code
          == "token_invalid")
      #expect(await house.post("/v1/auth/email/verify", body).status == 204)
      let twice = await house.post("/v1/auth/email/verify", body)
      #expect(twice.status == 400 && twice.code == "token_invalid")
      #expect(await house.ask(.get, "/v1/users/me", as: dana.access)["email_verified"] == .bool(true))
      for wrong in ["", "emv_", "emv_x", token + "A", String(token.dropLast()), "pwr_" + token.dropFirst(4)]
      where !wrong.isEmpty {
        #expect(await house.post("/v1/auth/email/verify", #"{"token":"\#(wrong)"}"#).code == "token_invalid")
      }
    }
  }

  @Test(arguments: engines) func `is sent again for an address that waits for proof, and the answer tells nothing`(
    _ engine: TestDatabase
  ) async throws {
    try await House.open(engine) { house in
      _ = try await house.signUp()
      let first = try #require(house.aftermath.token(to: "dana@example.com"))
      var bodies: Set<[UInt8]> = []
      for path in ["email/verify/resend", "password/forgot"] {
        for email in ["dana@example.com", "nobody@example.com"] {
          let before = house.database.queuedWrites
          let answer = await house.post("/v1/auth/\(path)", #"{"email":"\#(email)"}"#)
          #expect(answer.status == 202 && house.database.queuedWrites == before)
          bodies.insert(answer.bytes)
        }
      }
      #expect(bodies.count == 1)
      #expect(house.aftermath.letters.map(\.to) == ["dana@example.com", "dana@example.com", "dana@example.com"])
      #expect(await house.post("/v1/auth/email/verify", #"{"token":"\#(first)"}"#).code == "token_invalid")
    }
  }

  @Test(arguments: engines) func `is asked for three times an hour for one address, known or not`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await House.open(engine, factor: 1) { house in
      for email in ["dana@example.com", "nobody@example.com"] {
        var told: [String] = []
        for number in 0..<4 {
          let answer = await house.ask(
            .post, "/v1/auth/password/forgot", #"{"email":"\#(email)"}"#, address: "192.0.2.\(number)")
          told.append("\(answer.status) \(answer.reason ?? "")")
        }
        #expect(told == ["202 ", "202 ", "202 ", "429 email"])
      }
    }
  }

  @Test(arguments: engines) func `resets a password, and with it everything somebody else may have begun`(
    _ engine: TestDatabase
  ) async throws {
    try await House.open(engine) { house in
      let thief = try await house.signUp()
      // Whoever took the account first wants it to follow them to another address.
      let wish = await house.ask(.patch, "/v1/users/me", as: thief.access, #"{"email":"thief@example.com"}"#)
      #expect(wish["pending_email"] == .string("thief@example.com"))
      let proof = try #require(house.aftermath.token(to: "thief@example.com"))
      for _ in 0..<5 { _ = await house.login("dana@example.com", House.other) }
      #expect(await house.login().status == 429)
      #expect(await house.post("/v1/auth/password/forgot", #"{"email":"DANA@example.com"}"#).status == 202)
      let token = try #require(house.aftermath.token(to: "dana@example.com"))
      func reset(_ password: String) async -> House.Answer {
        await house.post("/v1/auth/password/reset", #"{"token":"\#(token)","new_password":"\#(password)"}"#)
      }
      #expect(await reset("password1234").faults == ["new_password breached"])
      #expect(await reset("Dana@example.com").faults == ["new_password matches_email"])
      #expect(await reset(House.other).status == 204, "a refused password has spent nothing")
      #expect(await reset(House.other).code == "token_invalid")
      #expect(await house.ask(.get, "/v1/users/me", as: thief.access).reason == "password_reset")
      #expect(
        await house.post("/v1/auth/token/refresh", #"{"refresh_token":"\#(thief.refresh)"}"#).reason == "password_reset"
      )
      #expect(await house.post("/v1/auth/email/verify", #"{"token":"\#(proof)"}"#).code == "token_invalid")
      #expect(await house.login().status == 401)
      let dana = try house.signedIn(await house.login("dana@example.com", House.other))
      let me = await house.ask(.get, "/v1/users/me", as: dana.access)
      #expect(me["email_verified"] == .bool(true) && me["pending_email"] == .null)
      #expect(try await house.audit(about: dana.id).contains("user.password_reset"))
      #expect(house.aftermath.letters.last?.letter == .passwordChanged)
    }
  }

  @Test(arguments: engines) func `is over in time, and goes to nobody who is suspended`(_ engine: TestDatabase)
    async throws
  {
    try await House.open(engine) { house in
      let dana = try await house.signUp()
      _ = await house.post("/v1/auth/password/forgot", #"{"email":"dana@example.com"}"#)
      let token = try #require(house.aftermath.token(to: "dana@example.com"))
      house.clock.advance(.hours(1))
      #expect(
        await house.post("/v1/auth/password/reset", #"{"token":"\#(token)","new_password":"\#(House.other)"}"#).code
          == "token_invalid")
      let root = try await house.staff()
      _ = await house.post("/v1/users/\(dana.id)/suspend", as: root.access)
      let count = house.aftermath.letters.count
      #expect(await house.post("/v1/auth/password/forgot", #"{"email":"dana@example.com"}"#).status == 202)
      #expect(house.aftermath.letters.count == count)
    }
  }

  @Test(arguments: engines) func `moves a person to another address once that is proved`(_ engine: TestDatabase)
    async throws
  {
    try await House.open(engine) { house in
      let dana = try await house.signUp()
      _ = await house.ask(.patch, "/v1/users/me", as: dana.access, #"{"email":"lee@example.com"}"#)
      #expect(house.aftermath.letters.suffix(2).map(\.to) == ["lee@example.com", "dana@example.com"])
      #expect(house.aftermath.letters.last?.letter == .addressChangeNotice(newAddress: "lee@example.com"))
      #expect(await house.login().status == 200, "until then the old address signs in")
      let token = try #require(house.aftermath.token(to: "lee@example.com"))
      #expect(await house.post("/v1/auth/email/verify", #"{"token":"\#(token)"}"#).status == 204)
      #expect(await house.login().status == 401)
      #expect(await house.login("lee@example.com").status == 200)
      #expect(await house.ask(.get, "/v1/users/me", as: dana.access)["email"] == .string("lee@example.com"))
      #expect(try await house.audit(about: dana.id).contains("user.email_changed"))
    }
  }

  @Test(arguments: engines) func `does not move a person onto an address that was taken meanwhile`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await House.open(engine) { house in
      let dana = try await house.signUp()
      _ = await house.ask(.patch, "/v1/users/me", as: dana.access, #"{"email":"lee@example.com"}"#)
      let token = try #require(house.aftermath.token(to: "lee@example.com"))
      _ = try await house.signUp("lee@example.com", House.other)
      let answer = await house.post("/v1/auth/email/verify", #"{"token":"\#(token)"}"#)
      #expect(answer.status == 409 && answer.code == "not_unique" && answer.reason == "email_taken")
      #expect(await house.ask(.get, "/v1/users/me", as: dana.access)["email"] == .string("dana@example.com"))
      let taken = await house.ask(.patch, "/v1/users/me", as: dana.access, #"{"email":"LEE@example.com"}"#)
      #expect(taken.status == 409 && taken.reason == "email_taken")
    }
  }
}

@Suite struct `A password that is changed` {
  @Test(arguments: TestDatabase.engines) func `needs the old one, and ends the other sessions`(_ engine: TestDatabase)
    async throws
  {
    try await House.open(engine) { house in
      let dana = try await house.signUp()
      let phone = try house.signedIn(await house.login())
      func change(_ old: String, _ new: String) async -> House.Answer {
        await house.post(
          "/v1/users/me/password", as: dana.access, #"{"current_password":"\#(old)","new_password":"\#(new)"}"#)
      }
      let wrong = await change(House.other, House.other)
      #expect(wrong.status == 401 && wrong.reason == "invalid_credentials")
      #expect(await change(House.good, "dana@EXAMPLE.com").faults == ["new_password matches_email"])
      #expect(await change(House.good, "short").faults == ["new_password too_short"])
      #expect(await change(House.good, House.other).status == 204)
      #expect(await house.ask(.get, "/v1/users/me", as: dana.access).status == 200)
      #expect(await house.ask(.get, "/v1/users/me", as: phone.access).reason == "password_changed")
      #expect(await house.login().status == 401)
      #expect(await house.login("dana@example.com", House.other).status == 200)
      #expect(try await house.audit(about: dana.id).contains("user.password_changed"))
      let root = try await house.staff()
      // No administrator sets a person's password.
      #expect(
        await house.post(
          "/v1/users/\(dana.id)/password", as: root.access,
          #"{"current_password":"\#(House.other)","new_password":"\#(House.good)"}"#
        ).code == "user_not_found")
    }
  }

  @Test(arguments: TestDatabase.engines) func `cannot be guessed from a stolen session without end`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await House.open(engine) { house in
      let dana = try await house.signUp()
      var statuses: [Int] = []
      for number in 0..<7 {
        let body = #"{"current_password":"guess number \#(number)","new_password":"\#(House.other)"}"#
        statuses.append(await house.post("/v1/users/me/password", as: dana.access, body).status)
      }
      #expect(statuses == [401, 401, 401, 401, 401, 429, 429])
    }
  }
}
