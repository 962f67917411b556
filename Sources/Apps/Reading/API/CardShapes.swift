package import API
import JSON

private let address = Shape<String>.string(1...2_000, format: "uri")
private let colourText = Shape<String>.string(7...7, pattern: "^#[0-9A-F]{6}$")
private let minutes = Shape<Int>.int(1...100_000)

extension Rendition: Shaped {
  package static let shape = Shape<Rendition>.object(
    "Rendition", "One WebP file.", Field("url", address) { $0.url }, Field("width", .int(1...16_383)) { $0.width },
    Field("height", .int(1...16_383)) { $0.height }, make: { Rendition(url: $0, width: $1, height: $2) })
}

extension Picture: Shaped {
  package static let shape = Shape<Picture>.object(
    "Image", "A picture in five widths: 360, 720, 1080, 1440 and 2048, or its own width where that is less.",
    Field("small", Rendition.shape) { $0.small }, Field("medium", Rendition.shape) { $0.medium },
    Field("large", Rendition.shape) { $0.large }, Field("xlarge", Rendition.shape) { $0.xlarge },
    Field("xxlarge", Rendition.shape) { $0.xxlarge },
    make: { Picture(small: $0, medium: $1, large: $2, xlarge: $3, xxlarge: $4) })
}

extension FocalPoint {
  /// `[x, y]`
  static let shape = Shape<Double>.number(0...1).list(2...2).map(
    to: { FocalPoint(x: $0[0], y: $0[1]) }, from: { [$0.x, $0.y] })
}

let pictureNote = "Null when there is none; never partly present."
let altNote = "What the picture shows; empty when it only decorates."
let focalNote = "The point, from 0 to 1 of width and height, that a crop should keep."

extension Source: Shaped {
  package static let shape = Shape<Source>.object(
    "Source", "Where a piece comes from.", Field("kind", .string) { $0.kind }, Field("id", .id) { $0.id },
    Field("slug", .string) { $0.slug }, Field("title", .string) { $0.title },
    Field("cover", address.orNull) { $0.cover },
    .patch("publication_year", \.publicationYearMember, .int(-3_000...9_999)),
    .patch("synopsis", \.synopsisMember, .string),
    make: { kind, id, slug, title, cover, year, synopsis in
      // Lists leave both out; a piece's own source has both, as null where the book has none.
      let book =
        year == .absent && synopsis == .absent
        ? nil
        : Source.BookDetail(
          publicationYear: year.applied(to: nil), synopsis: synopsis.applied(to: nil))
      return Source(kind: kind, id: id, slug: slug, title: title, cover: cover, book: book)
    })
}

extension Source {
  fileprivate var publicationYearMember: Patch<Int> {
    book.map { $0.publicationYear.map(Patch.value) ?? .null } ?? .absent
  }
  fileprivate var synopsisMember: Patch<String> { book.map { $0.synopsis.map(Patch.value) ?? .null } ?? .absent }
}

extension Card: Shaped {
  package static let shape = cardShape("Card")
  /// On lists of one kind, where `kind` is left out.
  package static let kindless = cardShape("KindlessCard")

  private static func cardShape(_ name: String) -> Shape<Card> {
    .object(
      name, "", Field("kind", Shape<String>.string.orNull, absent: nil, leaveOut: { $0.kind == nil }) { $0.kind },
      Field("id", .id) { $0.id },
      Field("slug", .string) { $0.slug }, Field("title", .string) { $0.title },
      Field("supporting_line", Shape<String>.string.orNull) { $0.supportingLine },
      Field("image", Picture.shape.orNull, pictureNote) { $0.illustration.image },
      Field("image_alt", .string, altNote) { $0.illustration.alt },
      Field("image_focal", FocalPoint.shape.orNull, focalNote) { $0.illustration.focal },
      Field("read_time_minutes", minutes) { $0.readTimeMinutes },
      Field("theme_id", Shape<Int64>.id.orNull) { $0.themeID },
      make: { kind, id, slug, title, line, image, alt, focal, minutes, theme in
        Card(
          kind: kind, id: id, slug: slug, title: title, supportingLine: line,
          illustration: Illustration(image: image, alt: alt, focal: focal), readTimeMinutes: minutes, themeID: theme)
      })
  }
}

extension SearchHit: Shaped {
  package static let shape = Shape<SearchHit>.object(
    "SearchHit", "A card with the words around the match.", Field("kind", Shape<String>.string.orNull) { $0.card.kind },
    Field("id", .id) { $0.card.id }, Field("slug", .string) { $0.card.slug }, Field("title", .string) { $0.card.title },
    Field("supporting_line", Shape<String>.string.orNull) { $0.card.supportingLine },
    Field("image", Picture.shape.orNull, pictureNote) { $0.card.illustration.image },
    Field("image_alt", .string, altNote) { $0.card.illustration.alt },
    Field("image_focal", FocalPoint.shape.orNull, focalNote) { $0.card.illustration.focal },
    Field("read_time_minutes", minutes) { $0.card.readTimeMinutes },
    Field("theme_id", Shape<Int64>.id.orNull) { $0.card.themeID },
    Field("snippet", .string, "Plain text; what matched stands between two `**`.") { $0.snippet },
    make: { kind, id, slug, title, line, image, alt, focal, minutes, theme, snippet in
      SearchHit(
        card: Card(
          kind: kind, id: id, slug: slug, title: title, supportingLine: line,
          illustration: Illustration(image: image, alt: alt, focal: focal), readTimeMinutes: minutes, themeID: theme),
        snippet: snippet)
    })
}

extension HeroItem: Shaped {
  package static let shape = Shape<HeroItem>.object(
    "HeroItem", "A quotation for the top of the home page; the client shows one of the pool.",
    Field("id", .id) { $0.id },
    Field("slug", .string) { $0.slug }, Field("quote", .string(1...500)) { $0.quote },
    Field("source", Source.shape.orNull) { $0.source }, Field("audio", address.orNull) { $0.audio },
    Field("theme_id", Shape<Int64>.id.orNull) { $0.themeID },
    make: { HeroItem(id: $0, slug: $1, quote: $2, source: $3, audio: $4, themeID: $5) })
}

extension JourneyCard: Shaped {
  package static let shape = card("JourneyCard", art: "emblem")
  /// With `icon` instead of `emblem`. Reading spec §5.3.
  package static let featured = card("FeaturedJourney", art: "icon")

  private static func card(_ name: String, art: String) -> Shape<JourneyCard> {
    .object(
      name, "", Field("kind", .oneOf(["journey"])) { _ in "journey" }, Field("id", .id) { $0.id },
      Field("slug", .string) { $0.slug },
      Field("name", .string) { $0.name },
      Field("editorial_framing", Shape<String>.string.orNull) { $0.editorialFraming },
      Field(art, address.orNull) { card in
        switch card.art {
        case .emblem(let url), .icon(let url): url
        }
      },
      Field("colour", colourText) { $0.colour }, Field("chapters_count", .int(1...10_000)) { $0.chaptersCount },
      Field("theme_id", Shape<Int64>.id.orNull) { $0.themeID },
      make: { _, id, slug, name, framing, url, colour, count, theme in
        JourneyCard(
          id: id, slug: slug, name: name, editorialFraming: framing, art: art == "icon" ? .icon(url) : .emblem(url),
          colour: colour,
          chaptersCount: count, themeID: theme)
      })
  }
}

extension BookCard: Shaped {
  package static let shape = Shape<BookCard>.object(
    "BookCard", "", Field("kind", .oneOf(["book"])) { _ in "book" }, Field("id", .id) { $0.id },
    Field("slug", .string) { $0.slug },
    Field("title", .string) { $0.title },
    Field("publication_year", Shape<Int>.int(-3_000...9_999).orNull) { $0.publicationYear },
    Field("synopsis", Shape<String>.string.orNull) { $0.synopsis }, Field("cover", address.orNull) { $0.cover },
    Field("cover_image", Picture.shape.orNull) { $0.coverImage },
    make: { BookCard(id: $1, slug: $2, title: $3, publicationYear: $4, synopsis: $5, cover: $6, coverImage: $7) })
}

extension ThemeView: Shaped {
  package static let shape = Shape<ThemeView>.object(
    "Theme", "A portal: how the app looks while it is picked. Picking one never filters content.",
    Field("id", .id) { $0.id },
    Field("slug", .string) { $0.slug }, Field("name", .string) { $0.name },
    Field("framing_line", Shape<String>.string.orNull) { $0.framingLine }, Field("design", Design.shape) { $0.design },
    make: { ThemeView(id: $0, slug: $1, name: $2, framingLine: $3, design: $4) })
}

extension ThemeView.Design: Shaped {
  package static let shape = Shape<ThemeView.Design>.object(
    "ThemeDesign", "", Field("colour", colourText) { $0.colour }, Field("background", address.orNull) { $0.background },
    Field("portal_icon", address.orNull) { $0.portalIcon },
    Field("home_background", address.orNull) { $0.homeBackground },
    Field("lottie", address.orNull) { $0.lottie },
    make: { ThemeView.Design(colour: $0, background: $1, portalIcon: $2, homeBackground: $3, lottie: $4) })
}
