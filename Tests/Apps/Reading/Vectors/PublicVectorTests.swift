import API
import HTTP
import JSON
import ReadingHTTP
import ReadingRules
import ReadingStore
import SQL
import Support
import Testing
import Time

/// A part of an answer that should be there.
struct Missing: Error {
  let what: String
  init(_ what: String) { self.what = what }
}

/// Reading spec §22, byte for byte, on both databases, through the router and through the loop's own memory.
@Suite struct `Reading's vectors` {
  static let settings = Setting.all

  func with(_ setting: Setting, _ body: (Fixture, Client) async throws -> Void) async throws {
    try await Fixture.open(setting.engine) { fixture in try await body(fixture, Client(fixture, setting.transport)) }
  }

  @Test(arguments: settings) func `1 and 2, keys`(_ setting: Setting) async throws {
    try await with(setting) { (_, client) async throws -> Void in
      let missing = try client.get("/api/config/", key: nil)
      #expect(missing.status == 403 && missing.json?["error"]?["code"] == .string("api_key_missing"))
      #expect(missing["Cache-Control"] == "no-store" && !missing.has("WWW-Authenticate") && !missing.has("ETag"))
      #expect(try client.get("/api/config/", key: "").json?["error"]?["code"] == .string("api_key_missing"))
      for key in [Fixture.oldKey, "guess"] {
        let invalid = try client.get("/api/config/", key: key)
        #expect(invalid.status == 403 && invalid.json?["error"]?["code"] == .string("api_key_invalid"))
      }
      let twice = try client.get("/api/config/", ["X-API-Key: \(Fixture.key)"])
      #expect(twice.status == 403 && twice.json?["error"]?["code"] == .string("api_key_invalid"))
    }
  }

  @Test(arguments: settings) func `3 to 6, addresses and methods`(_ setting: Setting) async throws {
    try await with(setting) { (_, client) async throws -> Void in
      let moved = try client.get("/api/config?x=1", key: nil)
      #expect(moved.status == 308 && moved["Location"] == "/api/config/?x=1" && moved["Cache-Control"] == "no-store")
      let post = try client.get("/api/config/", method: "POST")
      #expect(post.status == 405 && post["Allow"] == "GET, HEAD, OPTIONS")
      #expect(try client.get("/api/config", method: "POST").status == 404)
      let preflight = try client.get("/api/config/", method: "OPTIONS", key: nil)
      #expect(preflight.status == 204 && preflight["Access-Control-Allow-Headers"]?.contains("X-API-Key") == true)
      #expect(preflight["Access-Control-Allow-Origin"] == "*" && preflight["Access-Control-Max-Age"] == "7200")
      let none = try client.get("/api/nope/")
      #expect(
        none.status == 404 && none.json?["error"]?["code"] == .string("not_found")
          && none["Cache-Control"] == "no-store")
      for path in ["/api//config/", "/api/./config/", "/API/config/", "/api/Config/", "/api/config%2F"] {
        #expect(try client.get(path).status == 404, "\(path)")
      }
    }
  }

  static let config = "{\"api_version\":\"1.0\",\"current_theme\":1,\"themes_hash\":\"f1f45218b6e95df8\"}"
  static let tag = "49a19e7058d83e400130dd16cd5555a9"

  @Test(arguments: settings) func `7 and 13 to 15, config`(_ setting: Setting) async throws {
    try await with(setting) { (_, client) async throws -> Void in
      for _ in 0..<2 {  // composed, then kept
        let answer = try client.get("/api/config/")
        #expect(answer.status == 200 && answer.body == Self.config && answer["Content-Length"] == "72")
        #expect(answer["ETag"] == "\"\(Self.tag)\"" && answer["Cache-Control"] == "public, max-age=30")
        #expect(answer["Vary"] == "Accept-Encoding" && answer["Content-Type"] == "application/json")
        for name in ["Expires", "Pragma", "Last-Modified", "Set-Cookie"] { #expect(!answer.has(name), "\(name)") }
      }
      let head = try client.get("/api/config/", method: "HEAD")
      #expect(
        head.status == 200 && head["Content-Length"] == "72" && head.body.isEmpty && head["ETag"] == "\"\(Self.tag)\"")
      #expect(try client.get("/api/config/", method: "HEAD", ["If-None-Match: \"\(Self.tag)\""]).status == 304)
      let bearer = try client.get("/api/config/", ["Authorization: Bearer junk"])
      #expect(bearer.status == 200 && bearer.body == Self.config)
      let small = try client.get("/api/config/", ["Accept-Encoding: gzip"])
      #expect(!small.has("Content-Encoding") && small["ETag"] == "\"\(Self.tag)\"")
    }
  }

  static let conditions: [(String, Int)] = [
    ("\"\(tag)\"", 304), ("W/\"\(tag)\"", 304), ("\"zz\", W/\"\(tag)\"", 304), ("\"zz,\(tag)\"", 200), ("*", 304),
    (tag, 200), ("\"", 200), ("", 200),
  ]

  @Test(arguments: settings) func `8 to 12, conditions`(_ setting: Setting) async throws {
    try await with(setting) { (_, client) async throws -> Void in
      for (value, status) in Self.conditions {
        for _ in 0..<2 {
          let answer = try client.get("/api/config/", ["If-None-Match: \(value)"])
          #expect(answer.status == status, "\(value)")
          guard status == 304 else { continue }
          #expect(
            answer.body.isEmpty && answer["ETag"] == "\"\(Self.tag)\""
              && answer["Cache-Control"] == "public, max-age=30")
          #expect(
            answer["Vary"] == "Accept-Encoding" && answer["Access-Control-Allow-Origin"] == "*" && answer.has("Date"))
          for name in ["Content-Type", "Content-Length", "Content-Encoding"] { #expect(!answer.has(name), "\(name)") }
        }
      }
      let lines = try client.get("/api/config/", ["If-None-Match: \"zz\"", "If-None-Match: \"\(Self.tag)\""])
      #expect(lines.status == 304)
      // The key and the route come first.
      #expect(try client.get("/api/config/", key: "guess", ["If-None-Match: *"]).status == 403)
      #expect(try client.get("/api/nope/", ["If-None-Match: *"]).status == 404)
    }
  }

  @Test(arguments: settings) func `16, the weak tag of a compressed answer`(_ setting: Setting) async throws {
    try await with(setting) { (_, client) async throws -> Void in
      let plain = try client.get("/api/passages/todays-featured/")
      let coded = try client.get("/api/passages/todays-featured/", ["Accept-Encoding: gzip"])
      let hash = try #require(plain["ETag"])
      #expect(plain["Content-Encoding"] == nil && coded["Content-Encoding"] == "gzip" && coded["ETag"] == "W/" + hash)
      #expect(coded["Vary"] == "Accept-Encoding")
      for tag in [hash, "W/" + hash] {
        #expect(try client.get("/api/passages/todays-featured/", ["If-None-Match: \(tag)"]).status == 304)
        #expect(
          try client.get("/api/passages/todays-featured/", ["If-None-Match: \(tag)", "Accept-Encoding: gzip"]).status
            == 304)
      }
      #expect(
        try client.get("/api/passages/todays-featured/", ["Accept-Encoding: gzip;q=0, identity;q=0"]).status == 200)
    }
  }

  @Test(arguments: settings) func `17 and 18, themes and their hash`(_ setting: Setting) async throws {
    try await with(setting) { (_, client) async throws -> Void in
      let themes = try client.get("/api/themes/")
      #expect(themes.body.utf8.count == 709 && themes["ETag"] == "\"f1f45218b6e95df8eeccc83572dfc476\"")
      #expect(try ids(themes) == [2, 1, 4, 3] && themes.body.contains("\"framing_line\":null"))
      let wanted = try client.get("/api/themes/?v=f1f45218b6e95df8")
      #expect(wanted["Cache-Control"] == "public, max-age=30" && wanted.body == themes.body)
      let other = try client.get("/api/themes/?v=0")
      #expect(
        other.status == 200 && other["Cache-Control"] == "no-store" && other.body == themes.body && !other.has("ETag"))
    }
  }

  private func ids(_ answer: Fixture.Answer, _ list: String = "items") throws -> [Int64] {
    guard case .array(let items)? = answer.json?[list] else { return [] }
    return items.compactMap { if case .integer(let id)? = $0["id"] { id } else { nil } }
  }

  @Test(arguments: settings) func `19 and 20, what moves the hash`(_ setting: Setting) async throws {
    try await with(setting) { (fixture, client) async throws -> Void in
      func hash() throws -> JSONValue? { try client.get("/api/config/").json?["themes_hash"] }
      let before = try hash()
      let tag = try client.get("/api/themes/")["ETag"]
      // A draft, another week, and what is there already.
      try await fixture.write([Fixture.file("themes/mist.md", "name: Mist\ncolour: \"#445566\"", status: "draft")])
      #expect(try hash() == before)
      try await fixture.edit(
        "curation.md", "  - 2026-03-09 lantern\n", "  - 2026-03-09 lantern\n  - 2026-03-16 ember\n")
      #expect(try hash() == before && client.get("/api/themes/")["ETag"] == tag)
      #expect(try await fixture.write(Fixture.files.filter { $0.path.hasPrefix("themes/") }).changesNothing)
      #expect(try client.get("/api/themes/")["ETag"] == tag)
      try await fixture.edit("themes/ember.md", "name: Ember", "name: Ash")
      #expect(try hash() != before)
      #expect(try ids(client.get("/api/themes/")) == [2, 1, 3, 4])
    }
  }

  @Test(arguments: settings) func `21 to 24, the theme of the week`(_ setting: Setting) async throws {
    try await with(setting) { (fixture, client) async throws -> Void in
      for path in ["/api/themes/featured/", "/api/theme-of-week/"] {
        let answer = try client.get(path)
        #expect(answer.body == "{\"header\":\"Theme of the Week\",\"theme_id\":1}")
        #expect(answer["ETag"] == "\"454556419223c23544b3cfffc0478502\"")
      }
      fixture.clock.set(Instant(rfc3339: "2026-03-08T23:59:50Z")!)
      try await fixture.site.refresh()
      #expect(try client.get("/api/config/")["Cache-Control"] == "public, max-age=10")
      #expect(try client.get("/api/config/").json?["current_theme"] == .integer(1))
      fixture.clock.set(Instant(rfc3339: "2026-03-09T00:00:00Z")!)
      try await fixture.site.refresh()
      #expect(try client.get("/api/config/").json?["current_theme"] == .integer(2))
      #expect(try client.get("/api/theme-of-week/").json?["theme_id"] == .integer(2))
      try await fixture.set("theme/lantern", live: false)
      #expect(try client.get("/api/config/").json?["current_theme"] == .integer(1))
    }
  }

  @Test(arguments: settings) func `25 and 26, the hero`(_ setting: Setting) async throws {
    try await with(setting) { (fixture, client) async throws -> Void in
      let wednesday = try client.get("/api/passages/todays-featured/")
      #expect(try ids(wednesday) == [501, 502, 503, 504, 505, 506, 507, 509, 511, 512])
      #expect(!wednesday.body.contains("\"kind\":\"passage\""))
      fixture.clock.advance(.days(1))
      try await fixture.site.refresh()
      #expect(
        try ids(client.get("/api/passages/todays-featured/")) == [501, 502, 503, 504, 505, 506, 508, 510, 511, 512])
      for id in 501...512 { try await fixture.set("passage/passage-\(id)", live: false) }
      let empty = try client.get("/api/passages/todays-featured/")
      #expect(
        empty.status == 200 && empty.body == "{\"items\":[]}" && empty["ETag"] == "\"eef46741adfc3a9f76294d3b78f37a45\""
      )
    }
  }

  @Test(arguments: settings) func `27 and 28, a letter, and what is not there`(_ setting: Setting) async throws {
    try await with(setting) { (_, client) async throws -> Void in
      let letter = try client.get("/api/content/letter/118/")
      let json = try #require(letter.json)
      #expect(
        json["read_time_minutes"] == .integer(1) && json["theme_id"] == .integer(1) && json["related"] == .array([]))
      #expect(
        json["audio"] == .null && json["order"] == nil && json["interpretation"] == nil
          && json["source"]?["id"] == .integer(31))
      let bodies = try [
        "essay/118", "letter/119", "letter/0118", "book/31", "letter/99999", "letter/+118",
        "letter/99999999999999999999",
      ].map { path in
        let answer = try client.get("/api/content/\(path)/", ["X-Request-ID: same"])
        #expect(answer.status == 404, "\(path)")
        return answer.body
      }
      #expect(Set(bodies).count == 1)
    }
  }

  @Test(arguments: settings) func `29, a word more`(_ setting: Setting) async throws {
    try await with(setting) { (fixture, client) async throws -> Void in
      let before = (try client.get("/api/content/letter/118/"), try client.get("/api/journeys/9/chapters/1/"))
      #expect(before.1.json?["read_time_minutes"] == .integer(2))
      try await fixture.edit("letters/to-a-pilot.md", Fixture.words238, Fixture.words238 + " more")
      let after = (try client.get("/api/content/letter/118/"), try client.get("/api/journeys/9/chapters/1/"))
      #expect(after.0.json?["read_time_minutes"] == .integer(2))
      #expect(after.0["ETag"] != before.0["ETag"] && after.1["ETag"] != before.1["ETag"])
      // 238 words of its own come on top: three minutes, in the chapter and on the landing.
      try await fixture.edit("letters/to-a-pilot.md", Fixture.words238, Fixture.words238 + " " + Fixture.words238)
      #expect(try client.get("/api/journeys/9/chapters/1/").json?["read_time_minutes"] == .integer(3))
    }
  }

  @Test(arguments: settings) func `30, a book that is gone`(_ setting: Setting) async throws {
    try await with(setting) { (fixture, client) async throws -> Void in
      #expect(try ids(client.get("/api/books/featured/")) == [31])
      let generation = try await fixture.site.generation()
      try await fixture.set("book/the-wick", live: false)
      #expect(try await fixture.site.generation() == generation + 1)
      let letter = try client.get("/api/content/letter/118/").json
      #expect(letter?["source"] == .null && letter?["theme_id"] == .null)
      #expect(try client.get("/api/books/featured/").body == "{\"items\":[]}")
    }
  }

  @Test(arguments: settings) func `31 to 33, journeys`(_ setting: Setting) async throws {
    try await with(setting) { (_, client) async throws -> Void in
      let bogus = try client.get("/api/journeys/?sort=bogus")
      #expect(bogus.status == 400 && bogus.json?["error"]?["code"] == .string("invalid_parameter"))
      #expect(bogus.json?["error"]?["details"]?["parameter"] == .string("sort"))
      #expect(try client.get("/api/journeys/?sort=&other=1").json?["sort"] == .string("editorial"))
      #expect(try client.get("/api/journeys/?sort=title&sort=title").status == 400)
      let landing = try client.get("/api/journeys/9/").json
      guard case .array(let chapters)? = landing?["chapters"] else { throw Missing("no chapters") }
      #expect(chapters.map { $0["read_time_minutes"] } == [.integer(2), .integer(2), .integer(1)])
      #expect(
        landing?["related_journeys"] == .array([]) && landing?["chapters_count"] == nil && landing?["kind"] == nil)
      let first = try client.get("/api/journeys/9/chapters/1/").json
      #expect(first?["previous"] == .null && first?["next"]?["number"] == .integer(2))
      #expect(try client.get("/api/journeys/9/chapters/3/").json?["has_sealed_reveal"] == .bool(true))
      #expect(try !client.get("/api/journeys/9/chapters/3/").body.contains("same evening"))
      for path in ["9/chapters/0/", "9/chapters/4/", "9/chapters/01/", "8/", "09/"] {
        #expect(try client.get("/api/journeys/\(path)").status == 404, "\(path)")
      }
    }
  }

  @Test(arguments: TestDatabase.engines) func `54, fifty cold readers and one composition`(_ engine: TestDatabase)
    async throws
  {
    try await Fixture.open(engine) { fixture in
      let before = fixture.site.compositionCount
      let bodies = await withTaskGroup(of: [UInt8].self) { group in
        for _ in 0..<50 {
          group.addTask {
            let request = Request(method: .get, target: "/api/journeys/", headers: ["X-API-Key": Fixture.key])
            guard case .prepared(let prepared, _) = await fixture.router.handle(request).body else { return [] }
            return prepared.body
          }
        }
        return await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
      }
      #expect(fixture.site.compositionCount == before + 1)
      #expect(bodies.count == 1 && bodies.first?.isEmpty == false)
    }
  }

  @Test(arguments: TestDatabase.engines) func `55, another server`(_ engine: TestDatabase) async throws {
    try await engine.withURL { url in
      let database = try Database(url, connections: 2)
      let second = try Database(url, connections: 2)
      defer {
        database.close()
        second.close()
      }
      let a = Fixture(database)
      try await a.prepareForTests()
      let b = Fixture(second, clock: a.clock)
      try await b.site.refresh()
      let client = try Client(b, .socket)
      let tags = (try client.get("/api/content/letter/118/")["ETag"], try client.get("/api/themes/")["ETag"])
      try await a.edit("letters/to-a-pilot.md", "To a Pilot", "To a Harbour Pilot")
      try await b.site.refresh()  // what each server does once a second
      #expect(try client.get("/api/content/letter/118/")["ETag"] != tags.0)
      #expect(try client.get("/api/themes/")["ETag"] == tags.1)
    }
  }

  @Test(arguments: settings) func `56, a scheduled time that passed while nobody ran`(_ setting: Setting) async throws {
    try await with(setting) { (fixture, client) async throws -> Void in
      try await fixture.write([
        Fixture.file(
          "essays/later.md", "id: 121\ntitle: Later\nlisted: true\npublish_at: 2026-03-04T13:00:00Z", "It waited.")
      ])
      #expect(try client.get("/api/content/essay/121/").status == 404)
      fixture.clock.set(Instant(rfc3339: "2026-03-04T12:59:55Z")!)
      try await fixture.site.refresh()
      #expect(try client.get("/api/content/letter/118/")["Cache-Control"] == "public, max-age=5")
      fixture.clock.set(Instant(rfc3339: "2026-03-04T18:00:00Z")!)
      try await fixture.site.flipDue(holder: "a")
      #expect(try client.get("/api/content/essay/121/").status == 200)
      #expect(try ids(client.get("/api/whats-new/")).contains(121))
    }
  }

  @Test(arguments: settings) func `60, search`(_ setting: Setting) async throws {
    try await with(setting) { (_, client) async throws -> Void in
      for query in ["%22", "", "%20", String(repeating: "a", count: 201), "a+b+c+d+e+f+g+h+i+j+k"] {
        #expect(try client.get("/api/search/?q=\(query)").status == 400, "\(query)")
      }
      #expect(try client.get("/api/search/").status == 400)
      #expect(try client.get("/api/search/?q=NOT").status == 200)
      let prefix = try client.get("/api/search/?q=lant")
      #expect(try ids(prefix) == [120] && prefix.json?["total"] == .integer(1))
      guard case .array(let hits)? = prefix.json?["items"], case .string(let snippet)? = hits.first?["snippet"] else {
        throw Missing("no snippet")
      }
      #expect(snippet.contains("**lantern**"))
      #expect(try client.get("/api/search/?q=quixotry").json?["total"] == .integer(0))
      #expect(try client.get("/api/search/?q=%22is+carried+by+someone%22").json?["total"] == .integer(1))
      #expect(try client.get("/api/search/?q=lantern&kind=letter").json?["total"] == .integer(0))
      #expect(try client.get("/api/search/?q=lantern&kind=book").status == 400)
      let page = try client.get("/api/search/?q=number+hands&limit=5")
      #expect(try ids(page).count == 5 && page.json?["total"] == .integer(12))
      guard case .string(let cursor)? = page.json?["next_cursor"] else { throw Missing("no cursor") }
      let rest = try client.get("/api/search/?q=number+hands&limit=100&cursor=\(cursor)")
      #expect(try Set(ids(page) + ids(rest)) == Set(501...512) && rest.json?["next_cursor"] == .null)
      #expect(try client.get("/api/search/?q=lantern&cursor=junk").status == 400)
    }
  }
}
