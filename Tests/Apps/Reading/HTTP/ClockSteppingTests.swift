import API
import HTTP
import ReadingHTTP
import ReadingStore
import SQL
import Support
import Testing
import Time

/// The clock is set forward and back: what was promised for a while lasts that while at most, and nothing stays shut.
@Suite struct `A clock that is set` {
  private func guess(_ fixture: Fixture) async -> Response {
    var request = Request(method: .get, target: "/api/config/", remoteAddress: "192.0.2.1")
    request.headers["X-API-Key"] = "guess"
    return await fixture.router.handle(request)
  }

  @Test(arguments: TestDatabase.engines) func `back keeps a guesser out for an hour and no longer`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      for _ in 0..<99 { #expect(await guess(fixture).status == 403) }
      fixture.clock.advance(.hours(-10))
      #expect(await guess(fixture).headers["Retry-After"] == "3600")
      fixture.clock.advance(.minutes(59))
      #expect(await guess(fixture).status == 429)
      fixture.clock.advance(.minutes(1))
      #expect(await guess(fixture).status == 403)
    }
  }

  @Test(arguments: TestDatabase.engines) func `back keeps no lease from the other servers`(_ engine: TestDatabase)
    async throws
  {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      func take(_ holder: String) async throws -> Bool {
        let now = fixture.clock.now
        return try await fixture.database.write { tx in
          try LibraryActions.takeLease("scheduler", holder: holder, until: now + .seconds(15), now: now, in: tx)
        }
      }
      #expect(try await take("a"))
      fixture.clock.advance(.seconds(-30))  // two servers' clocks are never quite the same
      #expect(try await !take("b"))
      fixture.clock.advance(.hours(-1))
      #expect(try await take("b"))
      #expect(try await !take("a"))
      fixture.clock.advance(.hours(2))
      #expect(try await take("a"))
    }
  }

  @Test(arguments: TestDatabase.engines, [TimeSpan.hours(-5), .hours(5)])
  func `either way takes the trust from news until the next poll`(_ engine: TestDatabase, _ step: TimeSpan) async throws
  {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      try await fixture.site.refresh()
      #expect(fixture.site.newsAge <= ReadingSite.newsLimit)
      fixture.clock.advance(step)
      #expect(fixture.site.newsAge > ReadingSite.newsLimit)
      try await fixture.site.refresh()
      #expect(fixture.site.newsAge <= ReadingSite.newsLimit)
      fixture.clock.advance(.milliseconds(-200))  // a clock that is being kept right
      #expect(fixture.site.newsAge <= ReadingSite.newsLimit)
    }
  }
}
