import Markdown
import ReadingRules
import SQL
import Text
import Time

/// One object at a time, whole.
extension LibraryWriter {
  mutating func save(_ theme: ThemeDraft) throws {
    let reference = Reference(.theme, theme.head.slug)
    let paths = [theme.background, theme.portalIcon, theme.homeBackground, theme.lottie]
    let digest = digest(of: CanonicalWriter.file(theme.words), media: paths)
    let stored = known.stored(reference)
    guard mustSave(.theme, theme.head, stored: stored, digest: digest), let id = known.id(reference) else {
      return
    }
    let publication = Publication(theme.head, now: options.now, stored: stored)
    let text = String(decoding: CanonicalWriter.file(theme.withoutID).bytes, as: UTF8.self)
    try tx.run(
      Self.saveTheme,
      [
        .int(id), .text(theme.head.slug), .text(theme.name), .text(Text.folded(theme.name)),
        .text(orNull: theme.framingLine),
        .text(theme.colour.text), .int(orNull: try mediaID(theme.background)),
        .int(orNull: try mediaID(theme.portalIcon)),
        .int(orNull: try mediaID(theme.homeBackground)), .int(orNull: try mediaID(theme.lottie)),
      ] + publication.values(now: options.now, digest: digest, text: text))
    try didSave("theme", id, stored: stored, publication, digest: digest, text: text)
  }

  mutating func save(_ book: BookDraft) throws {
    let reference = Reference(.book, book.head.slug)
    let digest = digest(of: CanonicalWriter.file(book.words), media: [book.cover?.path])
    let stored = known.stored(reference)
    guard mustSave(.book, book.head, stored: stored, digest: digest), let id = known.id(reference) else { return }
    let publication = Publication(book.head, now: options.now, stored: stored)
    let text = String(decoding: CanonicalWriter.file(book.withoutID).bytes, as: UTF8.self)
    try tx.run(
      Self.saveBook,
      [
        .int(id), .text(book.head.slug), .text(book.title), .text(Text.folded(book.title)), .text(orNull: book.author),
        .int(orNull: book.publicationYear), .text(orNull: book.synopsis), .int(orNull: try mediaID(book.cover?.path)),
        .text(orNull: book.cover?.alt), .int(orNull: try self.id(of: book.theme)),
      ] + publication.values(now: options.now, digest: digest, text: text))
    try didSave("book", id, stored: stored, publication, digest: digest, text: text)
  }

  func digest(of piece: PieceDraft) -> [UInt8] {
    digest(of: CanonicalWriter.file(piece.words), media: [piece.image?.path, piece.audio])
  }

  mutating func save(_ piece: PieceDraft) throws {
    let reference = Reference(piece.kind, piece.head.slug)
    let digest = digest(of: piece)
    let stored = known.stored(reference)
    guard mustSave(piece.kind, piece.head, stored: stored, digest: digest), let id = known.id(reference) else {
      return
    }
    let publication = Publication(piece.head, now: options.now, stored: stored)
    let minutes = ReadTime.minutes(piece.count, wordsPerMinute: options.wordsPerMinute, override: piece.readTime)
    // Listed once, at first publication; later edits do not move it (§12.4).
    let listedAt = stored?.listedAt ?? (piece.head.isListed && publication.isLive ? publication.firstPublishedAt : nil)
    let text = String(decoding: CanonicalWriter.file(piece.withoutID).bytes, as: UTF8.self)
    try tx.run(
      Self.savePiece,
      [
        .int(id), .text(piece.kind.rawValue), .text(piece.head.slug), .text(piece.title),
        .text(orNull: piece.supportingLine),
        .text(piece.body), .text(orNull: piece.interpretation), .text(orNull: piece.quote),
        .text(orNull: piece.originalDate?.text),
        .text(orNull: piece.recipient), .text(orNull: piece.author), .text(orNull: piece.subtitle),
        .text(orNull: piece.publicationDate?.iso), .int(orNull: piece.order),
        .text(orNull: piece.source?.kind.rawValue),
        .int(orNull: try self.id(of: piece.source)), .text(orNull: piece.reflectionPrompt),
        .int(orNull: try mediaID(piece.audio)),
        .int(orNull: try mediaID(piece.image?.path)), .text(orNull: piece.image?.alt),
        .int(orNull: try self.id(of: piece.theme)),
        .int(piece.count.words), .int(piece.count.cjk), .int(minutes), .int(orNull: piece.readTime),
        .instant(orNull: listedAt),
      ] + publication.values(now: options.now, digest: digest, text: text) + [.bool(piece.head.isListed)])
    searchable.append(id)
    try didSave("content", id, stored: stored, publication, digest: digest, text: text)
  }

  mutating func save(_ journey: JourneyDraft) throws {
    let reference = Reference(.journey, journey.head.slug)
    let (files, words) = (CanonicalWriter.files(journey.withoutID), CanonicalWriter.files(journey.words))
    guard let file = files.first, let own = words.first, let id = known.id(reference) else { return }
    let digest = digest(of: own, media: [journey.icon, journey.emblem, journey.image?.path])
    let stored = known.stored(reference)
    if mustSave(.journey, journey.head, stored: stored, digest: digest) {
      let publication = Publication(journey.head, now: options.now, stored: stored)
      let text = String(decoding: file.bytes, as: UTF8.self)
      try tx.run(
        Self.saveJourney,
        [
          .int(id), .text(journey.head.slug), .text(journey.name), .text(Text.folded(journey.name)),
          .text(orNull: journey.editorialFraming), .int(orNull: try mediaID(journey.icon)),
          .int(orNull: try mediaID(journey.emblem)),
          .int(orNull: try mediaID(journey.image?.path)), .text(orNull: journey.image?.alt), .text(journey.colour.text),
          .int(orNull: try self.id(of: journey.theme)), .int(journey.position ?? Self.lastPosition),
        ] + publication.values(now: options.now, digest: digest, text: text))
      try didSave("journey", id, stored: stored, publication, digest: digest, text: text)
    }
    for (index, chapter) in journey.chapters.enumerated() {
      try save(chapter, files[index + 1], words: words[index + 1], journeyID: id)
    }
  }

  mutating func saveRelated(_ journey: JourneyDraft) throws {
    let reference = Reference(.journey, journey.head.slug)
    guard let id = known.id(reference),
      report.entries.contains(where: { $0.kind == .journey && $0.slug == journey.head.slug && $0.action != .unchanged })
    else { return }
    try tx.run(Self.clearRelated, id)
    for (position, related) in journey.related.enumerated() {
      guard let relatedID = try self.id(of: related) else { continue }
      try tx.run(Self.addRelated, (id, relatedID, position))
    }
  }

  /// Journeys without a position come last, in the order they were made.
  private static let lastPosition = 1_000_000

  private static let saveTheme = Statement<[SQLValue], Void>(PackageResources.theme_save_sql, bind: { $0 })
  private static let saveBook = Statement<[SQLValue], Void>(PackageResources.book_save_sql, bind: { $0 })
  private static let savePiece = Statement<[SQLValue], Void>(PackageResources.content_save_sql, bind: { $0 })
  private static let saveJourney = Statement<[SQLValue], Void>(PackageResources.journey_save_sql, bind: { $0 })
  private static let clearRelated = Statement<Int64, Void>(PackageResources.related_clear_sql, bind: { [.int($0)] })
  private static let addRelated = Statement<(Int64, Int64, Int), Void>(
    PackageResources.related_add_sql, bind: { [.int($0), .int($1), .int($2)] })
}

// An id is where an object lies, not what it says: files with and without it are the same. `words` leaves the status out
// too, which an editor or the clock may have changed since: it is compared with the row's own.
extension ThemeDraft {
  var withoutID: ThemeDraft { changing(self) { $0.head.id = nil } }
  var words: ThemeDraft { changing(withoutID) { $0.head.status = .draft } }
}

extension BookDraft {
  var withoutID: BookDraft { changing(self) { $0.head.id = nil } }
  var words: BookDraft { changing(withoutID) { $0.head.status = .draft } }
}

extension PieceDraft {
  var withoutID: PieceDraft { changing(self) { $0.head.id = nil } }
  var words: PieceDraft { changing(withoutID) { $0.head.status = .draft } }
}

extension JourneyDraft {
  var withoutID: JourneyDraft {
    changing(self) { draft in
      draft.head.id = nil
      for index in draft.chapters.indices { draft.chapters[index].head.id = nil }
    }
  }

  var words: JourneyDraft {
    changing(withoutID) { draft in
      draft.head.status = .draft
      for index in draft.chapters.indices { draft.chapters[index].head.status = .draft }
    }
  }
}

private func changing<Draft>(_ draft: Draft, _ change: (inout Draft) -> Void) -> Draft {
  var draft = draft
  change(&draft)
  return draft
}
