import Crypto
import Encoding
import Identifiers
import IdentityRules
import IdentityStore
import SQL
import Support
import Testing
import Time

/// Rotation that is strict to thieves and kind to honest clients. Hub spec §§3.2, 19.
@Suite struct `A refresh token` {
  @Test(arguments: TestDatabase.engines) func `is used once and replaced`(_ engine: TestDatabase) async throws {
    try await Accounts.open(engine) { accounts in
      let (_, first) = try await accounts.signIn(accounts.person())
      var token = first
      var seen: Set<String> = [first]
      for _ in 0..<5 {
        accounts.clock.advance(.minutes(14))
        token = try #require(try await accounts.refresh(token).token)
        #expect(seen.insert(token).inserted && token.hasPrefix("rtk_") && token.utf8.count == 68)
      }
    }
  }

  @Test(arguments: TestDatabase.engines) func `presented again after a lost answer gives the same successor`(
    _ engine: TestDatabase
  ) async throws {
    try await Accounts.open(engine) { accounts in
      let (session, first) = try await accounts.signIn(accounts.person())
      let second = try #require(try await accounts.refresh(first).token)
      for _ in 0..<3 {
        accounts.clock.advance(.hours(1))
        #expect(try await accounts.refresh(first).token == second)
      }
      let third = try #require(try await accounts.refresh(second).token)
      #expect(try await accounts.refresh(second).token == third)
      #expect(try await accounts.bearer(session.id)?.state.revokedAt == nil)
    }
  }

  @Test(arguments: TestDatabase.engines) func `whose successor was used ends the session for whoever has any`(
    _ engine: TestDatabase
  ) async throws {
    try await Accounts.open(engine) { accounts in
      let (session, first) = try await accounts.signIn(accounts.person())
      let second = try #require(try await accounts.refresh(first).token)
      let third = try #require(try await accounts.refresh(second).token)
      #expect(try await accounts.refresh(first).isReuse)
      let bearer = try #require(try await accounts.bearer(session.id))
      #expect(bearer.state.revokedReason == .refreshTokenReused)
      for token in [first, second, third] {
        #expect(try await accounts.refresh(token).refusal == .revoked(.refreshTokenReused))
      }
    }
  }

  @Test(arguments: TestDatabase.engines) func `presented by many tabs at once gives them all one successor`(
    _ engine: TestDatabase
  ) async throws {
    try await Accounts.open(engine) { accounts in
      let (session, first) = try await accounts.signIn(accounts.person())
      let tokens = try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<16 { group.addTask { try await accounts.refresh(first).token } }
        return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
      }
      #expect(tokens.count == 1 && !tokens.contains(nil))
      #expect(try await accounts.bearer(session.id)?.state.revokedAt == nil)
    }
  }

  @Test(arguments: TestDatabase.engines) func `presented to several servers at once gives one successor`(
    _ engine: TestDatabase
  ) async throws {
    try await engine.withURL { url in
      let clock = FakeClock()
      let databases = try (0..<3).map { _ in try Database(url, connections: 2) }
      defer { for database in databases { database.close() } }
      _ = try Migrator(Accounts.migrations, ambient: clock.ambient()).migrate(databases[0])
      let servers = try databases.enumerated().map { try Accounts($1, clock, seed: UInt64($0 + 1)) }
      let (_, first) = try await servers[0].signIn(servers[0].person())
      var token = first
      for _ in 0..<5 {
        let presented = token
        let tokens = try await withThrowingTaskGroup(of: String?.self) { group in
          for server in servers + servers { group.addTask { try await server.refresh(presented).token } }
          return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(tokens.count == 1)
        token = try #require(tokens.first ?? nil)
        #expect(try await servers[1].refresh(presented).token == token)
      }
    }
  }

  @Test(arguments: TestDatabase.engines) func `survives a crash at any statement, and between commit and answer`(
    _ engine: TestDatabase
  ) async throws {
    let faults = Faults()
    try await Accounts.open(engine, faults: faults) { accounts in
      let (_, first) = try await accounts.signIn(accounts.person())
      for nth in 1...10 {
        faults.fail(statement: nth)
        var answered: String?
        do { answered = try await accounts.refresh(first).token } catch {}
        faults.fail(statement: nil)
        // What a client does that heard nothing: it asks again with what it has.
        let again = try #require(try await accounts.refresh(first).token)
        if let answered {
          #expect(answered == again)
          return
        }
      }
      Issue.record("a refresh took more than ten statements")
    }
  }

  @Test(arguments: TestDatabase.engines) func `costs two statements, and a repetition one`(_ engine: TestDatabase)
    async throws
  {
    try await Accounts.open(engine) { accounts in
      let (_, first) = try await accounts.signIn(accounts.person())
      let now = accounts.clock.now
      for expected in [2, 1] {
        let count = try await accounts.write { [chains = accounts.chains] tx in
          _ = try chains.refresh(first, application: nil, at: now, in: tx)
          return tx.statementCount
        }
        #expect(count == expected)
      }
    }
  }

  @Test(arguments: TestDatabase.engines) func `ends 30 days after the last refresh and 90 days after sign-in`(
    _ engine: TestDatabase
  ) async throws {
    try await Accounts.open(engine) { accounts in
      let person = try await accounts.person()
      let (_, idle) = try await accounts.signIn(person)
      accounts.clock.advance(.days(30))
      #expect(try await accounts.refresh(idle).refusal == .expired)
      var (_, token) = try await accounts.signIn(person)
      for _ in 0..<4 {
        accounts.clock.advance(.days(20))
        token = try #require(try await accounts.refresh(token).token)
      }
      accounts.clock.advance(.days(10))
      #expect(try await accounts.refresh(token).refusal == .expired)
    }
  }

  @Test(arguments: TestDatabase.engines) func `that was made up, cut, changed or meant for an app ends nothing`(
    _ engine: TestDatabase
  ) async throws {
    try await Accounts.open(engine) { accounts in
      let (session, first) = try await accounts.signIn(accounts.person())
      let second = try #require(try await accounts.refresh(first).token)
      _ = try await accounts.refresh(second)
      let bytes = try #require(Base64URL.decode(String(first.dropFirst(4))))
      var forged = ["", "rtk_", "rtk_x", String(first.dropLast()), first + "A", first.uppercased(), "rtk_" + first]
      // The chain of a session that exists, with a proof that nobody made.
      forged.append("rtk_" + Base64URL.encode(Array(bytes[..<16]) + [UInt8](repeating: 7, count: 32)))
      for at in [0, 15, 16, 31, 32, 47] {
        var changed = bytes
        changed[at] ^= 1
        forged.append("rtk_" + Base64URL.encode(changed))
      }
      for token in forged { #expect(try await accounts.refresh(token).refusal == .unknown, "\(token)") }
      let now = accounts.clock.now
      let app = try #require(NamedID<ApplicationKind>("app_planner"))
      let outcome = try await accounts.write { [chains = accounts.chains] tx in
        try chains.refresh(first, application: app, at: now, in: tx)
      }
      #expect(outcome.refusal == .unknown)
      #expect(try await accounts.bearer(session.id)?.state.revokedAt == nil)
    }
  }

  @Test(arguments: TestDatabase.engines) func `of a suspended person is refused, and stays dead after reactivation`(
    _ engine: TestDatabase
  ) async throws {
    try await Accounts.open(engine) { accounts in
      var person = try await accounts.person()
      let (session, first) = try await accounts.signIn(person)
      let now = accounts.clock.now
      for status in [PersonStatus.suspended, .active] {
        person.status = status
        let changed = person
        person = try await accounts.write { tx in
          let saved = try Persons.save(changed, keys: ("dana@example.com", nil), at: now, in: tx)
          if status == .suspended {
            _ = try Sessions.revokeAll(of: changed.id, because: .userSuspended, at: now, in: tx)
          }
          return try #require(saved)
        }
        #expect(try await accounts.refresh(first).refusal == .revoked(.userSuspended))
      }
      #expect(try await accounts.bearer(session.id)?.state.revokedReason == .userSuspended)
    }
  }

  @Test(arguments: TestDatabase.engines) func `does not stand in the database, nor does what would open it`(
    _ engine: TestDatabase
  ) async throws {
    try await Accounts.open(engine) { accounts in
      let (_, first) = try await accounts.signIn(accounts.person())
      let second = try #require(try await accounts.refresh(first).token)
      let stored = try await accounts.database.read { tx in
        try tx.all(
          Statement<Void, [[UInt8]]>(
            Array("SELECT present_hash, previous_hash, present_sealed FROM hub_refresh_chains".utf8),
            read: { (row) throws(StoreError) in
              [try row.bytes("present_hash"), try row.bytes("previous_hash"), try row.bytes("present_sealed")]
            }))
      }
      for token in [first, second] {
        let secret = Array(try #require(Base64URL.decode(String(token.dropFirst(4))))[16..<32])
        for bytes in stored.joined() { #expect(!bytes.contains(secret)) }
      }
    }
  }
}
