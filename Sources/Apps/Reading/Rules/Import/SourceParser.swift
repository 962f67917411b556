import JSON

/// Splits a file by the grammar of Reading spec §17.2, collecting every message instead of stopping at the first.
struct SourceParser {
  private var file: SourceFile
  private let lines: [[Unicode.Scalar]]

  static func parse(path: String, bytes: [UInt8], nfc: (String) -> String) -> SourceFile {
    let source = SourceLines(bytes, path: path, nfc: nfc)
    var parser = SourceParser(file: SourceFile(path: path, messages: source.messages), lines: source.lines)
    parser.run()
    return parser.file
  }

  private mutating func run() {
    guard lines.first?.text == "---" else {
      return say(.frontMatter, Position.start, "The first line must be ---.")
    }
    guard let end = lines.indices.dropFirst().first(where: { lines[$0].text == "---" }) else {
      return say(.frontMatter, Position.start, "The front matter has no closing --- line.")
    }
    var index = 1
    while index < end { index = parseField(at: index, end: end) }
    parseParts(from: end + 1)
  }

  // MARK: Front matter

  /// - Returns: the index of the line after the field.
  private mutating func parseField(at index: Int, end: Int) -> Int {
    let line = lines[index]
    guard let first = line.first(where: { $0 != " " }), first != "#" else { return index + 1 }
    if first == "\t" {
      say(.syntax, position(index, 0), "Tabs cannot indent; use spaces.")
      return index + 1
    }
    guard line[0] != " " else {
      say(.syntax, position(index, 0), "An indented line must follow a key that takes one.")
      return index + 1
    }
    var colon = 0
    while colon < line.count, isKeyScalar(line[colon], isFirst: colon == 0) { colon += 1 }
    guard colon > 0, colon < line.count, line[colon] == ":" else {
      say(.syntax, position(index, 0), "Write a line as key: value, the key in lower-case letters, digits and _.")
      return index + 1
    }
    guard colon + 1 == line.count || line[colon + 1] == " " else {
      say(.syntax, position(index, colon + 1), "Put one space after the colon.")
      return index + 1
    }
    let key = line[..<colon].text
    let rest = line[min(line.count, colon + 2)...].trimmed
    var field = SourceField(
      key: key, keyPosition: position(index, 0), value: .null, position: position(index, rest.startIndex))
    var next = index + 1
    if rest.isEmpty {
      (field.value, next) = parseListLines(from: next, end: end)
    } else if rest.text == "|" {
      (field.value, next) = parseBlock(from: next, end: end)
    } else if rest.first == "[" {
      field.value = parseInlineList(rest, line: index)
    } else if rest.text != "null" {
      field.value = parseScalar(rest, line: index).map { .text($0) } ?? .null
    }
    if file.field(key) != nil {
      say(.duplicateKey, field.keyPosition, "The key \(key) stands here a second time.")
    } else {
      file.fields.append(field)
    }
    return next
  }

  private func isKeyScalar(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar {
    case "a"..."z": true
    case "0"..."9", "_": !isFirst
    default: false
    }
  }

  /// Lines `  - item`, with comments and blank lines among them; null where there is none.
  private mutating func parseListLines(from start: Int, end: Int) -> (SourceField.Value, Int) {
    var items: [SourceItem] = []
    var index = start
    var next = start
    while index < end {
      let line = lines[index]
      if line.starts(withText: "  - ") {
        let rest = line[4...].trimmed
        if rest.isEmpty {
          say(.syntax, position(index, 2), "This item is empty.")
        } else if let text = parseScalar(rest, line: index) {
          items.append(SourceItem(text: text, position: position(index, rest.startIndex)))
        }
        next = index + 1
      } else if line.first(where: { $0 != " " }).map({ $0 != "#" }) ?? false {
        break
      }
      index += 1
    }
    return items.isEmpty ? (.null, next) : (.list(items), next)
  }

  /// Lines indented by two spaces; the indentation goes, line ends stay, blank lines at the end are no part of it.
  private mutating func parseBlock(from start: Int, end: Int) -> (SourceField.Value, Int) {
    var text: [String] = []
    var index = start
    while index < end {
      let line = lines[index]
      if line.isBlank {
        text.append(line.dropFirst(2).text)
      } else if line.starts(withText: "  ") {
        text.append(line[2...].text)
      } else {
        break
      }
      index += 1
    }
    while let last = text.last, last.unicodeScalars.allSatisfy({ $0 == " " }) { text.removeLast() }
    return text.isEmpty ? (.null, index) : (.text(text.joined(separator: "\n")), index)
  }

  /// A bare or quoted value.
  private mutating func parseScalar(_ slice: ArraySlice<Unicode.Scalar>, line: Int) -> String? {
    guard let first = slice.first else { return "" }
    let place = position(line, slice.startIndex)
    if first == "\"" {
      guard let text = SourceParser.jsonString(slice) else {
        say(.syntax, place, "This is not a complete JSON string.")
        return nil
      }
      return text
    }
    if SourceParser.cannotBeginBare(first) {
      say(.syntax, place, "A value cannot begin with \(String(first)); put it in double quotes.")
      return nil
    }
    if slice.contains("\t") {
      say(.syntax, place, "A value cannot contain a tab; put it in double quotes.")
      return nil
    }
    return slice.text
  }

  static func cannotBeginBare(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "[", "{", "|", ">", "&", "*", "!", "%", "@", "`": true
    default: false
    }
  }

  static func jsonString(_ slice: ArraySlice<Unicode.Scalar>) -> String? {
    guard let value = try? JSONValue.parse(Array(slice.text.utf8)), case .string(let text) = value else { return nil }
    return text
  }

  /// `[a, "b, c"]`
  private mutating func parseInlineList(_ slice: ArraySlice<Unicode.Scalar>, line: Int) -> SourceField.Value {
    guard slice.count >= 2, slice.last == "]" else {
      say(.syntax, position(line, slice.startIndex), "A list must end with ] on its own line.")
      return .null
    }
    let inner = slice.dropFirst().dropLast()
    if inner.trimmed.isEmpty { return .list([]) }
    var items: [SourceItem] = []
    for part in SourceParser.commaSeparated(inner) {
      let trimmed = part.trimmed
      guard let first = trimmed.first else {
        say(.syntax, position(line, part.startIndex), "This item is empty.")
        continue
      }
      if first != "\"", let bad = trimmed.first(where: { $0 == "[" || $0 == "]" || $0 == "\"" }) {
        say(
          .syntax, position(line, trimmed.startIndex), "An item cannot contain \(String(bad)); put it in double quotes."
        )
      } else if let text = parseScalar(trimmed, line: line) {
        items.append(SourceItem(text: text, position: position(line, trimmed.startIndex)))
      }
    }
    return .list(items)
  }

  /// Splits at commas outside of double quotes.
  private static func commaSeparated(_ slice: ArraySlice<Unicode.Scalar>) -> [ArraySlice<Unicode.Scalar>] {
    var parts: [ArraySlice<Unicode.Scalar>] = []
    var start = slice.startIndex
    var index = start
    var isQuoted = false
    while index < slice.endIndex {
      switch slice[index] {
      case "\\" where isQuoted: index += 1
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        parts.append(slice[start..<index])
        start = index + 1
      default: break
      }
      index += 1
    }
    parts.append(slice[start...])
    return parts
  }

  // MARK: Parts

  private mutating func parseParts(from start: Int) {
    var part = SourcePart(words: ["body"], position: position(start, 0), textPosition: position(start, 0))
    var first = start
    var index = start
    while index < lines.count {
      if isPartLine(lines[index]) {
        close(&part, first..<index)
        part = parsePartLine(index)
        first = index + 1
      }
      index += 1
    }
    close(&part, first..<lines.count)
  }

  private func isPartLine(_ line: [Unicode.Scalar]) -> Bool {
    line.starts(withText: "+++") && (line.count == 3 || line[3] == " ")
  }

  private mutating func close(_ part: inout SourcePart, _ range: Range<Int>) {
    var range = range
    while let first = range.first, lines[first].isBlank { range = range.dropFirst() }
    while let last = range.last, lines[last].isBlank { range = range.dropLast() }
    part.textPosition = position(range.lowerBound, 0)
    part.text = range.map { SourceParser.unescaped(lines[$0]).text }.joined(separator: "\n")
    if part.name != "body" || !part.text.isEmpty { file.parts.append(part) }
  }

  /// A line of backslashes before `+++` loses one: that is how a line that would start a part is written.
  private static func unescaped(_ line: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar> {
    let slashes = line.prefix { $0 == "\\" }.count
    return slashes > 0 && line[slashes...].starts(with: "+++".unicodeScalars) ? line.dropFirst() : line[...]
  }

  /// `+++ name arg=value …`; a value is a word or a JSON string.
  private mutating func parsePartLine(_ index: Int) -> SourcePart {
    let line = lines[index]
    var part = SourcePart(words: [], position: position(index, 0), textPosition: position(index + 1, 0))
    var at = 3
    while at < line.count {
      if line[at] == " " {
        at += 1
        continue
      }
      let start = at
      while at < line.count, line[at] != " ", line[at] != "=" { at += 1 }
      let word = line[start..<at].text
      guard at < line.count, line[at] == "=" else {
        part.words.append(word)
        continue
      }
      at += 1
      let valueStart = at
      if at < line.count, line[at] == "\"" {
        at += 1
        while at < line.count, line[at] != "\"" { at += line[at] == "\\" ? 2 : 1 }
        at = min(line.count, at + 1)
      } else {
        while at < line.count, line[at] != " " { at += 1 }
      }
      guard let text = parseScalar(line[valueStart..<at], line: index) else { continue }
      if part.argument(word) != nil {
        say(.duplicateKey, position(index, start), "The argument \(word) stands here a second time.")
      }
      part.arguments.append((word, SourceItem(text: text, position: position(index, valueStart))))
    }
    if part.words.isEmpty { say(.part, part.position, "A part needs a name: +++ name.") }
    return part
  }

  // MARK: Messages

  private func position(_ line: Int, _ scalar: Int) -> Position { Position(line: line + 1, column: scalar + 1) }

  private mutating func say(_ code: ImportCode, _ position: Position, _ text: String) {
    file.messages.append(ImportMessage(file.path, position, .error, code, text))
  }
}
