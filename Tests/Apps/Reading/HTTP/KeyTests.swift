import API
import HTTP
import ReadingHTTP
import ReadingStore
import SQL
import Support
import Testing
import Time

/// Which keys open the door, and what guessing leads to. Reading spec §4.1.
@Suite struct `An API key` {
  private func ask(_ fixture: Fixture, _ key: String?, from address: String = "192.0.2.1") async -> Response {
    var request = Request(method: .get, target: "/api/config/", remoteAddress: address)
    if let key { request.headers["X-API-Key"] = key }
    return await fixture.router.handle(request)
  }

  @Test(arguments: TestDatabase.engines) func `is shown once, listed without itself, and ends when it is revoked`(
    _ engine: TestDatabase
  ) async throws {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      let now = fixture.clock.now
      let random = [UInt8](repeating: 7, count: 32)
      let made = try await fixture.database.write { tx in
        try APIKeys.create(label: "new app", random: random, now: now, in: tx)
      }
      #expect(await ask(fixture, made.key).status == 403)  // not before the poll
      try await fixture.site.refresh()
      #expect(await ask(fixture, made.key).status == 200)
      #expect(await ask(fixture, Fixture.key).status == 200)  // both at once, so that a rotation overlaps
      let listed = try await fixture.database.read { tx in try tx.all(APIKeys.list) }
      #expect(listed.map(\.label) == ["new app", "old", "active"])
      #expect(listed.map { $0.revokedAt == nil } == [true, false, true])
      #expect(try await fixture.database.write { tx in try APIKeys.revoke(made.id, now: now, in: tx) })
      #expect(try await !fixture.database.write { tx in try APIKeys.revoke(made.id, now: now, in: tx) })
      try await fixture.site.refresh()
      #expect(await ask(fixture, made.key).status == 403)
    }
  }

  @Test(arguments: TestDatabase.engines) func `remembers the day of its last use, and the generation stays`(
    _ engine: TestDatabase
  ) async throws {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      let generation = try await fixture.site.generation()
      _ = await ask(fixture, Fixture.key)
      try await fixture.site.noteUsedKeys()
      let days = try await fixture.database.read { tx in try tx.all(APIKeys.list).map(\.lastUsedOn) }
      #expect(days == [nil, "2026-03-04"])
      #expect(try await fixture.site.generation() == generation)
    }
  }

  @Test(arguments: TestDatabase.engines) func `that is guessed 99 times within an hour is answered 429 from there on`(
    _ engine: TestDatabase
  ) async throws {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      for _ in 0..<99 { #expect(await ask(fixture, "guess").status == 403) }
      let refused = await ask(fixture, "guess")
      #expect(refused.status == 429 && refused.headers["Retry-After"] == "3600")
      #expect(refused.headers["Cache-Control"] == "no-store")
      #expect(await ask(fixture, "guess", from: "192.0.2.2").status == 403)  // another address
      #expect(await ask(fixture, nil).status == 403)  // no guess
      fixture.clock.advance(.minutes(59))
      #expect(await ask(fixture, "guess").headers["Retry-After"] == "60")
      fixture.clock.advance(.minutes(1))
      #expect(await ask(fixture, "guess").status == 403)
      #expect(await ask(fixture, Fixture.key).status == 200)
    }
  }
}
