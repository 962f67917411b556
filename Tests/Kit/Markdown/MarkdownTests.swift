import Markdown
import Testing

@Suite struct MarkdownTests {
  // MARK: Normal form

  static let forms: [(why: String, source: String, normal: String)] = [
    ("a paragraph stays", "One line.", "One line."),
    ("a single newline is a space", "One\nline.", "One line."),
    ("paragraphs are parted by one blank line", "a\n\n\n\nb\n", "a\n\nb"),
    ("CRLF is LF", "a\r\n\r\nb", "a\n\nb"),
    ("two spaces before a newline break", "a  \nb", "a  \nb"),
    ("a backslash breaks as two spaces do", "a\\\nb", "a  \nb"),
    ("more than two spaces are two", "a     \nb", "a  \nb"),
    ("a break at the end of a paragraph is none", "a  \n\nb", "a\n\nb"),
    ("trailing white space goes", "a   ", "a"),
    ("italics are written with a star", "_a_ *b*", "*a* *b*"),
    ("bold is written with two stars", "__a__ **b**", "**a** **b**"),
    ("three stars are italic around bold", "***a***", "***a***"),
    ("bold around italic is the same", "**_a_**", "***a***"),
    ("no italics inside a word with underscores", "snake_case_name", "snake_case_name"),
    ("italics inside a word with stars", "un*frigging*believable", "un*frigging*believable"),
    ("italic in italic is italic", "*a _b_ c*", "*a b c*"),
    ("neighbours in italics are one", "*a*_b_", "*ab*"),
    ("bold within italics", "*a **b** c*", "*a **b** c*"),
    ("a lone star is a star", "2 * 3", "2 \\* 3"),
    ("a backslash escape stays one", "\\*not italic\\*", "\\*not italic\\*"),
    ("a character reference is its character", "a &amp; b &copy; c", "a & b © c"),
    ("what would become a reference is escaped", "&amp;copy;", "\\&copy;"),
    ("a less-than before a letter is escaped", "&lt;b>", "\\<b>"),
    ("a less-than before a space is not", "1 < 2", "1 < 2"),
    ("a link", "[a *b*](https://example.com/x)", "[a *b*](https://example.com/x)"),
    ("a title is dropped", "[a](https://example.com/ \"t\")", "[a](https://example.com/)"),
    ("brackets in an address are escaped", "[a](https://example.com/(x))", "[a](https://example.com/\\(x\\))"),
    ("an ampersand in an address stays itself", "[a](https://e.com/?a=1&copy=2)", "[a](https://e.com/?a=1\\&copy=2)"),
    ("an internal link", "[a](ref:letter/to-a-friend)", "[a](ref:letter/to-a-friend)"),
    ("a mail address", "[a](mailto:a@example.com)", "[a](mailto:a@example.com)"),
    ("an exclamation mark before a link is no picture", "\\![a](https://e.com)", "\\![a](https://e.com)"),
    ("bullets are hyphens", "* a\n* b", "- a\n- b"),
    ("a plus is a bullet", "+ a\n+ b", "- a\n- b"),
    ("ordered lists are numbered from one", "3. a\n3. b\n9. c", "1. a\n2. b\n3. c"),
    ("a loose list is tight", "- a\n\n- b", "- a\n- b"),
    ("lists of one kind that meet are one", "- a\n\n* b", "- a\n- b"),
    ("three levels", "- a\n  - b\n    - c", "- a\n  - b\n    - c"),
    ("a nested ordered list", "- a\n  1. b\n  2. c", "- a\n  1. b\n  2. c"),
    ("an item that is only a list", "- - a", "- - a"),
    ("an empty item goes", "- a\n-\n- b", "- a\n- b"),
    ("a break in an item", "- a  \n  b", "- a  \n  b"),
    ("a text that looks like a heading", "\\# a", "\\# a"),
    ("a text that looks like an item", "1986\\. A year", "1986\\. A year"),
    ("a text that looks like a bullet", "\\- a", "\\- a"),
    ("a plus three times is text", "+++ a", "+++ a"),
    ("a text that looks like a quotation", "\\> a", "\\> a"),
    ("nothing is nothing", "", ""),
    ("white space is nothing", "  \n \n", ""),
  ]

  @Test(arguments: forms) func `a text has one normal form`(_ row: (why: String, source: String, normal: String)) {
    let (document, messages) = MarkdownText.parse(row.source)
    #expect(messages == [], "\(row.why)")
    #expect(document?.normalForm == row.normal, "\(row.why)")
    let again = MarkdownText.parse(row.normal).document
    #expect(again == document, "\(row.why): read again")
    #expect(again?.normalForm == row.normal, "\(row.why): written again")
  }

  // MARK: What is refused

  typealias Refusal = (source: String, line: Int, column: Int, code: MarkdownMessage.Code)

  static let refusals: [Refusal] = [
    ("# x", 1, 1, .construct),
    ("a\n\n## x", 3, 1, .construct),
    ("x\n===", 1, 1, .construct),
    ("> x", 1, 1, .construct),
    ("a `b` c", 1, 3, .construct),
    ("    code", 1, 5, .construct),
    ("```\ncode\n```", 1, 1, .construct),
    ("~~~\ncode\n~~~", 1, 1, .construct),
    ("a | b\n--|--\nc | d", 2, 1, .construct),
    ("a\n\n---\n\nb", 3, 1, .construct),
    ("a ![b](https://e.com/c.png)", 1, 3, .construct),
    ("a[^1]\n\n[^1]: b", 1, 2, .construct),
    ("- [ ] a", 1, 3, .construct),
    ("- [x] a", 1, 3, .construct),
    ("[a][b]\n\n[b]: https://e.com", 3, 1, .construct),
    ("see <https://e.com>", 1, 5, .construct),
    ("see <a@e.com>", 1, 5, .construct),
    ("Term\n: what it is", 2, 1, .construct),
    ("- a\n  - b\n    - c\n      - d", 4, 7, .construct),
    ("1) a", 1, 1, .construct),
    ("1986. a", 1, 1, .construct),
    ("- a\n\n  b", 1, 1, .construct),
    ("<b>x</b>", 1, 1, .html),
    ("a <!-- b -->", 1, 3, .html),
    ("a </b>", 1, 3, .html),
    ("a <?php", 1, 3, .html),
    ("[x](jav&#x09;ascript:alert(1))", 1, 1, .link),
    ("[x](//evil.test)", 1, 1, .link),
    ("é [x](//evil.test)", 1, 3, .link),
    ("[x](/relative)", 1, 1, .link),
    ("[x](javascript:alert(1))", 1, 1, .link),
    ("[x](javascript&#58;alert(1))", 1, 1, .link),
    ("[x](JaVaScRiPt:alert(1))", 1, 1, .link),
    ("[x](data:text/html,hi)", 1, 1, .link),
    ("[x](https://user@e.com/)", 1, 1, .link),
    ("[x](https://user%40e.com/)", 1, 1, .link),
    ("[x](https://e.com/a%0Ab)", 1, 1, .link),
    ("[x](https://e.com/a%5Cb)", 1, 1, .link),
    ("[x](https://e.com/a%20b)", 1, 1, .link),
    ("[x](https:///path)", 1, 1, .link),
    ("[x](ref:letter)", 1, 1, .link),
    ("[x](ref:letter/A)", 1, 1, .link),
    ("[](https://e.com)", 1, 1, .link),
    ("a\tb", 1, 2, .control),
    ("a\u{0}b", 1, 2, .control),
    ("a\rb", 1, 2, .control),
    ("a\u{FEFF}b", 1, 2, .control),
    ("é\u{202E}b", 1, 2, .control),
    ("a\nb\u{2069}c", 2, 2, .control),
    ("a&#x202E;b", 1, 1, .control),
    ("*a **b _c **d *e **f _g **h *i* j** k_ l** m* n** o_ p** q*", 1, 1, .tooLarge),
  ]

  @Test(arguments: refusals) func `what is not allowed is refused where it stands`(_ row: Refusal) {
    let (document, messages) = MarkdownText.parse(row.source)
    if row.code == .tooLarge {
      #expect(document == nil || messages.isEmpty)
      return
    }
    #expect(document == nil)
    let first = messages.first { $0.code == row.code }
    #expect(first?.line == row.line && first?.column == row.column, "\(row.source.debugDescription): \(messages)")
  }

  @Test func `nine spans inside one another are too many`() {
    let nine = "*a **b *c **d *e **f *g **h *i* h** g* f** e* d** c* b** a*"
    let (document, messages) = MarkdownText.parse(nine)
    #expect(document == nil)
    #expect(messages.map(\.code) == [.tooLarge])
  }

  @Test func `200,000 characters are taken, one more is not`() {
    let body = String(repeating: "abcd efgh\n", count: 20_000)
    #expect(body.unicodeScalars.count == 200_000)
    #expect(MarkdownText.parse(body).document != nil)
    let (document, messages) = MarkdownText.parse(body + "x")
    #expect(document == nil)
    #expect(messages.map(\.code) == [.tooLarge])
  }

  @Test(arguments: ["[", "*", "_", "- ", "> ", "`", "![", "<a ", "*a ", "**a _b ", "[a](", "a**b", "&", "\\", "1. "])
  func `hostile repetition is parsed or refused`(_ unit: String) {
    let mebibyte = String(repeating: unit, count: 1_048_576 / unit.utf8.count)
    #expect(MarkdownText.parse(mebibyte).document == nil)
    let most = String(repeating: unit, count: MarkdownText.Limits.scalars / unit.unicodeScalars.count)
    let (document, messages) = MarkdownText.parse(most)
    #expect((document == nil) == messages.contains { !$0.isWarning })
  }

  // MARK: Forms

  @Test func `HTML is made from the tree with all text escaped`() {
    let document = MarkdownText.parse(
      "A & \"b\" *c* **d**  \nx \\<i>\n\n- [e](https://e.com/?a=1&b='2')\n  1. f\n\n[in](ref:letter/one) [out](ref:letter/two)"
    ).document
    let html = document?.html { kind, name in name == "one" ? "/read/\(kind)/\(name)" : nil }
    #expect(
      html == """
        <p>A &amp; &quot;b&quot; <em>c</em> <strong>d</strong><br>
        x &lt;i&gt;</p>
        <ul>
        <li><a href="https://e.com/?a=1&amp;b=&#39;2&#39;" rel="noopener noreferrer nofollow">e</a>
        <ol>
        <li>f</li>
        </ol>
        </li>
        </ul>
        <p><a href="/read/letter/one" rel="noopener noreferrer nofollow">in</a> out</p>

        """)
  }

  @Test func `plain text keeps the words and drops the marks`() {
    let document = MarkdownText.parse("A *b* [c](https://e.com)  \nd\n\n- e\n  1. f\n- g\n\nh").document
    #expect(document?.plainText == "A b c\nd\n\ne\nf\ng\n\nh")
  }

  @Test func `internal links are served as addresses and dead ones as text`() {
    let document = MarkdownText.parse("[a](ref:letter/one), [*b*](ref:essay/two) c").document
    let served = document?.served { kind, name in kind == "letter" ? "https://r.test/read/\(kind)/\(name)" : nil }
    #expect(served == "[a](https://r.test/read/letter/one), *b* c")
    #expect(document?.references.map(\.name) == ["one", "two"])
    #expect(
      document?.renaming { _, name in name == "one" ? "118" : nil }
        == "[a](ref:letter/118), [*b*](ref:essay/two) c")
  }

  // MARK: Coercing

  static let coercions: [(source: String, normal: String)] = [
    ("# Act *One*\n\ntext", "**Act *One***\n\ntext"),
    ("> a\n> b\n\nc", "a b\n\nc"),
    ("a `b*c` d", "a b\\*c d"),
    ("```\nx\ny\n```", "x  \ny"),
    ("a ![b](c.png) d", "a d"),
    ("a <b>c</b> d", "a c d"),
    ("<div>\nx\n</div>\n\ny", "y"),
    ("a\n\n---\n\nb", "a\n\nb"),
    ("[a](javascript:b)", "a"),
    ("[a][b]\n\n[b]: https://e.com", "[a](https://e.com)"),
    ("<https://e.com>", "[https://e.com](https://e.com)"),
    ("- a\n\n  b", "- a  \n  b"),
    ("- a\n  - b\n    - c\n      - d\n      - e", "- a\n  - b\n    - c  \n      d  \n      e"),
    ("a\tb\u{FEFF}", "a b"),
    ("7) a", "1. a"),
  ]

  @Test(arguments: coercions) func `coercing keeps the words and warns`(_ row: (source: String, normal: String)) {
    let (document, messages) = MarkdownText.parse(row.source, mode: .coerce)
    #expect(document?.normalForm == row.normal)
    #expect(!messages.isEmpty && messages.allSatisfy(\.isWarning))
  }
}
