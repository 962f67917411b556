extension ContentTree {
  /// Reads and checks a whole tree. Reading spec §17.4, the passes "parse all" and "validate all".
  ///
  /// - Parameters:
  ///   - files: every file of the tree but the media, in any order.
  ///   - media: the path of every file below `media/`.
  /// - Returns: the tree as far as it could be read, its objects in the order of their paths, and every message in the
  ///   order of file and line. With an error among them nothing may be imported.
  package static func read(
    _ files: [TreeFile], media: Set<String>, context: ImportContext
  ) -> ContentTreeReading {
    var assembly = TreeAssembly(context: context)
    let sorted = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    for file in sorted { assembly.read(file) }
    for path in media { assembly.checkMediaPath(path) }
    assembly.closeJourneys()
    var check = TreeCheck(tree: assembly.tree, findings: assembly.findings, media: media, context: context)
    check.run()
    return ContentTreeReading(tree: check.tree, messages: check.sortedMessages)
  }
}

/// The tree while its files are being read.
struct TreeAssembly {
  private(set) var tree = ContentTree()
  private(set) var findings = Findings()
  private let context: ImportContext
  /// By the journey's slug, until its own file closes them in.
  private var chapters: [String: [JourneyChapterDraft]] = [:]

  init(context: ImportContext) { self.context = context }

  mutating func read(_ file: TreeFile) {
    switch TreePath(file.path) {
    case .skipped: break
    case .unsafe: say(.path, file.path, "A path cannot be absolute or contain . and .. or control characters.")
    case .media, .misplaced:
      let severity: ImportMessage.Severity = context.isLenient ? .warning : .error
      findings.messages.append(
        ImportMessage(file.path, .start, severity, .path, "Nothing of a library is kept under this name."))
    case .curation: readCuration(file)
    case .journey(let slug): readJourney(file, slug: slug)
    case .journeyChapter(let journey, let number, let slug):
      readChapter(file, journey: journey, number: number, slug: slug)
    case .object(.theme, let slug): readTheme(file, slug: slug)
    case .object(.book, let slug): readBook(file, slug: slug)
    case .object(let kind, let slug): readPiece(file, kind: kind, slug: slug)
    }
  }

  mutating func checkMediaPath(_ path: String) {
    switch TreePath(path) {
    case .media, .skipped: break
    default: say(.path, path, "A path cannot be absolute or contain . and .. or control characters.")
    }
  }

  /// Gives every journey its chapters, in the order of their numbers.
  mutating func closeJourneys() {
    for index in tree.journeys.indices {
      let own = chapters.removeValue(forKey: tree.journeys[index].head.slug) ?? []
      tree.journeys[index].chapters = own.sorted { a, b in
        a.number == b.number ? a.head.slug.utf8.lexicographicallyPrecedes(b.head.slug.utf8) : a.number < b.number
      }
    }
    for orphans in chapters.values {
      for chapter in orphans { say(.path, chapter.head.file, "There is no journey.md beside this chapter.") }
    }
  }

  // MARK: One file

  private mutating func readTheme(_ file: TreeFile, slug: String) {
    guard let black = HexColour("#000000") else { return }
    var draft = ThemeDraft(head: head(file, slug), name: "", colour: black)
    var reader = open(file, kind: .theme, slug: slug)
    for field in ThemeDraft.fields { field.read(&reader, &draft) }
    _ = reader.parts(named: [])
    close(reader)
    tree.themes.append(draft)
  }

  private mutating func readBook(_ file: TreeFile, slug: String) {
    var draft = BookDraft(head: head(file, slug), title: "")
    var reader = open(file, kind: .book, slug: slug)
    for field in BookDraft.fields { field.read(&reader, &draft) }
    draft.readParts(&reader)
    close(reader)
    tree.books.append(draft)
  }

  private mutating func readPiece(_ file: TreeFile, kind: ContentKind, slug: String) {
    var draft = PieceDraft(head: head(file, slug), kind: kind, title: "")
    var reader = open(file, kind: kind, slug: slug)
    for field in PieceDraft.fields(of: kind) { field.read(&reader, &draft) }
    draft.readParts(&reader)
    close(reader)
    tree.pieces.append(draft)
  }

  private mutating func readJourney(_ file: TreeFile, slug: String) {
    guard let black = HexColour("#000000") else { return }
    var draft = JourneyDraft(head: head(file, slug), name: "", colour: black)
    var reader = open(file, kind: .journey, slug: slug)
    for field in JourneyDraft.fields { field.read(&reader, &draft) }
    _ = reader.parts(named: [])
    close(reader)
    tree.journeys.append(draft)
  }

  private mutating func readChapter(_ file: TreeFile, journey: String, number: Int, slug: String) {
    var draft = JourneyChapterDraft(head: head(file, slug), number: number, title: "", openingQuestion: "")
    var reader = open(file, kind: .journeyChapter, slug: slug)
    for field in JourneyChapterDraft.fields { field.read(&reader, &draft) }
    draft.readParts(&reader)
    close(reader)
    chapters[journey, default: []].append(draft)
  }

  private mutating func readCuration(_ file: TreeFile) {
    var draft = CurationDraft()
    let source = SourceParser.parse(path: file.path, bytes: file.bytes, nfc: context.nfc)
    var reader = FieldReader(source, context: context)
    for field in CurationDraft.fields { field.read(&reader, &draft) }
    _ = reader.parts(named: [])
    close(reader)
    tree.curation = draft
  }

  private func head(_ file: TreeFile, _ slug: String) -> DraftHead {
    var head = DraftHead(slug: slug)
    head.file = file.path
    return head
  }

  private func open(_ file: TreeFile, kind: ContentKind, slug: String) -> FieldReader {
    let source = SourceParser.parse(path: file.path, bytes: file.bytes, nfc: context.nfc)
    var reader = FieldReader(source, context: context)
    reader.checkSlug(slug, kind: kind)
    return reader
  }

  private mutating func close(_ reader: FieldReader) {
    var reader = reader
    // A file without front matter has one message, not one for each key it lacks.
    if reader.file.messages.contains(where: { $0.code == .frontMatter }) {
      findings.messages += reader.file.messages
    } else {
      reader.reportUnknownKeys()
      findings.add(reader.findings)
    }
  }

  private mutating func say(_ code: ImportCode, _ path: String, _ text: String) {
    findings.messages.append(ImportMessage(path, .start, .error, code, text))
  }
}

extension FieldReader {
  /// The file's name is the slug; a `slug` key must say the same.
  fileprivate mutating func checkSlug(_ slug: String, kind: ContentKind) {
    if Slug(slug) == nil {
      say(.slugInvalid, .start, "Use lower-case letters, digits and single hyphens, and not only digits.")
    } else if Slug.isReserved(slug, for: kind) {
      let text = "Use lower-case letters, digits and single hyphens; “\(slug)” is reserved."
      say(.slugInvalid, file.field("slug")?.position ?? .start, text)
    }
    if let field = file.field("slug"), case .text(let text) = field.value, text != slug {
      say(.slugMismatch, field.position, "The file is named \(slug), so the slug must be that too.")
    }
  }
}
