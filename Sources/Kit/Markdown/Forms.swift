extension MarkdownText {
  /// What a link to `ref:{kind}/{name}` becomes: an address, or nil where its target is not live.
  package typealias Resolve = (_ kind: String, _ name: String) -> String?

  /// The normal form with internal links turned into addresses, or into their plain text where they lead nowhere.
  package func served(resolve: Resolve) -> String {
    if !hasReferences { return normalForm }
    return changed { target, inner in
      guard case .reference(let kind, let name) = target else { return [.link(target, inner)] }
      guard let url = resolve(kind, name) else { return inner }
      return [.link(.url(url), inner)]
    }
  }

  /// The normal form with every internal link renamed (slug to id and back); nil keeps the link as it is.
  package func renaming(_ rename: (_ kind: String, _ name: String) -> String?) -> String {
    if !hasReferences { return normalForm }
    return changed { target, inner in
      guard case .reference(let kind, let name) = target, let other = rename(kind, name) else {
        return [.link(target, inner)]
      }
      return [.link(.reference(kind: kind, name: other), inner)]
    }
  }

  private func changed(_ change: (LinkTarget, [MarkdownInline]) -> [MarkdownInline]) -> String {
    let blocks = Tidying.tidied(rewritten(change))
    // Bold and italic that meet only where a link was have one spelling all the same.
    return MarkdownText(blocks: blocks)?.normalForm ?? NormalForm(isArmoured: true).text(blocks)
  }

  private var hasReferences: Bool { !references.isEmpty }

  /// Every internal link, in order, repeated where repeated.
  package var references: [(kind: String, name: String)] {
    var found: [(kind: String, name: String)] = []
    _ = rewritten { target, inner in
      if case .reference(let kind, let name) = target { found.append((kind, name)) }
      return [.link(target, inner)]
    }
    return found
  }

  private func rewritten(_ change: (LinkTarget, [MarkdownInline]) -> [MarkdownInline]) -> [MarkdownBlock] {
    blocks.map { MarkdownText.rewritten($0, change) }
  }

  private static func rewritten(
    _ block: MarkdownBlock, _ change: (LinkTarget, [MarkdownInline]) -> [MarkdownInline]
  ) -> MarkdownBlock {
    switch block {
    case .paragraph(let text): return .paragraph(rewritten(text, change))
    case .list(let isOrdered, let items):
      var changed: [MarkdownItem] = []
      for item in items {
        let lists = item.lists.map { rewritten($0, change) }
        changed.append(MarkdownItem(text: rewritten(item.text, change), lists: lists))
      }
      return .list(isOrdered: isOrdered, changed)
    }
  }

  private static func rewritten(
    _ inlines: [MarkdownInline], _ change: (LinkTarget, [MarkdownInline]) -> [MarkdownInline]
  ) -> [MarkdownInline] {
    var changed: [MarkdownInline] = []
    for inline in inlines {
      switch inline {
      case .text, .hardBreak: changed.append(inline)
      case .emphasis(let inner): changed.append(.emphasis(rewritten(inner, change)))
      case .strong(let inner): changed.append(.strong(rewritten(inner, change)))
      case .link(let target, let inner): changed.append(contentsOf: change(target, inner))
      }
    }
    return changed
  }

  // MARK: Plain text

  /// Without markers, bullets and link targets; link text stays. Blocks are parted by LF, paragraphs by a blank line.
  package var plainText: String {
    var parts: [String] = []
    for block in blocks {
      switch block {
      case .paragraph(let inlines): parts.append(MarkdownText.plain(inlines))
      case .list(_, let items): parts.append(MarkdownText.plain(items))
      }
    }
    return parts.joined(separator: "\n\n")
  }

  private static func plain(_ items: [MarkdownItem]) -> String {
    var lines: [String] = []
    for item in items {
      if !item.text.isEmpty { lines.append(plain(item.text)) }
      for case .list(_, let nested) in item.lists { lines.append(plain(nested)) }
    }
    return lines.joined(separator: "\n")
  }

  private static func plain(_ inlines: [MarkdownInline]) -> String {
    var text = ""
    for inline in inlines {
      switch inline {
      case .text(let own): text += own
      case .hardBreak: text += "\n"
      case .emphasis(let inner), .strong(let inner), .link(_, let inner): text += plain(inner)
      }
    }
    return text
  }

  // MARK: HTML

  /// HTML with all text escaped. Internal links become what `resolve` gives, or their plain text.
  package func html(resolve: Resolve = { _, _ in nil }) -> String {
    var html = ""
    for block in blocks { MarkdownText.write(block, to: &html, resolve: resolve) }
    return html
  }

  private static func write(_ block: MarkdownBlock, to html: inout String, resolve: Resolve) {
    switch block {
    case .paragraph(let inlines):
      html += "<p>"
      write(inlines, to: &html, resolve: resolve)
      html += "</p>\n"
    case .list(let isOrdered, let items):
      html += isOrdered ? "<ol>\n" : "<ul>\n"
      for item in items {
        html += "<li>"
        write(item.text, to: &html, resolve: resolve)
        if !item.lists.isEmpty { html += "\n" }
        for list in item.lists { write(list, to: &html, resolve: resolve) }
        html += "</li>\n"
      }
      html += isOrdered ? "</ol>\n" : "</ul>\n"
    }
  }

  private static func write(_ inlines: [MarkdownInline], to html: inout String, resolve: Resolve) {
    for inline in inlines {
      switch inline {
      case .text(let text): html += escaped(text)
      case .hardBreak: html += "<br>\n"
      case .emphasis(let inner): wrap("em", inner, to: &html, resolve: resolve)
      case .strong(let inner): wrap("strong", inner, to: &html, resolve: resolve)
      case .link(let target, let inner):
        guard let url = address(target, resolve: resolve) else {
          write(inner, to: &html, resolve: resolve)
          continue
        }
        html += "<a href=\"\(escaped(url))\" rel=\"noopener noreferrer nofollow\">"
        write(inner, to: &html, resolve: resolve)
        html += "</a>"
      }
    }
  }

  private static func wrap(_ name: String, _ inner: [MarkdownInline], to html: inout String, resolve: Resolve) {
    html += "<\(name)>"
    write(inner, to: &html, resolve: resolve)
    html += "</\(name)>"
  }

  private static func address(_ target: LinkTarget, resolve: Resolve) -> String? {
    switch target {
    case .url(let url): url
    case .reference(let kind, let name): resolve(kind, name)
    }
  }

  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\""): bytes.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "'"): bytes.append(contentsOf: "&#39;".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
