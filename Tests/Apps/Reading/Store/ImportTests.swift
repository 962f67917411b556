import ReadingHTTP
import ReadingRules
import ReadingStore
import SQL
import Support
import Testing
import Time

/// What an import makes of what is there. Reading spec §17.4.
@Suite struct `An import` {
  static let engines = TestDatabase.engines

  private func essay(_ slug: String, _ front: String = "", _ body: String = "Words.", status: String = "live")
    -> TreeFile
  {
    Fixture.file("essays/\(slug).md", "title: \(slug)\(front.isEmpty ? "" : "\n" + front)", body, status: status)
  }

  @Test(arguments: engines) func `of what is there already changes nothing and does not move the generation`(
    _ engine: TestDatabase
  ) async throws {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      let before = try await fixture.everything()
      let report = try await fixture.write(Fixture.files)
      #expect(report.changesNothing && report.count(.unchanged) == Fixture.files.count - 1)
      #expect(try await fixture.everything() == before)
    }
  }

  @Test(arguments: engines) func `of one changed file makes one new revision and moves the generation once`(
    _ engine: TestDatabase
  ) async throws {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      let generation = try await fixture.site.generation()
      let report = try await fixture.edit("essays/on-lanterns.md", "On Lanterns", "On Lamps")
      #expect(report.count(.update) == 1 && report.entries.count == 1)
      #expect(try await fixture.site.generation() == generation + 1)
      let revisions = "SELECT COUNT(*) AS n FROM reading_revision WHERE object_type = 'content' AND object_id = 120"
      #expect(try await fixture.number(revisions) == 2)
    }
  }

  @Test(arguments: engines) func `of a draft leaves the generation where it is`(_ engine: TestDatabase) async throws {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      let generation = try await fixture.site.generation()
      try await fixture.write([essay("quiet", status: "draft")])
      try await fixture.edit("letters/not-sent.md", "Not Sent", "Never Sent")
      #expect(try await fixture.site.generation() == generation)
    }
  }

  @Test(arguments: engines) func `gives no id twice, whichever comes first`(_ engine: TestDatabase) async throws {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      // The next free number is 513: the first file would be given it, and the second names it.
      try await fixture.write([
        essay("a-first"), essay("b-second", "id: 513"), essay("c-third", "id: 600"), essay("d-last"),
      ])
      let ids = try await [
        fixture.piece("id", "a-first"), fixture.piece("id", "b-second"), fixture.piece("id", "c-third"),
        fixture.piece("id", "d-last"),
      ].compactMap { $0 }
      #expect(ids.count == 4 && Set(ids).count == 4 && ids[1] == 513 && ids[2] == 600)
      #expect(try await fixture.number("SELECT COUNT(*) AS n FROM reading_content WHERE slug LIKE '_-%'") == 4)
    }
  }

  @Test(arguments: engines) func `refuses an id that another object has, and leaves nothing behind`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      let before = try await fixture.everything()
      await #expect(throws: WriteRefusal.idTaken("thief", 120)) {
        try await fixture.write([essay("honest"), essay("thief", "id: 120")])
      }
      #expect(try await fixture.everything() == before)
    }
  }

  @Test(arguments: engines) func `that prunes archives what the tree lacks, journey chapters too`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      let kept = Fixture.files.filter { !$0.path.hasSuffix("02-second.md") && !$0.path.hasSuffix("on-lanterns.md") }
      let report = try await fixture.write(kept, prunes: true)
      #expect(report.count(.archive) == 2 && report.count(.update) == 0)
      let live = "SELECT COUNT(*) AS n FROM reading_journey_chapter WHERE journey_id = 9 AND status = 'live'"
      #expect(try await fixture.number(live) == 2)
      #expect(try await fixture.number("SELECT COUNT(*) AS n FROM reading_search_doc WHERE id = 120") == 0)
      // Once more: there is nothing left to archive. And back: as before, under the same ids.
      #expect(try await fixture.write(kept, prunes: true).changesNothing)
      #expect(try await fixture.write(Fixture.files).count(.update) == 2)
      #expect(try await fixture.number(live) == 3)
    }
  }

  @Test(arguments: engines) func `that prunes frees a chapter's place in its book`(_ engine: TestDatabase) async throws
  {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      func chapter(_ slug: String) -> TreeFile {
        Fixture.file("chapters/\(slug).md", "title: \(slug)\nsource: book/the-wick\norder: 1", "Text.")
      }
      try await fixture.write(Fixture.files + [chapter("before")])
      let report = try await fixture.write(Fixture.files + [chapter("after")], prunes: true)
      #expect(report.count(.create) == 1 && report.count(.archive) == 1)
      #expect(try await fixture.piece("order_in_source", "after") == 1)
      #expect(try await fixture.piece("order_in_source", "before") == nil)
    }
  }

  @Test(arguments: engines) func `lets two chapters of a book change places`(_ engine: TestDatabase) async throws {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      func chapters(_ first: Int, _ second: Int) -> [TreeFile] {
        [("one", first), ("two", second)].map { slug, order in
          Fixture.file("chapters/\(slug).md", "title: \(slug)\nsource: book/the-wick\norder: \(order)", "Text.")
        }
      }
      try await fixture.write(chapters(1, 2))
      try await fixture.write(chapters(2, 1))
      #expect(try await fixture.piece("order_in_source", "one") == 2)
      #expect(try await fixture.piece("order_in_source", "two") == 1)
    }
  }

  @Test(arguments: engines) func `keeps the time of first publication and of listing through every later change`(
    _ engine: TestDatabase
  ) async throws {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      let start = fixture.clock.now.microseconds
      let file = essay("kept", "listed: true")
      try await fixture.write([file])
      fixture.clock.advance(.hours(5))
      try await fixture.write([essay("kept", "listed: true", "Other words.")])
      try await fixture.write([essay("kept", "listed: true", status: "draft")])
      #expect(
        try await fixture.number(
          "SELECT COUNT(*) AS n FROM reading_content WHERE slug = 'kept' AND status = 'unpublished'") == 1)
      try await fixture.write([file])
      #expect(try await fixture.piece("first_published_at", "kept") == start)
      #expect(try await fixture.piece("listed_at", "kept") == start)
      #expect(try await fixture.piece("published_at", "kept") == fixture.clock.now.microseconds)
    }
  }

  @Test(arguments: engines) func `lists nothing that does not ask for it`(_ engine: TestDatabase) async throws {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      #expect(try await fixture.piece("listed_at", "to-a-pilot") == nil)
      #expect(try await fixture.piece("listed_at", "on-lanterns") != nil)
    }
  }

  @Test(arguments: engines) func `brings back what an editor took out, since its file says live`(_ engine: TestDatabase)
    async throws
  {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      try await fixture.set("essay/on-lanterns", live: false)
      let report = try await fixture.write(Fixture.files)
      #expect(report.count(.update) == 1)
      #expect(try await fixture.number("SELECT COUNT(*) AS n FROM reading_search_doc WHERE id = 120") == 1)
    }
  }

  @Test(arguments: engines) func `of a dangling reference is refused whole`(_ engine: TestDatabase) async throws {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      let before = try await fixture.everything()
      let now = fixture.clock.now
      var head = DraftHead(slug: "stray")
      head.status = .live
      var theme = ThemeDraft(head: head, name: "Stray", colour: try #require(HexColour("#112233")))
      theme.head.slug = "stray"
      var book = BookDraft(head: head, title: "Stray")
      book.theme = Reference(.theme, "nowhere")
      let (themes, books) = ([theme], [book])
      await #expect(throws: WriteRefusal.dangling("theme/nowhere")) {
        try await fixture.database.write { tx in
          var tree = ContentTree()
          tree.themes = themes
          tree.books = books
          return try LibraryWriter.apply(tree, media: [:], options: .init(now: now), in: tx)
        }
      }
      #expect(try await fixture.everything() == before)
    }
  }
}
