import API
import HTTP
import ReadingHTTP
import ReadingRules
import ReadingStore
import SQL
import Support
import Testing
import Time

/// How many statements a payload costs, however much there is. Reading spec §14.3.
@Suite struct `The budget` {
  static let budgets: [(path: String, most: Int)] = [
    ("/api/config/", 3), ("/api/themes/", 3), ("/api/themes/theme-1/", 3), ("/api/passages/todays-featured/", 4),
    ("/api/journeys/featured/", 4), ("/api/theme-of-week/", 4), ("/api/books/featured/", 4), ("/api/whats-new/", 4),
    ("/api/further-reading/", 4), ("/api/passages/?limit=100", 4), ("/api/content/letter/118/", 4),
    ("/api/journeys/", 3), ("/api/journeys/?sort=shortest", 3), ("/api/journeys/9/", 4),
    ("/api/journeys/9/chapters/1/", 6), ("/api/search/?q=lantern&limit=100", 4),
    ("/api/resolve/essay/essay-1/", 3),
  ]

  /// `count` of everything: links in a text, pieces in a chapter, chapters in a journey, entries in every list.
  private func files(_ count: Int) -> [TreeFile] {
    let numbers = 1...count
    let links = numbers.map { "[\($0)](ref:essay/essay-\($0))" }.joined(separator: " ")
    var files = [
      Fixture.file("letters/to-a-pilot.md", "id: 118\ntitle: To a Pilot\nsource: book/the-wick", links),
      Fixture.file("journeys/evenings/journey.md", "id: 9\nname: Evenings\ncolour: \"#2E2440\"\ntheme: theme/harbour"),
    ]
    let embedded = numbers.map { "+++ section content ref=essay/essay-\($0)\nSee [it](ref:letter/to-a-pilot).\n" }
      .joined()
    for n in numbers {
      let front = "id: \(1_000 + n)\ntitle: Chapter \(n)\nopening_question: Why?"
      let number = n < 10 ? "0\(n)" : "\(n)"
      files.append(
        Fixture.file("journeys/evenings/\(number)-chapter-\(n).md", front, n == 1 ? embedded : "+++ closing\nSo.\n"))
      files.append(
        Fixture.file(
          "essays/essay-\(n).md", "title: Essay \(n)\nlisted: true", "A lantern of \(n): \(n == 1 ? links : "")"))
      files.append(
        Fixture.file("passages/quoted-\(n).md", "title: Quoted \(n)\nquote: A lantern is kept by hands.", "Body."))
      files.append(Fixture.file("themes/theme-\(n).md", "name: Theme \(n)\ncolour: \"#1B3A5C\""))
      files.append(Fixture.file("books/book-\(n).md", "title: Book \(n)\ntheme: theme/theme-\(n)"))
      files.append(
        Fixture.file("journeys/road-\(n)/journey.md", "name: Road \(n)\ncolour: \"#2E2440\"\ntheme: theme/theme-\(n)"))
      files.append(
        Fixture.file("journeys/road-\(n)/01-only.md", "title: Only\nopening_question: Why?", "+++ closing\nSo.\n"))
    }
    func list(_ key: String, _ kind: String, _ slug: String) -> String {
      "\(key):\n" + numbers.map { "  - \(kind)/\(slug)-\($0)\n" }.joined()
    }
    let curation =
      "---\n" + list("hero", "passage", "quoted") + list("featured_journeys", "journey", "road")
      + list("featured_books", "book", "book") + list("further_reading", "essay", "essay")
      + list("featured_themes", "theme", "theme") + "theme_weeks:\n  - 2026-03-02 theme-1\n---\n"
    return files + [TreeFile(path: "curation.md", bytes: Array(curation.utf8))]
  }

  @Test(arguments: TestDatabase.engines, [1, 10, 1_000])
  func `of statements holds for each payload, with`(_ engine: TestDatabase, _ count: Int) async throws {
    let faults = Faults()
    var options = Fixture.options
    options.keepsResponses = false
    try await Fixture.open(engine, options: options, faults: faults) { (fixture) async throws -> Void in
      try await fixture.write(files(count))
      for (path, most) in Self.budgets {
        let before = faults.statementCount
        let answer = await fixture.router.handle(
          Request(method: .get, target: path, headers: ["X-API-Key": Fixture.key]))
        #expect(answer.status == 200, "\(path)")
        #expect(faults.statementCount - before <= most, "\(path) with \(count)")
        #expect(faults.statementCount > before, "\(path)")
      }
    }
  }

  @Test(arguments: TestDatabase.engines) func `of a kept answer is no statement, 200 or 304`(_ engine: TestDatabase)
    async throws
  {
    let faults = Faults()
    try await Fixture.open(engine, faults: faults) { (fixture) async throws -> Void in
      try await fixture.write(files(1))
      for (path, _) in Self.budgets {
        var request = Request(method: .get, target: path, headers: ["X-API-Key": Fixture.key])
        _ = await fixture.router.handle(request)
        let before = faults.statementCount
        #expect(await fixture.router.handle(request).status == 200)
        request.headers["If-None-Match"] = "*"
        _ = await fixture.router.handle(request)
        #expect(faults.statementCount == before, "\(path)")
      }
    }
  }
}
