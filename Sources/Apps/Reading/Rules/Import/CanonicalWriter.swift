/// Writes drafts as files: keys in the order of their table, defaults left out, bare values where they may be bare, LF,
/// one final newline. Reading of what is written gives the draft back. Reading spec §17.4.
package struct CanonicalWriter {
  private var text = ""

  /// Every file of the tree but the media, in the order of their paths.
  package static func files(_ tree: ContentTree) -> [TreeFile] {
    var files: [TreeFile] = []
    for theme in tree.themes { files.append(file(theme)) }
    for book in tree.books { files.append(file(book)) }
    for piece in tree.pieces { files.append(file(piece)) }
    for journey in tree.journeys { files += CanonicalWriter.files(journey) }
    if let curation = tree.curation { files.append(file(curation)) }
    return files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  package static func file(_ theme: ThemeDraft) -> TreeFile {
    var writer = CanonicalWriter()
    writer.frontMatter(theme, ThemeDraft.fields)
    return writer.file("themes/\(theme.head.slug).md")
  }

  package static func file(_ book: BookDraft) -> TreeFile {
    var writer = CanonicalWriter()
    writer.frontMatter(book, BookDraft.fields)
    writer.body(book.synopsis)
    return writer.file("books/\(book.head.slug).md")
  }

  package static func file(_ piece: PieceDraft) -> TreeFile {
    var writer = CanonicalWriter()
    writer.frontMatter(piece, PieceDraft.fields(of: piece.kind))
    writer.body(piece.body)
    writer.part("interpretation", piece.interpretation)
    return writer.file("\(piece.kind.folder ?? "")/\(piece.head.slug).md")
  }

  package static func files(_ journey: JourneyDraft) -> [TreeFile] {
    let folder = "journeys/\(journey.head.slug)"
    var writer = CanonicalWriter()
    writer.frontMatter(journey, JourneyDraft.fields)
    return [writer.file("\(folder)/journey.md")] + journey.chapters.map { file($0, in: folder) }
  }

  private static func file(_ chapter: JourneyChapterDraft, in folder: String) -> TreeFile {
    var writer = CanonicalWriter()
    writer.frontMatter(chapter, JourneyChapterDraft.fields)
    writer.part("introduction", chapter.introduction)
    for section in chapter.sections { writer.section(section) }
    writer.part("closing", chapter.closing)
    writer.part("reveal", chapter.reveal)
    let number = chapter.number < 10 ? "0\(chapter.number)" : String(chapter.number)
    return writer.file("\(folder)/\(number)-\(chapter.head.slug).md")
  }

  package static func file(_ curation: CurationDraft) -> TreeFile {
    var writer = CanonicalWriter()
    writer.frontMatter(curation, CurationDraft.fields)
    return writer.file("curation.md")
  }

  // MARK: Pieces

  private func file(_ path: String) -> TreeFile { TreeFile(path: path, bytes: Array(text.utf8)) }

  private mutating func frontMatter<Draft>(_ draft: Draft, _ fields: [Field<Draft>]) {
    text += "---\n"
    for field in fields {
      switch field.write(draft) {
      case nil: break
      case .text(let value):
        text += field.key + ":" + CanonicalWriter.value(value) + "\n"
      case .list(let items):
        text += field.key + ":\n"
        for item in items { text += "  - " + CanonicalWriter.item(item) + "\n" }
      }
    }
    text += "---\n"
  }

  private mutating func body(_ body: String?) {
    guard let body, !body.isEmpty else { return }
    text += "\n" + CanonicalWriter.escaped(body) + "\n"
  }

  private mutating func part(_ name: String, _ content: String?) {
    guard let content else { return }
    text += "\n+++ \(name)\n"
    body(content)
  }

  private mutating func section(_ section: SectionDraft) {
    var line = "section "
    var content: String?
    switch section.content {
    case .text(let body):
      line += "text"
      content = body
    case .content(let piece, let leadIn):
      line += "content ref=" + piece.text
      content = leadIn
    case .quote(let quote, let source):
      line += "quote"
      if let source { line += " source=" + source.text }
      content = quote
    case .image(let picture, let caption):
      line += "image src=" + CanonicalWriter.argument(picture.path.text)
      if let alt = picture.alt { line += " alt=" + CanonicalWriter.quoted(alt) }
      content = caption
    }
    if let heading = section.heading { line += " heading=" + CanonicalWriter.quoted(heading) }
    if let uid = section.uid { line += " uid=" + CanonicalWriter.quoted(uid) }
    part(line, content ?? "")
  }

  /// A value with the space before it; or the block form, when it has several lines that the form can hold.
  private static func value(_ value: String) -> String {
    if isBare(value) { return " " + value }
    if value.utf8.contains(UInt8(ascii: "\n")), isBlock(value) {
      let lines = value.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      return " |" + lines.map { $0.isEmpty ? "\n" : "\n  " + String(Substring($0)) }.joined()
    }
    return " " + quoted(value)
  }

  private static func item(_ item: String) -> String { isBare(item) ? item : quoted(item) }

  /// An argument of a part: a word, or quoted.
  private static func argument(_ text: String) -> String {
    isBare(text) && !text.utf8.contains(UInt8(ascii: " ")) ? text : quoted(text)
  }

  private static func isBare(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, text != "null", first != " ", text.unicodeScalars.last != " " else {
      return false
    }
    return !SourceParser.cannotBeginBare(first) && text.unicodeScalars.allSatisfy { !FieldReader.isForbidden($0) }
  }

  private static func isBlock(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard scalars.first != "\n", scalars.first != " ", scalars.last != "\n", scalars.last != " " else { return false }
    var previous: Unicode.Scalar?
    for scalar in scalars {
      if scalar != "\n" && FieldReader.isForbidden(scalar) { return false }
      if scalar == "\n" && previous == " " { return false }
      previous = scalar
    }
    return true
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          let digits = String(scalar.value, radix: 16)
          quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        } else {
          quoted.unicodeScalars.append(scalar)
        }
      }
    }
    return quoted + "\""
  }

  /// Lines that would start a part get a backslash; so do those that have backslashes before their `+++` already.
  private static func escaped(_ body: String) -> String {
    let lines = body.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var written: [String] = []
    for line in lines {
      let rest = line.drop { $0 == UInt8(ascii: "\\") }
      written.append((rest.starts(with: "+++".utf8) ? "\\" : "") + String(Substring(line)))
    }
    return written.joined(separator: "\n")
  }
}
