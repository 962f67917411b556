import Crypto
import Markdown
package import ReadingRules
package import SQL
import Text
package import Time

/// Why a checked tree could not be written after all.
package enum WriteRefusal: Error, Hashable, Sendable {
  /// A reference that is neither in the tree nor in the library.
  case dangling(String)
  /// A media file that was not put in place.
  case missingMedia(String)
  /// An id that another object has.
  case idTaken(String, Int64)
}

/// Writes a checked tree into the library, inside one transaction: all of it or nothing. Objects that are as they were are
/// left alone, and the generation moves only when something changed that the public sees. Reading spec §17.4.
package struct LibraryWriter {
  package struct Options: Sendable {
    package var now: Instant
    package var wordsPerMinute = ReadTime.wordsPerMinute
    package var zone = ZoneRules.utc
    package var preservesIDs = false
    /// Archives what the tree does not have.
    package var prunes = false
    package init(now: Instant) { self.now = now }
  }

  let tx: Transaction
  let options: Options
  let media: [MediaPath: MediaItem]
  var ids = IDSource()
  var report = ImportReport()
  var publicChanged = false
  var mediaIDs: [MediaPath: Int64] = [:]
  var known = KnownObjects()
  /// Pieces whose place in the index must be looked at.
  var searchable: [Int64] = []

  /// Applies a tree. Throws `StoreError` and `WriteRefusal`; the caller's transaction then leaves nothing behind.
  package static func apply(
    _ tree: ContentTree, media: [MediaPath: MediaItem], options: Options, in tx: Transaction
  ) throws -> ImportReport {
    var writer = LibraryWriter(tx: tx, options: options, media: media)
    try writer.run(tree)
    return writer.report
  }

  private init(tx: Transaction, options: Options, media: [MediaPath: MediaItem]) {
    self.tx = tx
    self.options = options
    self.media = media
  }

  private mutating func run(_ tree: ContentTree) throws {
    try Generation.lock(in: tx)
    known = try KnownObjects(tx)
    try saveMedia(tree)
    try stub(tree)
    if options.prunes { try prune(to: tree) }
    for theme in tree.themes { try save(theme) }
    for book in tree.books { try save(book) }
    try clearMovedOrders(tree.pieces)
    for piece in tree.pieces { try save(piece) }
    for journey in tree.journeys { try save(journey) }
    for journey in tree.journeys { try saveRelated(journey) }
    if let curation = tree.curation { try save(curation) }
    try ids.save(in: tx)
    try LibraryWriter.refreshReadTimes(wordsPerMinute: options.wordsPerMinute, in: tx)
    for id in searchable { try SearchIndex.refresh(id, in: tx) }
    if publicChanged { try Generation.advance(in: tx) }
    report.generation = try tx.first(LibraryQueries.generation) ?? 0
  }

  /// Gives every object of the tree its id before anything refers to it.
  private mutating func stub(_ tree: ContentTree) throws {
    if options.preservesIDs { try takeNamedIDs(tree) }
    for theme in tree.themes { try stub(.theme, theme.head, "theme") }
    for book in tree.books { try stub(.book, book.head, "book") }
    for piece in tree.pieces { try stub(piece.kind, piece.head, "content") }
    for journey in tree.journeys { try stub(.journey, journey.head, "journey") }
  }

  private mutating func stub(_ kind: ContentKind, _ head: DraftHead, _ sequence: String) throws {
    let reference = Reference(kind, head.slug)
    if known.id(reference) != nil { return }
    known.add(reference, id: try newID(head, sequence))
  }

  mutating func newID(_ head: DraftHead, _ sequence: String) throws -> Int64 {
    if options.preservesIDs, let id = head.id { return id }
    return try ids.next(sequence, in: tx)
  }

  /// Takes every id that a new object's file names before any is given out, so that none is given out twice.
  private mutating func takeNamedIDs(_ tree: ContentTree) throws {
    for theme in tree.themes { try take(.theme, theme.head, "theme") }
    for book in tree.books { try take(.book, book.head, "book") }
    for piece in tree.pieces { try take(piece.kind, piece.head, "content") }
    for journey in tree.journeys {
      try take(.journey, journey.head, "journey")
      let existing = known.stored(Reference(.journey, journey.head.slug)).map { known.chapters(of: $0.id) } ?? []
      for chapter in journey.chapters where chapter.row(among: existing) == nil {
        try take(chapter.head, "journey_chapter")
      }
    }
  }

  private mutating func take(_ kind: ContentKind, _ head: DraftHead, _ sequence: String) throws {
    if known.stored(Reference(kind, head.slug)) == nil { try take(head, sequence) }
  }

  private mutating func take(_ head: DraftHead, _ sequence: String) throws {
    guard let id = head.id else { return }
    guard known.take(id, sequence) else { throw WriteRefusal.idTaken(head.slug, id) }
    try ids.take(id, sequence, in: tx)
  }

  // MARK: What every kind does

  /// The digest of an object: its canonical file, and the content of every media file that it names.
  func digest(of file: TreeFile, media paths: [MediaPath?]) -> [UInt8] {
    var hash = SHA256()
    hash.update(file.bytes)
    for path in paths.compactMap({ $0 }).sorted() {
      hash.update(Array(path.text.utf8))
      hash.update(media[path]?.sha256 ?? [])
    }
    return hash.finish()
  }

  /// Notes the action for one object. False when it says what it said and is seen as it was.
  mutating func mustSave(_ kind: ContentKind, _ head: DraftHead, stored: Stored?, digest: [UInt8]) -> Bool {
    let slug = head.slug
    if let stored, stored.digest == digest,
      stored.status == Publication(head, now: options.now, stored: stored).status
    {
      report.note(kind, slug, .unchanged)
      return false
    }
    report.note(kind, slug, stored == nil ? .create : .update)
    return true
  }

  mutating func didSave(
    _ type: String, _ id: Int64, stored: Stored?, _ publication: Publication, digest: [UInt8], text: String
  ) throws {
    if publication.isLive || stored?.status == "live" { publicChanged = true }
    try tx.run(LibraryWriter.addRevision, (type, id, options.now, digest, text))
  }

  func id(of reference: Reference?) throws -> Int64? {
    guard let reference else { return nil }
    guard let id = known.id(reference) else { throw WriteRefusal.dangling(reference.text) }
    return id
  }

  func mediaID(_ path: MediaPath?) throws -> Int64? {
    guard let path else { return nil }
    guard let id = mediaIDs[path] else { throw WriteRefusal.missingMedia(path.text) }
    return id
  }

  /// Archives what the tree does not have, before the rest is saved: a place in a book may pass on to another chapter.
  private mutating func prune(to tree: ContentTree) throws {
    var kept = Set(tree.themes.map { Reference(.theme, $0.head.slug) })
    kept.formUnion(tree.books.map { Reference(.book, $0.head.slug) })
    kept.formUnion(tree.pieces.map { Reference($0.kind, $0.head.slug) })
    kept.formUnion(tree.journeys.map { Reference(.journey, $0.head.slug) })
    for (reference, stored) in known.all where !kept.contains(reference) {
      try archive(reference.kind, stored)
      if reference.kind.isReadable { searchable.append(stored.id) }
    }
    var chapters: Set<Int64> = []
    for journey in tree.journeys {
      let existing = known.stored(Reference(.journey, journey.head.slug)).map { known.chapters(of: $0.id) } ?? []
      chapters.formUnion(journey.chapters.compactMap { $0.row(among: existing)?.id })
    }
    for chapter in known.allChapters where !chapters.contains(chapter.id) { try archive(.journeyChapter, chapter) }
  }

  private mutating func archive(_ kind: ContentKind, _ stored: Stored) throws {
    if stored.status == "archived" { return }
    try tx.run(LibraryWriter.setStatus(kind), (stored.id, "archived", options.now))
    report.note(kind, stored.slug, .archive)
    if stored.status == "live" { publicChanged = true }
  }

  /// Two chapters of one book may change places: their old places are given up first.
  private mutating func clearMovedOrders(_ pieces: [PieceDraft]) throws {
    for piece in pieces where piece.kind == .chapter {
      guard let stored = known.stored(Reference(.chapter, piece.head.slug)) else { continue }
      if stored.digest != digest(of: piece) || stored.status == "archived" {
        try tx.run(LibraryWriter.clearOrder, stored.id)
      }
    }
  }

  /// Recomputes the minutes of every chapter from its texts and what it embeds. Reading spec §9.1.
  static func refreshReadTimes(wordsPerMinute: Int, in tx: Transaction) throws(StoreError) {
    for row in try tx.all(chapterCounts) {
      let minutes = ReadTime.minutes(row.count, wordsPerMinute: wordsPerMinute, override: row.override)
      if minutes != row.minutes { try tx.run(saveMinutes, (row.id, minutes)) }
    }
  }

  private struct ChapterCount: Sendable {
    var id: Int64
    var count: WordCount
    var override: Int?
    var minutes: Int
  }

  private static let chapterCounts = Statement<Void, ChapterCount>(
    PackageResources.chapter_counts_sql,
    read: { (row) throws(StoreError) in
      let own = WordCount(words: Int(try row.int("own_words")), cjk: Int(try row.int("own_cjk")))
      let embedded = WordCount(words: Int(try row.int("words")), cjk: Int(try row.int("cjk")))
      return ChapterCount(
        id: try row.int("id"), count: own + embedded, override: try row.intOrNull("read_time_override").map { Int($0) },
        minutes: Int(try row.int("read_time_minutes")))
    })
  private static let saveMinutes = Statement<(Int64, Int), Void>(
    PackageResources.chapter_minutes_sql, bind: { [.int($0), .int($1)] })
  private static let clearOrder = Statement<Int64, Void>(PackageResources.content_order_clear_sql, bind: { [.int($0)] })
  private static let addRevision = Statement<(String, Int64, Instant, [UInt8], String), Void>(
    PackageResources.revision_add_sql,
    bind: { type, id, now, digest, text in
      [.text(type), .int(id), .instant(now), .text("import"), .bytes(digest), .text(text)]
    })

  static func setStatus(_ kind: ContentKind) -> Statement<(Int64, String, Instant), Void> {
    switch kind {
    case .theme: setThemeStatus
    case .book: setBookStatus
    case .journey: setJourneyStatus
    case .journeyChapter: setChapterStatus
    case .passage, .letter, .essay, .chapter, .article: setPieceStatus
    }
  }

  private static func statusStatement(_ sql: [UInt8]) -> Statement<(Int64, String, Instant), Void> {
    Statement(sql, bind: { [.int($0), .text($1), .instant($2)] })
  }
  private static let setThemeStatus = statusStatement(PackageResources.theme_status_sql)
  private static let setBookStatus = statusStatement(PackageResources.book_status_sql)
  private static let setJourneyStatus = statusStatement(PackageResources.journey_status_sql)
  private static let setChapterStatus = statusStatement(PackageResources.journey_chapter_status_sql)
  private static let setPieceStatus = statusStatement(PackageResources.content_status_sql)
}
