import AuditRules
import AuditStore
import Identifiers
import IdentityRules
import IdentityStore
import JSON
import SQL
import Support
import Testing
import Text
import Time

@Suite struct `Accounts as they are stored` {
  @Test(arguments: TestDatabase.engines) func `are found by address in any case, each mode for itself`(
    _ engine: TestDatabase
  ) async throws {
    try await Accounts.open(engine) { accounts in
      let live = try await accounts.person("Dana@Example.com")
      let test = try await accounts.person("dana@example.COM", isTest: true)
      let email = try #require(EmailAddress("DANA@example.com", nfc: Text.nfc))
      let found = try await accounts.database.read { tx in
        [false, true].map { isTest in try? Persons.find(email, isTest: isTest, in: tx)?.id }
      }
      #expect(found == [live.id, test.id])
    }
  }

  @Test(arguments: TestDatabase.engines) func `do not share an address, and a deleted one frees it`(
    _ engine: TestDatabase
  ) async throws {
    try await Accounts.open(engine) { accounts in
      var first = try await accounts.person()
      await #expect(throws: StoreError.self) { _ = try await accounts.person("DANA@example.com") }
      first.status = .deleted
      let (deleted, now) = (first, accounts.clock.now)
      let saved = try await accounts.write { tx in
        try Persons.save(deleted, keys: ("dana@example.com", nil), at: now, in: tx)
      }
      #expect(saved?.version == 2)
      _ = try await accounts.person("dana@EXAMPLE.com")
    }
  }

  @Test(arguments: TestDatabase.engines) func `are not saved over somebody's change`(_ engine: TestDatabase)
    async throws
  {
    try await Accounts.open(engine) { accounts in
      let person = try await accounts.person()
      let now = accounts.clock.now
      let saved = try await accounts.write { tx in
        [
          try Persons.save(person, keys: ("dana@example.com", nil), at: now, in: tx)?.version,
          try Persons.save(person, keys: ("dana@example.com", nil), at: now, in: tx)?.version,
        ]
      }
      #expect(saved == [2, nil])
    }
  }

  @Test(arguments: TestDatabase.engines) func `come in pages, filtered`(_ engine: TestDatabase) async throws {
    try await Accounts.open(engine) { accounts in
      var made: [ID<UserKind>] = []
      for number in 0..<7 {
        made.append(try await accounts.person("person\(number)@example.com").id)
        if number % 2 == 0 { accounts.clock.advance(.seconds(1)) }
      }
      _ = try await accounts.person("person9@example.com", isTest: true)
      var read: [Person] = []
      while true {
        let after = read.last.map { ($0.createdAt, $0.id.description) }
        let page = try await accounts.database.read { tx in
          try Persons.page(Persons.Filter(), isTest: false, after: after, limit: 3, in: tx)
        }
        read += page
        if page.count < 3 { break }
      }
      #expect(Set(read.map(\.id)) == Set(made) && read.count == 7)
      #expect(
        zip(read, read.dropFirst()).allSatisfy { ($0.createdAt, $0.id.description) > ($1.createdAt, $1.id.description) }
      )
      var filter = Persons.Filter()
      filter.prefix = "person3"
      let only = filter
      let found = try await accounts.database.read { tx in
        try Persons.page(only, isTest: false, after: nil, limit: 25, in: tx).map(\.email)
      }
      #expect(found == ["person3@example.com"])
    }
  }
}

@Suite struct `A session as it is stored` {
  @Test(arguments: TestDatabase.engines) func `says in one statement who bears it and what their roles allow`(
    _ engine: TestDatabase
  ) async throws {
    try await Accounts.open(engine) { accounts in
      let person = try await accounts.person()
      let (session, _) = try await accounts.signIn(person)
      #expect(try await accounts.bearer(session.id)?.permissions == [])
      let now = accounts.clock.now
      try await accounts.write { tx in
        for role in ["role_platform_support", "role_platform_billing_admin"] {
          try Roles.assign(role, to: person.id, by: .system, at: now, in: tx)
        }
      }
      let (bearer, count) = try await accounts.database.read { tx in
        (try Sessions.bearer(of: session.id, in: tx), tx.statementCount)
      }
      #expect(count == 1)
      #expect(
        bearer?.permissions == [
          "audit.view", "billing.manage", "billing.refund", "entitlements.manage", "notifications.send", "users.list",
        ])
      #expect(bearer?.person == person.id && bearer?.methods == ["pwd"])
      #expect(try await accounts.bearer(accounts.id()) == nil)
    }
  }

  @Test(arguments: TestDatabase.engines) func `ends for its owner only`(_ engine: TestDatabase) async throws {
    try await Accounts.open(engine) { accounts in
      let dana = try await accounts.person()
      let eve = try await accounts.person("eve@example.com")
      let (session, _) = try await accounts.signIn(dana)
      let (other, _) = try await accounts.signIn(dana)
      let now = accounts.clock.now
      let ended = try await accounts.write { tx in
        [
          try Sessions.revoke(session.id, of: eve.id, because: .logout, at: now, in: tx),
          try Sessions.revoke(session.id, of: dana.id, because: .logout, at: now, in: tx),
          try Sessions.revoke(session.id, of: dana.id, because: .logout, at: now, in: tx),
        ]
      }
      #expect(ended == [false, true, false])
      let live = try await accounts.database.read { tx in try Sessions.live(of: dana.id, at: now, in: tx).map(\.id) }
      #expect(live == [other.id])
      let all = try await accounts.write { tx in
        try Sessions.revokeAll(of: dana.id, but: other.id, because: .passwordChanged, at: now, in: tx)
      }
      #expect(all.isEmpty)
    }
  }
}

@Suite struct `A one-time token as it is stored` {
  @Test(arguments: TestDatabase.engines) func `is spent once, in time, for its kind`(_ engine: TestDatabase)
    async throws
  {
    try await Accounts.open(engine) { accounts in
      let person = try await accounts.person()
      let tokens = accounts.tokens
      func issue(_ kind: OneTimeKind, subject: String = "") async throws -> String {
        let now = accounts.clock.now
        return try await accounts.write { tx in
          try tokens.issue(kind, to: person.id, subject: subject, payload: "p", at: now, in: tx)
        }
      }
      func spend(_ token: String, _ kind: OneTimeKind) async throws -> Bool {
        let now = accounts.clock.now
        return try await accounts.write { tx in try tokens.spend(token, as: kind, at: now, in: tx) != nil }
      }
      for kind in OneTimeKind.allCases where kind != .decoy {
        let first = try await issue(kind)
        let second = try await issue(kind)
        let other = try await issue(kind, subject: "org_1")
        #expect(first.hasPrefix(kind.prefix))
        #expect(try await !spend(first, kind), "a later one voids it")
        let wrong: OneTimeKind = kind == .invitation ? .passwordReset : .invitation
        #expect(try await !spend(second, wrong), "of another kind")
        #expect(try await !spend(second + "A", kind))
        #expect(try await spend(second, kind))
        #expect(try await !spend(second, kind), "twice")
        #expect(try await spend(other, kind), "another subject is not voided")
        let late = try await issue(kind)
        accounts.clock.advance(kind.life)
        #expect(try await !spend(late, kind), "over")
      }
    }
  }

  @Test(arguments: TestDatabase.engines) func `goes to one of many who spend it at once`(_ engine: TestDatabase)
    async throws
  {
    try await Accounts.open(engine) { accounts in
      let person = try await accounts.person()
      let (tokens, now) = (accounts.tokens, accounts.clock.now)
      let token = try await accounts.write { tx in try tokens.issue(.passwordReset, to: person.id, at: now, in: tx) }
      let spent = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<12 {
          group.addTask {
            try await accounts.write { tx in try tokens.spend(token, as: .passwordReset, at: now, in: tx) != nil }
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(spent == 1)
    }
  }
}

@Suite struct `Tries at a password as they are stored` {
  @Test(arguments: TestDatabase.engines) func `are five between any number of parallel guesses`(_ engine: TestDatabase)
    async throws
  {
    try await Accounts.open(engine) { accounts in
      let email = try #require(EmailAddress("nobody@example.com", nfc: Text.nfc))
      let (name, now) = (Lockouts.name(email, isTest: false), accounts.clock.now)
      let looks = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<24 {
          group.addTask { try await accounts.write { tx in try Lockouts.consume(name, at: now, in: tx) == nil } }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(looks == Lockout.tries)
    }
  }
}

@Suite struct `The audit log` {
  @Test(arguments: TestDatabase.engines) func `is only added to`(_ engine: TestDatabase) async throws {
    try await Accounts.open(engine) { accounts in
      let person = try await accounts.person()
      let audit = AuditStore(ambient: accounts.ambient)
      let now = accounts.clock.now
      let entry = try #require(
        IdentityFact.statusChanged(person.id, from: .active, to: .suspended, reason: "spam").entry)
      try await accounts.write { tx in
        try audit.append(entry, by: .system, requestID: "req_1", at: now, in: tx)
      }
      for sql in ["UPDATE hub_audit_events SET action = 'x'", "DELETE FROM hub_audit_events"] {
        await #expect(throws: StoreError.self) {
          try await accounts.write { tx in try tx.execute(Array(sql.utf8)) }
        }
      }
      func fields() async throws -> [JSONValue?] {
        try await accounts.database.read { tx in
          try audit.events(about: person.id, limit: 10, in: tx).map { $0["after"]?["reason"] }
        }
      }
      #expect(try await fields() == [.string("spam")])
      try await accounts.write { tx in try audit.redact(person.id, in: tx) }
      #expect(try await fields() == [nil])
      await #expect(throws: StoreError.self) {
        try await accounts.write { tx in try tx.execute(Array("DELETE FROM hub_audit_events".utf8)) }
      }
    }
  }
}
