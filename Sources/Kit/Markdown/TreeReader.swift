import CCMark

/// Reads a text with cmark-gfm and holds its tree against the allow-list of Reading spec §10.
struct TreeReader {
  private(set) var messages: [MarkdownMessage] = []
  private let text: String
  private let mode: MarkdownText.Mode
  /// The start of each line in UTF-8 bytes, to turn the parser's byte columns into scalar columns.
  private let bytes: [UInt8]
  private let lineStarts: [Int]

  init(_ text: String, mode: MarkdownText.Mode) {
    self.text = text
    self.mode = mode
    let bytes = Array(text.utf8)
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(index + 1) }
    self.bytes = bytes
    self.lineStarts = starts
  }

  mutating func blocks() -> [MarkdownBlock] {
    let root = bytes.withUnsafeBytes { buffer in
      // An empty buffer has no address; any will do for no bytes.
      let start = buffer.bindMemory(to: CChar.self).baseAddress
      return start.map { cmark_parse_document($0, buffer.count, CMARK_OPT_DEFAULT) } ?? cmark_parse_document("", 0, 0)
    }
    guard let root else { return [] }
    defer { cmark_node_free(root) }
    return blocks(in: root, listDepth: 0, depth: 0)
  }

  // MARK: Blocks

  private mutating func blocks(in parent: OpaquePointer, listDepth: Int, depth: Int) -> [MarkdownBlock] {
    guard depth < MarkdownText.Limits.blockDepth else {
      say(.tooLarge, "A list or quotation this deep", at: parent, isAlwaysError: true)
      return []
    }
    var blocks: [MarkdownBlock] = []
    var child = cmark_node_first_child(parent)
    while let node = child {
      child = cmark_node_next(node)
      switch cmark_node_get_type(node) {
      case CMARK_NODE_PARAGRAPH: blocks.append(.paragraph(inlines(in: node, depth: 0, isInLink: false)))
      case CMARK_NODE_LIST: blocks.append(contentsOf: list(node, listDepth: listDepth + 1, depth: depth + 1))
      case CMARK_NODE_HEADING:
        say(.construct, "A heading", at: node)
        blocks.append(.paragraph([.strong(inlines(in: node, depth: 1, isInLink: false))]))
      case CMARK_NODE_BLOCK_QUOTE:
        say(.construct, "A block quote", at: node)
        blocks.append(contentsOf: self.blocks(in: node, listDepth: listDepth, depth: depth + 1))
      case CMARK_NODE_CODE_BLOCK:
        say(.construct, "A code block", at: node)
        blocks.append(.paragraph(lines(of: literal(node))))
      case CMARK_NODE_THEMATIC_BREAK: say(.construct, "A thematic break", at: node)
      case CMARK_NODE_HTML_BLOCK: say(.html, "HTML", at: node)
      default: say(.construct, "This construct", at: node)
      }
    }
    return blocks
  }

  private mutating func list(_ node: OpaquePointer, listDepth: Int, depth: Int) -> [MarkdownBlock] {
    let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
    if listDepth == MarkdownText.Limits.listDepth + 1 { say(.construct, "A list deeper than three levels", at: node) }
    if isOrdered {
      if cmark_node_get_list_delim(node) == CMARK_PAREN_DELIM {
        say(.construct, "A list numbered with a bracket", at: node)
      }
      let start = cmark_node_get_list_start(node)
      if start < 1 || start > 999 { say(.construct, "A list that starts at \(start)", at: node) }
    }
    var items: [MarkdownItem] = []
    var child = cmark_node_first_child(node)
    while let itemNode = child {
      child = cmark_node_next(itemNode)
      let content = blocks(in: itemNode, listDepth: listDepth, depth: depth)
      items.append(item(content, at: itemNode, listDepth: listDepth))
    }
    if items.count > MarkdownText.Limits.listItems { say(.construct, "A list of more than 999 items", at: node) }
    return [.list(isOrdered: isOrdered, items)]
  }

  /// An item holds inline text and then lists; more paragraphs are joined by a hard break when coercing.
  private mutating func item(_ content: [MarkdownBlock], at node: OpaquePointer, listDepth: Int) -> MarkdownItem {
    var item = MarkdownItem(text: [], lists: [])
    var hasText = false
    for block in content {
      switch block {
      case .list:
        if listDepth >= MarkdownText.Limits.listDepth {
          // Only when coercing: the message was an error otherwise. The deeper items stay, as lines of this one.
          item.text.append(contentsOf: flattened(block))
        } else {
          item.lists.append(block)
        }
      case .paragraph(let inlines):
        if hasText || !item.lists.isEmpty {
          say(.construct, "A second paragraph in a list item", at: node)
          item.text.append(.hardBreak)
        }
        hasText = true
        item.text.append(contentsOf: inlines)
      }
    }
    return item
  }

  private func flattened(_ block: MarkdownBlock) -> [MarkdownInline] {
    switch block {
    case .paragraph(let inlines): return [.hardBreak] + inlines
    case .list(_, let items):
      var flat: [MarkdownInline] = []
      for item in items {
        flat += [.hardBreak] + item.text
        for list in item.lists { flat += flattened(list) }
      }
      return flat
    }
  }

  // MARK: Inlines

  private mutating func inlines(in parent: OpaquePointer, depth: Int, isInLink: Bool) -> [MarkdownInline] {
    guard depth <= MarkdownText.Limits.inlineDepth else {
      say(.tooLarge, "Formatting nested more than eight deep", at: parent, isAlwaysError: true)
      return []
    }
    var inlines: [MarkdownInline] = []
    var child = cmark_node_first_child(parent)
    while let node = child {
      child = cmark_node_next(node)
      switch cmark_node_get_type(node) {
      case CMARK_NODE_TEXT: inlines.append(.text(decoded(node)))
      case CMARK_NODE_SOFTBREAK: inlines.append(.text(" "))
      case CMARK_NODE_LINEBREAK: inlines.append(.hardBreak)
      case CMARK_NODE_EMPH: inlines.append(.emphasis(self.inlines(in: node, depth: depth + 1, isInLink: isInLink)))
      case CMARK_NODE_STRONG: inlines.append(.strong(self.inlines(in: node, depth: depth + 1, isInLink: isInLink)))
      case CMARK_NODE_LINK: inlines.append(contentsOf: link(node, depth: depth + 1, isInLink: isInLink))
      case CMARK_NODE_CODE:
        say(.construct, "Code", at: node)
        inlines.append(.text(literal(node)))
      case CMARK_NODE_IMAGE: say(.construct, "An image", at: node)
      case CMARK_NODE_HTML_INLINE: say(.html, "HTML", at: node)
      default: say(.construct, "This construct", at: node)
      }
    }
    return inlines
  }

  private mutating func link(_ node: OpaquePointer, depth: Int, isInLink: Bool) -> [MarkdownInline] {
    let content = inlines(in: node, depth: depth, isInLink: true)
    let url = cmark_node_get_url(node).map { String(cString: $0) } ?? ""
    guard let target = LinkTarget(url) else {
      say(.link, "A link to this address", at: node)
      return content
    }
    guard !isInLink, Tidying.hasText(content) else {
      say(.link, "A link without text", at: node)
      return content
    }
    return [.link(target, content)]
  }

  /// A text node; character references may have put something there that could not be written.
  private mutating func decoded(_ node: OpaquePointer) -> String {
    let text = literal(node)
    guard text.unicodeScalars.contains(where: { Scalars.isForbidden($0) || $0 == "\n" }) else { return text }
    say(.control, "A control character", at: node)
    return String(String.UnicodeScalarView(text.unicodeScalars.map { Scalars.isForbidden($0) ? " " : $0 }))
  }

  private func literal(_ node: OpaquePointer) -> String {
    cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
  }

  private func lines(of code: String) -> [MarkdownInline] {
    var inlines: [MarkdownInline] = []
    for line in code.split(separator: "\n") {
      if !inlines.isEmpty { inlines.append(.hardBreak) }
      inlines.append(.text(String(line)))
    }
    return inlines
  }

  // MARK: Messages

  private mutating func say(
    _ code: MarkdownMessage.Code, _ construct: String, at node: OpaquePointer, isAlwaysError: Bool = false
  ) {
    guard messages.count < MarkdownText.Limits.messages else { return }
    let (line, column) = position(of: node)
    messages.append(
      MarkdownMessage(line: line, column: column, code, construct, isWarning: mode == .coerce && !isAlwaysError))
  }

  private func position(of node: OpaquePointer) -> (line: Int, column: Int) {
    let line = max(1, min(Int(cmark_node_get_start_line(node)), lineStarts.count))
    let start = lineStarts[line - 1]
    var end = min(bytes.count, start + max(0, Int(cmark_node_get_start_column(node)) - 1))
    if cmark_node_get_type(node) == CMARK_NODE_CODE {
      // The parser points behind the opening back-ticks.
      while end > start, bytes[end - 1] == UInt8(ascii: "`") { end -= 1 }
    }
    // A byte that continues a scalar (0b10xxxxxx) starts no column.
    var column = 1
    for byte in bytes[start..<max(start, end)] where byte & 0xC0 != 0x80 { column += 1 }
    return (line, column)
  }
}
