import ReadingRules
import Testing
import Text

@Suite struct ReadingValueTests {
  // MARK: Slugs (Reading spec §9.2)

  static let slugs: [(title: String, kind: ContentKind, id: Int64, slug: String)] = [
    ("Mother’s Day", .essay, 1, "mothers-day"),
    ("Über die Brücke", .essay, 1, "uber-die-brucke"),
    ("Straße & Søn", .essay, 1, "strasse-son"),
    ("İstanbul'da", .essay, 1, "istanbulda"),
    ("Ⅳ. Part", .essay, 1, "iv-part"),
    ("100", .letter, 9, "letter-100"),
    ("日本", .letter, 7, "letter-7"),
    ("", .journeyChapter, 3, "journey-chapter-3"),
    ("Ærøskøbing", .essay, 1, "aeroskobing"),
    ("Łódź, Đakovo, Þingvellir, ısı", .essay, 1, "lodz-dakovo-thingvellir-isi"),
    ("  --A  b--  ", .essay, 1, "a-b"),
    ("Rock `n’ ‘roll", .essay, 1, "rock-n-roll"),
    ("Featured", .theme, 1, "featured-2"),
    ("Featured", .essay, 1, "featured"),
    ("New", .essay, 1, "new-2"),
    (String(repeating: "a", count: 90), .essay, 1, String(repeating: "a", count: 80)),
    (
      String(repeating: "abcdefghi ", count: 9), .essay, 1,
      Array(repeating: "abcdefghi", count: 8).joined(separator: "-")
    ),
    (String(repeating: "a", count: 79) + " b", .essay, 1, String(repeating: "a", count: 79)),
  ]

  @Test(arguments: slugs) func `a title becomes a slug`(
    _ row: (title: String, kind: ContentKind, id: Int64, slug: String)
  ) {
    let slug = Slug.making(fromNFKD: Text.nfkd(row.title), kind: row.kind, id: row.id) { _ in false }
    #expect(slug == row.slug)
    #expect(Slug(slug) != nil)
  }

  @Test func `a taken slug gets a number, and stays within eighty characters`() {
    var taken: Set<String> = ["oil", "oil-2"]
    #expect(Slug.making(fromNFKD: "Oil", kind: .essay, id: 1) { taken.contains($0) } == "oil-3")
    let long = String(repeating: "a", count: 80)
    taken = [long]
    #expect(
      Slug.making(fromNFKD: long, kind: .essay, id: 1) { taken.contains($0) } == String(long.dropLast(2)) + "-2")
  }

  @Test(arguments: ["", "A", "a_b", "-a", "a-", "a--b", "123", "é", "a b", "a/b", String(repeating: "a", count: 81)])
  func `what has not the form is no slug`(_ text: String) { #expect(Slug(text) == nil) }

  @Test(arguments: ["a", "a1", "1a", "a-b-c", "2026-03", String(repeating: "a", count: 80)])
  func `what has the form is a slug`(_ text: String) { #expect(Slug(text)?.text == text) }

  // MARK: Kinds

  @Test func `books and themes are not bookmarked, and only texts are read`() {
    #expect(ContentKind.allCases.filter(\.isReadable) == ContentKind.readable)
    #expect(ContentKind.allCases.filter(\.isCard) == ContentKind.readable + [.journey, .book])
    #expect(ContentKind.allCases.filter(\.isBookmarkable) == ContentKind.readable + [.journey, .journeyChapter])
    #expect(Reference("letter/to-a-friend") == Reference(.letter, "to-a-friend"))
    for bad in ["letter", "letter/", "poem/x", "letter/x/y", "letter/X", "/x"] { #expect(Reference(bad) == nil) }
  }

  // MARK: Read time (Reading spec §9.1)

  @Test(arguments: [(0, 1), (1, 1), (238, 1), (239, 2), (476, 2), (477, 3), (950, 4), (953, 5), (2_423, 11)])
  func `words take minutes`(_ words: Int, _ minutes: Int) {
    #expect(ReadTime.minutes(WordCount(words: words)) == minutes)
  }

  @Test func `characters of Chinese, Japanese and Korean add their own share`() {
    #expect(ReadTime.minutes(WordCount(cjk: 500)) == 1)
    #expect(ReadTime.minutes(WordCount(cjk: 501)) == 2)
    #expect(ReadTime.minutes(WordCount(words: 119, cjk: 250)) == 1)
    #expect(ReadTime.minutes(WordCount(words: 120, cjk: 250)) == 2)
    #expect(ReadTime.minutes(WordCount(words: 10_000), override: 3) == 3)
    #expect(ReadTime.minutes(WordCount(words: 275), wordsPerMinute: 275) == 1)
  }

  static let counts: [(text: String, words: Int, cjk: Int)] = [
    ("", 0, 0),
    ("one", 1, 0),
    ("one two\nthree", 3, 0),
    ("well-known", 1, 0),
    ("don’t don't", 2, 0),
    ("1,000 and 3.14 and 1/2", 5, 0),
    ("rock'n'roll", 1, 0),
    ("co\u{AD}op\u{2011}erate", 1, 0),
    ("one — two – three—four", 4, 0),
    ("end. Next, then", 3, 0),
    ("a--b", 2, 0),
    ("-a-", 1, 0),
    ("e\u{301}te\u{301}", 1, 0),
    ("日本語", 0, 3),
    ("あア漢한", 0, 4),
    ("iPhone日本x", 2, 2),
    ("日-本", 0, 2),
    ("Ünïcode Ελληνικά слово", 3, 0),
    ("हिन्दी", 1, 0),
    ("…", 0, 0),
  ]

  @Test(arguments: counts) func `a word is a run of letters and digits`(_ row: (text: String, words: Int, cjk: Int)) {
    #expect(WordCount(row.text) == WordCount(words: row.words, cjk: row.cjk), "\(row.text)")
  }

  // MARK: Dates and colours

  @Test(arguments: ["1916", "1916-03", "1916-03-07", "2000-02-29", "0001-01-01"])
  func `a date may be partly known`(_ text: String) { #expect(PartialDate(text)?.text == text) }

  @Test(arguments: [
    "", "16", "1916-3", "1916-13", "1916-00", "1916-02-30", "1900-02-29", "1916-03-00", "1916/03/07", "+916",
    "1916-03-7",
    "1916-", "19160307",
  ])
  func `what is no date is refused`(_ text: String) { #expect(PartialDate(text) == nil) }

  @Test func `a colour is six hexadecimal digits, written in capitals`() {
    #expect(HexColour("#1b3a5c")?.text == "#1B3A5C")
    for bad in ["", "#FFF", "1B3A5C", "#1B3A5G", "#1B3A5C0", "red"] { #expect(HexColour(bad) == nil) }
    let contrast = HexColour.black.contrast(with: .white)
    #expect(abs(contrast - 21) < 1e-9)
    // A grey with the contrast of 4.54:1 to white is known from the guidelines' own examples.
    let grey = HexColour("#767676")!
    #expect(abs(grey.contrast(with: .white) - 4.54) < 0.005)
    #expect(HexColour("#1B3A5C")!.ink == .white && HexColour("#F4E9D8")!.ink == .black)
    #expect(HexColour("#757575")!.isHardToReadOn(dark: HexColour("#333333")!, light: HexColour("#CCCCCC")!))
    #expect(!grey.isHardToReadOn(dark: .black, light: .white))
  }

  // MARK: Pictures (Reading spec §11.1)

  static let geometry: [(width: Int, height: Int, sizes: [String], files: [Int])] = [
    (3000, 2000, ["360×240", "720×480", "1080×720", "1440×960", "2048×1365"], [360, 720, 1080, 1440, 2048]),
    (1600, 1067, ["360×240", "720×480", "1080×720", "1440×960", "1600×1067"], [360, 720, 1080, 1440, 2048]),
    (1920, 1080, ["360×202", "720×405", "1080×607", "1440×810", "1920×1080"], [360, 720, 1080, 1440, 2048]),
    (800, 600, ["360×270", "720×540", "800×600", "800×600", "800×600"], [360, 720, 1080, 1080, 1080]),
    (360, 540, ["360×540", "360×540", "360×540", "360×540", "360×540"], [360, 360, 360, 360, 360]),
    (447, 298, ["360×240", "447×298", "447×298", "447×298", "447×298"], [360, 720, 720, 720, 720]),
    (5000, 37, ["360×2", "720×5", "1080×7", "1440×10", "2048×15"], [360, 720, 1080, 1440, 2048]),
    (2048, 1, ["360×1", "720×1", "1080×1", "1440×1", "2048×1"], [360, 720, 1080, 1440, 2048]),
  ]

  @Test(arguments: geometry) func `a rendition has this size and this file`(
    _ row: (width: Int, height: Int, sizes: [String], files: [Int])
  ) {
    let original = PixelSize(width: row.width, height: row.height)
    let sizes = RenditionGeometry.widths.map { RenditionGeometry.size(of: original, atWidth: $0) }
    #expect(sizes.map { "\($0.width)×\($0.height)" } == row.sizes)
    #expect(RenditionGeometry.widths.map { RenditionGeometry.fileWidth(for: $0, original: original) } == row.files)
  }
}
