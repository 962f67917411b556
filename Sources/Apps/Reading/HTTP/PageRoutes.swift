package import API
import Crypto
import Encoding
package import HTTP
import ReadingAPI
package import ReadingPages
import ReadingRules
import SQL
import Time

/// The web reader's pages: rendered from the same snapshots as the JSON, readable without script, the same for everybody.
/// Reading spec §20.
package struct PageRoutes: Sendable {
  private let site: ReadingSite
  private let pages: ReadingPages
  /// The service worker and the manifest, which must stand under `/reading/` itself.
  private let worker: [UInt8]
  private let manifest: [UInt8]
  private let icon: [UInt8]

  package init(site: ReadingSite, pages: ReadingPages, worker: [UInt8], manifest: [UInt8], icon: [UInt8]) {
    self.site = site
    self.pages = pages
    self.worker = worker
    self.manifest = manifest
    self.icon = icon
  }

  // MARK: Routes

  package var routes: [Route] {
    [
      Route(.get, "/reading/themes.css") { _, _ in try await styles() },
      Route(.get, "/reading/sw.js") { _, _ in
        fixed(worker, "text/javascript; charset=utf-8")
      },
      Route(.get, "/reading/icon.svg") { _, _ in fixed(icon, "image/svg+xml") },
      Route(.get, "/reading/manifest.webmanifest") { _, _ in fixed(manifest, "application/manifest+json") },
      Route(.get, "/reading") { _, _ in moved("/reading/") },
      Route(.get, "/reading/ar") { _, _ in moved("/reading/ar/") },
    ] + Language.allCases.flatMap(routes)
  }

  private func routes(_ language: Language) -> [Route] {
    let base = language.base
    return [
      Route(.get, base + "/") { _, _ in try await home(language) },
      Route(.get, base + "/section/{name}") { _, texts in try await section(texts.path["name"] ?? "", language) },
      Route(.get, base + "/read/{kind}/{slug}") { _, texts in
        try await reading(texts.path["kind"] ?? "", texts.path["slug"] ?? "", language)
      },
      Route(.get, base + "/journeys", query: ["sort"]) { _, texts in
        try await journeys(texts.query["sort"] ?? [], language)
      },
      Route(.get, base + "/journeys/{slug}") { _, texts in try await journey(texts.path["slug"] ?? "", language) },
      Route(.get, base + "/journeys/{slug}/{n}") { _, texts in
        try await chapter(texts.path["slug"] ?? "", texts.path["n"] ?? "", language)
      },
      Route(.get, base + "/themes") { _, _ in
        try await page("themes", language, "/themes") { snapshot, _ in
          snapshot.composed(())
        } render: { _, context in
          pages.themes(context)
        }
      },
      Route(.get, base + "/themes/{slug}") { _, texts in try await theme(texts.path["slug"] ?? "", language) },
      Route(.get, base + "/search", query: ["q", "kind", "cursor"]) { _, texts in try await search(texts, language) },
      Route(.get, base + "/offline") { _, _ in
        try await page("offline", language, "/offline") { snapshot, _ in
          snapshot.composed(())
        } render: { _, context in
          pages.offline(context)
        }
      },
    ]
  }

  // MARK: One page

  /// Composes and renders once for each generation; every page also holds the themes and the week's pick.
  private func page<Value: Sendable>(
    _ key: String, _ language: Language, _ path: String, length: ReadLength = .quick,
    _ read: @escaping @Sendable (Snapshot, Language) throws -> Composed<Value>,
    render: @escaping @Sendable (Value, PageContext) throws -> [UInt8]
  ) async throws -> Response {
    try await site.pageAnswer("page \(language.rawValue) \(key)") {
      let composed = try await site.compose(length) { snapshot in
        let value = try read(snapshot, language)
        let themes = try snapshot.themes()
        let week = try snapshot.themeOfWeek()
        var whole = snapshot.composed((value.value, themes.value.items, week.value.themeID))
        whole.nextChange = [value.nextChange, week.nextChange].compactMap { $0 }.min()
        return whole
      }
      let (value, themes, current) = composed.value
      let body = try render(value, PageContext(language: language, path: path, themes: themes, currentTheme: current))
      return prepare(body, generation: composed.generation, nextChange: composed.nextChange)
    }
  }

  /// Class PAGE: kept by nobody without asking. Reading spec §13.1.
  private func prepare(_ body: [UInt8], generation: Int64, nextChange: Instant?) -> PreparedResponse {
    PreparedResponse(
      body: body, contentType: "text/html; charset=utf-8", tag: ReadingSite.tag(of: body),
      headers: headers(cache: "public, max-age=0, must-revalidate"),
      compress: site.options.compresses, freshUntil: nextChange ?? Instant(microseconds: .max), epoch: site.cache.epoch,
      epochNumber: site.epochNumber(for: generation))
  }

  private func headers(cache: String) -> Headers {
    var headers = PageRoutes.security(media: site.options.mediaBase)
    headers["Cache-Control"] = cache
    return headers
  }

  /// The content policy and its companions. Reading spec §20.
  static func security(media: String) -> Headers {
    // The policy names an origin, not a path.
    let parts = media.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    let origin = parts.count > 2 ? parts[0...2].joined(separator: "/") : ""
    return [
      "Content-Security-Policy":
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: \(origin); media-src 'self' \(origin); "
        + "connect-src 'self' \(origin); manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      "Referrer-Policy": "strict-origin-when-cross-origin", "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Opener-Policy": "same-origin", "Strict-Transport-Security": "max-age=31536000",
    ]
  }

  private func moved(_ path: String) -> Response {
    Response(status: 308, headers: ["Location": path, "Cache-Control": "no-store"])
  }

  private func fixed(_ body: [UInt8], _ type: String) -> Response {
    Response(
      status: 200, headers: ["Content-Type": type, "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"],
      body: .bytes(body))
  }

  private func styles() async throws -> Response {
    try await site.pageAnswer("page themes.css") {
      let composed = try await site.compose { try $0.themes() }
      let body = pages.themeStyles(composed.value.items)
      return PreparedResponse(
        body: body, contentType: "text/css; charset=utf-8", tag: ReadingSite.tag(of: body),
        headers: headers(cache: "public, max-age=0, must-revalidate"),
        compress: true, freshUntil: Instant(microseconds: .max), epoch: site.cache.epoch,
        epochNumber: site.epochNumber(for: composed.generation))
    }
  }

  // MARK: Pages

  /// Each section is read on its own: one that fails is left to the page, the hero's failure is the page's.
  private func home(_ language: Language) async throws -> Response {
    try await page("home", language, "/") { snapshot, _ in
      let hero = try snapshot.hero()
      let model = HomeModel(
        hero: hero.value.items, journeys: try? snapshot.featuredJourneys().value.items,
        week: try? snapshot.themeOfWeek().value,
        books: try? snapshot.featuredBooks().value.items, whatsNew: try? snapshot.whatsNew().value.items,
        furtherReading: try? snapshot.furtherReading().value.items)
      var composed = snapshot.composed(model)
      composed.nextChange = [hero.nextChange, try? snapshot.whatsNew().nextChange].compactMap { $0 ?? nil }.min()
      return composed
    } render: { model, context in
      if model.hero.isEmpty { throw PageProblem.emptyLibrary(pages.emptyLibrary(context)) }
      return pages.home(model, context)
    }
  }

  private func section(_ name: String, _ language: Language) async throws -> Response {
    guard ReadingPages.sections.contains(name) else { throw Problem(.notFound) }
    return try await page("section \(name)", language, "/section/\(name)") { snapshot, _ in
      snapshot.composed(
        HomeModel(
          hero: [], journeys: name == "journeys" ? try snapshot.featuredJourneys().value.items : [],
          week: name == "week" ? try snapshot.themeOfWeek().value : nil,
          books: name == "books" ? try snapshot.featuredBooks().value.items : [],
          whatsNew: name == "new" ? try snapshot.whatsNew().value.items : [],
          furtherReading: name == "further" ? try snapshot.furtherReading().value.items : []))
    } render: { model, context in
      pages.section(name, model, context)
    }
  }

  private func reading(_ kind: String, _ slug: String, _ language: Language) async throws -> Response {
    guard ContentKind(rawValue: kind)?.isReadable ?? false else { throw Problem(.notFound) }
    let found = try await resolve(kind, slug)
    if found.slug != slug { return moved(language.base + "/read/\(kind)/\(found.slug)") }
    return try await page("read \(kind) \(found.id)", language, "/read/\(kind)/\(slug)") { snapshot, _ in
      try snapshot.piece(PieceAddress(kind: kind, id: found.id))
    } render: { piece, context in
      pages.reading(piece, context)
    }
  }

  private func resolve(_ kind: String, _ slug: String) async throws -> Resolved {
    guard Slug(slug) != nil else { throw Problem(.notFound) }
    return try await site.compose { try $0.resolve(SlugAddress(kind: kind, slug: slug)) }.value
  }

  private func journeys(_ sorts: [String], _ language: Language) async throws -> Response {
    let sort = sorts.first.flatMap { $0.isEmpty ? nil : $0 } ?? "editorial"
    guard ReadingAPI.sorts.contains(sort) else { throw Problem(.notFound) }
    return try await page("journeys \(sort)", language, "/journeys") { snapshot, _ in
      try snapshot.journeys(sort: sort)
    } render: {
      pages.journeys($0, $1)
    }
  }

  private func journey(_ slug: String, _ language: Language) async throws -> Response {
    let found = try await resolve("journey", slug)
    if found.slug != slug { return moved(language.base + "/journeys/\(found.slug)") }
    return try await page("journey \(found.id)", language, "/journeys/\(slug)") { snapshot, _ in
      try snapshot.journey(found.id)
    } render: {
      pages.journey($0, $1)
    }
  }

  private func chapter(_ slug: String, _ number: String, _ language: Language) async throws -> Response {
    guard let n = Int(number), String(n) == number, n > 0 else { throw Problem(.notFound) }
    let found = try await resolve("journey", slug)
    if found.slug != slug { return moved(language.base + "/journeys/\(found.slug)/\(n)") }
    return try await page("chapter \(found.id) \(n)", language, "/journeys/\(slug)/\(n)") { snapshot, _ in
      try snapshot.chapter(ChapterAddress(journey: found.id, number: n))
    } render: {
      pages.chapter($0, $1)
    }
  }

  private func theme(_ slug: String, _ language: Language) async throws -> Response {
    let found = try await resolve("theme", slug)
    if found.slug != slug { return moved(language.base + "/themes/\(found.slug)") }
    return try await page("theme \(found.id)", language, "/themes/\(slug)") { snapshot, _ in
      guard let theme = try snapshot.theme(slug: slug).theme else { throw Problem(.notFound) }
      return snapshot.composed(theme)
    } render: {
      pages.theme($0, $1)
    }
  }

  private func search(_ texts: InputParts, _ language: Language) async throws -> Response {
    let query = texts.query["q"]?.first ?? ""
    let kind = texts.query["kind"]?.first.flatMap { $0.isEmpty ? nil : $0 }
    let cursor = texts.query["cursor"]?.first.flatMap { $0.isEmpty ? nil : $0 }
    let request = SearchRequest(q: query, kind: kind, limit: 20, cursor: cursor)
    return try await page("search \(request)", language, "/search", length: .long) { snapshot, _ in
      var result: SearchResult?
      var isInvalid = false
      if !query.isEmpty {
        do { result = try snapshot.search(request).value } catch let problem as Problem
          where problem.code == .invalidParameter
        { isInvalid = true }
      }
      let needsSuggestions = (result?.total ?? 0) == 0
      let suggestions = needsSuggestions ? Array(try snapshot.furtherReading().value.items.prefix(4)) : []
      return snapshot.composed(
        SearchModel(query: query, kind: kind, result: result, isInvalid: isInvalid, suggestions: suggestions))
    } render: {
      pages.search($0, $1)
    }
  }

  // MARK: What is not there

  /// Everything outside of the APIs.
  package var area: Area {
    Area(
      prefix: "/", slash: .never, headers: ["X-Content-Type-Options": "nosniff"],
      render: { problem, request in
        var headers = headers(cache: "no-store")
        for field in problem.headers.fields { headers[field.name] = field.value }
        headers["Content-Type"] = "text/html; charset=utf-8"
        let path = String(request.path)
        let language: Language = path.hasPrefix("/reading/ar/") ? .ar : .en
        let own = path.hasPrefix(language.base + "/") ? String(path.dropFirst(language.base.utf8.count)) : "/"
        let context = PageContext(language: language, path: own, themes: [], currentTheme: nil)
        let body =
          problem.code.status == 404 || problem.code.status == 405 ? pages.notFound(context) : pages.failure(context)
        return Response(status: problem.code.status, headers: headers, body: .bytes(body))
      })
  }
}

/// A page that is an error although every part of it was read.
enum PageProblem: Error {
  case emptyLibrary([UInt8])
}

extension ReadingSite {
  /// A page from the cache, or composed; a library without a quotation answers 503 with a page of its own.
  func pageAnswer(_ key: String, _ make: () async throws -> PreparedResponse) async throws -> Response {
    do {
      if !options.keepsResponses || !isNewsFresh {
        return Response(status: 200, body: .prepared(try await make(), key: nil))
      }
      switch try await cache.answer(key, make) {
      case .ready(let prepared), .stale(let prepared): return Response(status: 200, body: .prepared(prepared, key: nil))
      }
    } catch PageProblem.emptyLibrary(let body) {
      var headers = PageRoutes.security(media: options.mediaBase)
      headers["Content-Type"] = "text/html; charset=utf-8"
      headers["Cache-Control"] = "no-store"
      headers["Retry-After"] = "30"
      return Response(status: 503, headers: headers, body: .bytes(body))
    }
  }
}
