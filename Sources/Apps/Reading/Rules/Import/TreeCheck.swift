import Time

/// What can only be told when every file has been read: references, doubles, orders, media. Reading spec §16.4.
struct TreeCheck {
  private(set) var tree: ContentTree
  private var findings: Findings
  private let media: Set<String>
  private let context: ImportContext
  /// Whether each object of the tree is live now, if imported.
  private var liveness: [Reference: Bool] = [:]

  init(tree: ContentTree, findings: Findings, media: Set<String>, context: ImportContext) {
    self.tree = tree
    self.findings = findings
    self.media = media
    self.context = context
  }

  mutating func run() {
    for theme in tree.themes { enter(.theme, theme.head) }
    for book in tree.books { enter(.book, book.head) }
    for piece in tree.pieces { enter(piece.kind, piece.head) }
    for journey in tree.journeys {
      enter(.journey, journey.head)
      checkChapters(of: journey)
    }
    checkOrders()
    checkHero()
    checkIdentities()
    for mention in findings.references { check(mention) }
    for mention in findings.media where !media.contains(mention.path.text) {
      say(.mediaMissing, mention.file, mention.position, "There is no file \(mention.path.text).")
    }
    for mention in findings.pictures where !mention.isDescribed {
      say(.altMissing, mention.file, mention.position, "Describe the image or mark it decorative.")
    }
    for theme in tree.themes where theme.colour.isHardToReadOn(dark: .black, light: .white) {
      say(.colourContrast, theme.head.file, .start, "Text on this colour will be hard to read.", .warning)
    }
    tree.media = Set(findings.media.map { $0.path }).sorted()
  }

  /// By file, line, column, then in the order found; each once.
  var sortedMessages: [ImportMessage] {
    var seen: Set<ImportMessage> = []
    let unique = findings.messages.filter { seen.insert($0).inserted }
    return unique.sorted { a, b in
      if a.file != b.file { return a.file.utf8.lexicographicallyPrecedes(b.file.utf8) }
      return (a.position.line, a.position.column) < (b.position.line, b.position.column)
    }
  }

  private mutating func enter(_ kind: ContentKind, _ head: DraftHead) {
    checkTimes(head)
    let reference = Reference(kind, head.slug)
    liveness[reference] = isLive(head)
    if context.isRetired(reference) {
      say(.slugTaken, head.file, .start, "Another \(kind.noun) uses or used this address.")
    }
  }

  private func isLive(_ head: DraftHead) -> Bool {
    head.status == .live && (head.publishAt.map { $0 <= context.now } ?? true)
      && (head.expireAt.map { $0 > context.now } ?? true)
  }

  private mutating func checkTimes(_ head: DraftHead) {
    if let publishAt = head.publishAt, let expireAt = head.expireAt, expireAt <= publishAt {
      say(.schedule, head.file, .start, "It would expire before it is published.")
    }
  }

  private mutating func checkChapters(of journey: JourneyDraft) {
    var slugs: Set<String> = []
    for chapter in journey.chapters {
      checkTimes(chapter.head)
      if !slugs.insert(chapter.head.slug).inserted {
        say(.slugTaken, chapter.head.file, .start, "Another chapter of this journey uses this address.")
      }
    }
    if journey.head.status == .live && !journey.chapters.contains(where: { $0.head.status == .live }) {
      say(.journeyEmpty, journey.head.file, .start, "A journey needs at least one chapter.")
    }
  }

  private mutating func checkOrders() {
    var taken: [Reference: [Int: String]] = [:]
    var ownSlugs: Set<String> = []
    for piece in tree.pieces where piece.kind == .chapter { ownSlugs.insert(piece.head.slug) }
    for piece in tree.pieces where piece.kind == .chapter {
      guard let book = piece.source, let order = piece.order else { continue }
      let other = taken[book]?[order] ?? context.chapter(order, book.slug).flatMap { ownSlugs.contains($0) ? nil : $0 }
      if let other, other != piece.head.slug {
        say(.orderTaken, piece.head.file, .start, "Chapter \(order) of this book already exists.")
      }
      taken[book, default: [:]][order] = piece.head.slug
    }
  }

  /// A passage in the hero list needs a quote.
  private mutating func checkHero() {
    var listed: Set<String> = []
    for entry in tree.curation?.hero ?? [] { listed.insert(entry.reference.slug) }
    for piece in tree.pieces where piece.kind == .passage && listed.contains(piece.head.slug) && piece.quote == nil {
      say(.required, piece.head.file, .start, "Quote is needed before publishing: this passage is in the hero list.")
    }
  }

  /// Ids of one kind and uids are unique in the whole tree.
  private mutating func checkIdentities() {
    var ids: Set<String> = []
    var uids: Set<String> = []
    for (kind, head) in heads {
      // Readable kinds share one id sequence.
      let family = kind.isReadable ? "content" : kind.rawValue
      if let id = head.id, !ids.insert("\(family) \(id)").inserted {
        say(.idTaken, head.file, .start, "The id \(id) stands in another file too.")
      }
    }
    for journey in tree.journeys {
      for chapter in journey.chapters {
        let own = [chapter.uid] + chapter.sections.map { $0.uid }
        for uid in own {
          guard let uid, !uids.insert(uid).inserted else { continue }
          say(.idTaken, chapter.head.file, .start, "The uid \(uid) stands in the tree twice.")
        }
      }
    }
  }

  private var heads: [(ContentKind, DraftHead)] {
    var heads: [(ContentKind, DraftHead)] = []
    for theme in tree.themes { heads.append((.theme, theme.head)) }
    for book in tree.books { heads.append((.book, book.head)) }
    for piece in tree.pieces { heads.append((piece.kind, piece.head)) }
    for journey in tree.journeys {
      heads.append((.journey, journey.head))
      for chapter in journey.chapters { heads.append((.journeyChapter, chapter.head)) }
    }
    return heads
  }

  private mutating func check(_ mention: ReferenceMention) {
    let reference = mention.reference
    let isLive = liveness[reference] ?? context.existing(reference)?.isLive
    let name = reference.text
    switch (mention.weight, isLive) {
    case (_, true?): break
    case (.link(let text), _):
      let message = "“\(text)” links to something unpublished; it will show as plain text."
      say(.linkDead, mention.file, mention.position, message, .warning)
    case (_, nil): say(.refMissing, mention.file, mention.position, "There is no \(name).")
    case (.required, false?):
      if mention.isFromLive { say(.refNotLive, mention.file, mention.position, "\(name) is not published.") }
    case (.optional, false?):
      say(.refNotLive, mention.file, mention.position, "\(name) is not published.", .warning)
    }
  }

  private mutating func say(
    _ code: ImportCode, _ file: String, _ position: Position, _ text: String,
    _ severity: ImportMessage.Severity = .error
  ) {
    findings.messages.append(ImportMessage(file, position, severity, code, text))
  }
}
