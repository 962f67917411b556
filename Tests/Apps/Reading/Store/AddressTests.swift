import HTTP
import JSON
import ReadingHTTP
import ReadingRules
import ReadingStore
import SQL
import Support
import Testing
import Time

/// Addresses that were given up, and links in texts. Reading spec §§6, 9.2, 10.
@Suite struct `An address` {
  @Test(arguments: TestDatabase.engines) func `that a theme gave up leads to the new one`(_ engine: TestDatabase)
    async throws
  {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      let client = try Client(fixture, .router)
      #expect(try client.get("/api/themes/old-harbour/").status == 404)
      try await fixture.execute(
        "INSERT INTO reading_slug_history (type, old_slug, target_id, changed_at) VALUES ('theme', 'old-harbour', 1, 0), ('essay', 'on-lights', 120, 0), ('letter', 'on-lights', 119, 0)"
      )
      let moved = try client.get("/api/themes/old-harbour/")
      #expect(
        moved.status == 308 && moved["Location"] == "/api/themes/harbour/" && moved["Cache-Control"] == "no-store")
      #expect(try client.get("/api/themes/harbour/").json?["id"] == .integer(1))
      #expect(try client.get("/api/themes/featured/").json?["theme_id"] == .integer(1))
      let resolved = try client.get("/api/resolve/essay/on-lights/")
      #expect(resolved.body == "{\"id\":120,\"kind\":\"essay\",\"slug\":\"on-lanterns\"}")
      #expect(try client.get("/api/resolve/letter/on-lights/").status == 404)  // a draft's
      for (path, id) in [("book/the-wick", 31), ("journey/evenings", 9), ("theme/elan", 4), ("letter/to-a-pilot", 118)]
      {
        #expect(try client.get("/api/resolve/\(path)/").json?["id"] == .integer(Int64(id)), "\(path)")
      }
      for path in ["letter/not-sent", "book/to-a-pilot", "poem/the-wick", "journey_chapter/first"] {
        #expect(try client.get("/api/resolve/\(path)/").status == 404, "\(path)")
      }
    }
  }

  @Test(arguments: TestDatabase.engines) func `inside a text is a page's, and plain words once that is gone`(
    _ engine: TestDatabase
  ) async throws {
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      let body =
        "See [a letter](ref:letter/to-a-pilot), [a journey](ref:journey/evenings), [a theme](ref:theme/elan) and [no letter](ref:letter/not-sent)."
      try await fixture.write([Fixture.file("essays/linked.md", "id: 130\ntitle: Linked", body)])
      let client = try Client(fixture, .router)
      func text() throws -> JSONValue? { try client.get("/api/content/essay/130/").json?["body"] }
      let base = "https://read.example.com/reading"
      #expect(
        try text()
          == .string(
            "See [a letter](\(base)/read/letter/to-a-pilot), [a journey](\(base)/journeys/evenings), [a theme](\(base)/themes/elan) and no letter."
          ))
      try await fixture.set("letter/to-a-pilot", live: false)
      try await fixture.set("letter/not-sent", live: true)
      #expect(
        try text()
          == .string(
            "See a letter, [a journey](\(base)/journeys/evenings), [a theme](\(base)/themes/elan) and [no letter](\(base)/read/letter/not-sent)."
          ))
    }
  }
}
