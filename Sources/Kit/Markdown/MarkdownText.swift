/// Restricted Markdown: paragraphs, hard breaks, bold, italic, links and lists. Reading spec §10.
///
/// A text is parsed by cmark-gfm (CommonMark), and its tree is then held against an allow-list; what is served is made
/// from the tree again, so that nothing passes through unread.
package struct MarkdownText: Hashable, Sendable {
  package let blocks: [MarkdownBlock]
  /// The one way to write this document: LF, `*` and `**`, `-`, numbers from 1, two-space breaks, one blank line between
  /// blocks, no final newline. Parsing it gives an equal document.
  package let normalForm: String

  package enum Mode: Hashable, Sendable {
    /// What is not allowed is an error.
    case strict
    /// What is not allowed is rewritten with a warning: headings become bold paragraphs, quotes and code plain text,
    /// images and HTML go. Reading spec §17.4.
    case coerce
  }

  package enum Limits {
    /// Unicode scalars in one text. Bounds the parser's work: cmark takes under 80 ms for the worst such text.
    package static let scalars = 200_000
    package static let inlineDepth = 8
    package static let listDepth = 3
    package static let listItems = 999
    package static let linkTarget = 2_000
    /// List and quotation markers at the start of one line, before the tree is looked at.
    package static let markers = 32
    package static let blockDepth = 64
    /// Messages for one text: the first hundred say enough.
    package static let messages = 100
  }

  /// - Returns: the document, nil where there is any error, and the messages in the order of the text.
  package static func parse(_ source: String, mode: Mode = .strict) -> (
    document: MarkdownText?, messages: [MarkdownMessage]
  ) {
    if source.unicodeScalars.count > Limits.scalars {
      return (nil, [MarkdownMessage(line: 1, column: 1, .tooLarge, "A text of more than 200,000 characters")])
    }
    var scan = SourceScan(source, mode: mode)
    scan.run()
    if scan.isUnsafe { return (nil, scan.messages) }
    var reader = TreeReader(scan.text, mode: mode)
    let blocks = reader.blocks()
    var messages = merged(scan.messages, reader.messages)
    if messages.contains(where: { !$0.isWarning }) { return (nil, messages) }
    guard let document = MarkdownText(blocks: Tidying.tidied(blocks)) else {
      messages.append(
        MarkdownMessage(line: 1, column: 1, .construct, "Bold and italic that meet without a space between them"))
      return (nil, messages)
    }
    // What is stored and exported is the normal form, whose escapes make it longer; it must be a text that is taken again.
    if document.normalForm.unicodeScalars.count > Limits.scalars {
      messages.append(
        MarkdownMessage(line: 1, column: 1, .tooLarge, "A text of more than 200,000 characters with its escapes"))
      return (nil, messages)
    }
    return (document, messages)
  }

  /// Nil where the blocks cannot be written so that they read back as they are.
  ///
  /// Tries the plain spelling, then the one that spells letters next to a delimiter as character references.
  init?(blocks: [MarkdownBlock]) {
    for isArmoured in [false, true] {
      let text = NormalForm(isArmoured: isArmoured).text(blocks)
      var reader = TreeReader(text, mode: .strict)
      let again = Tidying.tidied(reader.blocks())
      if reader.messages.isEmpty && again == blocks {
        self.blocks = blocks
        normalForm = text
        return
      }
    }
    return nil
  }

  package var isEmpty: Bool { blocks.isEmpty }

  private static func merged(_ a: [MarkdownMessage], _ b: [MarkdownMessage]) -> [MarkdownMessage] {
    var all: [MarkdownMessage] = []
    for message in a + b
    where !all.contains(where: { $0.line == message.line && $0.code == message.code }) || a.contains(message) {
      all.append(message)
      if all.count == Limits.messages { break }
    }
    return all.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }
}

package enum MarkdownBlock: Hashable, Sendable {
  case paragraph([MarkdownInline])
  case list(isOrdered: Bool, [MarkdownItem])
}

/// Inline text, then lists.
package struct MarkdownItem: Hashable, Sendable {
  package var text: [MarkdownInline]
  package var lists: [MarkdownBlock]
  package init(text: [MarkdownInline], lists: [MarkdownBlock]) {
    self.text = text
    self.lists = lists
  }
}

package indirect enum MarkdownInline: Hashable, Sendable {
  case text(String)
  case emphasis([MarkdownInline])
  case strong([MarkdownInline])
  case link(LinkTarget, [MarkdownInline])
  case hardBreak
}

/// Why a text is not accepted, or what was changed in it.
package struct MarkdownMessage: Hashable, Sendable {
  package enum Code: String, Hashable, Sendable {
    case construct = "md_construct"
    case control = "md_control"
    case html = "md_html"
    case link = "md_link"
    case tooLarge = "md_too_large"
  }
  /// From 1; columns count Unicode scalars.
  package var line, column: Int
  package var code: Code
  /// What was found, as the subject of a sentence: "A heading".
  package var construct: String
  package var isWarning: Bool

  package init(line: Int, column: Int, _ code: Code, _ construct: String, isWarning: Bool = false) {
    self.line = line
    self.column = column
    self.code = code
    self.construct = construct
    self.isWarning = isWarning
  }

  /// The sentence without its place.
  package var text: String {
    isWarning ? "\(construct) was rewritten or removed." : "\(construct) is not available here."
  }
}
