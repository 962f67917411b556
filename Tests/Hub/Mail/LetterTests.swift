import Foundation
import Support
import Testing
import Time

@testable import MailRules

@Suite struct `A letter` {
  let book: LetterBook

  init() throws { book = try LetterBook(product: "Atrium") }

  func render(_ content: LetterContent, _ locale: String = "en", zone: LetterZone = .utc) throws -> RenderedLetter {
    try book.render(Letter(to: Recipient("dana@example.org", locale: locale), content), zone: zone)
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test(arguments: LetterName.allCases, LetterLanguage.allCases) func `reads as its golden file`(
    _ name: LetterName, _ language: LetterLanguage
  ) throws {
    let letter = try render(.sample(of: name), language.rawValue)
    for (kind, text) in [("txt", "Subject: \(letter.subject)\n\n\(letter.text)"), ("html", letter.html)] {
      let file = `A letter`.root.appending(path: "Golden/mail/\(name.rawValue).\(language.rawValue).\(kind)")
      if ProcessInfo.processInfo.environment["ATRIUM_GOLDEN"] == "write" {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(file.lastPathComponent)")
    }
  }

  static let hostile = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='x", "&lt;b&gt;",
    "a\r\nBcc: x@example.org", "\u{202E}evil",
    "\u{2069}\u{2069}\u{200F}x", "{link}", "# not a heading", "[x]({link})", "\u{0}\u{7}", "javascript:alert(1)",
    "</bdi></p></div>",
  ]

  @Test(arguments: hostile) func `shows a hostile value as words`(_ value: String) throws {
    for locale in ["en", "ar"] {
      let plain = try render(
        .accountInvitationToOrganization("ORGANIZATION", inviter: "INVITER", link: "https://a.example/i"), locale)
      let letter = try render(
        .accountInvitationToOrganization(value, inviter: value, link: "https://a.example/i"), locale)
      #expect(tags(letter.html) == tags(plain.html))
      #expect(
        !letter.subject.contains { $0.isNewline } && letter.subject.unicodeScalars.allSatisfy { $0.value >= 0x20 })
      #expect(
        letter.text.unicodeScalars.filter { $0.value == 0x2068 }.count
          == letter.text.unicodeScalars.filter { $0.value == 0x2069 }.count)
      #expect(!letter.html.unicodeScalars.contains { [0x202E, 0x2069, 0x200F, 0].contains($0.value) })
      #expect(letter.html.components(separatedBy: "https://a.example/i").count == 3)
    }
  }

  /// The tags of a document in their order, with their attributes.
  private func tags(_ html: String) -> [String] {
    html.matches(of: /<[^>]*>/).map { String($0.output) }.filter { $0 != "<br>" }
  }

  static let links: [(String, Bool)] = [
    ("https://atrium.example/verify?token=emv_1&a=b#c", true), ("http://127.0.0.1:8080/verify?token=x", true),
    ("http://localhost:8080/x", true),
    ("http://atrium.example/x", false), ("javascript:alert(1)", false), ("", false), ("https://a b", false),
    ("https://a\"b", false),
    ("https://a\nb", false), ("//a", false), ("HTTPS://a", false), ("https://a<b", false), ("https://ä", false),
    ("data:text/html,x", false),
    ("https://" + String(repeating: "a", count: 2_000), false),
  ]

  @Test(arguments: links) func `leads only where a browser goes safely`(_ link: String, _ isLink: Bool) {
    #expect(((try? render(.resetPassword(link: link))) != nil) == isLink, "\(link)")
  }

  @Test func `writes the time as its reader's clock shows it`() throws {
    let berlin = LetterZone("Europe/Berlin", ZoneRules(initialOffset: 3_600))
    let late = Instant(seconds: 1_772_668_799)
    #expect(
      try render(.passwordChanged(at: late), zone: berlin).text.contains("on 5 March 2026, 00:59 (Europe/Berlin)."))
    #expect(try render(.passwordChanged(at: late)).text.contains("on 4 March 2026, 23:59 (UTC)."))
    #expect(try render(.passwordChanged(at: late), "ar").text.contains("4 مارس 2026، 23:59 (UTC)"))
  }

  @Test func `runs from right to left in Arabic, and sets other directions apart`() throws {
    let letter = try render(.addressChangeNotice(newAddress: "dana@example.org"), "ar-EG")
    #expect(
      letter.html.contains("<html lang=\"ar\" dir=\"rtl\">") && letter.html.contains("<bdi>dana@example.org</bdi>"))
    #expect(letter.text.contains("\u{2068}dana@example.org\u{2069}"))
    #expect(
      try !render(.addressChangeNotice(newAddress: "dana@example.org")).text.unicodeScalars.contains {
        $0.value == 0x2068
      })
  }

  @Test func `says the same in text and in HTML`() throws {
    for name in LetterName.allCases {
      for language in LetterLanguage.allCases {
        let letter = try render(.sample(of: name), language.rawValue)
        let shown = letter.html.replacing(/<title>.*<\/title>/, with: "").replacing(/<[^>]*>/, with: " ")
          .replacing("&amp;", with: "&").replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing(
            "&quot;", with: "\""
          ).replacing("&#39;", with: "'")
        func words(_ text: String) -> [String] {
          text.unicodeScalars.filter { ![0x2068, 0x2069].contains($0.value) }.map(String.init).joined()
            .split { " \n:>-.،,".contains($0) }.map(String.init)
        }
        #expect(words(shown) == words(letter.text), "\(name) \(language)")
      }
    }
  }
}
