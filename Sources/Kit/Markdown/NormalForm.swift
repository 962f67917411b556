/// Writes a tidy tree as Markdown. Reading spec §10, "Normal form".
struct NormalForm {
  /// Spells letters that touch a delimiter or the edge of their text as character references: then punctuation is on
  /// both sides of every delimiter, which lets it open and close (CommonMark §6.2).
  var isArmoured = false

  func text(_ blocks: [MarkdownBlock]) -> String {
    var parts: [String] = []
    for block in blocks {
      switch block {
      case .paragraph(let inlines): parts.append(lines(inlines).joined(separator: "  \n"))
      case .list(let isOrdered, let items): parts.append(list(isOrdered: isOrdered, items).joined(separator: "\n"))
      }
    }
    return parts.joined(separator: "\n\n")
  }

  private func list(isOrdered: Bool, _ items: [MarkdownItem]) -> [String] {
    var written: [String] = []
    for (index, item) in items.enumerated() {
      let marker = isOrdered ? "\(index + 1). " : "- "
      let indent = String(repeating: " ", count: marker.utf8.count)
      var content = lines(item.text)
      for line in content.indices.dropLast() { content[line] += "  " }
      for list in item.lists {
        if case .list(let isOrdered, let items) = list { content += self.list(isOrdered: isOrdered, items) }
      }
      for (line, text) in content.enumerated() { written.append((line == 0 ? marker : indent) + text) }
    }
    return written
  }

  /// The lines that hard breaks part, each safe at the start of a line.
  private func lines(_ inlines: [MarkdownInline]) -> [String] {
    if inlines.isEmpty { return [] }
    return spelled(inlines).split(separator: "\n", omittingEmptySubsequences: false).map { guarded(String($0)) }
  }

  private func spelled(_ inlines: [MarkdownInline]) -> String {
    var written = ""
    for (index, inline) in inlines.enumerated() {
      switch inline {
      case .text(let text):
        var isBeforeLink = false
        if index + 1 < inlines.count, case .link = inlines[index + 1] { isBeforeLink = true }
        written += escaped(text, isBeforeLink: isBeforeLink)
      case .hardBreak: written += "\n"
      case .emphasis(let inner): written += "*" + spelled(inner) + "*"
      case .strong(let inner): written += "**" + spelled(inner) + "**"
      case .link(let target, let inner): written += "[" + spelled(inner) + "](" + NormalForm.destination(target) + ")"
      }
    }
    return written
  }

  private func escaped(_ text: String, isBeforeLink: Bool) -> String {
    if !isArmoured && !text.utf8.contains(where: NormalForm.mayNeedEscape) { return text }
    let scalars = Array(text.unicodeScalars)
    var written = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let previous = index > 0 ? scalars[index - 1] : nil
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      let isEdge = previous == nil || next == nil
      if isArmoured, isEdge, !Scalars.isWide(scalar), !isPunctuation(scalar) {
        written.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
        continue
      }
      let needsEscape =
        switch scalar {
        case "\\", "*", "[", "]", "`": true
        case "_":
          !(previous.map(Scalars.isASCIIAlphanumeric) ?? false && next.map(Scalars.isASCIIAlphanumeric) ?? false)
        case "<": next.map { Scalars.isASCIILetter($0) || $0 == "/" || $0 == "!" || $0 == "?" } ?? true
        case "&": next == nil || isReference(scalars, at: index)
        case "!": next == nil && isBeforeLink
        default: false
        }
      if needsEscape { written.append("\\") }
      written.append(scalar)
    }
    return String(written)
  }

  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "*"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "`"),
      UInt8(ascii: "_"), UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "!"):
      true
    default: false
    }
  }

  /// Whether `&` begins what could be read as a character reference.
  private func isReference(_ scalars: [Unicode.Scalar], at start: Int) -> Bool {
    var index = start + 1
    // The longest name has 31 letters (HTML §13.5).
    while index < scalars.count, index - start <= 40 {
      if scalars[index] == ";" { return index > start + 1 }
      guard Scalars.isASCIIAlphanumeric(scalars[index]) || scalars[index] == "#" else { return false }
      index += 1
    }
    return index == scalars.count
  }

  private func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && !Scalars.isASCIIAlphanumeric(scalar)
  }

  static func destination(_ target: LinkTarget) -> String {
    var written = String.UnicodeScalarView()
    for scalar in target.text.unicodeScalars {
      if scalar == "(" || scalar == ")" || scalar == "<" || scalar == ">" || scalar == "&" { written.append("\\") }
      written.append(scalar)
    }
    return String(written)
  }

  /// A line that would begin a block of another kind gets a backslash.
  private func guarded(_ line: String) -> String {
    guard let start = line.utf8.first, NormalForm.mayStartBlock(start) else { return line }
    let scalars = Array(line.unicodeScalars)
    guard let first = scalars.first else { return line }
    let second = scalars.count > 1 ? scalars[1] : nil
    switch first {
    case "#":
      let level = scalars.prefix { $0 == "#" }.count
      if level <= 6, level == scalars.count || scalars[level] == " " { return "\\" + line }
    case ">": return "\\" + line
    case "-", "+":
      if second == nil || second == " " || scalars.allSatisfy({ $0 == first || $0 == " " }) { return "\\" + line }
    case "=": if scalars.allSatisfy({ $0 == "=" }) { return "\\" + line }
    case ":": if second == nil || second == " " { return "\\" + line }
    case "~": if scalars.prefix(3).count == 3, scalars.prefix(3).allSatisfy({ $0 == "~" }) { return "\\" + line }
    default: break
    }
    if line.utf8.allSatisfy({ "|-: ".utf8.contains($0) }), let bar = scalars.firstIndex(of: "|"), scalars.contains("-")
    {
      return insertingBackslash(into: scalars, at: bar)
    }
    let digits = scalars.prefix { Scalars.isASCIIDigit($0) }.count
    if (1...9).contains(digits), digits < scalars.count, scalars[digits] == "." || scalars[digits] == ")",
      digits + 1 == scalars.count || scalars[digits + 1] == " "
    {
      return insertingBackslash(into: scalars, at: digits)
    }
    return line
  }

  private static func mayStartBlock(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "#>-+=:~|".utf8.contains(byte)
    }
  }

  private func insertingBackslash(into scalars: [Unicode.Scalar], at index: Int) -> String {
    var all = scalars
    all.insert("\\", at: index)
    return String(String.UnicodeScalarView(all))
  }
}
