package import API
import CallersAPI
package import Identifiers
package import Time

/// A letter of the outbox as staff read it. What it says is there only while it waits, or is kept because no mail server is set.
package struct OutboxLetter: Hashable, Sendable {
  package let id: ID<LetterKind>
  package let template: String
  package let language: String
  package let address: String
  /// `queued`, `sent`, `skipped`, `failed` or `kept`.
  package let state: String
  package let attempts: Int
  package let error: String?
  package let createdAt: Instant
  package let sentAt: Instant?
  package let subject: String?
  package let text: String?
  package let html: String?

  package init(
    id: ID<LetterKind>, template: String, language: String, address: String, state: String, attempts: Int,
    error: String?,
    createdAt: Instant, sentAt: Instant?, subject: String?, text: String?, html: String?
  ) {
    (self.id, self.template, self.language, self.address, self.state) = (id, template, language, address, state)
    (self.attempts, self.error, self.createdAt, self.sentAt) = (attempts, error, createdAt, sentAt)
    (self.subject, self.text, self.html) = (subject, text, html)
  }
}

extension Shape where Value == OutboxLetter {
  package static let outboxLetter = Shape.object(
    "OutboxLetter", "A letter that waits, was sent, or is kept to be read.",
    Field("id", .id()) { $0.id }, Field("template", .string) { $0.template },
    Field("language", .string) { $0.language },
    Field("address", .string) { $0.address }, Field("state", .string) { $0.state },
    Field("attempts", .int(0...1_000_000)) { $0.attempts },
    Field("error", Shape<String>.string.orNull) { $0.error }, Field("created_at", .instant) { $0.createdAt },
    Field("sent_at", Shape<Instant>.instant.orNull) { $0.sentAt },
    Field("subject", Shape<String>.string.orNull) { $0.subject },
    Field("text", Shape<String>.string.orNull) { $0.text }, Field("html", Shape<String>.string.orNull) { $0.html },
    make: {
      OutboxLetter(
        id: $0, template: $1, language: $2, address: $3, state: $4, attempts: $5, error: $6, createdAt: $7, sentAt: $8,
        subject: $9, text: $10, html: $11)
    })
}
