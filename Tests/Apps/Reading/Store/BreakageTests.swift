import ReadingHTTP
import ReadingRules
import ReadingStore
import SQL
import Support
import Testing
import Time

/// Every statement of a change fails once; after each, nothing may be half done.
@Suite struct `A change that breaks` {
  /// Fails the first statement, then the second, until the change gets through.
  private func breakEach(
    _ engine: TestDatabase, _ change: @Sendable (Fixture) async throws -> Void,
    _ done: @Sendable (Fixture) async throws -> Void
  ) async throws {
    let faults = Faults()
    try await Fixture.open(engine, faults: faults) { (fixture) async throws -> Void in
      let before = try await fixture.everything()
      var nth = 0
      while true {
        nth += 1
        faults.fail(statement: nth)
        let answer: (any Error)?
        do {
          try await change(fixture)
          answer = nil
        } catch { answer = error }
        let struck = !faults.isArmed
        faults.fail(statement: nil)
        guard let error = answer else {
          #expect(!struck, "the \(nth)th statement failed and nobody noticed")
          break
        }
        #expect(error as? StoreError == .diskFull, "\(nth)")
        #expect(try await fixture.everything() == before, "the \(nth)th statement")
      }
      #expect(nth > 3)
      #expect(try await fixture.everything() != before)
      try await done(fixture)
    }
  }

  @Test(arguments: TestDatabase.engines) func `during an import leaves nothing behind`(_ engine: TestDatabase)
    async throws
  {
    let files = [
      Fixture.file("themes/new.md", "name: New\ncolour: \"#123456\""),
      Fixture.file("books/the-wick.md", "id: 31\ntitle: The Other Wick\ntheme: theme/new", "A book."),
      Fixture.file("letters/to-a-pilot.md", "id: 118\ntitle: To a Pilot\nsource: book/the-wick", "A short letter."),
      Fixture.file(
        "essays/first.md", "title: First\nlisted: true", "An essay about [a letter](ref:letter/to-a-pilot)."),
      Fixture.file("journeys/evenings/journey.md", "id: 9\nname: Evenings\ncolour: \"#2E2440\"\ntheme: theme/new"),
      Fixture.file(
        "journeys/evenings/01-first.md", "id: 91\ntitle: The First\nopening_question: What is an evening?",
        Fixture.chapter(words: 20, content: "essay/first")),
    ]
    let now = FakeClock().now
    try await breakEach(engine) { (fixture) async throws -> Void in
      // The change itself, without the looking around before it and the poll after it.
      var context = ImportContext.engines(now: now)
      context.existing = { _ in .init(isLive: true) }
      let tree = ContentTree.read(files, media: [], context: context).tree
      var options = LibraryWriter.Options(now: now)
      options.prunes = true
      options.preservesIDs = true
      let settings = options
      _ = try await fixture.database.write { tx in
        try LibraryWriter.apply(tree, media: [:], options: settings, in: tx)
      }
    } _: { (fixture) async throws -> Void in
      #expect(try await fixture.number("SELECT COUNT(*) AS n FROM reading_search_doc") == 2)
    }
  }

  @Test(arguments: TestDatabase.engines) func `during an unpublish leaves everything published`(_ engine: TestDatabase)
    async throws
  {
    let now = FakeClock().now
    try await breakEach(engine) { (fixture) async throws -> Void in
      _ = try await fixture.database.write { tx in
        try LibraryActions.set(Reference(.letter, "to-a-pilot"), live: false, now: now, in: tx)
      }
    } _: { (fixture) async throws -> Void in
      #expect(try await fixture.number("SELECT COUNT(*) AS n FROM reading_search_doc WHERE id = 118") == 0)
      #expect(try await fixture.number("SELECT read_time_minutes AS n FROM reading_journey_chapter WHERE id = 91") == 1)
    }
  }

  @Test(arguments: TestDatabase.engines) func `while the clock publishes is tried again and not half done`(
    _ engine: TestDatabase
  ) async throws {
    try await breakEach(engine) { (fixture) async throws -> Void in
      let times = "publish_at: 2026-03-04T13:00:00Z"
      let files = [
        Fixture.file("essays/timed.md", "title: Timed\n\(times)", "Words."),
        Fixture.file("letters/timed.md", "title: Timed\n\(times)", "Words."),
      ]
      let (now, later) = (FakeClock().now, FakeClock().now + .hours(2))
      let tree = ContentTree.read(files, media: [], context: .engines(now: now)).tree
      _ = try await fixture.database.write { tx in
        _ = try LibraryWriter.apply(tree, media: [:], options: .init(now: now), in: tx)
        return try LibraryActions.flipDue(now: later, in: tx)
      }
    } _: { (fixture) async throws -> Void in
      #expect(
        try await fixture.number("SELECT COUNT(*) AS n FROM reading_content WHERE slug = 'timed' AND status = 'live'")
          == 2)
    }
  }
}
