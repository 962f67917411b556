import Ambient
import Crypto
import Identifiers
import Jobs
import Mail
import MailAPI
import MailRules
import MailStore
import SQL
import Support
import Time

@testable import MailHTTP

/// A database with an outbox and its worker.
struct Office: Sendable {
  let database: Database
  let clock: FakeClock
  let queue: JobQueue
  let room: Mailroom
  let ambient: Ambient

  /// - Parameter server: nil keeps letters in the outbox.
  static func open<Value>(
    _ engine: TestDatabase, server: String? = nil, faults: Faults? = nil, _ body: (Office) async throws -> Value
  ) async throws -> Value {
    try await engine.open(faults: faults) { database in
      let clock = FakeClock()
      let ambient = clock.ambient()
      _ = try Migrator(JobQueue.migrations + Outbox.migrations, ambient: ambient).migrate(database)
      return try await body(try Office(database, clock, ambient, server))
    }
  }

  init(_ database: Database, _ clock: FakeClock, _ ambient: Ambient, _ server: String?) throws {
    (self.database, self.clock, self.ambient, queue) = (database, clock, ambient, JobQueue(ambient: ambient))
    let address = try server.map { (text) throws(SMTPServer.Fault) in try SMTPServer(text) }
    room = Mailroom(
      database, queue: queue, seal: try Seal([Seal.Key(id: 1, Array(1...32))], ambient: ambient), ambient: ambient,
      book: try LetterBook(product: "Atrium"), from: MailAddress("hub@atrium.invalid", name: "Atrium")!,
      client: address.map { SMTPClient($0) })
  }

  /// The same office with another worker's parts.
  func again(server: String?) throws -> Office { try Office(database, clock, clock.ambient(seed: 9), server) }

  func worker() -> JobWorker { JobWorker(database, queue: queue, handlers: room.handlers, periodic: room.periodic) }

  @discardableResult
  func write(_ letter: Letter) async throws -> ID<LetterKind> {
    try await database.write { [room] tx in try room.add(letter, in: tx) }
  }

  func letters() async throws -> [OutboxLetter] { try await database.read { [room] tx in try room.letters(in: tx) } }
}

extension Letter {
  static func reset(
    _ address: String = "dana@example.org", locale: String = "en",
    link: String = "https://atrium.example/reset?token=pwr_1", sender: String? = nil, after: Instant? = nil
  )
    -> Letter
  {
    Letter(
      to: Recipient(address, name: "Dana", locale: locale), .resetPassword(link: link), sender: sender, sendAfter: after
    )
  }
}
