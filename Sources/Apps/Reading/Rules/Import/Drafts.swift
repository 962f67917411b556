package import Time

// The typed contents of an import tree. Reading spec §17.3. Every text is NFC, trimmed and within its limit; every
// Markdown text is in normal form. A nil is "not said", which an import writes as null.

/// A file below `media/`, by its path from the root of the tree.
package struct MediaPath: Hashable, Comparable, Sendable {
  package let text: String
  /// The path must already be safe: see `TreePath`.
  package init(_ text: String) { self.text = text }
  package static func < (a: MediaPath, b: MediaPath) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }
}

/// The keys every file may have, and where it lies.
package struct DraftHead: Hashable, Sendable {
  package enum Status: String, Hashable, Sendable { case draft, live }
  package var slug: String
  package var status: Status = .draft
  package var publishAt: Instant?
  package var expireAt: Instant?
  /// Whether first publication puts it into What's New.
  package var isListed = false
  /// Ignored unless ids are preserved.
  package var id: Int64?
  /// The path from the root of the tree; "" in a draft that was made from the database.
  package var file = ""
  package init(slug: String) { self.slug = slug }
}

/// A picture with its words: `alt` nil = not described, "" = decorative.
package struct PictureDraft: Hashable, Sendable {
  package var path: MediaPath
  package var alt: String?
  package init(path: MediaPath, alt: String? = nil) {
    self.path = path
    self.alt = alt
  }
}

package struct ThemeDraft: Hashable, Sendable {
  package var head: DraftHead
  package var name: String
  package var colour: HexColour
  package var framingLine: String?
  package var background, portalIcon, homeBackground, lottie: MediaPath?
  package init(head: DraftHead, name: String, colour: HexColour) {
    self.head = head
    self.name = name
    self.colour = colour
  }
}

package struct BookDraft: Hashable, Sendable {
  package var head: DraftHead
  package var title: String
  package var author: String?
  package var publicationYear: Int?
  package var cover: PictureDraft?
  package var theme: Reference?
  /// Plain text.
  package var synopsis: String?
  package init(head: DraftHead, title: String) {
    self.head = head
    self.title = title
  }
}

/// Any readable kind. What a kind does not have stays nil.
package struct PieceDraft: Hashable, Sendable {
  package var head: DraftHead
  package var kind: ContentKind
  package var title: String
  package var supportingLine: String?
  package var source: Reference?
  package var theme: Reference?
  package var image: PictureDraft?
  package var audio: MediaPath?
  package var reflectionPrompt: String?
  /// Minutes; overrides the computed read time.
  package var readTime: Int?
  /// Markdown; "" while a draft has none.
  package var body = ""
  /// Markdown, passages only.
  package var interpretation: String?
  /// Plain text, passages only.
  package var quote: String?
  /// Letters only.
  package var originalDate: PartialDate?
  package var recipient: String?
  /// Chapters only.
  package var order: Int?
  /// Articles only.
  package var author: String?
  package var subtitle: String?
  package var publicationDate: CalendarDate?
  /// What the body and interpretation amount to. Reading spec §9.1.
  package var count = WordCount()
  package init(head: DraftHead, kind: ContentKind, title: String) {
    self.head = head
    self.kind = kind
    self.title = title
  }
}

package struct JourneyDraft: Hashable, Sendable {
  package var head: DraftHead
  package var name: String
  package var colour: HexColour
  package var editorialFraming: String?
  package var icon, emblem: MediaPath?
  package var image: PictureDraft?
  package var theme: Reference?
  package var position: Int?
  package var related: [Reference] = []
  /// In reading order (by `NN` of the file name, then slug).
  package var chapters: [JourneyChapterDraft] = []
  package init(head: DraftHead, name: String, colour: HexColour) {
    self.head = head
    self.name = name
    self.colour = colour
  }
}

package struct JourneyChapterDraft: Hashable, Sendable {
  package var head: DraftHead
  /// The `NN` of the file name: orders chapters, gaps are fine.
  package var number: Int
  /// The identity; nil means the slug is.
  package var uid: String?
  package var title: String
  package var openingQuestion: String
  package var theme: Reference?
  package var image: PictureDraft?
  package var reflectionPrompt: String?
  package var readTime: Int?
  package var introduction, closing, reveal: String?
  package var sections: [SectionDraft] = []
  /// What the chapter's own texts amount to, without embedded pieces and the reveal. Reading spec §9.1.
  package var ownCount = WordCount()
  package init(head: DraftHead, number: Int, title: String, openingQuestion: String) {
    self.head = head
    self.number = number
    self.title = title
    self.openingQuestion = openingQuestion
  }
}

package struct SectionDraft: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case text(body: String)
    case content(Reference, leadIn: String?)
    case quote(String, source: Reference?)
    case image(PictureDraft, caption: String?)
  }
  /// The identity that keeps piece completion through a re-import; export always writes it.
  package var uid: String?
  package var heading: String?
  package var content: Content
  package init(uid: String? = nil, heading: String? = nil, content: Content) {
    self.uid = uid
    self.heading = heading
    self.content = content
  }
}

package struct CurationDraft: Hashable, Sendable {
  /// A list entry: `passage/x`, or with a window `passage/x from=2026-03-01T00:00:00Z until=2026-04-01T00:00:00Z`.
  package struct Entry: Hashable, Sendable {
    package var reference: Reference
    package var window: Window
    package init(_ reference: Reference, window: Window = .always) {
      self.reference = reference
      self.window = window
    }
  }

  /// `2026-03-02 harbour`, `2026-03-02T06:00:00+01:00 harbour Header text`; with an end, `START/END harbour`.
  package struct ThemeWeek: Hashable, Sendable {
    package enum Moment: Hashable, Sendable {
      /// Midnight of that day in the site's zone. Written for a week without a header of its own.
      case date(CalendarDate)
      case instant(Instant)
    }
    package var start: Moment
    package var end: Moment?
    package var theme: String
    package var header: String?
    package init(start: Moment, end: Moment? = nil, theme: String, header: String? = nil) {
      self.start = start
      self.end = end
      self.theme = theme
      self.header = header
    }
  }

  package var hero: [Entry] = []
  package var featuredJourneys: [Entry] = []
  package var featuredBooks: [Entry] = []
  package var furtherReading: [Entry] = []
  package var featuredThemes: [Reference] = []
  package var themeWeeks: [ThemeWeek] = []
  package init() {}
}
