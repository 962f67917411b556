package import API
import Markdown
package import ReadingAPI
import ReadingRules
import ReadingStore
import SQL
import Time

/// Pieces, journeys and chapters.
extension Snapshot {
  func piece(_ address: PieceAddress) throws -> Composed<Reading> {
    guard let row = try tx.first(LibraryQueries.piece, (address.kind, address.id)) else { throw Problem(.notFound) }
    return composed(reading(row, try links(in: [row.body, row.interpretation]), isEmbedded: false))
  }

  private func reading(_ row: PieceRow, _ links: Links, isEmbedded: Bool) -> Reading {
    Reading(
      id: row.id, slug: row.slug, title: row.title, supportingLine: row.supportingLine,
      readTimeMinutes: Int(row.minutes),
      body: links.served(row.body), reflectionPrompt: row.prompt, audio: row.audio.map(media.file),
      source: media.source(row.source, onReadingScreen: true), themeID: row.themeID,
      illustration: media.illustration(row.image, alt: row.imageAlt), extras: extras(row, links), isEmbedded: isEmbedded
    )
  }

  private func extras(_ row: PieceRow, _ links: Links) -> Reading.Extras {
    switch row.kind {
    case .passage: .passage(interpretation: row.interpretation.map(links.served))
    case .letter: .letter(originalDate: row.originalDate, recipient: row.recipient)
    case .chapter: .chapter(order: Int(row.order ?? 1))
    case .article: .article(author: row.author, subtitle: row.subtitle, publicationDate: row.publicationDate)
    default: .essay
    }
  }

  func journeys(sort: String) throws -> Composed<JourneyGrid> {
    var rows = try tx.all(LibraryQueries.journeys)
    // Rows come in editorial order; a stable order by the wanted key keeps it where two are equal.
    switch sort {
    case "title":
      rows.sort {
        $0.nameSort == $1.nameSort ? $0.id < $1.id : $0.nameSort.utf8.lexicographicallyPrecedes($1.nameSort.utf8)
      }
    case "newest":
      rows.sort { a, b in
        let (x, y) = (a.firstPublishedAt, b.firstPublishedAt)
        return x == y ? a.id > b.id : (x?.microseconds ?? 0) > (y?.microseconds ?? 0)
      }
    case "shortest":
      rows = rows.enumerated().sorted { ($0.element.chapters, $0.offset) < ($1.element.chapters, $1.offset) }.map(
        \.element)
    default: break
    }
    return composed(JourneyGrid(journeys: rows.map(media.gridCard), sort: sort))
  }

  func journey(_ id: Int64) throws -> Composed<JourneyLanding> {
    guard let row = try tx.first(LibraryQueries.journey, id), row.chapters > 0 else { throw Problem(.notFound) }
    let chapters = try tx.all(LibraryQueries.chapters, id).enumerated().map { index, chapter in
      JourneyLanding.Chapter(
        number: index + 1, id: chapter.id, title: chapter.title, openingQuestion: chapter.openingQuestion,
        readTimeMinutes: Int(chapter.minutes), themeID: chapter.themeID ?? row.themeID)
    }
    return composed(
      JourneyLanding(
        id: row.id, slug: row.slug, name: row.name, editorialFraming: row.framing, emblem: row.emblem.map(media.file),
        colour: row.colour,
        themeID: row.themeID, chapters: chapters))
  }

  func chapter(_ address: ChapterAddress) throws -> Composed<ChapterView> {
    guard let journey = try tx.first(LibraryQueries.journey, address.journey) else { throw Problem(.notFound) }
    let rows = try tx.all(LibraryQueries.chaptersWithText, (address.journey, address.number))
    guard rows.indices.contains(address.number - 1) else { throw Problem(.notFound) }
    let (row, text) = rows[address.number - 1]
    let sections = try tx.all(LibraryQueries.sections, row.id)
    let pieces = Dictionary(
      try tx.all(LibraryQueries.piecesOfChapter, row.id).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let links = try links(
      in: [text.introduction, text.closing] + sections.map(\.body)
        + pieces.values.flatMap { [$0.body, $0.interpretation] })
    func neighbour(_ index: Int) -> ChapterView.Neighbour? {
      rows.indices.contains(index)
        ? .init(number: index + 1, id: rows[index].row.id, title: rows[index].row.title) : nil
    }
    return composed(
      ChapterView(
        id: row.id, number: address.number, title: row.title, openingQuestion: row.openingQuestion,
        journey: .init(
          id: journey.id, slug: journey.slug, name: journey.name, emblem: journey.emblem.map(media.file),
          colour: journey.colour,
          chaptersCount: rows.count),
        themeID: row.themeID ?? journey.themeID, readTimeMinutes: Int(row.minutes),
        illustration: media.illustration(text.image, alt: text.imageAlt),
        introduction: text.introduction.map(links.served),
        sections: sections.compactMap { section($0, pieces, links) },
        reflectionPrompt: text.prompt,
        closing: text.closing.map(links.served), hasSealedReveal: text.hasReveal,
        previous: neighbour(address.number - 2), next: neighbour(address.number)))
  }

  /// Nil for a piece that is not live: its section is dropped. Reading spec §6.4.
  private func section(_ row: SectionRow, _ pieces: [Int64: PieceRow], _ links: Links) -> ChapterView.Section? {
    let content: ChapterView.Section.Content
    switch row.type {
    case "content":
      guard let piece = row.contentID.flatMap({ pieces[$0] }) else { return nil }
      content = .content(leadIn: row.body.map(links.served), reading(piece, links, isEmbedded: true))
    case "quote": content = .quote(row.quote ?? "", source: media.source(row.source))
    case "image": content = .image(media.picture(row.image), alt: row.imageAlt ?? "", caption: row.caption)
    default: content = .text(body: links.served(row.body ?? ""))
    }
    return ChapterView.Section(id: row.id, heading: row.heading, content: content)
  }

  // MARK: Slugs

  func theme(slug: String) throws -> (theme: ThemeView?, movedTo: String?, generation: Int64) {
    if let row = try themeRows().first(where: { $0.slug == slug }) { return (media.theme(row), nil, head.generation) }
    return (nil, try tx.first(LibraryQueries.oldSlug, ("theme", slug))?.slug, head.generation)
  }

  func resolve(_ address: SlugAddress) throws -> Composed<Resolved> {
    let key = (address.kind, address.slug)
    guard let found = try tx.first(LibraryQueries.slug, key) ?? tx.first(LibraryQueries.oldSlug, key) else {
      throw Problem(.notFound)
    }
    return composed(Resolved(kind: address.kind, id: found.id, slug: found.slug))
  }
}

/// Addresses of the web reader. Reading spec §20.
package enum WebAddress {
  package static func path(kind: String, slug: String) -> String {
    switch kind {
    case "journey": "/reading/journeys/\(slug)"
    case "theme": "/reading/themes/\(slug)"
    case "book": "/reading/"
    default: "/reading/read/\(kind)/\(slug)"
    }
  }

  static func absolute(kind: String, slug: String, base: String) -> String { base + path(kind: kind, slug: slug) }
}
