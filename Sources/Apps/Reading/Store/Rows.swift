package import ReadingRules
package import SQL
package import Time

/// A picture as a row tells of it.
package struct ImageRow: Hashable, Sendable {
  package var stem: String
  package var hash8: String
  package var size: PixelSize
  package var focal: (x: Double, y: Double)?

  package static func == (a: ImageRow, b: ImageRow) -> Bool { a.stem == b.stem && a.hash8 == b.hash8 }
  package func hash(into hasher: inout Hasher) { hasher.combine(hash8) }

  /// The columns `{prefix}_stem`, `_hash8`, `_width`, `_height`; nil where there is no picture.
  static func read(_ row: Row, _ prefix: String, focal: Bool = false) throws(StoreError) -> ImageRow? {
    guard let stem = try row.textOrNull(prefix + "_stem") else { return nil }
    let hash = try row.text(prefix + "_hash8")
    let size = PixelSize(width: Int(try row.int(prefix + "_width")), height: Int(try row.int(prefix + "_height")))
    var point: (x: Double, y: Double)?
    if focal, let x = try row.doubleOrNull("focal_x"), let y = try row.doubleOrNull("focal_y") { point = (x, y) }
    return ImageRow(stem: stem, hash8: hash, size: size, focal: point)
  }
}

/// Where a piece comes from, when that is live.
package struct SourceRow: Hashable, Sendable {
  package var kind: String
  package var id: Int64
  package var slug: String
  package var title: String
  package var cover: ImageRow?
  package var year: Int64?
  package var synopsis: String?

  static func read(_ row: Row, withBook: Bool) throws(StoreError) -> SourceRow? {
    guard let kind = try row.textOrNull("source_kind"), let id = try row.intOrNull("live_source_id") else { return nil }
    return SourceRow(
      kind: kind, id: id, slug: try row.text("source_slug"), title: try row.text("source_title"),
      cover: try ImageRow.read(row, "cover"), year: withBook ? try row.intOrNull("source_year") : nil,
      synopsis: withBook ? try row.textOrNull("source_synopsis") : nil)
  }
}

package struct CardRow: Hashable, Sendable {
  package var kind: String
  package var id: Int64
  package var slug: String
  package var title: String
  package var supportingLine: String?
  package var image: ImageRow?
  package var imageAlt: String?
  package var minutes: Int64
  package var themeID: Int64?
  package var listedAt: Instant?
  package var firstPublishedAt: Instant?
  /// Of a list entry; open elsewhere.
  package var window = Window.always

  static func read(_ row: Row) throws(StoreError) -> CardRow {
    CardRow(
      kind: try row.text("kind"), id: try row.int("id"), slug: try row.text("slug"), title: try row.text("title"),
      supportingLine: try row.textOrNull("supporting_line"), image: try ImageRow.read(row, "image", focal: true),
      imageAlt: try row.textOrNull("image_alt"), minutes: try row.int("read_time_minutes"),
      themeID: try row.intOrNull("resolved_theme_id"),
      listedAt: try row.instantOrNull("listed_at"), firstPublishedAt: try row.instantOrNull("first_published_at"))
  }

  static func readInList(_ row: Row) throws(StoreError) -> CardRow {
    var card = try read(row)
    card.window = try Window.read(row)
    return card
  }
}

extension Window {
  static func read(_ row: Row) throws(StoreError) -> Window {
    Window(startsAt: try row.instantOrNull("starts_at"), endsAt: try row.instantOrNull("ends_at"))
  }
}

package struct HeroRow: Hashable, Sendable {
  package var id: Int64
  package var slug: String
  package var quote: String
  package var source: SourceRow?
  package var audio: String?
  package var themeID: Int64?
  package var window: Window

  static func read(_ row: Row) throws(StoreError) -> HeroRow {
    HeroRow(
      id: try row.int("id"), slug: try row.text("slug"), quote: try row.text("quote"),
      source: try SourceRow.read(row, withBook: false),
      audio: try row.textOrNull("audio_path"), themeID: try row.intOrNull("resolved_theme_id"),
      window: try Window.read(row))
  }
}

/// One piece in full.
package struct PieceRow: Hashable, Sendable {
  package var id: Int64
  package var kind: ContentKind
  package var slug: String
  package var title: String
  package var supportingLine: String?
  package var body: String
  package var interpretation: String?
  package var originalDate: String?
  package var recipient: String?
  package var author: String?
  package var subtitle: String?
  package var publicationDate: String?
  package var order: Int64?
  package var prompt: String?
  package var minutes: Int64
  package var image: ImageRow?
  package var imageAlt: String?
  package var audio: String?
  package var source: SourceRow?
  package var themeID: Int64?

  static func read(_ row: Row) throws(StoreError) -> PieceRow {
    guard let kind = ContentKind(rawValue: try row.text("kind")) else { throw .misuse("a piece of no known kind") }
    return PieceRow(
      id: try row.int("id"), kind: kind, slug: try row.text("slug"), title: try row.text("title"),
      supportingLine: try row.textOrNull("supporting_line"), body: try row.text("body"),
      interpretation: try row.textOrNull("interpretation"), originalDate: try row.textOrNull("original_date"),
      recipient: try row.textOrNull("recipient"), author: try row.textOrNull("author"),
      subtitle: try row.textOrNull("subtitle"),
      publicationDate: try row.textOrNull("publication_date"), order: try row.intOrNull("order_in_source"),
      prompt: try row.textOrNull("reflection_prompt"), minutes: try row.int("read_time_minutes"),
      image: try ImageRow.read(row, "image", focal: true), imageAlt: try row.textOrNull("image_alt"),
      audio: try row.textOrNull("audio_path"),
      source: try SourceRow.read(row, withBook: true), themeID: try row.intOrNull("resolved_theme_id"))
  }
}

package struct ThemeRow: Hashable, Sendable {
  package var id: Int64
  package var slug: String
  package var name: String
  package var nameSort: String
  package var framingLine: String?
  package var colour: String
  package var background, portalIcon, homeBackground, lottie: String?
  package var featuredPosition: Int64?
}

package struct JourneyRow: Hashable, Sendable {
  package var id: Int64
  package var slug: String
  package var name: String
  package var nameSort: String
  package var framing: String?
  package var colour: String
  package var position: Int64
  package var firstPublishedAt: Instant?
  package var themeID: Int64?
  package var icon: String?
  package var emblem: String?
  package var chapters: Int64
  package var window = Window.always

  static func read(_ row: Row) throws(StoreError) -> JourneyRow {
    JourneyRow(
      id: try row.int("id"), slug: try row.text("slug"), name: try row.text("name"),
      nameSort: try row.text("name_sort"),
      framing: try row.textOrNull("editorial_framing"), colour: try row.text("colour"),
      position: try row.int("position"),
      firstPublishedAt: try row.instantOrNull("first_published_at"), themeID: try row.intOrNull("live_theme_id"),
      icon: try row.textOrNull("icon_path"), emblem: try row.textOrNull("emblem_path"),
      chapters: try row.int("chapters_count"))
  }

  static func readInList(_ row: Row) throws(StoreError) -> JourneyRow {
    var journey = try read(row)
    journey.window = try Window.read(row)
    return journey
  }
}

package struct BookRow: Hashable, Sendable {
  package var id: Int64
  package var slug: String
  package var title: String
  package var year: Int64?
  package var synopsis: String?
  package var cover: ImageRow?
  package var window: Window
}

package struct ChapterRow: Hashable, Sendable {
  package var id: Int64
  package var slug: String
  package var title: String
  package var openingQuestion: String
  package var minutes: Int64
  package var themeID: Int64?

  static func read(_ row: Row) throws(StoreError) -> ChapterRow {
    ChapterRow(
      id: try row.int("id"), slug: try row.text("slug"), title: try row.text("title"),
      openingQuestion: try row.text("opening_question"), minutes: try row.int("read_time_minutes"),
      themeID: try row.intOrNull("live_theme_id"))
  }
}

/// `ref:{kind}/{slug}` in a text.
package struct LinkedName: Hashable, Sendable {
  package var kind, slug: String
  package init(kind: String, slug: String) { (self.kind, self.slug) = (kind, slug) }
}

package struct ChapterTextRow: Hashable, Sendable {
  package var introduction: String?
  package var prompt: String?
  package var closing: String?
  package var hasReveal: Bool
  package var image: ImageRow?
  package var imageAlt: String?
}

package struct SectionRow: Hashable, Sendable {
  package var id: Int64
  package var type: String
  package var heading: String?
  package var body: String?
  package var contentID: Int64?
  package var quote: String?
  package var caption: String?
  package var image: ImageRow?
  package var imageAlt: String?
  package var source: SourceRow?
}

/// A hit with its text and its place in the order.
package struct SearchRow: Hashable, Sendable {
  package var card: CardRow
  package var text: String
  package var rank: Double
}
