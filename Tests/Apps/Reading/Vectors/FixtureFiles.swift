import ReadingRules

/// The files of fixture F. Reading spec §22.
extension Fixture {
  static let words238 = Array(repeating: "word", count: 238).joined(separator: " ")

  static let files: [TreeFile] = {
    var files = [
      file("themes/harbour.md", "id: 1\nname: Harbour\nframing_line: Rest after weather\ncolour: \"#1B3A5C\""),
      file("themes/lantern.md", "id: 2\nname: Lantern\nframing_line: Light enough for one step\ncolour: \"#7A4B12\""),
      file("themes/ember.md", "id: 3\nname: Ember\ncolour: \"#8C2F1B\""),
      file("themes/elan.md", "id: 4\nname: Élan\ncolour: \"#2E6B4F\""),
      file(
        "books/the-wick.md", "id: 31\ntitle: The Wick\npublication_year: 1999\ntheme: theme/harbour",
        "A book about tending."),
      file(
        "letters/to-a-pilot.md",
        "id: 118\ntitle: To a Pilot\nsource: book/the-wick\nrecipient: A pilot\noriginal_date: 1916-03-07", words238),
      file(
        "letters/not-sent.md", "id: 119\ntitle: Not Sent", "A draft with one unusual word: quixotry.", status: "draft"),
      file(
        "essays/on-lanterns.md", "id: 120\ntitle: On Lanterns\nlisted: true\nsupporting_line: A lantern is a promise",
        "Every lantern is carried by someone. NOT every one is lit."),
      file(
        "journeys/evenings/journey.md",
        "id: 9\nname: Evenings\ncolour: \"#2E2440\"\ntheme: theme/harbour\neditorial_framing: A journey through evenings"
      ),
      file(
        "journeys/evenings/01-first.md", "id: 91\ntitle: The First\nopening_question: What is an evening?",
        chapter(words: 20, content: "letter/to-a-pilot")),
      file(
        "journeys/evenings/02-second.md", "id: 92\ntitle: The Second\nopening_question: And the next?",
        chapter(words: 300)),
      file(
        "journeys/evenings/03-third.md", "id: 93\ntitle: The Third\nopening_question: And the last?",
        chapter(words: 30, reveal: true)),
      TreeFile(path: "curation.md", bytes: Array(curation.utf8)),
    ]
    for id in 501...512 {
      files.append(
        file(
          "passages/passage-\(id).md", "id: \(id)\ntitle: Passage \(id)\nquote: \(quote(id))\nsource: book/the-wick",
          "Body of \(id)."))
    }
    return files
  }()

  /// At least 100 characters.
  static func quote(_ id: Int) -> String {
    "Number \(id) says that what is kept burning is kept by hands, and that the hands are seldom the ones that the light falls upon."
  }

  static func file(_ path: String, _ front: String, _ body: String = "", status: String = "live") -> TreeFile {
    let stem = path.split(separator: "/").last.map { $0.dropLast(3) } ?? ""
    let slug =
      path.hasSuffix("journey.md")
      ? String(path.split(separator: "/")[1])
      : stem.first?.isNumber == true
        ? String(stem.drop { $0.isNumber }.dropFirst()) : String(stem)
    return TreeFile(path: path, bytes: Array("---\nslug: \(slug)\nstatus: \(status)\n\(front)\n---\n\(body)\n".utf8))
  }

  static func chapter(words: Int, content: String? = nil, reveal: Bool = false) -> String {
    var text =
      "+++ section text heading=\"One\"\n" + Array(repeating: "word", count: words).joined(separator: " ") + "\n"
    if let content { text += "+++ section content ref=\(content) heading=\"Two\"\nRead this.\n" }
    if reveal { text += "+++ reveal\nIt was the same evening.\n" }
    return text
  }

  static let curation =
    "---\nhero:\n" + (501...512).map { "  - passage/passage-\($0)\n" }.joined()
      + """
      featured_journeys:
        - journey/evenings
      featured_books:
        - book/the-wick
      further_reading:
        - letter/to-a-pilot
      featured_themes:
        - theme/lantern
        - theme/harbour
      theme_weeks:
        - 2026-03-02 harbour
        - 2026-03-09 lantern
      ---

      """
}
