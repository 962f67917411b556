import ReadingRules
import ReadingStore
import Support
import Testing

/// One file of Reading spec §17.2 at a time, through the whole reading of a tree.
@Suite struct SourceGrammarTests {
  func read(_ text: String, at path: String = "essays/x.md") -> ContentTreeReading {
    ContentTree.read(
      [TreeFile(path: path, bytes: Array(text.utf8))], media: ["media/a.jpg", "media/a.svg"],
      context: .engines(now: .wednesday))
  }

  typealias Accepted = (why: String, text: String, title: String, body: String)
  static let accepted: [Accepted] = [
    ("a bare value is taken literally", "---\ntitle: A # b: c\n---\n", "A # b: c", ""),
    ("a value that looks like another type stays a text", "---\ntitle: no\n---\n", "no", ""),
    ("a number stays a text", "---\ntitle: 1.10\n---\n", "1.10", ""),
    ("a date stays a text", "---\ntitle: 2026-03-01\n---\n", "2026-03-01", ""),
    ("a bare value is trimmed", "---\ntitle:   A   \n---\n", "A", ""),
    ("a quoted value is a JSON string", "---\ntitle: \"A \\\"b\\\" \\u00e9\"\n---\n", "A \"b\" é", ""),
    ("CRLF", "---\r\ntitle: A\r\n---\r\nb\r\n", "A", "b"),
    ("one BOM", "\u{FEFF}---\ntitle: A\n---\n", "A", ""),
    ("comments and blank lines", "---\n\n# c\n   # d\ntitle: A\n---\n", "A", ""),
    ("text is NFC", "---\ntitle: Cafe\u{301}\n---\n", "Caf\u{E9}", ""),
    ("a body", "---\ntitle: A\n---\n\n\nb\n\nc\n\n", "A", "b\n\nc"),
    ("a body with a line that would start a part", "---\ntitle: A\n---\n\\+++ b\n\\\\+++ c\n", "A", "+++ b +++ c"),
    ("four plus signs are text", "---\ntitle: A\n---\n++++ b\n", "A", "++++ b"),
    ("a null and an empty value are nothing", "---\ntitle: A\ntheme: null\nsource:\n---\n", "A", ""),
  ]

  @Test(arguments: accepted) func `a file is read`(_ row: Accepted) {
    let reading = read(row.text)
    #expect(reading.messages == [], "\(row.why)")
    #expect(Array((reading.tree.pieces.first?.title ?? "").utf8) == Array(row.title.utf8), "\(row.why)")
    #expect(reading.tree.pieces.first?.body == row.body, "\(row.why)")
  }

  typealias Refused = (text: String, message: String)
  static let refused: [Refused] = [
    ("title: A\n", "1:1 front_matter"),
    ("", "1:1 front_matter"),
    ("--- \ntitle: A\n---\n", "1:1 front_matter"),
    ("---\ntitle: A\n", "1:1 front_matter"),
    ("---\ntitle: A\n\t# c\n---\n", "3:1 syntax"),
    ("---\ntitle: A\n  more\n---\n", "3:1 syntax"),
    ("---\nTitle: A\n---\n", "2:1 syntax"),
    ("---\ntitle:A\n---\n", "2:7 syntax"),
    ("---\ntitle: \"A\n---\n", "2:8 syntax"),
    ("---\ntitle: \"A\" b\n---\n", "2:8 syntax"),
    ("---\ntitle: [A\n---\n", "2:8 syntax"),
    ("---\ntitle: {a: b}\n---\n", "2:8 syntax"),
    ("---\ntitle: &a b\n---\n", "2:8 syntax"),
    ("---\ntitle: *a\n---\n", "2:8 syntax"),
    ("---\ntitle: !a b\n---\n", "2:8 syntax"),
    ("---\ntitle: %a\n---\n", "2:8 syntax"),
    ("---\ntitle: @a\n---\n", "2:8 syntax"),
    ("---\ntitle: `a\n---\n", "2:8 syntax"),
    ("---\ntitle: > a\n---\n", "2:8 syntax"),
    ("---\ntitle: A\ntitle: B\n---\n", "3:1 duplicate_key"),
    ("---\ntitle: A\ncolor: B\n---\n", "3:1 unknown_key"),
    ("---\ntitle: [A, B]\n---\n", "2:8 invalid_value"),
    ("---\ntitle:\n  - A\n---\n", "2:7 invalid_value"),
    ("---\nslug: x\n---\n", "1:1 required"),
    ("---\ntitle:\n---\n", "2:7 required"),
    ("---\ntitle: \"  \"\n---\n", "2:8 required"),
    ("---\ntitle: A\nslug: y\n---\n", "3:7 slug_mismatch"),
    ("---\ntitle: A\nstatus: published\n---\n", "3:9 invalid_value"),
    ("---\ntitle: A\nlisted: yes\n---\n", "3:9 invalid_value"),
    ("---\ntitle: A\nread_time: 0\n---\n", "3:12 invalid_value"),
    ("---\ntitle: A\nread_time: ten\n---\n", "3:12 invalid_value"),
    ("---\ntitle: A\npublish_at: 2026-03-01\n---\n", "3:13 date_invalid"),
    ("---\ntitle: A\ntheme: book/x\n---\n", "3:8 invalid_value"),
    ("---\ntitle: A\ntheme: theme/none\n---\n", "3:8 ref_missing"),
    ("---\ntitle: A\nimage: ../a.jpg\n---\n", "3:8 path"),
    ("---\ntitle: A\nimage: /media/a.jpg\n---\n", "3:8 path"),
    ("---\ntitle: A\nimage: media/b.jpg\n---\n", "3:8 media_missing"),
    ("---\ntitle: A\nimage: media/a.svg\n---\n", "3:8 media_invalid"),
    ("---\ntitle: A\nstatus: live\nimage: media/a.jpg\n---\nb\n", "4:8 alt_missing"),
    ("---\ntitle: A\nstatus: live\n---\n", "1:1 required"),
    ("---\ntitle: A\n---\na\n+++ closing\nb\n", "5:1 part"),
    ("---\ntitle: A\n---\na\n+++\nb\n", "5:1 part"),
    ("---\ntitle: A\n---\na\n\n  `b`\n", "6:3 md_construct"),
    ("---\ntitle: \"A\\u0000\"\n---\n", "2:8 invalid_value"),
    ("---\ntitle: A\u{0}\n---\n", "2:9 encoding"),
    ("---\ntitle: A\u{202E}\n---\n", "2:8 invalid_value"),
    ("---\ntitle: A\npublish_at: 2026-03-02T00:00:00Z\nexpire_at: 2026-03-01T00:00:00Z\n---\n", "1:1 schedule"),
  ]

  @Test(arguments: refused) func `a file is refused where it goes wrong`(_ row: Refused) {
    let reading = read(row.text)
    #expect(reading.hasErrors)
    let isTold = reading.messages.contains { $0.line.hasPrefix("essays/x.md:\(row.message) ") }
    #expect(isTold, "\(row.text.debugDescription): \(reading.messages.map(\.line))")
  }

  @Test func `invalid UTF-8 is told by its line`() {
    let bytes = Array("---\ntitle: A\n---\n".utf8) + [0x61, 0xFF, 0x0A]
    let reading = ContentTree.read(
      [TreeFile(path: "essays/x.md", bytes: bytes)], media: [], context: .engines(now: .wednesday))
    #expect(reading.messages.map(\.line) == ["essays/x.md:4:1 encoding This line is not valid UTF-8."])
  }

  @Test func `all messages of a file come at once, in its order`() {
    let reading = read("---\ntitle: \"\ncolor: x\nread_time: 0\n---\n# a\n\n<b>\n")
    let told = reading.messages.map { "\($0.position.line) \($0.code.rawValue)" }
    #expect(told == ["2 syntax", "2 required", "3 unknown_key", "4 invalid_value", "6 md_construct", "8 md_html"])
  }

  @Test(arguments: [
    "../x.md", "/essays/x.md", "essays/../x.md", "essays//x.md", "poems/x.md", "essays/a/x.md", "essays/x.txt", "x.md",
    "journeys/a/x.md", "essays/X.md", "essays/new.md", "themes/featured.md", "essays/a\\b.md",
  ])
  func `a file in the wrong place is an error`(_ path: String) {
    #expect(read("---\ntitle: A\nname: A\ncolour: #000000\n---\n", at: path).hasErrors)
  }

  @Test(arguments: [".git/x.md", "essays/.x.md", "_drafts/x.md", "essays/_x.md", "manifest.json"])
  func `names with a dot or an underscore in front are skipped`(_ path: String) {
    let reading = read("rubbish", at: path)
    #expect(reading.messages == [] && reading.tree.pieces == [])
  }

  @Test func `lenient reading warns of unknown keys and places`() {
    var context = ImportContext.engines(now: .wednesday)
    context.isLenient = true
    let files = [
      TreeFile(path: "essays/x.md", bytes: Array("---\ntitle: A\ncolor: x\n---\n".utf8)),
      TreeFile(path: "README.md", bytes: []),
    ]
    let reading = ContentTree.read(files, media: [], context: context)
    #expect(reading.messages.map(\.severity) == [.warning, .warning] && reading.tree.pieces.count == 1)
  }
}
