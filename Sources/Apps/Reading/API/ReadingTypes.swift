// The values of the reading, landing and chapter screens. Reading spec §§6.2–6.4.

/// One piece on its reading screen. Reading spec §6.2. `related` is always `[]`, and left out when embedded.
package struct Reading: Hashable, Sendable {
  /// The keys that only one kind carries.
  package enum Extras: Hashable, Sendable {
    case passage(interpretation: String?)
    case letter(originalDate: String?, recipient: String?)
    case essay
    case chapter(order: Int)
    case article(author: String?, subtitle: String?, publicationDate: String?)
  }
  package var id: Int64
  package var slug: String
  package var title: String
  package var supportingLine: String?
  package var readTimeMinutes: Int
  package var body: String
  package var reflectionPrompt: String?
  package var audio: String?
  package var source: Source?
  package var themeID: Int64?
  package var illustration: Illustration
  package var extras: Extras
  package var isEmbedded: Bool
  package init(
    id: Int64, slug: String, title: String, supportingLine: String?, readTimeMinutes: Int, body: String,
    reflectionPrompt: String?, audio: String?, source: Source?, themeID: Int64?, illustration: Illustration,
    extras: Extras, isEmbedded: Bool = false
  ) {
    self.id = id
    self.slug = slug
    self.title = title
    self.supportingLine = supportingLine
    self.readTimeMinutes = readTimeMinutes
    self.body = body
    self.reflectionPrompt = reflectionPrompt
    self.audio = audio
    self.source = source
    self.themeID = themeID
    self.illustration = illustration
    self.extras = extras
    self.isEmbedded = isEmbedded
  }

  package var kind: String {
    switch extras {
    case .passage: "passage"
    case .letter: "letter"
    case .essay: "essay"
    case .chapter: "chapter"
    case .article: "article"
    }
  }
}

/// Reading spec §6.3. `related_journeys` is always `[]` here: the account overlay carries the filled list.
package struct JourneyLanding: Hashable, Sendable {
  package struct Chapter: Hashable, Sendable {
    package var number: Int
    package var id: Int64
    package var title: String
    package var openingQuestion: String
    package var readTimeMinutes: Int
    package var themeID: Int64?
    package init(
      number: Int, id: Int64, title: String, openingQuestion: String, readTimeMinutes: Int, themeID: Int64?
    ) {
      self.number = number
      self.id = id
      self.title = title
      self.openingQuestion = openingQuestion
      self.readTimeMinutes = readTimeMinutes
      self.themeID = themeID
    }
  }
  package var id: Int64
  package var slug: String
  package var name: String
  package var editorialFraming: String?
  package var emblem: String?
  package var colour: String
  package var themeID: Int64?
  package var chapters: [Chapter]
  package init(
    id: Int64, slug: String, name: String, editorialFraming: String?, emblem: String?, colour: String,
    themeID: Int64?, chapters: [Chapter]
  ) {
    self.id = id
    self.slug = slug
    self.name = name
    self.editorialFraming = editorialFraming
    self.emblem = emblem
    self.colour = colour
    self.themeID = themeID
    self.chapters = chapters
  }
}

/// Reading spec §6.4.
package struct ChapterView: Hashable, Sendable {
  package struct JourneyReference: Hashable, Sendable {
    package var id: Int64
    package var slug: String
    package var name: String
    package var emblem: String?
    package var colour: String
    package var chaptersCount: Int
    package init(id: Int64, slug: String, name: String, emblem: String?, colour: String, chaptersCount: Int) {
      self.id = id
      self.slug = slug
      self.name = name
      self.emblem = emblem
      self.colour = colour
      self.chaptersCount = chaptersCount
    }
  }
  package struct Neighbour: Hashable, Sendable {
    package var number: Int
    package var id: Int64
    package var title: String
    package init(number: Int, id: Int64, title: String) {
      self.number = number
      self.id = id
      self.title = title
    }
  }
  package struct Section: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
      case text(body: String)
      case content(leadIn: String?, Reading)
      case quote(String, source: Source?)
      case image(Picture?, alt: String, caption: String?)
    }
    package var id: Int64
    package var heading: String?
    package var content: Content
    package init(id: Int64, heading: String?, content: Content) {
      self.id = id
      self.heading = heading
      self.content = content
    }
  }
  package var id: Int64
  package var number: Int
  package var title: String
  package var openingQuestion: String
  package var journey: JourneyReference
  package var themeID: Int64?
  package var readTimeMinutes: Int
  package var illustration: Illustration
  package var introduction: String?
  package var sections: [Section]
  package var reflectionPrompt: String?
  package var closing: String?
  package var hasSealedReveal: Bool
  package var previous, next: Neighbour?
  package init(
    id: Int64, number: Int, title: String, openingQuestion: String, journey: JourneyReference, themeID: Int64?,
    readTimeMinutes: Int, illustration: Illustration, introduction: String?, sections: [Section],
    reflectionPrompt: String?, closing: String?, hasSealedReveal: Bool, previous: Neighbour?, next: Neighbour?
  ) {
    self.id = id
    self.number = number
    self.title = title
    self.openingQuestion = openingQuestion
    self.journey = journey
    self.themeID = themeID
    self.readTimeMinutes = readTimeMinutes
    self.illustration = illustration
    self.introduction = introduction
    self.sections = sections
    self.reflectionPrompt = reflectionPrompt
    self.closing = closing
    self.hasSealedReveal = hasSealedReveal
    self.previous = previous
    self.next = next
  }
}

/// GET /api/resolve/{kind}/{slug}/
package struct Resolved: Hashable, Sendable {
  package var kind: String
  package var id: Int64
  package var slug: String
  package init(kind: String, id: Int64, slug: String) {
    self.kind = kind
    self.id = id
    self.slug = slug
  }
}
