/// What a thing in the library is. The raw value is the word in paths, payloads and references. Reading spec §1.
///
/// `chapter` is a chapter of a book; `journeyChapter` is a step of a journey. They have separate id sequences.
package enum ContentKind: String, CaseIterable, Hashable, Sendable {
  case passage, letter, essay, chapter, article
  case journey, book
  case journeyChapter = "journey_chapter"
  case theme

  /// Has a reading surface at `/api/content/{kind}/{id}/`; also what a reflection may be about.
  package var isReadable: Bool {
    switch self {
    case .passage, .letter, .essay, .chapter, .article: true
    case .journey, .book, .journeyChapter, .theme: false
    }
  }

  package var isCard: Bool { isReadable || self == .journey || self == .book }
  package var isBookmarkable: Bool { isReadable || self == .journey || self == .journeyChapter }

  /// May stand in a `source` object today. Reading spec §5.5.
  package var isSource: Bool {
    switch self {
    case .book, .letter, .essay, .article: true
    case .passage, .chapter, .journey, .journeyChapter, .theme: false
    }
  }

  /// Is found by slug at `/api/resolve/{kind}/{slug}/`. Reading spec §6.
  package var isResolvable: Bool { isCard || self == .theme }

  package static let readable: [ContentKind] = [.passage, .letter, .essay, .chapter, .article]
  package static let card: [ContentKind] = readable + [.journey, .book]
  package static let bookmarkable: [ContentKind] = readable + [.journey, .journeyChapter]

  /// The folder of the import tree that holds this kind; nil for journey chapters, which lie in their journey's.
  /// Reading spec §17.1.
  package var folder: String? {
    switch self {
    case .theme: "themes"
    case .book: "books"
    case .passage: "passages"
    case .letter: "letters"
    case .essay: "essays"
    case .chapter: "chapters"
    case .article: "articles"
    case .journey: "journeys"
    case .journeyChapter: nil
    }
  }

  /// The kind as a word in a sentence: "journey chapter".
  package var noun: String { self == .journeyChapter ? "journey chapter" : rawValue }
}

/// `kind/slug`: how one file of the import tree, or a Markdown link, names an object. Reading spec §§10, 17.2.
package struct Reference: Hashable, Sendable {
  package var kind: ContentKind
  package var slug: String

  package init(_ kind: ContentKind, _ slug: String) {
    self.kind = kind
    self.slug = slug
  }

  /// Nil where the text is not `kind/slug` with a known kind and a well-formed slug.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = ContentKind(rawValue: String(Substring(parts[0]))),
      let slug = Slug(String(Substring(parts[1])))
    else { return nil }
    self.init(kind, slug.text)
  }

  package var text: String { kind.rawValue + "/" + slug }
}
