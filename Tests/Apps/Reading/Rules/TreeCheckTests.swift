import ReadingRules
import ReadingStore
import Support
import Testing

/// What can be told only of several files together. Reading spec §§16.4, 17.4.
@Suite struct TreeCheckTests {
  static let theme = "---\nname: Harbour\ncolour: #1B3A5C\nstatus: live\n---\n"
  static let book = "---\ntitle: Book\nstatus: live\ntheme: theme/harbour\n---\nAbout it.\n"
  static let essay = "---\ntitle: Essay\nstatus: live\n---\nText.\n"
  static let journey = "---\nname: Journey\ncolour: #1B3A5C\nstatus: live\n---\n"
  static let step = "---\ntitle: Step\nopening_question: Why?\nstatus: live\n---\n"

  static func read(
    _ files: [(String, String)], change: (inout ImportContext) -> Void = { _ in }
  ) -> ContentTreeReading {
    var context = ImportContext.engines(now: .wednesday)
    change(&context)
    return ContentTree.read(
      files.map { TreeFile(path: $0.0, bytes: Array($0.1.utf8)) }, media: ["media/a.jpg"], context: context)
  }

  static func told(_ files: [(String, String)], change: (inout ImportContext) -> Void = { _ in }) -> [String] {
    read(files, change: change).messages.map {
      "\($0.file):\($0.position.line):\($0.position.column) \($0.code.rawValue)"
        + ($0.severity == .warning ? " (warning)" : "")
    }
  }

  typealias Row = (why: String, files: [(String, String)], told: [String])
  static let rows: [Row] = [
    ("a small library", [("themes/harbour.md", theme), ("books/b.md", book), ("essays/e.md", essay)], []),
    (
      "a reference to nothing", [("books/b.md", book)], ["books/b.md:4:8 ref_missing"]
    ),
    (
      "an optional reference to a draft",
      [("themes/harbour.md", "---\nname: A\ncolour: #1B3A5C\n---\n"), ("books/b.md", book)],
      ["books/b.md:4:8 ref_not_live (warning)"]
    ),
    (
      "a theme that goes live later is not live now",
      [
        ("themes/harbour.md", "---\nname: A\ncolour: #1B3A5C\nstatus: live\npublish_at: 2026-04-01T00:00:00Z\n---\n"),
        ("books/b.md", book),
      ], ["books/b.md:4:8 ref_not_live (warning)"]
    ),
    (
      "a chapter whose book is a draft",
      [
        ("books/b.md", "---\ntitle: B\n---\n"),
        ("chapters/c.md", "---\ntitle: C\nstatus: live\nsource: book/b\norder: 1\n---\nText.\n"),
      ], ["chapters/c.md:4:9 ref_not_live"]
    ),
    (
      "two chapters of one order",
      [
        ("books/b.md", "---\ntitle: B\nstatus: live\n---\n"),
        ("chapters/c.md", "---\ntitle: C\nsource: book/b\norder: 1\n---\n"),
        ("chapters/d.md", "---\ntitle: D\nsource: book/b\norder: 1\n---\n"),
      ], ["chapters/d.md:1:1 order_taken"]
    ),
    (
      "a link to nothing shows as text",
      [("essays/e.md", "---\ntitle: E\nstatus: live\n---\n\nSee [this](ref:letter/none).\n")],
      ["essays/e.md:6:12 link_dead (warning)"]
    ),
    ("a journey without chapters", [("journeys/j/journey.md", journey)], ["journeys/j/journey.md:1:1 journey_empty"]),
    (
      "a journey with draft chapters only",
      [("journeys/j/journey.md", journey), ("journeys/j/01-a.md", step.replacing("status: live", "status: draft"))],
      ["journeys/j/journey.md:1:1 journey_empty"]
    ),
    ("chapters without their journey", [("journeys/j/01-a.md", step)], ["journeys/j/01-a.md:1:1 path"]),
    (
      "one slug twice in a journey",
      [("journeys/j/journey.md", journey), ("journeys/j/01-a.md", step), ("journeys/j/02-a.md", step)],
      ["journeys/j/02-a.md:1:1 slug_taken"]
    ),
    (
      "one uid twice",
      [
        ("journeys/j/journey.md", journey), ("journeys/j/01-a.md", step.replacing("status", "uid: u\nstatus")),
        ("journeys/j/02-b.md", step.replacing("status", "uid: u\nstatus")),
      ], ["journeys/j/02-b.md:1:1 id_taken"]
    ),
    (
      "one id twice, across readable kinds",
      [
        ("essays/e.md", "---\ntitle: E\nid: 7\n---\n"), ("letters/l.md", "---\ntitle: L\nid: 7\n---\n"),
        ("books/b.md", "---\ntitle: B\nid: 7\n---\n"),
      ], ["letters/l.md:1:1 id_taken"]
    ),
    (
      "a section that embeds nothing",
      [
        ("journeys/j/journey.md", journey),
        ("journeys/j/01-a.md", step + "\n+++ section content ref=letter/none\n"),
      ], ["journeys/j/01-a.md:7:25 ref_missing"]
    ),
    (
      "sections with mistakes",
      [
        ("journeys/j/journey.md", journey),
        (
          "journeys/j/01-a.md",
          step
            + "\n+++ section\n+++ section text\n+++ section quote\n+++ section image alt=\"a\"\n+++ section content\n"
            + "+++ section text colour=red\nWords.\n+++ introduction\nA\n+++ introduction\nB\n"
        ),
      ],
      [
        "journeys/j/01-a.md:7:1 part", "journeys/j/01-a.md:8:1 required", "journeys/j/01-a.md:9:1 required",
        "journeys/j/01-a.md:10:1 required", "journeys/j/01-a.md:11:1 required", "journeys/j/01-a.md:12:25 unknown_key",
        "journeys/j/01-a.md:16:1 duplicate_key",
      ]
    ),
    (
      "an image section that is not described",
      [
        ("journeys/j/journey.md", journey),
        ("journeys/j/01-a.md", step + "\n+++ section image src=media/a.jpg\n"),
      ], ["journeys/j/01-a.md:7:23 alt_missing"]
    ),
    (
      "curation of the wrong kind, twice, empty windows and taken weeks",
      [
        ("themes/harbour.md", theme), ("essays/e.md", essay),
        (
          "curation.md",
          """
          ---
          hero: [essay/e]
          further_reading:
            - essay/e
            - essay/e
          featured_themes: [theme/harbour]
          theme_weeks:
            - 2026-03-02 harbour
            - 2026-03-02 theme/harbour
            - 2026-03-09/2026-03-09 harbour
            - 2026-03-16T00:00:00Z/2026-03-23T00:00:00Z harbour A header
            - 2026-03-30
            - soon harbour
            - 2026-04-06 none
          ---

          """
        ),
      ],
      [
        "curation.md:2:8 invalid_value", "curation.md:5:5 invalid_value", "curation.md:9:5 week_taken",
        "curation.md:10:5 window_empty", "curation.md:12:5 invalid_value", "curation.md:13:5 date_invalid",
        "curation.md:14:5 ref_missing",
      ]
    ),
    (
      "a hero passage needs a quote, and a window must open before it closes",
      [
        ("passages/p.md", "---\ntitle: P\nstatus: live\n---\nText.\n"),
        (
          "curation.md",
          "---\nhero:\n  - passage/p from=2026-03-01T00:00:00Z\nfurther_reading:\n  - passage/p from=2026-03-02T00:00:00Z until=2026-03-01T00:00:00Z\n---\n"
        ),
      ], ["curation.md:5:5 window_empty", "passages/p.md:1:1 required"]
    ),
    (
      "years out of range",
      [
        ("books/b.md", "---\ntitle: B\npublication_year: -3001\n---\n"),
        ("letters/l.md", "---\ntitle: L\noriginal_date: 2028\n---\n"),
        ("letters/m.md", "---\ntitle: M\noriginal_date: 1916-02-30\n---\n"),
      ],
      ["books/b.md:3:19 year_range", "letters/l.md:3:16 year_range", "letters/m.md:3:16 date_invalid"]
    ),
  ]

  @Test(arguments: rows) func `a tree is checked as a whole`(_ row: Row) {
    #expect(Self.told(row.files) == row.told, "\(row.why)")
  }

  @Test func `what the database has is known`() {
    let files = [("books/b.md", Self.book), ("chapters/c.md", "---\ntitle: C\nsource: book/b\norder: 1\n---\n")]
    let told = Self.told(files) { context in
      context.existing = { $0 == Reference(.theme, "harbour") ? .init(isLive: true) : nil }
      context.isRetired = { $0 == Reference(.book, "b") }
      context.chapter = { order, book in order == 1 && book == "b" ? "other" : nil }
    }
    #expect(told == ["books/b.md:1:1 slug_taken", "chapters/c.md:1:1 order_taken"])
  }

  @Test func `a journey is read whole`() throws {
    let chapter = """
      ---
      title: The first light
      opening_question: "What did you see?"
      uid: ch-1
      status: live
      read_time: 4
      ---

      +++ introduction
      Three words here.

      +++ section text heading="A “heading”" uid="s-1"
      Two words.
      \\+++ not a part

      +++ section content ref=essay/e uid="s-2"
      A lead-in.

      +++ section quote source=book/b
      Said so.

      +++ section image src=media/a.jpg alt=""
      A caption

      +++ closing
      End.

      +++ reveal
      A secret of many words that nobody counts.
      """
    let files = [
      ("themes/harbour.md", Self.theme), ("books/b.md", Self.book), ("essays/e.md", Self.essay),
      ("journeys/j/journey.md", Self.journey), ("journeys/j/10-second.md", Self.step),
      ("journeys/j/02-first.md", chapter),
    ]
    let reading = Self.read(files)
    #expect(reading.messages == [])
    let journey = try #require(reading.tree.journeys.first)
    #expect(journey.chapters.map(\.head.slug) == ["first", "second"] && journey.chapters.map(\.number) == [2, 10])
    let first = journey.chapters[0]
    #expect(first.uid == "ch-1" && first.introduction == "Three words here." && first.closing == "End.")
    #expect(first.reveal == "A secret of many words that nobody counts." && first.readTime == 4)
    #expect(
      first.sections == [
        SectionDraft(uid: "s-1", heading: "A “heading”", content: .text(body: "Two words. +++ not a part")),
        SectionDraft(uid: "s-2", content: .content(Reference(.essay, "e"), leadIn: "A lead-in.")),
        SectionDraft(content: .quote("Said so.", source: Reference(.book, "b"))),
        SectionDraft(content: .image(PictureDraft(path: MediaPath("media/a.jpg"), alt: ""), caption: "A caption")),
      ])
    // 3 + 5 + 2 + 2 + 2 + 1: introduction, text, lead-in, quote, caption, closing; not the reveal.
    #expect(first.ownCount == WordCount(words: 15))
    #expect(reading.tree.media == [MediaPath("media/a.jpg")])
  }
}

extension String {
  fileprivate func replacing(_ old: String, _ new: String) -> String { replacing(old, with: new) }
}
