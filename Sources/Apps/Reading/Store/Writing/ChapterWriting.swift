import Crypto
import Encoding
import ReadingRules
import SQL

/// Journey chapters and their sections. A chapter is known by its `uid`, or by its slug where it has none, so that
/// renumbering files keeps readers' progress.
extension LibraryWriter {
  /// - Parameters:
  ///   - file: the chapter's file.
  ///   - words: the same without what is not its own to say: see `ThemeDraft.words`.
  mutating func save(_ chapter: JourneyChapterDraft, _ file: TreeFile, words: TreeFile, journeyID: Int64) throws {
    let stored = chapter.row(among: known.chapters(of: journeyID))
    let pictures = chapter.sections.map { section -> MediaPath? in
      if case .image(let picture, _) = section.content { picture.path } else { nil }
    }
    let digest = digest(of: words, media: [chapter.image?.path] + pictures)
    // The number lies in the file's name, not in its text.
    let placed = SHA256.hash(digest + Array(String(chapter.number).utf8))
    guard mustSave(.journeyChapter, chapter.head, stored: stored, digest: placed) else { return }
    let id = try stored?.id ?? newID(chapter.head, "journey_chapter")
    let publication = Publication(chapter.head, now: options.now, stored: stored)
    let minutes = ReadTime.minutes(chapter.ownCount, wordsPerMinute: options.wordsPerMinute, override: chapter.readTime)
    let text = String(decoding: file.bytes, as: UTF8.self)
    try tx.run(
      Self.saveChapter,
      [
        .int(id), .text(orNull: chapter.uid), .int(journeyID), .int(chapter.number), .text(chapter.head.slug),
        .text(chapter.title),
        .text(chapter.openingQuestion), .text(orNull: chapter.introduction), .text(orNull: chapter.reflectionPrompt),
        .text(orNull: chapter.closing), .text(orNull: chapter.reveal), .int(orNull: try mediaID(chapter.image?.path)),
        .text(orNull: chapter.image?.alt), .int(orNull: try self.id(of: chapter.theme)), .int(chapter.ownCount.words),
        .int(chapter.ownCount.cjk), .int(minutes), .int(orNull: chapter.readTime),
      ] + publication.values(now: options.now, digest: placed, text: text))
    try saveSections(of: chapter, id: id)
    try didSave("journey_chapter", id, stored: stored, publication, digest: placed, text: text)
  }

  private mutating func saveSections(of chapter: JourneyChapterDraft, id chapterID: Int64) throws {
    var left = known.sections(of: chapterID)
    for (position, section) in chapter.sections.enumerated() {
      // Without a `uid` a section is known by its place.
      let uid = section.uid ?? "at-\(position)"
      let id = try left.removeValue(forKey: uid) ?? ids.next("journey_section", in: tx)
      var (type, body, content, quote, caption) = (
        "text", nil as String?, nil as Reference?, nil as String?, nil as String?
      )
      var source: Reference?
      var picture: PictureDraft?
      switch section.content {
      case .text(let text): body = text
      case .content(let reference, let leadIn): (type, content, body) = ("content", reference, leadIn)
      case .quote(let words, let origin): (type, quote, source) = ("quote", words, origin)
      case .image(let shown, let words): (type, picture, caption) = ("image", shown, words)
      }
      try tx.run(
        Self.saveSection,
        [
          .int(id), .text(uid), .int(chapterID), .int(position), .text(type), .text(orNull: section.heading),
          .text(orNull: body),
          .int(orNull: try self.id(of: content)), .text(orNull: quote), .text(orNull: source?.kind.rawValue),
          .int(orNull: try self.id(of: source)), .int(orNull: try mediaID(picture?.path)), .text(orNull: picture?.alt),
          .text(orNull: caption),
        ])
    }
    for id in left.values { try tx.run(Self.deleteSection, id) }
  }

  private static let saveChapter = Statement<[SQLValue], Void>(PackageResources.journey_chapter_save_sql, bind: { $0 })
  private static let saveSection = Statement<[SQLValue], Void>(PackageResources.section_save_sql, bind: { $0 })
  private static let deleteSection = Statement<Int64, Void>(PackageResources.section_delete_sql, bind: { [.int($0)] })
}

extension JourneyChapterDraft {
  /// The row of this chapter among those of its journey.
  func row(among existing: [Stored]) -> Stored? {
    uid.flatMap { uid in existing.first { $0.uid == uid } } ?? existing.first { $0.slug == head.slug }
  }
}
