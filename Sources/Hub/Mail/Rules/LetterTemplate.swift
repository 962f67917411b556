/// A letter's text before its values are put in. One source gives the plain text and the HTML:
///
/// ```
/// Subject: Reset your password
///
/// # A heading
///
/// A paragraph, which may name a {value}.
///
/// [The words on a button]({link})
///
/// - an item of a list
/// - another one
///
/// > {notes}, set apart
/// ```
///
/// Blocks stand apart by empty lines. There is nothing else: anything that only looks like this is a fault, with its line.
struct LetterTemplate: Sendable {
  enum Piece: Hashable, Sendable {
    case words(String)
    case value(String)
  }

  enum Block: Hashable, Sendable {
    case heading([Piece])
    case paragraph([Piece])
    case button([Piece], link: String)
    case list([[Piece]])
    case quote([Piece])
  }

  let subject: [Piece]
  let blocks: [Block]

  init(_ source: String) throws(LetterTemplateFault) {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first, first.hasPrefix("Subject: ") else { throw LetterTemplateFault(1, .noSubject) }
    subject = try LetterTemplate.pieces(first.dropFirst(9), line: 1)
    var blocks: [Block] = []
    var start = 1
    while start < lines.count {
      guard !lines[start].isEmpty else { start += 1; continue }
      let end = lines[start...].firstIndex { $0.isEmpty } ?? lines.count
      blocks.append(try LetterTemplate.block(Array(lines[start..<end]), line: start + 1))
      start = end
    }
    guard !blocks.isEmpty else { throw LetterTemplateFault(1, .empty) }
    self.blocks = blocks
  }

  /// Every value that is named.
  var names: Set<String> {
    var names: Set<String> = []
    func note(_ pieces: [Piece]) { for case .value(let name) in pieces { names.insert(name) } }
    note(subject)
    for block in blocks {
      switch block {
      case .heading(let pieces), .paragraph(let pieces), .quote(let pieces): note(pieces)
      case .button(let pieces, let link): note(pieces); names.insert(link)
      case .list(let items): for item in items { note(item) }
      }
    }
    return names
  }

  private static func block(_ lines: [Substring], line: Int) throws(LetterTemplateFault) -> Block {
    let first = lines[0]
    if first.hasPrefix("# ") {
      guard lines.count == 1 else { throw LetterTemplateFault(line + 1, .twoBlocksInOne) }
      return .heading(try pieces(first.dropFirst(2), line: line))
    }
    if first.hasPrefix("- ") {
      var items: [[Piece]] = []
      for (index, item) in lines.enumerated() {
        guard item.hasPrefix("- ") else { throw LetterTemplateFault(line + index, .twoBlocksInOne) }
        items.append(try pieces(item.dropFirst(2), line: line + index))
      }
      return .list(items)
    }
    if first.hasPrefix("[") {
      guard lines.count == 1 else { throw LetterTemplateFault(line + 1, .twoBlocksInOne) }
      return try button(first, line: line)
    }
    if first.hasPrefix("> ") {
      guard lines.count == 1 else { throw LetterTemplateFault(line + 1, .twoBlocksInOne) }
      return .quote(try pieces(first.dropFirst(2), line: line))
    }
    var paragraph: [Piece] = []
    for (index, text) in lines.enumerated() {
      let isOther = ["# ", "- ", "[", "> ", "Subject:"].contains { text.hasPrefix($0) }
      guard !isOther else { throw LetterTemplateFault(line + index, .twoBlocksInOne) }
      if index > 0 { paragraph.append(.words(" ")) }
      paragraph += try pieces(text, line: line + index)
    }
    return .paragraph(paragraph)
  }

  private static func button(_ text: Substring, line: Int) throws(LetterTemplateFault) -> Block {
    guard let end = text.firstIndex(of: "]"), text.hasSuffix(")") else {
      throw LetterTemplateFault(line, .brokenButton)
    }
    let link = try pieces(text[text.index(after: end)...].dropFirst().dropLast(), line: line)
    guard text[text.index(after: end)...].hasPrefix("("), link.count == 1, case .value(let name) = link[0] else {
      throw LetterTemplateFault(line, .brokenButton)
    }
    return .button(try pieces(text[text.index(after: text.startIndex)..<end], line: line), link: name)
  }

  private static func pieces(_ text: Substring, line: Int) throws(LetterTemplateFault) -> [Piece] {
    guard let first = text.first, first != " ", text.last != " " else { throw LetterTemplateFault(line, .strayBlank) }
    var pieces: [Piece] = []
    var rest = text
    while !rest.isEmpty {
      let words = rest.prefix { $0 != "{" && $0 != "}" }
      if !words.isEmpty { pieces.append(.words(String(words))) }
      rest = rest.dropFirst(words.count)
      guard let next = rest.first else { break }
      let name = rest.dropFirst().prefix { $0 != "}" }
      let isName = !name.isEmpty && name.utf8.allSatisfy { (97...122).contains($0) || $0 == 95 }
      guard next == "{", isName, rest.dropFirst(1 + name.count).first == "}" else {
        throw LetterTemplateFault(line, .brokenValue)
      }
      pieces.append(.value(String(name)))
      rest = rest.dropFirst(name.count + 2)
    }
    return pieces
  }
}

/// What is wrong with a template, and where.
package struct LetterTemplateFault: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case noSubject, empty, twoBlocksInOne, brokenButton, brokenValue, strayBlank
    /// It names a value that its letter does not have.
    case unknownValue(String)
    /// It leaves out the link that its letter was written for.
    case unusedLink
  }
  package let line: Int
  package let reason: Reason
  init(_ line: Int, _ reason: Reason) { (self.line, self.reason) = (line, reason) }
}
