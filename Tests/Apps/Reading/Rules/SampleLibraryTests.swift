import ReadingRules
import ReadingStore
import Support
import Testing
import Time

/// The sample library holds one of everything a reader can meet. Reading spec §25.
@Suite struct SampleLibraryTests {
  let files: [TreeFile]
  let library: ContentTree
  let messages: [ImportMessage]

  init() throws {
    let (files, media) = try tree(at: "Samples/library")
    let reading = ContentTree.read(files, media: media, context: .engines(now: .wednesday))
    self.files = files
    self.library = reading.tree
    self.messages = reading.messages
  }

  func pieces(_ kind: ContentKind) -> [PieceDraft] { library.pieces.filter { $0.kind == kind } }

  @Test func `it imports without an error or a warning`() {
    #expect(messages.map(\.line) == [])
  }

  @Test func `its files are exactly what an export would write`() {
    let written = Dictionary(uniqueKeysWithValues: CanonicalWriter.files(library).map { ($0.path, $0.bytes) })
    let read = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.bytes) })
    #expect(written.keys.sorted() == read.keys.sorted())
    #expect(read.filter { written[$0.key] != $0.value }.keys.sorted() == [])
  }

  @Test func `themes: four full, one bare, one in draft, one with an accent`() {
    let full = library.themes.filter {
      $0.background != nil && $0.portalIcon != nil && $0.homeBackground != nil && $0.lottie != nil
    }
    #expect(full.count >= 4)
    #expect(library.themes.contains { $0.head.status == .live && $0.background == nil && $0.lottie == nil })
    #expect(library.themes.contains { $0.head.status == .draft })
    #expect(library.themes.contains { $0.name == "Élan" })
  }

  @Test func `theme weeks reach from the start of 2026 to the end of 2027, some with a header of their own`() {
    let weeks = library.curation?.themeWeeks ?? []
    #expect(weeks.count >= 52)
    #expect(weeks.first?.start == CalendarDate(iso: "2026-01-05").map { .date($0) })
    #expect(weeks.contains { $0.header != nil })
  }

  @Test func `books: one without a cover, one without a year, one in draft`() {
    #expect(library.books.count >= 5)
    #expect(library.books.contains { $0.head.status == .live && $0.cover == nil })
    #expect(library.books.contains { $0.head.status == .live && $0.publicationYear == nil })
    #expect(library.books.contains { $0.head.status == .draft })
  }

  @Test func `passages: enough for a pool, three with sound, four with an interpretation, one with a window`() {
    let hero = library.curation?.hero ?? []
    #expect(pieces(.passage).count >= 14)
    #expect(hero.count >= 12)
    #expect(hero.contains { $0.window != .always })
    #expect(pieces(.passage).filter { $0.audio != nil }.count >= 3)
    #expect(pieces(.passage).filter { $0.interpretation != nil }.count >= 4)
  }

  @Test func `letters: dates to the day, the month and the year, and one to nobody`() {
    let dates = pieces(.letter).compactMap(\.originalDate)
    #expect(pieces(.letter).count >= 6)
    #expect(dates.contains { $0.day != nil })
    #expect(dates.contains { $0.month != nil && $0.day == nil })
    #expect(dates.contains { $0.month == nil })
    #expect(pieces(.letter).contains { $0.recipient == nil })
  }

  @Test func `articles: with and without an author, with and without a subtitle`() {
    #expect(pieces(.essay).count >= 4)
    #expect(pieces(.article).count >= 4)
    #expect(pieces(.article).contains { $0.author == nil })
    #expect(pieces(.article).contains { $0.author != nil && $0.subtitle == nil })
    #expect(pieces(.article).contains { $0.author != nil && $0.subtitle != nil })
  }

  @Test func `chapters: a book of five and a book of three`() {
    let books = Dictionary(grouping: pieces(.chapter)) { $0.source?.slug ?? "" }
    let orders = books.values.map { $0.compactMap(\.order).sorted() }
    #expect(orders.contains([1, 2, 3, 4, 5]))
    #expect(orders.contains([1, 2, 3]))
  }

  @Test func `journeys: seven, three and one chapters, one in draft, one with a gap in the middle`() {
    let counts = library.journeys.filter { $0.head.status == .live }.map(\.chapters.count)
    #expect(Set(counts).isSuperset(of: [7, 3, 1]))
    #expect(library.journeys.contains { $0.head.status == .draft })
    #expect(library.journeys.filter { !$0.related.isEmpty }.count >= 2)
    #expect(
      library.journeys.contains { journey in
        journey.chapters.dropFirst().dropLast().contains { $0.head.status == .draft } && journey.head.status == .live
      })
  }

  @Test func `journey chapters: every kind of section, one with none, one with a reveal, one of over ten minutes`() {
    let chapters = library.journeys.flatMap(\.chapters)
    #expect(chapters.count >= 18)
    var kinds: Set<String> = []
    for section in chapters.flatMap(\.sections) {
      switch section.content {
      case .text: kinds.insert("text")
      case .content: kinds.insert("content")
      case .quote: kinds.insert("quote")
      case .image: kinds.insert("image")
      }
    }
    #expect(kinds == ["text", "content", "quote", "image"])
    #expect(chapters.contains { $0.head.status == .live && $0.sections.isEmpty })
    #expect(chapters.contains { $0.head.status == .live && $0.reveal != nil })
    #expect(chapters.map { ReadTime.minutes(count(of: $0)) }.contains { $0 > 10 })
  }

  /// The chapter's own words and those of the live pieces inside it.
  private func count(of chapter: JourneyChapterDraft) -> WordCount {
    chapter.sections.reduce(chapter.ownCount) { total, section in
      guard case .content(let reference, _) = section.content else { return total }
      let piece = library.pieces.first { $0.kind == reference.kind && $0.head.slug == reference.slug }
      return total + (piece?.count ?? WordCount())
    }
  }
}
