package import Time

/// One text file of an import tree: its path from the root with `/`, and its bytes.
package struct TreeFile: Hashable, Sendable {
  package var path: String
  package var bytes: [UInt8]
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

/// A whole library as files say it, typed and checked. Reading spec §17.
package struct ContentTree: Hashable, Sendable {
  package var themes: [ThemeDraft] = []
  package var books: [BookDraft] = []
  package var pieces: [PieceDraft] = []
  package var journeys: [JourneyDraft] = []
  /// Nil where the tree has no `curation.md`: the lists stay as they are.
  package var curation: CurationDraft?
  /// Every media file that some draft names, sorted, each once.
  package var media: [MediaPath] = []
  package init() {}
}

/// What an import needs to know of the world. Reading spec §17.4.
package struct ImportContext {
  /// What the database knows of an object that the tree only refers to.
  package struct Existing: Hashable, Sendable {
    package var isLive: Bool
    package init(isLive: Bool) { self.isLive = isLive }
  }

  /// A Markdown text after the check of §10: its normal form, or the messages that say why not.
  package struct Markdown {
    package struct Message {
      package var position: Position
      package var severity: ImportMessage.Severity
      package var code: ImportCode
      package var text: String
      package init(position: Position, severity: ImportMessage.Severity, code: ImportCode, text: String) {
        self.position = position
        self.severity = severity
        self.code = code
        self.text = text
      }
    }
    package struct Link {
      package var reference: Reference
      package var position: Position
      package init(reference: Reference, position: Position) {
        self.reference = reference
        self.position = position
      }
    }
    package var normal: String
    package var plain: String
    /// `ref:` links.
    package var links: [Link]
    package var messages: [Message]
    package init(normal: String, plain: String, links: [Link] = [], messages: [Message] = []) {
      self.normal = normal
      self.plain = plain
      self.links = links
      self.messages = messages
    }
  }

  package var now: Instant
  /// Unknown keys are warnings.
  package var isLenient = false
  /// Unicode NFC.
  package var nfc: (String) -> String
  /// The check of §10 (coercing, if the import coerces).
  package var markdown: (String) -> Markdown
  /// What the database has under that reference; nil where there is nothing.
  package var existing: (Reference) -> Existing? = { _ in nil }
  /// Whether another object of the kind used this slug before (`slug_history`).
  package var isRetired: (Reference) -> Bool = { _ in false }
  /// The slug of the chapter that has this order in the book, by the database; nil where none has.
  package var chapter: (_ order: Int, _ book: String) -> String? = { _, _ in nil }

  package init(now: Instant, nfc: @escaping (String) -> String, markdown: @escaping (String) -> Markdown) {
    self.now = now
    self.nfc = nfc
    self.markdown = markdown
  }
}

/// What reading a tree gave: all messages at once, and the tree as far as it could be read.
package struct ContentTreeReading {
  package var tree: ContentTree
  package var messages: [ImportMessage]
  package var hasErrors: Bool { messages.contains { $0.severity == .error } }
  package init(tree: ContentTree, messages: [ImportMessage]) {
    self.tree = tree
    self.messages = messages
  }
}
