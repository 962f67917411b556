import ReadingRules
import ReadingStore
import Support
import Testing
import Time

/// Parsing of what is written gives the value back, and writing that again the bytes. Reading spec §17.4.
@Suite struct WriterPropertyTests {
  static let words = [
    "a", "Tide", "é", "日本", "no", "null", "true", "1.10", "2026-03-01", "#", ":", "a: b", "\"", "[", "]", "{", "|", ">",
    "&", "*", "!", "%", "@", "`", "-", "- x", "---", "+++", "\\", "\\+++", "'", "“", ",", "=", "  ", "~", "?", "ref:",
  ]

  struct Maker {
    var random: SeededBytes

    mutating func text(lines: Bool = false) -> String? {
      if Int.random(in: 0..<4, using: &random) == 0 { return nil }
      var text = ""
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        text += words.randomElement(using: &random)!
        text += lines && Int.random(in: 0..<4, using: &random) == 0 ? "\n" : [" ", ""].randomElement(using: &random)!
      }
      let scalars = text.unicodeScalars
      let trimmed = scalars.drop { $0.properties.isWhitespace }.reversed().drop { $0.properties.isWhitespace }
        .reversed()
      return trimmed.isEmpty ? nil : String(String.UnicodeScalarView(trimmed))
    }

    mutating func some() -> String { text() ?? "x" }
    mutating func flag() -> Bool { Bool.random(using: &random) }

    mutating func markdown() -> String? {
      let bodies = [
        "A *b*.", "+++ c", "\\\\+++ d", "e  \nf\n\n- g\n  - h", "[i](https://e.test/)", "1. j\n2. k", "\\# l",
      ]
      if flag() { return nil }
      let source = (0..<Int.random(in: 1...3, using: &random)).map { _ in bodies.randomElement(using: &random)! }
      return ImportContext.engines(now: .wednesday).markdown(source.joined(separator: "\n\n")).normal
    }

    mutating func head(_ slug: String) -> DraftHead {
      var head = DraftHead(slug: slug)
      head.status = flag() ? .live : .draft
      head.publishAt = flag() ? .wednesday : nil
      head.expireAt = flag() ? .wednesday + .days(400) : nil
      head.isListed = flag()
      head.id = flag() ? Int64.random(in: 1...9_007_199_254_740_991, using: &random) : nil
      return head
    }

    mutating func picture() -> PictureDraft? {
      flag() ? PictureDraft(path: MediaPath(flag() ? "media/a.jpg" : "media/b c.png"), alt: flag() ? "" : some()) : nil
    }

    mutating func piece(_ kind: ContentKind) -> PieceDraft {
      var piece = PieceDraft(head: head("p"), kind: kind, title: some())
      piece.supportingLine = text()
      piece.source = flag() || kind == .chapter ? Reference(.book, "b") : nil
      piece.theme = flag() ? Reference(.theme, "harbour") : nil
      piece.image = picture()
      piece.audio = flag() ? MediaPath("media/a.mp3") : nil
      piece.reflectionPrompt = text()
      piece.readTime = flag() ? Int.random(in: 1...600, using: &random) : nil
      piece.body = markdown() ?? "Text."
      switch kind {
      case .passage:
        piece.interpretation = markdown()
        piece.quote = text(lines: true)
      case .letter:
        piece.originalDate = PartialDate(["1916", "1916-03", "1916-03-07"].randomElement(using: &random)!)
        piece.recipient = text()
      case .chapter: piece.order = Int.random(in: 1...99, using: &random)
      case .article:
        piece.author = text()
        piece.subtitle = text()
        piece.publicationDate = flag() ? CalendarDate(iso: "2024-02-29") : nil
      default: break
      }
      return piece
    }

    mutating func chapter(_ number: Int) -> JourneyChapterDraft {
      var chapter = JourneyChapterDraft(
        head: head("step-\(number)"), number: number, title: some(), openingQuestion: some())
      chapter.uid = flag() ? "uid-\(number)" : nil
      chapter.image = picture()
      chapter.introduction = markdown()
      chapter.closing = markdown()
      chapter.reveal = markdown()
      for index in 0..<Int.random(in: 0...4, using: &random) {
        let content: SectionDraft.Content =
          switch index {
          case 0: .text(body: markdown() ?? "Text.")
          case 1: .content(Reference(.essay, "e"), leadIn: markdown())
          case 2: .quote(text(lines: true) ?? "x", source: flag() ? Reference(.book, "b") : nil)
          default: .image(PictureDraft(path: MediaPath("media/b c.png"), alt: some()), caption: text())
          }
        chapter.sections.append(
          SectionDraft(uid: flag() ? "s-\(number)-\(index)" : nil, heading: text(), content: content))
      }
      return chapter
    }

    mutating func tree() -> ContentTree {
      var tree = ContentTree()
      var theme = ThemeDraft(head: head("harbour"), name: some(), colour: HexColour("#1B3A5C")!)
      theme.framingLine = text()
      theme.lottie = flag() ? MediaPath("media/a.json") : nil
      tree.themes = [theme]
      var book = BookDraft(head: head("b"), title: some())
      book.head.status = .live
      book.head.publishAt = nil
      book.author = text()
      book.publicationYear = flag() ? -43 : nil
      book.cover = picture()
      book.synopsis = text(lines: true)
      tree.books = [book]
      tree.pieces = [.passage, .letter, .chapter, .article].map { piece($0) }
      var essay = piece(.essay)
      essay.head.slug = "e"
      tree.pieces.append(essay)
      var journey = JourneyDraft(head: head("j"), name: some(), colour: HexColour("#FFFFFF")!)
      journey.editorialFraming = text()
      journey.position = flag() ? 3 : nil
      journey.chapters = [chapter(1), chapter(12)]
      journey.chapters[0].head.status = .live
      tree.journeys = [journey]
      var curation = CurationDraft()
      curation.furtherReading = [.init(Reference(.essay, "e"), window: Window(startsAt: .wednesday, endsAt: nil))]
      curation.themeWeeks = [
        .init(start: .date(CalendarDate(iso: "2026-03-02")!), theme: "harbour"),
        .init(start: .instant(.wednesday), end: .instant(.wednesday + .days(1)), theme: "harbour", header: "A header"),
      ]
      tree.curation = flag() ? curation : nil
      return tree
    }
  }

  @Test(arguments: UInt64(0)..<32) func `written and read again, a library is the same`(_ seed: UInt64) {
    for round in 0..<8 {
      var maker = Maker(random: SeededBytes(seed: seed << 8 | UInt64(round)))
      let tree = maker.tree()
      let files = CanonicalWriter.files(tree)
      let media: Set<String> = ["media/a.jpg", "media/b c.png", "media/a.mp3", "media/a.json"]
      let reading = ContentTree.read(files, media: media, context: .engines(now: .wednesday))
      let errors = reading.messages.filter { $0.severity == .error }.map(\.line)
      #expect(errors == [], "seed \(seed) round \(round)")
      #expect(CanonicalWriter.files(reading.tree) == files, "seed \(seed) round \(round)")
      #expect(Self.comparable(reading.tree) == Self.comparable(tree), "seed \(seed) round \(round)")
    }
  }

  /// Without what reading adds: the files' paths, the counts, the list of media, and its order of objects.
  static func comparable(_ tree: ContentTree) -> ContentTree {
    var tree = tree
    for index in tree.themes.indices { tree.themes[index].head.file = "" }
    for index in tree.books.indices { tree.books[index].head.file = "" }
    for index in tree.pieces.indices {
      tree.pieces[index].head.file = ""
      tree.pieces[index].count = WordCount()
    }
    tree.pieces.sort { ($0.kind.rawValue, $0.head.slug) < ($1.kind.rawValue, $1.head.slug) }
    for index in tree.journeys.indices {
      tree.journeys[index].head.file = ""
      for chapter in tree.journeys[index].chapters.indices {
        tree.journeys[index].chapters[chapter].head.file = ""
        tree.journeys[index].chapters[chapter].ownCount = WordCount()
      }
    }
    tree.media = []
    return tree
  }
}
