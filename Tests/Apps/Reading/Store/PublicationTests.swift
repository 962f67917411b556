import ReadingHTTP
import ReadingRules
import ReadingStore
import SQL
import Support
import Testing
import Time

/// Publishing, unpublishing, and what the clock does. Reading spec §16.2.
@Suite struct `Publication` {
  static let engines = TestDatabase.engines

  private func status(_ fixture: Fixture, _ slug: String) async throws -> String? {
    try await fixture.database.read { tx in try LibraryExport.read(in: tx).objects.first { $0.slug == slug }?.status }
  }

  private func flip(_ fixture: Fixture) async throws -> Int {
    let now = fixture.clock.now
    return try await fixture.database.write { tx in try LibraryActions.flipDue(now: now, in: tx) }
  }

  @Test(arguments: engines) func `takes place at its time, once, and stays listed from then`(_ engine: TestDatabase)
    async throws
  {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      let at = try #require(Instant(rfc3339: "2026-03-04T13:00:00Z"))
      let end = try #require(Instant(rfc3339: "2026-03-05T13:00:00Z"))
      let times = "publish_at: 2026-03-04T13:00:00Z\nexpire_at: 2026-03-05T13:00:00Z"
      let file = Fixture.file("essays/timed.md", "title: Timed\nlisted: true\n\(times)", "Words that wait.")
      try await fixture.write([file])
      let generation = try await fixture.site.generation()
      #expect(try await status(fixture, "timed") == "draft")
      fixture.clock.set(at - .seconds(1))
      #expect(try await flip(fixture) == 0)
      #expect(try await fixture.site.generation() == generation)
      fixture.clock.set(at + .hours(2))  // nobody ran at the time itself
      #expect(try await flip(fixture) == 1)
      #expect(try await fixture.site.generation() == generation + 1)
      #expect(try await flip(fixture) == 0)
      #expect(try await fixture.site.generation() == generation + 1)
      #expect(try await status(fixture, "timed") == "live")
      #expect(try await fixture.piece("listed_at", "timed") == at.microseconds)
      #expect(try await fixture.piece("first_published_at", "timed") == at.microseconds)
      // What the clock did is no difference to an import.
      #expect(try await fixture.write([file]).changesNothing)
      fixture.clock.set(end)
      #expect(try await flip(fixture) == 1)
      #expect(try await status(fixture, "timed") == "unpublished")
      #expect(try await fixture.write([file]).changesNothing)
      #expect(try await fixture.piece("listed_at", "timed") == at.microseconds)
    }
  }

  @Test(arguments: engines) func `of every kind is by the clock too`(_ engine: TestDatabase) async throws {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      let at = "publish_at: 2026-03-04T13:00:00Z"
      try await fixture.write([
        Fixture.file("themes/late.md", "name: Late\ncolour: \"#123456\"\n\(at)"),
        Fixture.file("books/late.md", "title: Late\n\(at)", "A book."),
        Fixture.file("letters/late.md", "title: Late\n\(at)", "A letter."),
        Fixture.file("journeys/late/journey.md", "name: Late\ncolour: \"#123456\"\n\(at)"),
        Fixture.file("journeys/late/01-late.md", "title: Late\nopening_question: When?\n\(at)"),
      ])
      fixture.clock.set(try #require(Instant(rfc3339: "2026-03-04T13:00:00Z")))
      #expect(try await flip(fixture) == 5)
    }
  }

  @Test(arguments: engines) func `by an editor lists what asks for it at its first time only`(_ engine: TestDatabase)
    async throws
  {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      try await fixture.write([
        Fixture.file("essays/shown.md", "title: Shown\nlisted: true", "Words.", status: "draft"),
        Fixture.file("essays/unlisted.md", "title: Unlisted", "Words.", status: "draft"),
      ])
      let first = fixture.clock.now.microseconds
      for slug in ["shown", "unlisted"] { try await fixture.set("essay/\(slug)", live: true) }
      fixture.clock.advance(.hours(1))
      try await fixture.set("essay/shown", live: false)
      try await fixture.set("essay/shown", live: true)
      #expect(try await fixture.piece("listed_at", "shown") == first)
      #expect(try await fixture.piece("first_published_at", "shown") == first)
      #expect(try await fixture.piece("listed_at", "unlisted") == nil)
    }
  }

  @Test(arguments: engines) func `cannot be taken from what was never seen, and does not move the generation`(
    _ engine: TestDatabase
  ) async throws {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      let generation = try await fixture.site.generation()
      try await fixture.set("letter/not-sent", live: false)
      try await fixture.set("letter/to-a-pilot", live: true)
      try await fixture.set("letter/nobody", live: true)
      #expect(try await status(fixture, "not-sent") == "draft")
      #expect(try await fixture.site.generation() == generation)
    }
  }

  @Test(arguments: engines) func `of an embedded piece changes the minutes of every chapter that has it`(
    _ engine: TestDatabase
  ) async throws {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      let minutes = "SELECT read_time_minutes AS n FROM reading_journey_chapter WHERE id = 91"
      #expect(try await fixture.number(minutes) == 2)
      try await fixture.set("letter/to-a-pilot", live: false)
      #expect(try await fixture.number(minutes) == 1)
      try await fixture.set("letter/to-a-pilot", live: true)
      #expect(try await fixture.number(minutes) == 2)
    }
  }

  @Test(arguments: engines) func `is one server's at a time`(_ engine: TestDatabase) async throws {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      let now = fixture.clock.now
      func take(_ holder: String, _ at: Instant) async throws -> Bool {
        try await fixture.database.write { tx in
          try LibraryActions.takeLease("scheduler", holder: holder, until: at + .seconds(15), now: at, in: tx)
        }
      }
      #expect(try await take("a", now))
      #expect(try await !take("b", now + .seconds(14)))
      #expect(try await take("a", now + .seconds(14)))
      #expect(try await !take("b", now + .seconds(28)))
      #expect(try await take("b", now + .seconds(29)))
    }
  }
}
