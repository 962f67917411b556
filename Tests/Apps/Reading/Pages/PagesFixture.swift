import Foundation
import JSON
import ReadingAPI
import ReadingPages
import Testing

/// A small room with one of everything, and the strings that are really shown.
enum PagesFixture {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func pages() throws -> ReadingPages {
    let strings = try Language.allCases.map { language in
      let path = root.appending(path: "Web/strings/\(language.rawValue).json")
      return Strings(language, json: try JSONValue.parse(Array(try Data(contentsOf: path))))
    }
    return ReadingPages(strings: strings, asset: { "/w/0123456789ab/" + $0 }, base: "https://library.example")
  }

  static func context(_ language: Language = .en, _ path: String = "/") -> PageContext {
    PageContext(language: language, path: path, themes: [harbour, plain], currentTheme: 2)
  }

  static let harbour = ThemeView(
    id: 1, slug: "harbour", name: "Harbour", framingLine: "Where things come in",
    design: .init(colour: "#1B3A4F", background: "https://media.example/assets/harbour.svg"))
  static let plain = ThemeView(
    id: 2, slug: "lemon", name: "Lemon", framingLine: nil, design: .init(colour: "#FFE600"))

  static func rendition(_ width: Int, _ real: Int) -> Rendition {
    Rendition(
      url: "https://media.example/img/quay.0a1b2c3d.width-\(width).format-webp.webp", width: real, height: real * 2 / 3)
  }

  /// 1,000 wide: the two largest keys repeat the address of the first that holds it whole.
  static let picture = Illustration(
    image: Picture(
      small: rendition(360, 360), medium: rendition(720, 720), large: rendition(1080, 1000),
      xlarge: rendition(1080, 1000),
      xxlarge: rendition(1080, 1000)),
    alt: "A quay at \"low\" water", focal: FocalPoint(x: 0.26, y: 1))

  static let book = Source(
    kind: "book", id: 3, slug: "the-ledger", title: "The Ledger & Other Accounts", cover: nil,
    book: .init(publicationYear: 1938, synopsis: "Thirty years of <nights>."))

  static let letter = Reading(
    id: 7, slug: "the-last-boat", title: "The last boat <tonight>", supportingLine: "From \"the quay\" & after",
    readTimeMinutes: 2, body: "Dear T,\n\nIt is *done*; see [the note](https://example.org/?a=1&b=2).\n\n- oil\n- wick",
    reflectionPrompt: "What do you look after?", audio: "https://media.example/audio/boat.mp3", source: book,
    themeID: 1,
    illustration: picture, extras: .letter(originalDate: "1936-10-02", recipient: "Tobias Rehn"))

  static let passage = Reading(
    id: 8, slug: "a-good-knot", title: "A good knot", supportingLine: nil, readTimeMinutes: 1,
    body: "A good knot is one that can be undone.", reflectionPrompt: nil, audio: nil, source: nil, themeID: nil,
    illustration: Illustration(), extras: .passage(interpretation: "Written on a wall."), isEmbedded: true)

  static let chapter = ChapterView(
    id: 21, number: 2, title: "The dark between", openingQuestion: "Who knows you by your silences?",
    journey: .init(
      id: 5, slug: "keeping-watch", name: "Keeping Watch", emblem: nil, colour: "#1B3A4F", chaptersCount: 3),
    themeID: 1, readTimeMinutes: 6, illustration: Illustration(), introduction: "Sit *down* first.",
    sections: [
      .init(id: 1, heading: "Begin", content: .text(body: "One line.")),
      .init(id: 2, heading: nil, content: .content(leadIn: "Read slowly.", passage)),
      .init(id: 3, heading: nil, content: .quote("Any fool can shine.", source: book)),
      .init(id: 4, heading: nil, content: .image(picture.image, alt: picture.alt, caption: "The quay")),
    ],
    reflectionPrompt: "Write it down.", closing: "Good night.", hasSealedReveal: true,
    previous: .init(number: 1, id: 20, title: "The stair"), next: .init(number: 3, id: 22, title: "Nobody out there"))

  static let card = Card(
    kind: "letter", id: 7, slug: "the-last-boat", title: "The last boat", supportingLine: "From the quay",
    illustration: picture, readTimeMinutes: 2, themeID: 1)

  static let journey = JourneyCard(
    id: 5, slug: "keeping-watch", name: "Keeping Watch", editorialFraming: "Three evenings.", art: .icon(nil),
    colour: "#1B3A4F", chaptersCount: 3, themeID: 1)

  static let home = HomeModel(
    hero: [
      HeroItem(
        id: 8, slug: "a-good-knot", quote: "A good knot <is> one that can be undone.", source: book, audio: nil,
        themeID: nil),
      HeroItem(id: 9, slug: "third-drawer", quote: "Third drawer down.", source: nil, audio: nil, themeID: 1),
    ],
    journeys: [journey], week: ThemeOfWeek(themeID: 2, header: "Theme of the Week"),
    books: [
      BookCard(
        id: 3, slug: "the-ledger", title: "The Ledger", publicationYear: 1938, synopsis: nil, cover: nil,
        coverImage: nil)
    ],
    whatsNew: [card], furtherReading: nil)

  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
