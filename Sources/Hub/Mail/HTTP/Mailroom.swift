package import Ambient
package import Crypto
package import Identifiers
package import Jobs
package import Mail
package import MailAPI
package import MailRules
package import MailStore
package import SQL
package import Time

/// The Hub's letters: written into the transaction that causes them, sent after its commit, and kept to be read where no mail
/// server is set. Hub spec §12.
package struct Mailroom: Sendable {
  let database: Database
  let queue: JobQueue
  let seal: Seal
  let ambient: Ambient
  let book: LetterBook
  let from: MailAddress
  let client: SMTPClient?
  let zone: @Sendable (String) -> LetterZone
  let outbox = Outbox()

  package static let life = TimeSpan.days(30)
  package static let sending = "email-send"
  package static let purging = "email-purge"

  /// - Parameters:
  ///   - from: the address that all letters come from, with the product's name.
  ///   - client: nil keeps letters in the outbox; they are not sent later.
  ///   - zone: the rules of an IANA zone; UTC for one that is unknown.
  package init(
    _ database: Database, queue: JobQueue, seal: Seal, ambient: Ambient, book: LetterBook, from: MailAddress,
    client: SMTPClient?, zone: @escaping @Sendable (String) -> LetterZone = { _ in .utc }
  ) {
    (self.database, self.queue, self.seal, self.ambient) = (database, queue, seal, ambient)
    (self.book, self.from, self.client, self.zone) = (book, from, client, zone)
  }

  /// What other nouns hold: queues a letter in their transaction, written in its reader's language and zone.
  package var enqueue: @Sendable (Letter, Transaction) throws(StoreError) -> Void {
    { (letter, tx) throws(StoreError) in _ = try self.add(letter, in: tx) }
  }

  @discardableResult
  package func add(_ letter: Letter, in tx: Transaction) throws(StoreError) -> ID<LetterKind> {
    let now = ambient.now()
    let id = ID<LetterKind>(milliseconds: now.microseconds / 1_000, random: ambient.bytes(10))
    let rendered: RenderedLetter
    do throws(LetterRefusal) { rendered = try book.render(letter, zone: zone(letter.to.timezone)) } catch {
      throw .misuse("the link of a letter \(letter.content.name.rawValue) is none")
    }
    let isAddress = MailAddress(letter.to.address) != nil
    let state: OutboxRow.State = !isAddress ? .failed : client == nil ? .kept : .queued
    let content = SealedLetter(rendered, name: letter.to.name, sender: letter.sender)
    try outbox.add(
      OutboxRow(
        id: id, template: letter.content.name.rawValue, language: rendered.language.rawValue,
        address: letter.to.address,
        state: state, content: isAddress ? seal.close(content.bytes, context: SealedLetter.context(id)) : nil,
        error: isAddress ? nil : "it is no address of e-mail", sendAfter: letter.sendAfter ?? now, createdAt: now),
      in: tx)
    if state == .queued { try queue.enqueue(Mailroom.sending, effect: "\(id)", at: letter.sendAfter, in: tx) }
    return id
  }

  // MARK: For staff

  /// The latest letters, opened.
  package func letters(limit: Int = 100, in tx: Transaction) throws(StoreError) -> [OutboxLetter] {
    try outbox.list(limit: limit, in: tx).map(opened)
  }

  package func letter(_ id: ID<LetterKind>, in tx: Transaction) throws(StoreError) -> OutboxLetter? {
    try outbox.find(id, in: tx).map(opened)
  }

  /// How a letter looks, with made-up values.
  package func preview(_ name: LetterName, in language: LetterLanguage) throws(LetterRefusal) -> RenderedLetter {
    try book.render(Letter(to: Recipient("dana@example.org", locale: language.rawValue), .sample(of: name)), zone: .utc)
  }

  private func opened(_ row: OutboxRow) -> OutboxLetter {
    let content = open(row)
    return OutboxLetter(
      id: row.id, template: row.template, language: row.language, address: row.address, state: row.state.rawValue,
      attempts: row.attempts, error: row.error, createdAt: row.createdAt, sentAt: row.sentAt, subject: content?.subject,
      text: content?.text, html: content?.html)
  }

  func open(_ row: OutboxRow) -> SealedLetter? {
    guard let sealed = row.content, let bytes = try? seal.open(sealed, context: SealedLetter.context(row.id)) else {
      return nil
    }
    return SealedLetter(bytes: bytes)
  }
}
