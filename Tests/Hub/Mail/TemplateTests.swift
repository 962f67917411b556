import Testing

@testable import MailRules

@Suite struct `A template` {
  static let faulty: [(why: String, source: String, line: Int, reason: LetterTemplateFault.Reason)] = [
    ("it begins with its subject", "# Hi", 1, .noSubject), ("nothing at all", "", 1, .noSubject),
    ("no subject's words", "Subject: ", 1, .strayBlank),
    ("it says something", "Subject: Hi\n\n", 1, .empty), ("a brace alone", "Subject: Hi\n\nA { b", 3, .brokenValue),
    ("a closing brace alone", "Subject: Hi\n\nA } b", 3, .brokenValue),
    ("an empty name", "Subject: Hi\n\n{}", 3, .brokenValue),
    ("a name with a capital", "Subject: Hi\n\n{Name}", 3, .brokenValue),
    ("a name with a space", "Subject: Hi\n\n{ name }", 3, .brokenValue),
    ("a name that never ends", "Subject: Hi\n\n{name", 3, .brokenValue),
    ("braces in braces", "Subject: Hi\n\n{{name}}", 3, .brokenValue),
    ("a button without an address", "Subject: Hi\n\n[Go]", 3, .brokenButton),
    ("a button with a fixed address", "Subject: Hi\n\n[Go](https://x)", 3, .brokenButton),
    ("a button with more after it", "Subject: Hi\n\n[Go]({link}) now", 3, .brokenButton),
    ("a button over two lines", "Subject: Hi\n\n[Go]({link})\nnow", 4, .twoBlocksInOne),
    ("a heading with a paragraph", "Subject: Hi\n\n# A\nb", 4, .twoBlocksInOne),
    ("a list with a paragraph", "Subject: Hi\n\n- a\nb", 4, .twoBlocksInOne),
    ("a paragraph with a list", "Subject: Hi\n\nb\n- a", 4, .twoBlocksInOne),
    ("a second subject", "Subject: Hi\n\nb\nSubject: x", 4, .twoBlocksInOne),
    ("a blank at a line's end", "Subject: Hi\n\na \n", 3, .strayBlank),
    ("a blank at its beginning", "Subject: Hi\n\n a", 3, .strayBlank),
  ]

  @Test(arguments: faulty) func `says where it is faulty`(
    _ row: (why: String, source: String, line: Int, reason: LetterTemplateFault.Reason)
  ) {
    do throws(LetterTemplateFault) {
      _ = try LetterTemplate(row.source)
      Issue.record("\(row.why) was read")
    } catch { #expect(error.line == row.line && error.reason == row.reason, "\(row.why): \(error)") }
  }

  @Test func `may not name what its letter does not have, nor forget the link`() throws {
    let values: [String: LetterValue] = ["link": .link("https://x"), "name": .text("n")]
    for (source, reason): (String, LetterTemplateFault.Reason) in [
      ("Subject: {nobody}\n\n[Go]({link})", .unknownValue("nobody")), ("Subject: Hi\n\n[Go]({name})", .brokenButton),
      ("Subject: Hi\n\n{name}", .unusedLink),
    ] {
      let template = try LetterTemplate(source)
      do throws(LetterTemplateFault) {
        try LetterBook.check(template, against: values)
        Issue.record("\(source) was accepted")
      } catch { #expect(error.reason == reason) }
    }
    try LetterBook.check(try LetterTemplate("Subject: {name} of {product}\n\n[Go]({link})"), against: values)
  }

  @Test func `is read in all its forms`() throws {
    let template = try LetterTemplate(
      "Subject: {a} b\n\n# H {c}\n\np\nq {d}\n\n[Go {e}]({link})\n\n- i\n- {f}\n\n> {g}")
    #expect(template.subject == [.value("a"), .words(" b")])
    #expect(
      template.blocks == [
        .heading([.words("H "), .value("c")]), .paragraph([.words("p"), .words(" "), .words("q "), .value("d")]),
        .button([.words("Go "), .value("e")], link: "link"), .list([[.words("i")], [.value("f")]]),
        .quote([.value("g")]),
      ])
    #expect(template.names == ["a", "c", "d", "e", "f", "g", "link"])
  }

  @Test func `exists for every letter in every language, and names the same values in each`() throws {
    _ = try LetterBook(product: "Atrium")
    for name in LetterName.allCases {
      let names = try LetterLanguage.allCases.map { try LetterTemplate($0.source(of: name)).names }
      #expect(names.allSatisfy { $0 == names[0] }, "\(name)")
      #expect(LetterContent.sample(of: name).name == name)
      #expect(
        Set(LetterContent.sample(of: name).parts.values.keys).subtracting(names[0]).isEmpty,
        "\(name) has values that it does not use")
    }
  }

  static let locales: [(String, LetterLanguage)] = [
    ("en", .english), ("en-US", .english), ("ar", .arabic), ("ar-EG", .arabic), ("AR", .arabic), ("ar_SA", .arabic),
    ("de-DE", .english),
    ("", .english), ("arn", .english), ("-ar", .english), ("العربية", .english),
  ]

  @Test(arguments: locales) func `falls back from locale to language to English`(
    _ locale: String, _ language: LetterLanguage
  ) {
    #expect(LetterLanguage(locale: locale) == language)
  }
}
