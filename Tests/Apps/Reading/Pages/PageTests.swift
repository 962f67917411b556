import Foundation
import ReadingAPI
import ReadingPages
import ReadingRules
import Testing

@Suite struct ReadingPageTests {
  typealias F = PagesFixture

  // MARK: Golden pages

  static let golden: [(name: String, make: @Sendable (ReadingPages) -> [UInt8])] = [
    ("letter", { $0.reading(F.letter, F.context(.en, "/read/letter/the-last-boat")) }),
    ("chapter.ar", { $0.chapter(F.chapter, F.context(.ar, "/journeys/keeping-watch/2")) }),
    ("home", { $0.home(F.home, F.context()) }),
  ]

  /// `bin/golden` writes them anew. One tag a line, so that a difference can be read.
  @Test(arguments: golden.indices) func `pages are what they were`(index: Int) throws {
    let (name, make) = ReadingPageTests.golden[index]
    let page = F.text(make(try F.pages())).replacing("><", with: ">\n<") + "\n"
    let file = F.root.appending(path: "Tests/Golden/reading/\(name).html")
    if ProcessInfo.processInfo.environment["ATRIUM_GOLDEN"] == "write" {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(page.utf8).write(to: file)
    }
    #expect(page == (try String(contentsOf: file, encoding: .utf8)))
  }

  // MARK: Nothing passes unescaped

  @Test func `texts of the library cannot become markup`() throws {
    let pages = try F.pages()
    let hostile = "\"><script>alert('x')</script>&amp; onload=x"
    var letter = F.letter
    letter.title = hostile
    letter.supportingLine = hostile
    letter.reflectionPrompt = hostile
    letter.illustration.alt = hostile
    letter.source?.title = hostile
    letter.extras = .letter(originalDate: hostile, recipient: hostile)
    var home = F.home
    home.hero[0].quote = hostile
    home.whatsNew?[0].title = hostile
    home.journeys?[0].name = hostile
    home.books?[0].title = hostile
    var chapter = F.chapter
    chapter.openingQuestion = hostile
    chapter.journey.name = hostile
    chapter.sections[2].heading = hostile
    let search = SearchModel(
      query: hostile, kind: nil,
      result: SearchResult(
        items: [SearchHit(card: F.card, snippet: "a **\(hostile)** b **open")], total: 1, nextCursor: nil),
      isInvalid: false, suggestions: [])
    for page in [
      pages.reading(letter, F.context()), pages.home(home, F.context()), pages.chapter(chapter, F.context(.ar)),
      pages.search(search, F.context()),
    ] {
      let text = F.text(page)
      #expect(!text.contains("<script>alert") && !text.contains("\"><script>"))
      #expect(text.contains("&quot;&gt;&lt;script&gt;"))
    }
  }

  @Test func `no page has a style or a script of its own`() throws {
    for (_, make) in ReadingPageTests.golden {
      let page = F.text(make(try F.pages()))
      #expect(page.firstMatch(of: /<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)/) == nil)
    }
  }

  // MARK: Pictures

  @Test func `a picture names each file once, by its real width, and its point of interest in steps`() throws {
    let page = F.text(try F.pages().reading(F.letter, F.context()))
    let tag = try #require(page.firstMatch(of: /<img class="picture[^>]*>/)).output
    #expect(tag.contains("width-360.format-webp.webp 360w,") && tag.contains("width-720.format-webp.webp 720w,"))
    #expect(tag.contains("width-1080.format-webp.webp 1000w\""))
    #expect(tag.matches(of: /width-1080/).count == 1)
    #expect(tag.contains("fx-25 fy-100") && tag.contains("width=\"1000\" height=\"666\""))
    #expect(tag.contains("alt=\"A quay at &quot;low&quot; water\"") && !tag.contains("loading"))
  }

  @Test func `a picture that only decorates has an empty alternative and not none`() throws {
    var letter = F.letter
    letter.illustration.alt = ""
    #expect(F.text(try F.pages().reading(letter, F.context())).contains(" alt=\"\""))
  }

  // MARK: Sections

  @Test func `a section that failed asks again, an empty one is not there`() throws {
    let pages = try F.pages()
    var home = F.home
    home.books = []
    home.journeys = nil
    let page = F.text(pages.home(home, F.context(.ar)))
    #expect(page.contains("data-section=\"/reading/ar/section/journeys\" hidden"))
    #expect(page.contains("data-section=\"/reading/ar/section/further\" hidden"))
    #expect(!page.contains("section-books"))
    #expect(F.text(pages.section("new", F.home, F.context())).hasPrefix("<section class=\"shelf\""))
    #expect(pages.section("books", home, F.context()).isEmpty)
  }

  @Test func `the whole pool is in the page and only the first is seen`() throws {
    let page = F.text(try F.pages().home(F.home, F.context()))
    #expect(page.contains("data-id=\"8\">") && page.contains("data-id=\"9\" hidden>"))
  }

  // MARK: Themes

  /// Every sixteenth step of each channel: on no colour, by day or by night, is there ink that cannot be read.
  @Test func `ink reads on every colour a theme can have`() throws {
    let pages = try F.pages()
    let steps = stride(from: 0, through: 255, by: 17).map { String(format: "%02X", $0) }
    let themes = steps.flatMap { r in steps.flatMap { g in steps.map { "#" + r + g + $0 } } }.map {
      ThemeView(id: 1, slug: "t", name: "T", framingLine: nil, design: .init(colour: $0))
    }
    let rules = F.text(pages.themeStyles(themes)).split(separator: "\n")
    #expect(rules.count == themes.count)
    for rule in rules {
      let found = rule.matches(of: /--[a-z-]+:(#[0-9A-F]{6})/).compactMap { HexColour(String($0.output.1)) }
      try #require(found.count == 4)
      #expect(found[1].contrast(with: found[0]) >= 4.5 && found[3].contrast(with: found[2]) >= 4.5, "\(rule)")
    }
  }

  @Test func `an address cannot leave its quotation marks in the style sheet`() throws {
    let theme = ThemeView(
      id: 1, slug: "t", name: "T", framingLine: nil,
      design: .init(colour: "#000000", background: "https://m.example/a\")}\\body{x:\n.svg"))
    let css = F.text(try F.pages().themeStyles([theme]))
    #expect(css.contains("url(\"https://m.example/a%22)}%5Cbody{x:.svg\")"))
    #expect(css.filter { $0 == "\n" }.count == 1)
  }

  // MARK: Languages

  @Test(arguments: [
    (Language.en, 1, "1 minute"), (.en, 2, "2 minutes"), (.ar, 1, "دقيقة واحدة"), (.ar, 2, "دقيقتان"),
    (.ar, 3, "3 دقائق"), (.ar, 10, "10 دقائق"), (.ar, 11, "11 دقيقة"), (.ar, 100, "100 دقيقة"), (.ar, 103, "103 دقائق"),
  ]) func `minutes are counted as the language counts`(language: Language, minutes: Int, words: String) throws {
    var piece = F.letter
    piece.readTimeMinutes = minutes
    #expect(F.text(try F.pages().reading(piece, F.context(language))).contains("<span>\(words)</span>"))
  }

  @Test func `a page names itself in each language and stands in its own direction`() throws {
    let page = F.text(try F.pages().reading(F.letter, F.context(.ar, "/read/letter/the-last-boat")))
    #expect(page.contains("<html lang=\"ar\" dir=\"rtl\""))
    #expect(page.contains("rel=\"canonical\" href=\"https://library.example/reading/ar/read/letter/the-last-boat\""))
    #expect(page.contains("hreflang=\"en\" href=\"https://library.example/reading/read/letter/the-last-boat\""))
    #expect(page.contains("<h1 class=\"title\" lang=\"en\" dir=\"ltr\">"))
  }
}
