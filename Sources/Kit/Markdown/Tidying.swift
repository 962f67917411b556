/// Brings a tree into the one shape that its normal form stands for.
enum Tidying {
  static func tidied(_ blocks: [MarkdownBlock]) -> [MarkdownBlock] {
    var tidy: [MarkdownBlock] = []
    for block in blocks {
      switch block {
      case .paragraph(let inlines):
        let line = Tidying.line(inlines)
        if !line.isEmpty { tidy.append(.paragraph(line)) }
      case .list(let isOrdered, let items):
        let kept = Tidying.items(items)
        if kept.isEmpty { continue }
        // Neighbours of one kind are one list: nothing could stand between them in the normal form.
        if case .list(isOrdered, let earlier) = tidy.last {
          tidy[tidy.count - 1] = .list(isOrdered: isOrdered, earlier + kept)
        } else {
          tidy.append(.list(isOrdered: isOrdered, kept))
        }
      }
    }
    return tidy
  }

  private static func items(_ items: [MarkdownItem]) -> [MarkdownItem] {
    var kept: [MarkdownItem] = []
    for item in items {
      let tidy = MarkdownItem(text: line(item.text), lists: tidied(item.lists))
      if !tidy.text.isEmpty || !tidy.lists.isEmpty { kept.append(tidy) }
    }
    return kept
  }

  /// The inlines of one paragraph, without white space at its edges and around its breaks.
  private static func line(_ inlines: [MarkdownInline]) -> [MarkdownInline] {
    var run = Run()
    run.append(contentsOf: inlines, inEmphasis: false, inStrong: false)
    return run.trimmed().core
  }

  static func hasText(_ inlines: [MarkdownInline]) -> Bool {
    inlines.contains { inline in
      switch inline {
      case .text(let text): text.unicodeScalars.contains { !Scalars.isWide($0) }
      case .emphasis(let inner), .strong(let inner), .link(_, let inner): hasText(inner)
      case .hardBreak: false
      }
    }
  }
}

/// Inlines being put together: neighbours of one kind are merged, white space is collapsed and kept out of the edges of
/// bold, italic and links, which are not nested in themselves.
private struct Run {
  private(set) var inlines: [MarkdownInline] = []

  mutating func append(contentsOf others: [MarkdownInline], inEmphasis: Bool, inStrong: Bool) {
    for other in others { append(other, inEmphasis: inEmphasis, inStrong: inStrong) }
  }

  private mutating func append(_ inline: MarkdownInline, inEmphasis: Bool, inStrong: Bool) {
    switch inline {
    case .text(let text): append(text)
    case .hardBreak: appendBreak()
    case .emphasis(let inner):
      if inEmphasis { return append(contentsOf: inner, inEmphasis: true, inStrong: inStrong) }
      let parts = Run(inner, inEmphasis: true, inStrong: inStrong).trimmed()
      wrap(parts) { .emphasis($0) }
    case .strong(let inner):
      if inStrong { return append(contentsOf: inner, inEmphasis: inEmphasis, inStrong: true) }
      let parts = Run(inner, inEmphasis: inEmphasis, inStrong: true).trimmed()
      // `***x***` reads as italic around bold, so that is the order.
      wrap(parts) { core in
        if core.count == 1, case .emphasis(let nested) = core[0] { return .emphasis([.strong(nested)]) }
        return .strong(core)
      }
    case .link(let target, let inner):
      let parts = Run(inner, inEmphasis: inEmphasis, inStrong: inStrong).trimmed()
      wrap(parts) { .link(target, $0) }
    }
  }

  private init(_ inner: [MarkdownInline], inEmphasis: Bool, inStrong: Bool) {
    append(contentsOf: inner, inEmphasis: inEmphasis, inStrong: inStrong)
  }

  init() {}

  private mutating func wrap(
    _ parts: (leading: [MarkdownInline], core: [MarkdownInline], trailing: [MarkdownInline]),
    as make: ([MarkdownInline]) -> MarkdownInline
  ) {
    for inline in parts.leading { appendPlain(inline) }
    if !parts.core.isEmpty { join(make(parts.core)) }
    for inline in parts.trailing { appendPlain(inline) }
  }

  private mutating func appendPlain(_ inline: MarkdownInline) {
    switch inline {
    case .text(let text): append(text)
    default: appendBreak()
    }
  }

  /// Appends a span; one of the same kind right before it takes its content in.
  private mutating func join(_ span: MarkdownInline) {
    switch (inlines.last, span) {
    case (.emphasis(let earlier), .emphasis(let later)):
      var merged = Run()
      merged.inlines = earlier
      for inline in later { merged.add(inline) }
      inlines[inlines.count - 1] = .emphasis(merged.inlines)
    case (.strong(let earlier), .strong(let later)):
      var merged = Run()
      merged.inlines = earlier
      for inline in later { merged.add(inline) }
      inlines[inlines.count - 1] = .strong(merged.inlines)
    default: inlines.append(span)
    }
  }

  /// Appends what is tidy in itself.
  private mutating func add(_ inline: MarkdownInline) {
    switch inline {
    case .text(let text): append(text)
    case .hardBreak: appendBreak()
    default: join(inline)
    }
  }

  private mutating func append(_ text: String) {
    var run = ""
    var previousIsSpace = inlines.last == .hardBreak
    var isMerging = false
    if case .text(let last) = inlines.last {
      run = last
      isMerging = true
      previousIsSpace = last.unicodeScalars.last == " "
      // Taken out, so that it is the only copy and grows in place: a text of many lines stays linear.
      inlines.removeLast()
    }
    if !previousIsSpace && Run.isCollapsed(text) {
      run += text
    } else {
      for scalar in text.unicodeScalars {
        let isSpace = Scalars.isSpace(scalar)
        if isSpace && previousIsSpace { continue }
        run.unicodeScalars.append(isSpace ? " " : scalar)
        previousIsSpace = isSpace
      }
    }
    if isMerging || !run.isEmpty { inlines.append(.text(run)) }
  }

  /// Whether the text has neither LF nor two spaces in a row: nearly every text, and quick to tell.
  private static func isCollapsed(_ text: String) -> Bool {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: " ") && previous == byte) { return false }
      previous = byte
    }
    return true
  }

  private mutating func appendBreak() {
    if case .text(let last) = inlines.last, last.unicodeScalars.last == " " {
      let shorter = String(last.unicodeScalars.dropLast())
      if shorter.isEmpty { inlines.removeLast() } else { inlines[inlines.count - 1] = .text(shorter) }
    }
    if inlines.last != .hardBreak { inlines.append(.hardBreak) }
  }

  /// Parts white space and breaks at both edges from what is between them.
  func trimmed() -> (leading: [MarkdownInline], core: [MarkdownInline], trailing: [MarkdownInline]) {
    var core = inlines[...]
    var leading: [MarkdownInline] = []
    var trailing: [MarkdownInline] = []
    while let first = core.first {
      if first == .hardBreak {
        leading.append(first)
        core.removeFirst()
        continue
      }
      guard case .text(let text) = first else { break }
      let scalars = text.unicodeScalars
      let space = scalars.prefix { Scalars.isWide($0) }
      if space.isEmpty { break }
      leading.append(.text(String(space)))
      core.removeFirst()
      if space.count == scalars.count { continue }
      core.insert(.text(String(scalars.dropFirst(space.count))), at: core.startIndex)
      break
    }
    while let last = core.last {
      if last == .hardBreak {
        trailing.insert(last, at: 0)
        core.removeLast()
        continue
      }
      guard case .text(let text) = last else { break }
      let scalars = text.unicodeScalars
      var end = scalars.endIndex
      while end > scalars.startIndex, Scalars.isWide(scalars[scalars.index(before: end)]) {
        end = scalars.index(before: end)
      }
      if end == scalars.endIndex { break }
      trailing.insert(.text(String(scalars[end...])), at: 0)
      core.removeLast()
      if end == scalars.startIndex { continue }
      core.append(.text(String(scalars[..<end])))
      break
    }
    return (leading, Array(core), trailing)
  }
}
