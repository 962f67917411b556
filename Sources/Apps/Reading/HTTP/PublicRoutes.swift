package import API
package import HTTP
import JSON
package import ReadingAPI
import SQL

/// Every public endpoint, over the response cache. Reading spec §6.
extension ReadingSite {
  package var routes: [Route] {
    [
      cached(ReadingAPI.config, "config") { snapshot, _ in try snapshot.config() },
      cached(ReadingAPI.hero, "hero") { snapshot, _ in try snapshot.hero() },
      cached(ReadingAPI.featuredJourneys, "featured-journeys") { snapshot, _ in try snapshot.featuredJourneys() },
      cached(ReadingAPI.themeOfWeek, "theme-of-week") { snapshot, _ in try snapshot.themeOfWeek() },
      cached(ReadingAPI.featuredTheme, "theme-of-week") { snapshot, _ in try snapshot.themeOfWeek() },
      cached(ReadingAPI.featuredBooks, "featured-books") { snapshot, _ in try snapshot.featuredBooks() },
      cached(ReadingAPI.whatsNew, "whats-new") { snapshot, _ in try snapshot.whatsNew() },
      cached(ReadingAPI.furtherReading, "further-reading") { snapshot, _ in try snapshot.furtherReading() },
      cached(ReadingAPI.passages, "passages") { snapshot, page in try snapshot.passages(page) },
      cached(ReadingAPI.content, "content") { snapshot, address in try snapshot.piece(address) },
      cached(ReadingAPI.journeys, "journeys") { snapshot, sort in try snapshot.journeys(sort: sort) },
      cached(ReadingAPI.journey, "journey") { snapshot, id in try snapshot.journey(id) },
      cached(ReadingAPI.chapter, "chapter") { snapshot, address in try snapshot.chapter(address) },
      cached(ReadingAPI.resolve, "resolve") { snapshot, address in try snapshot.resolve(address) },
      cached(ReadingAPI.search, "search", .long) { snapshot, request in try snapshot.search(request) },
      Route(ReadingAPI.themes, ReadingAPI.style) { [self] version, request in try await themes(version, request) },
      Route(ReadingAPI.theme, ReadingAPI.style) { [self] slug, request in try await theme(slug, request) },
    ]
  }

  /// A read that is composed once for each generation. The key is the route and its known parameters; the two names of the
  /// Theme of the Week share one.
  private func cached<Input: Hashable & Sendable, Output: Sendable>(
    _ endpoint: Endpoint<Input, Output>, _ name: String, _ length: ReadLength = .quick,
    _ body: @escaping @Sendable (Snapshot, Input) throws -> Composed<Output>
  ) -> Route {
    Route(endpoint, ReadingAPI.style) { [self] input, request in
      try await answer("\(name) \(input)", request) {
        let composed = try await compose(length) { try body($0, input) }
        return prepare(
          endpoint.output.encode(composed.value), generation: composed.generation, nextChange: composed.nextChange)
      }
    }
  }

  private func cached<Output: Sendable>(
    _ endpoint: Endpoint<Void, Output>, _ name: String,
    _ body: @escaping @Sendable (Snapshot, Void) throws -> Composed<Output>
  ) -> Route {
    Route(endpoint, ReadingAPI.style) { [self] _, request in
      try await answer(name, request) {
        let composed = try await compose { try body($0, ()) }
        return prepare(
          endpoint.output.encode(composed.value), generation: composed.generation, nextChange: composed.nextChange)
      }
    }
  }

  private func answer(_ key: String, _ request: Request, _ make: () async throws -> PreparedResponse) async throws
    -> Response
  {
    try takeToken(request)
    if !options.keepsResponses || !isNewsFresh {
      return Response(
        status: 200, body: .prepared(try await make(), key: request.headers["X-API-Key"].map { Array($0.utf8) }))
    }
    switch try await cache.answer(key, make) {
    case .ready(let prepared):
      return Response(status: 200, body: .prepared(prepared, key: request.headers["X-API-Key"].map { Array($0.utf8) }))
    case .stale(let prepared): return passing(prepared, cacheControl: cacheControl(maxAge: 1))
    }
  }

  private func takeToken(_ request: Request) throws(Problem) {
    guard let wait = buckets.take(ReadingSite.caller(request.headers["X-API-Key"], request.remoteAddress)) else {
      return
    }
    throw Problem(
      .rateLimited, details: [.init("bucket", .string("public"))], headers: ["Retry-After": String(wait)])
  }

  /// A body with other instructions for keeping it than its own.
  private func passing(_ prepared: PreparedResponse, cacheControl: String) -> Response {
    var headers = prepared.headers
    headers["Cache-Control"] = cacheControl
    headers["Content-Type"] = "application/json"
    headers["Vary"] = "Accept-Encoding"
    return Response(status: 200, headers: headers, body: .bytes(prepared.body))
  }

  // MARK: Themes

  /// With the hash that is wanted, ordinary; with another one not to be kept, or a client would freeze the old look under the
  /// new hash. Reading spec §9.4.
  private func themes(_ version: String?, _ request: Request) async throws -> Response {
    let response = try await answer("themes", request) {
      let composed = try await compose { try $0.themes() }
      return prepare(
        ReadingAPI.themes.output.encode(composed.value), generation: composed.generation,
        nextChange: composed.nextChange)
    }
    guard let version, case .prepared(let prepared, _) = response.body,
      !prepared.tag.prefix(16).elementsEqual(version.utf8)
    else {
      return response
    }
    return passing(prepared, cacheControl: "no-store")
  }

  private func theme(_ slug: String, _ request: Request) async throws -> Response {
    do {
      return try await answer("theme \(slug)", request) {
        let composed = try await compose { snapshot in
          guard let theme = try snapshot.theme(slug: slug).theme else { throw Problem(.notFound) }
          return snapshot.composed(theme)
        }
        return prepare(
          ReadingAPI.theme.output.encode(composed.value), generation: composed.generation,
          nextChange: composed.nextChange)
      }
    } catch let problem as Problem where problem.code == .notFound {
      // Only what has no theme is looked for among the old addresses: a live one is answered without a statement.
      let moved = try await compose { snapshot in snapshot.composed(try snapshot.theme(slug: slug).movedTo) }
      guard let slug = moved.value else { throw problem }
      return Response(status: 308, headers: ["Location": "/api/themes/\(slug)/", "Cache-Control": "no-store"])
    }
  }

  // MARK: The area

  static let publicHeaders: Headers = [
    "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "ETag, Retry-After, X-Request-ID",
    "X-Content-Type-Options": "nosniff",
  ]

  /// `/api/`: keys, CORS, the slash rule and the error envelope. Reading spec §§2–4.
  package var area: Area {
    Area(
      prefix: "/api/", slash: .always, headers: ReadingSite.publicHeaders,
      preflight: [
        "Access-Control-Allow-Headers":
          "Authorization, Content-Type, If-None-Match, Idempotency-Key, X-API-Key, X-Request-ID",
        "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
        "Access-Control-Max-Age": "7200",
        "Cache-Control": "no-store",
      ],
      admit: { [keys] request in try keys.admit(request) },
      render: { problem, request in
        var headers = problem.headers
        headers["Content-Type"] = "application/json"
        headers["Cache-Control"] = "no-store"
        return Response(
          status: problem.code.status, headers: headers,
          body: .bytes(ErrorEnvelope.body(problem, requestID: request.id)))
      })
  }
}
