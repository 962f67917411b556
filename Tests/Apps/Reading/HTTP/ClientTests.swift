import API
import HTTP
import JSON
import ReadingAPI
import ReadingHTTP
import Support
import Testing

/// Every operation is called through its own declaration, and what was read is written again: the same bytes.
@Suite struct `The client` {
  @Test(arguments: TestDatabase.engines) func `reads every answer that the server writes`(_ engine: TestDatabase)
    async throws
  {
    try await Fixture.open(engine) { fixture in
      let caller = Caller(fixture)
      try await caller.call(ReadingAPI.config, ())
      try await caller.call(ReadingAPI.hero, ())
      try await caller.call(ReadingAPI.passages, PageRequest(limit: 2, cursor: nil))
      try await caller.call(ReadingAPI.featuredJourneys, ())
      try await caller.call(ReadingAPI.themeOfWeek, ())
      try await caller.call(ReadingAPI.featuredTheme, ())
      try await caller.call(ReadingAPI.featuredBooks, ())
      try await caller.call(ReadingAPI.whatsNew, ())
      try await caller.call(ReadingAPI.furtherReading, ())
      try await caller.call(ReadingAPI.themes, nil)
      for sort in ReadingAPI.sorts { try await caller.call(ReadingAPI.journeys, sort) }
      try await caller.call(ReadingAPI.search, SearchRequest(q: "the", limit: 5))
      for kind in ["passage", "letter", "essay", "chapter", "article"] {
        for id in Int64(1)...700 { try await caller.call(ReadingAPI.content, PieceAddress(kind: kind, id: id)) }
      }
      for id in Int64(1)...20 {
        try await caller.call(ReadingAPI.journey, id)
        try await caller.call(ReadingAPI.chapter, ChapterAddress(journey: id, number: 1))
      }
      let called = await caller.seen.values
      #expect(
        Set(ReadingAPI.all.map(\.template)).subtracting(called) == [
          "/api/themes/{slug}/", "/api/resolve/{kind}/{slug}/",
        ])
    }
  }

  @Test(arguments: TestDatabase.engines) func `hears a refusal as the server said it`(_ engine: TestDatabase)
    async throws
  {
    try await Fixture.open(engine) { fixture in
      do {
        _ = try await Caller(fixture).client.call(ReadingAPI.journey, 999_999)
        Issue.record("there is no such journey")
      } catch ClientError.refused(let status, let body) {
        #expect(status == 404 && body?["error"]?["code"] == .string("not_found"))
      }
    }
  }
}

private actor Seen {
  var values: Set<String> = []
  func note(_ template: String) { values.insert(template) }
}

private struct Caller: Sendable {
  let client: API.Client
  let last = LastBody()
  let seen = Seen()

  init(_ fixture: Fixture) {
    let last = last
    client = API.Client(headers: ["X-API-Key": Fixture.key]) { request in
      let response = await fixture.router.handle(
        Request(method: request.method, target: request.target, headers: request.headers))
      let body: [UInt8] =
        switch response.body {
        case .prepared(let prepared, _): prepared.body
        case .bytes(let bytes): bytes
        default: []
        }
      await last.set(body)
      return ClientAnswer(status: response.status, headers: response.headers, body: body)
    }
  }

  /// Calls; where the object exists, what was read must write the bytes that came.
  func call<Input, Output>(_ endpoint: Endpoint<Input, Output>, _ input: Input) async throws {
    do {
      let value = try await client.call(endpoint, input)
      let body = await last.body
      #expect(String(decoding: endpoint.output.encode(value), as: UTF8.self) == String(decoding: body, as: UTF8.self))
      await seen.note(endpoint.template)
    } catch ClientError.refused(let status, _) { #expect(status == 404, "\(endpoint.template)") }
  }
}

private actor LastBody {
  var body: [UInt8] = []
  func set(_ body: [UInt8]) { self.body = body }
}

@Suite struct `The name of a kept answer` {
  @Test func `is another for each question`() {
    let questions = [
      SearchRequest(q: "b c"), SearchRequest(q: "c", cursor: "b"), SearchRequest(q: "c", kind: "b"),
      SearchRequest(q: "c", kind: "b", cursor: "b"), SearchRequest(q: "b c", cursor: "x"),
      SearchRequest(q: "c", cursor: "x b"), SearchRequest(q: "b c", limit: 5),
    ]
    #expect(Set(questions.map(\.description)).count == questions.count)
    let places = [PageRequest(limit: 5), PageRequest(limit: 5, cursor: "x"), PageRequest(limit: 6)]
    #expect(Set(places.map(\.description)).count == places.count)
  }
}
