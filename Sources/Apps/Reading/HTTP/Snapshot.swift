package import API
import Crypto
import Encoding
package import ReadingAPI
import ReadingRules
import ReadingStore
import SQL
package import Time

/// A payload with how long it holds.
package struct Composed<Value: Sendable>: Sendable {
  package var value: Value
  /// The generation it was read under.
  package var generation: Int64
  /// When time alone changes it; nil where only an edit can.
  package var nextChange: Instant?
  /// It must not be kept: an answer to an old `?v=`.
  package var isPassing = false
}

/// The live library at one moment: composes payloads from one read transaction. Reading spec §§5, 6, 12.
struct Snapshot {
  let tx: Transaction
  let now: Instant
  let options: ReadingOptions
  let media: MediaAddresses
  let head: LibraryQueries.Head

  init(_ tx: Transaction, now: Instant, options: ReadingOptions) throws {
    self.tx = tx
    self.now = now
    self.options = options
    media = MediaAddresses(base: options.mediaBase)
    head = try tx.first(LibraryQueries.head, now) ?? .init(generation: 0, nextChange: nil)
  }

  func composed<Value>(_ value: Value, _ changes: NextChange...) -> Composed<Value> {
    var next = NextChange(after: now)
    next.consider(head.nextChange)
    for change in changes { next.consider(change) }
    return Composed(value: value, generation: head.generation, nextChange: next.instant)
  }

  // MARK: Themes

  /// Featured first, then by name. Reading spec §6.
  func themeRows() throws -> [ThemeRow] {
    try tx.all(LibraryQueries.themes).sorted { a, b in
      switch (a.featuredPosition, b.featuredPosition) {
      case (let a?, let b?): a < b
      case (.some, nil): true
      case (nil, .some): false
      case (nil, nil):
        a.nameSort == b.nameSort ? a.id < b.id : a.nameSort.utf8.lexicographicallyPrecedes(b.nameSort.utf8)
      }
    }
  }

  func themes() throws -> Composed<Items<ThemeView>> { composed(Items(try themeRows().map(media.theme))) }

  /// One pick for config, theme-of-week and themes/featured. Reading spec §12.3.
  private func pick(_ rows: [ThemeRow]) throws -> (ThemeWeeks.Pick, NextChange) {
    let weeks = try tx.all(LibraryQueries.themeWeeks)
    let byName = rows.sorted { a, b in
      a.nameSort == b.nameSort ? a.id < b.id : a.nameSort.utf8.lexicographicallyPrecedes(b.nameSort.utf8)
    }
    let pick = ThemeWeeks.pick(
      weeks, featured: rows.filter { $0.featuredPosition != nil }.map(\.id), liveByName: byName.map(\.id), at: now)
    return (pick, ThemeWeeks.nextChange(weeks, after: now))
  }

  func themeOfWeek() throws -> Composed<ThemeOfWeek> {
    let (pick, change) = try pick(themeRows())
    return composed(ThemeOfWeek(themeID: pick.themeID, header: pick.header), change)
  }

  func config() throws -> Composed<ConfigView> {
    let rows = try themeRows()
    let (pick, change) = try pick(rows)
    return composed(
      ConfigView(themesHash: Snapshot.themesHash(Items(rows.map(media.theme))), currentTheme: pick.themeID), change)
  }

  /// The first 16 digits of the themes payload's entity tag. Reading spec §9.4.
  static func themesHash(_ themes: Items<ThemeView>) -> String {
    String(Hex.encode(SHA256.hash(ReadingAPI.themes.output.encode(themes))).prefix(16))
  }

  // MARK: Home

  private var today: (text: String, ends: Instant) {
    let date = options.zone.wall(at: now).date
    return (date.iso, options.zone.instant(date + 1, .midnight))
  }

  private static func sha256(_ text: String) -> [UInt8] { SHA256.hash(Array(text.utf8)) }

  func hero() throws -> Composed<Items<HeroItem>> {
    let rows = try tx.all(LibraryQueries.hero)
    let entries = rows.map { CurationEntry(id: $0.id, window: $0.window) }
    let isOpen = entries.contains { $0.window.contains(now) }
    let recent = isOpen ? [] : try tx.all(LibraryQueries.heroRecent, options.poolSize)
    let ids = Curation.hero(
      entries, recent: recent.map(\.id), at: now, day: today.text, size: options.poolSize, sha256: Snapshot.sha256)
    let byID = Dictionary((rows + recent).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let items = ids.compactMap { byID[$0] }.map { row in
      HeroItem(
        id: row.id, slug: row.slug, quote: row.quote, source: media.source(row.source),
        audio: row.audio.map(media.file), themeID: row.themeID)
    }
    return composed(Items(items), Curation.nextChange(entries, dayEnds: today.ends, after: now))
  }

  func featuredJourneys() throws -> Composed<Items<JourneyCard>> {
    let rows = try tx.all(LibraryQueries.featuredJourneys)
    return try featured(rows, id: \.id, window: \.window, media.featuredCard)
  }

  func featuredBooks() throws -> Composed<Items<BookCard>> {
    let rows = try tx.all(LibraryQueries.books)
    return try featured(rows, id: \.id, window: \.window, media.book)
  }

  private func featured<Row, Item>(
    _ rows: [Row], id: (Row) -> Int64, window: (Row) -> Window, _ make: (Row) -> Item
  ) throws -> Composed<Items<Item>> {
    let entries = rows.map { CurationEntry(id: id($0), window: window($0)) }
    let chosen = Set(Curation.featured(entries, at: now, size: options.poolSize))
    let items = rows.filter { chosen.contains(id($0)) }.map(make)
    return composed(Items(items), Curation.nextChange(entries, dayEnds: today.ends, after: now))
  }

  func whatsNew() throws -> Composed<Items<Card>> {
    let from = WhatsNew.earliest(at: now, days: options.whatsNewDays)
    let rows = try tx.all(LibraryQueries.whatsNew, (from, now, options.poolSize))
    let pieces = rows.compactMap { row in row.listedAt.map { WhatsNew.Piece(id: row.id, listedAt: $0) } }
    return composed(
      Items(rows.map { media.card($0) }), WhatsNew.nextChange(pieces, after: now, days: options.whatsNewDays))
  }

  func furtherReading() throws -> Composed<Items<Card>> {
    let rows = try tx.all(LibraryQueries.further)
    let entries = rows.map { CurationEntry(id: $0.id, window: $0.window) }
    let open = entries.filter { $0.window.contains(now) }
    let from = WhatsNew.earliest(at: now, days: options.whatsNewDays)
    let fill =
      options.fillsFurtherReading && open.count < options.poolSize
      ? try tx.all(LibraryQueries.furtherFill, (from, now, options.poolSize)) : []
    let ids = Curation.furtherReading(
      entries, fill: fill, at: now, day: today.text, size: options.poolSize, sha256: Snapshot.sha256)
    var byID = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let missing = ids.filter { byID[$0] == nil }
    if !missing.isEmpty { for row in try tx.all(LibraryQueries.cards, missing) { byID[row.id] = row } }
    return composed(
      Items(ids.compactMap { byID[$0] }.map { media.card($0) }),
      Curation.nextChange(entries, dayEnds: today.ends, after: now))
  }

  /// Newest first; the cursor is the last row's time and number. Reading spec §5.7.
  func passages(_ page: PageRequest) throws -> Composed<Page<Card>> {
    let after = try page.cursor.map { text throws(Problem) in try PassageCursor(text) } ?? .start
    let rows = try tx.all(LibraryQueries.passages, (after.at, after.id, page.limit + 1))
    let shown = rows.prefix(page.limit)
    let last = rows.count > page.limit ? shown.last : nil
    let next = last.flatMap { row in row.firstPublishedAt.map { PassageCursor(at: $0, id: row.id).text } }
    return composed(Page(shown.map { media.card($0, withKind: false) }, nextCursor: next))
  }
}
