package import Identifiers
package import MailRules
package import SQL
import Text
package import Time

/// A letter in the outbox. Its content is sealed.
package struct OutboxRow: Hashable, Sendable {
  package enum State: String, Sendable {
    case queued, sent
    /// Its address is known for having nobody.
    case skipped
    /// The mail server said that there is nobody at its address.
    case failed
    /// No mail server is set: it can be read here.
    case kept
  }
  package let id: ID<LetterKind>
  package let template: String
  package let language: String
  package let address: String
  package let state: State
  package let content: [UInt8]?
  package let attempts: Int
  package let error: String?
  package let sendAfter: Instant
  package let sentAt: Instant?
  package let createdAt: Instant

  package init(
    id: ID<LetterKind>, template: String, language: String, address: String, state: State, content: [UInt8]?,
    attempts: Int = 0, error: String? = nil, sendAfter: Instant, sentAt: Instant? = nil, createdAt: Instant
  ) {
    (self.id, self.template, self.language, self.address, self.state) = (id, template, language, address, state)
    (self.content, self.attempts, self.error) = (content, attempts, error)
    (self.sendAfter, self.sentAt, self.createdAt) = (sendAfter, sentAt, createdAt)
  }
}

/// Letters and undeliverable addresses. Addresses are found by their lower-case, composed form.
package struct Outbox: Sendable {
  package init() {}

  package func add(_ row: OutboxRow, in tx: Transaction) throws(StoreError) { try tx.run(Outbox.insert, row) }

  package func find(_ id: ID<LetterKind>, in tx: Transaction) throws(StoreError) -> OutboxRow? {
    try tx.first(Outbox.finding, id)
  }

  /// The latest first, after the one that was seen last.
  package func list(after last: OutboxRow? = nil, limit: Int, in tx: Transaction) throws(StoreError) -> [OutboxRow] {
    try tx.all(Outbox.listing, (last?.createdAt ?? Instant(microseconds: .max), last?.id, limit))
  }

  package func sent(_ id: ID<LetterKind>, at now: Instant, in tx: Transaction) throws(StoreError) {
    try tx.run(Outbox.ending, (id, .sent, nil, now, now))
  }

  package func skipped(_ id: ID<LetterKind>, because why: String, at now: Instant, in tx: Transaction)
    throws(StoreError)
  {
    try tx.run(Outbox.ending, (id, .skipped, why, nil, now))
  }

  package func failed(_ id: ID<LetterKind>, because why: String, at now: Instant, in tx: Transaction) throws(StoreError)
  {
    try tx.run(Outbox.ending, (id, .failed, why, nil, now))
  }

  package func note(_ id: ID<LetterKind>, _ why: String, at now: Instant, in tx: Transaction) throws(StoreError) {
    try tx.run(Outbox.noting, (id, why, now))
  }

  /// Removes up to `limit` letters that were written before; returns how many.
  package func purge(before: Instant, limit: Int = 1_000, in tx: Transaction) throws(StoreError) -> Int {
    try tx.run(Outbox.purging, (before, limit))
  }

  /// Part of erasing a person: what was written to the address is gone, and the address is no longer known. A last letter that
  /// is queued is still sent, and gone 30 days later.
  package func forget(address: String, in tx: Transaction) throws(StoreError) {
    try tx.run(Outbox.forgetting, Outbox.key(address))
    try tx.run(Outbox.admit, Outbox.key(address))
  }

  package func markUndeliverable(_ address: String, because why: String, at now: Instant, in tx: Transaction)
    throws(StoreError)
  {
    try tx.run(Outbox.mark, (Outbox.key(address), why, now))
  }

  /// Why nothing is sent there; nil when something is.
  package func undeliverable(_ address: String, in tx: Transaction) throws(StoreError) -> String? {
    try tx.first(Outbox.marked, Outbox.key(address))
  }

  /// After its owner has confirmed it.
  package func markDeliverable(_ address: String, in tx: Transaction) throws(StoreError) {
    try tx.run(Outbox.admit, Outbox.key(address))
  }

  static func key(_ address: String) -> String { Text.nfc(Text.nfc(address).lowercased()) }
}
