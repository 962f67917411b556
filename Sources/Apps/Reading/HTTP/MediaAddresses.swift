import ReadingAPI
import ReadingRules
import ReadingStore

/// From rows to absolute addresses. They never depend on the request. Reading spec §§2, 11.2.
struct MediaAddresses: Sendable {
  let base: String

  func file(_ path: String) -> String { base + "/" + path }

  /// The rendition for a key's width: repeated where the original is narrower.
  func rendition(_ image: ImageRow, _ width: Int) -> Rendition {
    let fileWidth = RenditionGeometry.fileWidth(for: width, original: image.size)
    let size = RenditionGeometry.size(of: image.size, atWidth: fileWidth)
    return Rendition(
      url: file("img/" + RenditionGeometry.fileName(stem: image.stem, hash: image.hash8, width: fileWidth)),
      width: size.width,
      height: size.height)
  }

  func picture(_ image: ImageRow?) -> Picture? {
    image.map {
      Picture(
        small: rendition($0, 360), medium: rendition($0, 720), large: rendition($0, 1080), xlarge: rendition($0, 1440),
        xxlarge: rendition($0, 2048))
    }
  }

  func illustration(_ image: ImageRow?, alt: String?) -> Illustration {
    Illustration(
      image: picture(image), alt: image == nil ? "" : alt ?? "",
      focal: image?.focal.map { FocalPoint(x: $0.x, y: $0.y) })
  }

  /// The 720-wide address that `cover` holds. Reading spec §5.4.
  func cover(_ image: ImageRow?) -> String? { image.map { rendition($0, 720).url } }

  func source(_ row: SourceRow?, onReadingScreen: Bool = false) -> Source? {
    row.map {
      Source(
        kind: $0.kind, id: $0.id, slug: $0.slug, title: $0.title, cover: cover($0.cover),
        book: onReadingScreen && $0.kind == "book"
          ? .init(publicationYear: $0.year.map { Int($0) }, synopsis: $0.synopsis) : nil)
    }
  }

  func card(_ row: CardRow, withKind: Bool = true) -> Card {
    Card(
      kind: withKind ? row.kind : nil, id: row.id, slug: row.slug, title: row.title, supportingLine: row.supportingLine,
      illustration: illustration(row.image, alt: row.imageAlt), readTimeMinutes: Int(row.minutes), themeID: row.themeID)
  }

  func theme(_ row: ThemeRow) -> ThemeView {
    ThemeView(
      id: row.id, slug: row.slug, name: row.name, framingLine: row.framingLine,
      design: .init(
        colour: row.colour, background: row.background.map(file), portalIcon: row.portalIcon.map(file),
        homeBackground: row.homeBackground.map(file), lottie: row.lottie.map(file)))
  }

  func gridCard(_ row: JourneyRow) -> JourneyCard { card(row, .emblem(row.emblem.map(file))) }

  /// The icon falls back to the emblem. Reading spec §5.3.
  func featuredCard(_ row: JourneyRow) -> JourneyCard { card(row, .icon((row.icon ?? row.emblem).map(file))) }

  private func card(_ row: JourneyRow, _ art: JourneyCard.Art) -> JourneyCard {
    JourneyCard(
      id: row.id, slug: row.slug, name: row.name, editorialFraming: row.framing, art: art, colour: row.colour,
      chaptersCount: Int(row.chapters), themeID: row.themeID)
  }

  func book(_ row: BookRow) -> BookCard {
    BookCard(
      id: row.id, slug: row.slug, title: row.title, publicationYear: row.year.map { Int($0) }, synopsis: row.synopsis,
      cover: cover(row.cover), coverImage: picture(row.cover))
  }
}
