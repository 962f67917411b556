import Identifiers
import JSON
import MailRules

/// What a letter says, in the form that is sealed.
struct SealedLetter: Hashable, Sendable {
  let subject: String
  let text: String
  let html: String
  /// The reader's.
  let name: String?
  let sender: String?

  init(_ letter: RenderedLetter, name: String?, sender: String?) {
    (subject, text, html) = (letter.subject, letter.text, letter.html)
    (self.name, self.sender) = (name, sender)
  }

  var bytes: [UInt8] {
    JSONValue.object([
      .init("subject", .string(subject)), .init("text", .string(text)), .init("html", .string(html)),
      .init("name", name.map(JSONValue.string) ?? .null), .init("sender", sender.map(JSONValue.string) ?? .null),
    ]).bytes
  }

  init?(bytes: [UInt8]) {
    guard let value = try? JSONValue.parse(bytes), case .string(let subject) = value["subject"],
      case .string(let text) = value["text"], case .string(let html) = value["html"]
    else { return nil }
    (self.subject, self.text, self.html) = (subject, text, html)
    if case .string(let name) = value["name"] { self.name = name } else { name = nil }
    if case .string(let sender) = value["sender"] { self.sender = sender } else { sender = nil }
  }

  static func context(_ id: ID<LetterKind>) -> [UInt8] { Array("hub_email_outbox\n\(id)".utf8) }
}
