/// What can be told from the text alone, before the parser: control characters, HTML, and the constructs that leave no
/// trace in a CommonMark tree (definitions of reference links, footnotes, tables, definition lists, task boxes).
struct SourceScan {
  private(set) var messages: [MarkdownMessage] = []
  /// The text is refused without being parsed.
  private(set) var isUnsafe = false
  /// The text to parse: LF only; in coercing mode also without what is forbidden.
  private(set) var text: String
  private let mode: MarkdownText.Mode

  init(_ source: String, mode: MarkdownText.Mode) {
    self.mode = mode
    guard source.utf8.contains(UInt8(ascii: "\r")) else {
      text = source
      return
    }
    var scalars = String.UnicodeScalarView()
    var previousIsReturn = false
    for scalar in source.unicodeScalars {
      if previousIsReturn && scalar != "\n" { scalars.append("\r") }
      previousIsReturn = scalar == "\r"
      if !previousIsReturn { scalars.append(scalar) }
    }
    if previousIsReturn { scalars.append("\r") }
    self.text = String(scalars)
  }

  mutating func run() {
    var line: [Unicode.Scalar] = []
    var number = 1
    var previousHasText = false
    var hasForbidden = false
    for scalar in text.unicodeScalars {
      if scalar == "\n" {
        check(line, number: number, previousHasText: previousHasText)
        previousHasText = line.contains { $0 != " " }
        line.removeAll(keepingCapacity: true)
        number += 1
      } else if Scalars.isForbidden(scalar) {
        say(.control, "The control character U+\(hex(scalar))", line: number, column: line.count + 1)
        hasForbidden = true
        line.append(scalar)
      } else {
        line.append(scalar)
      }
    }
    check(line, number: number, previousHasText: previousHasText)
    if hasForbidden { text = withoutForbidden }
  }

  /// A tab becomes a space; the others have nothing to stand for.
  private var withoutForbidden: String {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if !Scalars.isForbidden(scalar) { kept.append(scalar) } else if scalar == "\t" { kept.append(" ") }
    }
    return String(kept)
  }

  private mutating func check(_ line: [Unicode.Scalar], number: Int, previousHasText: Bool) {
    var index = 0
    var markers = 0
    while true {
      while index < line.count, line[index] == " " { index += 1 }
      guard let after = markerEnd(line, at: index) else { break }
      markers += 1
      index = after
      if markers > MarkdownText.Limits.markers {
        messages.append(MarkdownMessage(line: number, column: index, .tooLarge, "A list or quotation this deep"))
        isUnsafe = true
        return
      }
    }
    if index < line.count {
      if previousHasText, markers == 0, line[index] == ":", index + 1 < line.count, line[index + 1] == " " {
        say(.construct, "A definition list", line: number, column: index + 1)
      }
      if line[index] == "[" { checkBracket(line, at: index, isItem: markers > 0, number: number) }
      if markers == 0, previousHasText, isTableRule(line) {
        say(.construct, "A table", line: number, column: index + 1)
      }
    }
    checkInline(line, number: number)
  }

  /// The index after a list marker and its space, or after `>`.
  private func markerEnd(_ line: [Unicode.Scalar], at start: Int) -> Int? {
    guard start < line.count else { return nil }
    if line[start] == ">" { return start + 1 }
    var end = start
    if line[start] == "-" || line[start] == "*" || line[start] == "+" {
      end = start + 1
    } else {
      while end < line.count, end - start < 9, Scalars.isASCIIDigit(line[end]) { end += 1 }
      guard end > start, end < line.count, line[end] == "." || line[end] == ")" else { return nil }
      end += 1
    }
    return end < line.count && line[end] == " " ? end + 1 : nil
  }

  /// A task box, or the definition of a reference link: `[label]:`.
  private mutating func checkBracket(_ line: [Unicode.Scalar], at start: Int, isItem: Bool, number: Int) {
    if isItem, start + 2 < line.count, line[start + 2] == "]",
      line[start + 1] == " " || line[start + 1] == "x" || line[start + 1] == "X",
      start + 3 >= line.count || line[start + 3] == " "
    {
      say(.construct, "A task box", line: number, column: start + 1)
    }
    var index = start + 1
    // A label has at most 999 characters (CommonMark §4.7).
    while index < line.count, index - start <= 1_000 {
      if line[index] == "[" { return }
      if line[index] == "]" {
        if index + 1 < line.count, line[index + 1] == ":", index > start + 1 {
          say(.construct, "A reference link", line: number, column: start + 1)
        }
        return
      }
      index += line[index] == "\\" ? 2 : 1
    }
  }

  private func isTableRule(_ line: [Unicode.Scalar]) -> Bool {
    line.contains("|") && line.contains("-") && line.allSatisfy { $0 == "|" || $0 == "-" || $0 == ":" || $0 == " " }
  }

  private mutating func checkInline(_ line: [Unicode.Scalar], number: Int) {
    var index = 0
    while index < line.count {
      let scalar = line[index]
      let next = index + 1 < line.count ? line[index + 1] : nil
      if scalar == "\\" {
        index += 2
        continue
      }
      if scalar == "<", let next, Scalars.isASCIILetter(next) || next == "/" || next == "!" || next == "?" {
        if isAutolink(line, at: index) {
          say(.construct, "An autolink", line: number, column: index + 1)
        } else {
          say(.html, "HTML", line: number, column: index + 1)
        }
      }
      if scalar == "[", next == "^", index + 2 < line.count, line[index + 2] != "]" {
        say(.construct, "A footnote", line: number, column: index + 1)
      }
      index += 1
    }
  }

  /// `<scheme:…>` or `<name@host>` without white space.
  private func isAutolink(_ line: [Unicode.Scalar], at start: Int) -> Bool {
    var hasMark = false
    var index = start + 1
    while index < line.count, index - start < MarkdownText.Limits.linkTarget {
      if line[index] == ">" { return hasMark }
      if line[index] == " " || line[index] == "<" { return false }
      if line[index] == ":" || line[index] == "@" { hasMark = true }
      index += 1
    }
    return false
  }

  private mutating func say(_ code: MarkdownMessage.Code, _ construct: String, line: Int, column: Int) {
    guard messages.count < MarkdownText.Limits.messages else { return }
    messages.append(MarkdownMessage(line: line, column: column, code, construct, isWarning: mode == .coerce))
  }

  private func hex(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
