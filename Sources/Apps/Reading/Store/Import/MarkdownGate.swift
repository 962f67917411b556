import Markdown
package import ReadingRules
import Text
package import Time

extension ImportContext {
  /// The context of an import that knows the Markdown and Unicode engines, and nothing of the database yet.
  ///
  /// - Parameter coerces: rewrite what Markdown does not allow here, with warnings, instead of refusing it.
  package static func engines(now: Instant, coerces: Bool = false) -> ImportContext {
    ImportContext(now: now, nfc: Text.nfc, markdown: { checked($0, mode: coerces ? .coerce : .strict) })
  }

  private static func checked(_ source: String, mode: MarkdownText.Mode) -> ImportContext.Markdown {
    let (document, found) = MarkdownText.parse(source, mode: mode)
    var checked = ImportContext.Markdown(normal: document?.normalForm ?? "", plain: document?.plainText ?? "")
    for message in found {
      checked.messages.append(
        .init(
          position: Position(line: message.line, column: message.column),
          severity: message.isWarning ? .warning : .error, code: ImportCode(message.code), text: message.text))
    }
    for (kind, name) in document?.references ?? [] {
      let place = position(of: "ref:\(kind)/\(name)", in: source)
      guard let reference = Reference("\(kind)/\(name)") else {
        checked.messages.append(
          .init(position: place, severity: .error, code: .mdLink, text: "There is nothing called \(kind)/\(name)."))
        continue
      }
      checked.links.append(.init(reference: reference, position: place))
    }
    return checked
  }

  /// Where the text first stands; the start where it is spelled in another way.
  private static func position(of word: String, in source: String) -> Position {
    let needle = Array(word.utf8)
    var line = 1
    for text in source.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let bytes = Array(text)
      var start = 0
      while start + needle.count <= bytes.count {
        if bytes[start] == needle[0], bytes[start..<start + needle.count].elementsEqual(needle) {
          // A byte that continues a scalar starts no column.
          let column = bytes[..<start].count { $0 & 0xC0 != 0x80 } + 1
          return Position(line: line, column: column)
        }
        start += 1
      }
      line += 1
    }
    return .start
  }
}

extension ImportCode {
  fileprivate init(_ code: MarkdownMessage.Code) {
    self =
      switch code {
      case .construct: .mdConstruct
      case .control: .mdControl
      case .html: .mdHTML
      case .link: .mdLink
      case .tooLarge: .mdTooLarge
      }
  }
}
