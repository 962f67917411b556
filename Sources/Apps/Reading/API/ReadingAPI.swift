package import API
package import JSON
import ReadingRules

/// A piece by its kind and number.
package struct PieceAddress: Hashable, Sendable {
  package var kind: String
  package var id: Int64

  package init(kind: String, id: Int64) {
    self.kind = kind
    self.id = id
  }
}

package struct ChapterAddress: Hashable, Sendable {
  package var journey: Int64
  package var number: Int

  package init(journey: Int64, number: Int) {
    self.journey = journey
    self.number = number
  }
}

package struct SlugAddress: Hashable, Sendable {
  package var kind: String
  package var slug: String

  package init(kind: String, slug: String) {
    self.kind = kind
    self.slug = slug
  }
}

package struct PageRequest: Hashable, Sendable {
  package var limit: Int
  package var cursor: String?

  package init(limit: Int, cursor: String? = nil) {
    self.limit = limit
    self.cursor = cursor
  }
}

package struct SearchRequest: Hashable, Sendable {
  package var q: String
  package var kind: String?
  package var limit: Int
  package var cursor: String?

  package init(q: String, kind: String? = nil, limit: Int = 50, cursor: String? = nil) {
    self.q = q
    self.kind = kind
    self.limit = limit
    self.cursor = cursor
  }
}

// Inputs are parts of the names under which answers are kept. Without a description of their own, each would be spelled by
// reflection, which takes longer than the answer.

extension PieceAddress: CustomStringConvertible {
  package var description: String { "\(kind) \(id)" }
}

extension ChapterAddress: CustomStringConvertible {
  package var description: String { "\(journey) \(number)" }
}

extension SlugAddress: CustomStringConvertible {
  package var description: String { "\(kind) \(slug)" }
}

extension PageRequest: CustomStringConvertible {
  package var description: String { "\(limit) \(cursor ?? "")" }
}

extension SearchRequest: CustomStringConvertible {
  /// Each text goes behind its length: a cursor that holds a space must not pass for another question.
  package var description: String {
    let texts = [kind ?? "", cursor ?? "", q].map { "\($0.utf8.count) \($0)" }
    return "\(limit) \(texts[0]) \(texts[1]) \(texts[2])"
  }
}

/// Every public endpoint of Reading. Reading spec §6.
package enum ReadingAPI {
  package static let sorts = ["editorial", "title", "newest", "shortest"]
  private static let kinds = "^(passage|letter|essay|chapter|article)(,(passage|letter|essay|chapter|article))*$"
  private static let cursor = Shape<String>.string(1...512)
  private static let limit = Shape<Int>.int(1...100)

  package static let config = read(
    "/api/config/", "The theme set's version and the Theme of the Week.", .none, ConfigView.shape)
  package static let hero = read(
    "/api/passages/todays-featured/", "The pool of quotations for the top of the home page.", .none,
    Items.shape("HeroItems", of: HeroItem.shape))
  package static let passages = read(
    "/api/passages/", "Passages, newest first.",
    .of(
      .query("limit", \.limit, limit, "How many, at most 100.", standard: 50),
      .optionalQuery("cursor", \.cursor, cursor, "Where the page before ended: its `next_cursor`."),
      make: { PageRequest(limit: $0, cursor: $1) }),
    Page.shape("PassagePage", of: Card.kindless))
  package static let featuredJourneys = read(
    "/api/journeys/featured/", "The journeys on the home page.", .none,
    Items.shape("FeaturedJourneys", of: JourneyCard.featured))
  package static let themeOfWeek = read("/api/theme-of-week/", "The Theme of the Week.", .none, ThemeOfWeek.shape)
  package static let featuredTheme = read(
    "/api/themes/featured/", "The same as /api/theme-of-week/.", .none, ThemeOfWeek.shape)
  package static let featuredBooks = read(
    "/api/books/featured/", "The books on the home page.", .none, Items.shape("FeaturedBooks", of: BookCard.shape))
  package static let whatsNew = read(
    "/api/whats-new/", "What was published in the last weeks.", .none, Items.shape("WhatsNew", of: Card.shape))
  package static let furtherReading = read(
    "/api/further-reading/", "A pool to go on with.", .none, Items.shape("FurtherReading", of: Card.shape))
  package static let content = read(
    "/api/content/{kind}/{id}/", "One piece to read.",
    .of(
      .path("kind", \.kind, .oneOf(["passage", "letter", "essay", "chapter", "article"]), "What kind of piece."),
      .path("id", \.id, .id, "Its number."),
      make: { PieceAddress(kind: $0, id: $1) }), Reading.shape)
  package static let journeys = read(
    "/api/journeys/", "All journeys.",
    .of(.query("sort", .oneOf(sorts), "The order.", standard: "editorial"), make: { $0 }), JourneyGrid.shape)
  package static let journey = read(
    "/api/journeys/{id}/", "One journey and its chapters.",
    .of(.path("id", .id, "The journey's number."), make: { $0 }), JourneyLanding.shape)
  package static let chapter = read(
    "/api/journeys/{id}/chapters/{n}/", "One chapter, with every piece it embeds.",
    .of(
      .path("id", \.journey, .id, "The journey's number."),
      .path("n", \.number, .int(1...1_000_000), "The chapter's position, from 1."),
      make: { ChapterAddress(journey: $0, number: $1) }), ChapterView.shape)
  package static let themes = read(
    "/api/themes/", "All themes: the featured ones first, then the rest by name.",
    .of(
      .optionalQuery(
        "v", .string(1...64), "The `themes_hash` that is wanted; with another one the answer is not to be kept."),
      make: { (version: String?) in version }), Items<ThemeView>.shape("Themes", of: ThemeView.shape))
  package static let theme = read(
    "/api/themes/{slug}/", "One theme.",
    .of(.path("slug", .string(1...80), "Its slug; an old one leads to the present one."), make: { $0 }),
    ThemeView.shape)
  package static let resolve = read(
    "/api/resolve/{kind}/{slug}/", "The number behind a slug.",
    .of(
      .path(
        "kind", \.kind, .oneOf(["passage", "letter", "essay", "chapter", "article", "journey", "book", "theme"]),
        "What it names."),
      .path("slug", \.slug, .string(1...80), "Its slug, present or old."), make: { SlugAddress(kind: $0, slug: $1) }),
    Resolved.shape)
  package static let search = read(
    "/api/search/", "Pieces in which all words occur, the best first.",
    .of(
      .query(
        "q", \.q, .string(1...400),
        "Up to ten words; a phrase stands in double quotes; the last word may be a beginning."),
      .optionalQuery("kind", \.kind, .string(1...100, pattern: kinds), "Kinds of pieces, parted by commas."),
      .query("limit", \.limit, limit, "How many, at most 100.", standard: 50),
      .optionalQuery("cursor", \.cursor, cursor, "Where the page before ended."),
      make: { SearchRequest(q: $0, kind: $1, limit: $2, cursor: $3) }), SearchResult.shape)

  package static let all: [AnyEndpoint] = [
    AnyEndpoint(config), AnyEndpoint(hero), AnyEndpoint(passages), AnyEndpoint(featuredJourneys),
    AnyEndpoint(themeOfWeek),
    AnyEndpoint(featuredTheme), AnyEndpoint(featuredBooks), AnyEndpoint(whatsNew), AnyEndpoint(furtherReading),
    AnyEndpoint(content),
    AnyEndpoint(journeys), AnyEndpoint(journey), AnyEndpoint(chapter), AnyEndpoint(themes), AnyEndpoint(theme),
    AnyEndpoint(resolve),
    AnyEndpoint(search),
  ]

  private static func read<Input, Output>(
    _ template: String, _ summary: String, _ input: InputShape<Input>, _ output: Shape<Output>
  ) -> Endpoint<Input, Output> {
    Endpoint(.get, template, summary, access: .apiKey, input: input, output: output)
  }

  /// How Reading reads and says no. Reading spec §§2, 3.
  package static let style: APIStyle = {
    var style = APIStyle(
      title: "Atrium Reading", version: "1.0",
      description: "The public side of an edited library. Every answer is the same for everybody and may be cached.",
      problems: [
        .badRequest, .notFound, .methodNotAllowed, .uriTooLong, .headersTooLarge, .rateLimited, .internalError,
        .unavailable,
      ],
      securitySchemes: [
        .init(
          "apiKey",
          .members(("type", .string("apiKey")), ("in", .string("header")), ("name", .string("X-API-Key"))))
      ], describeProblem: ErrorEnvelope.describe)
    style.faultNames = [.outOfRange: "invalid_format"]
    return style
  }()

  /// The document that `atrium openapi` prints.
  package static var document: JSONValue { OpenAPI.document(all, style) }
}
