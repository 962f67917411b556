/// A letter as it is sent.
package struct RenderedLetter: Hashable, Sendable {
  package let language: LetterLanguage
  package let subject: String
  package let text: String
  package let html: String

  package init(language: LetterLanguage, subject: String, text: String, html: String) {
    (self.language, self.subject, self.text, self.html) = (language, subject, text, html)
  }
}

/// Why a letter was not written.
package enum LetterRefusal: Error, Hashable, Sendable {
  /// Neither https nor, on this machine, http; or with something in it that does not belong into an address.
  case brokenLink
}

/// Puts one letter's values into its template, as plain text and as HTML.
///
/// A value may be of another direction than the language around it (an address in an Arabic sentence), so each is set apart:
/// by `<bdi>`, and by Unicode's isolates where the text runs from right to left.
struct LetterWriter {
  let template: LetterTemplate
  let values: [String: LetterValue]
  let language: LetterLanguage
  let zone: LetterZone
  let footer: [LetterTemplate.Piece]

  func written() throws(LetterRefusal) -> RenderedLetter {
    for case .link(let link) in values.values where !LetterWriter.isLink(link) { throw .brokenLink }
    return RenderedLetter(language: language, subject: subject, text: text, html: html)
  }

  private var subject: String { oneLine(template.subject.map { piece in plain(piece, isolated: false) }.joined()) }

  // MARK: Text

  private var text: String {
    (template.blocks.map(text) + ["-- \n" + plain(footer)]).joined(separator: "\n\n") + "\n"
  }

  private func text(_ block: LetterTemplate.Block) -> String {
    switch block {
    case .heading(let pieces), .paragraph(let pieces): plain(pieces)
    case .button(let pieces, let link): plain(pieces) + ":\n" + spelled(link)
    case .list(let items): items.map { "- " + plain($0) }.joined(separator: "\n")
    case .quote(let pieces):
      plain(pieces).split(separator: "\n", omittingEmptySubsequences: false).map { "> " + $0 }.joined(separator: "\n")
    }
  }

  private func plain(_ pieces: [LetterTemplate.Piece]) -> String { pieces.map { plain($0, isolated: true) }.joined() }

  private func plain(_ piece: LetterTemplate.Piece, isolated: Bool) -> String {
    switch piece {
    case .words(let words): words
    case .value(let name):
      isolated && language.isRightToLeft ? "\u{2068}" + spelled(name) + "\u{2069}" : spelled(name)
    }
  }

  private func spelled(_ name: String) -> String {
    switch values[name] {
    case .text(let text): clean(text)
    case .link(let link): link
    case .instant(let instant): zone.spelled(instant, in: language)
    case .number(let number): String(number)
    case nil: ""
    }
  }

  // MARK: HTML

  private var html: String {
    """
    <!doctype html>
    <html lang="\(language.rawValue)" dir="\(language.isRightToLeft ? "rtl" : "ltr")">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <title>\(LetterWriter.escaped(subject))</title>
    </head>
    <body style="margin:0;padding:24px 12px;background:#f2f0ec;color:#20242c;font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans Arabic',sans-serif">
    <div style="max-width:34rem;margin:0 auto;padding:32px 28px;background:#ffffff;border-radius:12px">
    \(template.blocks.map(html).joined(separator: "\n"))
    <p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #d9d5cd;color:#5a5f69;font-size:13px">\(html(footer))</p>
    </div>
    </body>
    </html>

    """
  }

  private func html(_ block: LetterTemplate.Block) -> String {
    switch block {
    case .heading(let pieces):
      return "<h1 style=\"margin:0 0 16px;font-size:22px;line-height:1.3\">\(html(pieces))</h1>"
    case .paragraph(let pieces): return "<p style=\"margin:0 0 16px\">\(html(pieces))</p>"
    case .list(let items):
      return "<ul style=\"margin:0 0 16px\">\n\(items.map { "<li>\(html($0))</li>" }.joined(separator: "\n"))\n</ul>"
    case .quote(let pieces):
      return
        "<blockquote style=\"margin:0 0 16px;padding:0 16px;border-inline-start:3px solid #c8c2b6\">\(html(pieces))</blockquote>"
    case .button(let pieces, let name):
      let link = LetterWriter.escaped(spelled(name))
      // The address itself too: for who copies it, and for who wants to see where it leads.
      return """
        <p style="margin:24px 0 8px"><a href="\(link)" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f3a5f;color:#ffffff;text-decoration:none;font-weight:600">\(html(pieces))</a></p>
        <p style="margin:0 0 16px;color:#5a5f69;font-size:13px;word-break:break-all"><bdi dir="ltr">\(link)</bdi></p>
        """
    }
  }

  private func html(_ pieces: [LetterTemplate.Piece]) -> String {
    pieces.map { piece in
      switch piece {
      case .words(let words): LetterWriter.escaped(words)
      case .value(let name): "<bdi>" + LetterWriter.broken(LetterWriter.escaped(spelled(name))) + "</bdi>"
      }
    }.joined()
  }

  // MARK: Characters

  static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "'": out += "&#39;"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  private static func broken(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "<br>")
  }

  /// Without control characters, and without what could turn the text around it the other way: a name is somebody's own words.
  private func clean(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A: out.append(scalar)
      case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: out.append(" ")
      case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x061C, 0xFEFF: continue
      default: out.append(scalar)
      }
    }
    return String(out)
  }

  private func oneLine(_ text: String) -> String { text.split(separator: "\n").joined(separator: " ") }

  static func isLink(_ link: String) -> Bool {
    let isLocal = ["http://127.0.0.1", "http://localhost", "http://[::1]"].contains { link.hasPrefix($0) }
    return (link.hasPrefix("https://") || isLocal) && link.utf8.count <= 2_000
      && link.utf8.allSatisfy { (0x21...0x7E).contains($0) && ![0x22, 0x27, 0x3C, 0x3E, 0x5C, 0x60].contains($0) }
  }
}
