import Ambient
import Crypto
import Identifiers
package import Jobs
import Mail
import MailStore
import SQL
import Time

extension Mailroom {
  /// What a worker needs for the outbox.
  package var handlers: [JobHandler] {
    [
      // Fourteen attempts within some twenty hours.
      JobHandler(
        Mailroom.sending, attempts: 14, lease: .minutes(3), pause: .init(first: .seconds(30), most: .hours(4)),
        run: send),
      JobHandler(Mailroom.purging) { _ in try await purge() },
    ]
  }

  /// Letters are kept for 30 days. Hub spec §10.
  package var periodic: [PeriodicJob] { [PeriodicJob(Mailroom.purging, every: .days(1), offset: .hours(3))] }

  private func send(_ running: RunningJob) async throws -> JobEnd {
    guard let id = ID<LetterKind>(running.job.effect) else { return .poison(because: "it names no letter") }
    let found = try await database.read { [outbox] tx -> (OutboxRow, String?)? in
      guard let row = try outbox.find(id, in: tx) else { return nil }
      return (row, try outbox.undeliverable(row.address, in: tx))
    }
    // Purged, or ended before.
    guard let (row, unreachable) = found, row.state == .queued else { return .done }
    if let unreachable {
      return try await end(running) { outbox, now, tx in try outbox.skipped(id, because: unreachable, at: now, in: tx) }
    }
    guard let client else { return .again(because: "no mail server is set", after: .hours(1)) }
    guard let content = open(row), let to = MailAddress(row.address, name: content.name) else {
      return .poison(because: "it does not open with the server's key")
    }
    do throws(SMTPFailure) {
      let from = MailAddress(from.address, name: content.sender ?? from.name) ?? from
      let message = MailMessage(
        from: from, to: to, subject: content.subject, text: content.text, html: content.html, language: row.language)
      try await client.send(message.composed(id: "\(id)", date: row.createdAt, ambient: ambient), from: from, to: to)
    } catch {
      return try await refused(error, row, running)
    }
    return try await end(running) { outbox, now, tx in try outbox.sent(id, at: now, in: tx) }
  }

  private func refused(_ failure: SMTPFailure, _ row: OutboxRow, _ running: RunningJob) async throws -> JobEnd {
    let why = failure.answer.sentence
    if case .noSuchAddress = failure {
      return try await end(running) { outbox, now, tx in
        try outbox.failed(row.id, because: why, at: now, in: tx)
        try outbox.markUndeliverable(row.address, because: why, at: now, in: tx)
      }
    }
    let now = ambient.now()
    try await database.write { [outbox] tx in try outbox.note(row.id, why, at: now, in: tx) }
    if case .permanent = failure { return .poison(because: why) }
    return .again(because: why)
  }

  /// The letter's end and the job's are one commit. The server has the letter by now, so a database that is busy is asked again
  /// rather than the letter sent again.
  private func end(
    _ running: RunningJob, _ write: @escaping @Sendable (Outbox, Instant, Transaction) throws -> Void
  ) async throws -> JobEnd {
    for attempt in 1... {
      let now = ambient.now()
      do {
        try await database.write { [outbox] tx in
          try write(outbox, now, tx)
          try running.complete(in: tx)
        }
        return .done
      } catch {
        if attempt == 4 { throw error }
        try await Task.sleep(for: .milliseconds(50 << attempt))
      }
    }
    return .done
  }

  private func purge() async throws -> JobEnd {
    let before = ambient.now() - Mailroom.life
    while try await database.write({ [outbox] tx in try outbox.purge(before: before, in: tx) }) >= 1_000 {}
    return .done
  }
}
