import Ambient
import Arguments
import Crypto
import IdentityHTTP
import IdentityRules
import Jobs
import Mail
import MailHTTP
import MailRules
import SQL
import Telemetry
import Time

/// The Hub's letters, composed: what a noun says of a person becomes a letter with its link, queued in the transaction that caused
/// it, and sent by a worker where a mail server is set. Without one, letters are kept for staff to read. Hub spec §12.
struct HubLetters: Sendable {
  let room: Mailroom
  private let worker: JobWorker
  private let publicURL: String

  init(_ configuration: Configuration, database: Database, seal: Seal, publicURL: String) throws {
    let (ambient, settings) = (configuration.ambient, configuration.settings)
    let queue = JobQueue(ambient: ambient)
    let book: LetterBook
    do throws(LetterTemplateFault) { book = try LetterBook(product: "Atrium") } catch {
      throw CommandFailure(sentence: "A letter's template is faulty: \(error).")
    }
    guard let from = MailAddress(settings[ServerSettings.mailFrom], name: "Atrium") else {
      throw CommandFailure(
        sentence: "mail-from is “\(settings[ServerSettings.mailFrom])”, which is no address of e-mail.")
    }
    room = Mailroom(
      database, queue: queue, seal: seal, ambient: ambient, book: book, from: from,
      client: try HubLetters.client(settings[ServerSettings.smtpURL]),
      zone: { name in (try? Configuration.zone(name)).map { LetterZone(name, $0) } ?? .utc })
    worker = JobWorker(
      database, queue: queue, handlers: room.handlers, periodic: room.periodic, log: configuration.log)
    self.publicURL = publicURL
  }

  private static func client(_ address: String) throws -> SMTPClient? {
    if address.isEmpty { return nil }
    do throws(SMTPServer.Fault) { return SMTPClient(try SMTPServer(address)) } catch {
      throw CommandFailure(sentence: "smtp-url cannot be used: \(error.sentence).")
    }
  }

  /// Sends until it is stopped.
  func run() async { await worker.run() }
  func stop() async { await worker.stop(within: .seconds(5)) }

  func send(_ letter: IdentityLetter, to recipient: Identity.Recipient, at now: Instant, in tx: Transaction) throws {
    // Letters to test persons are kept out of the world.
    if recipient.isTest { return }
    try room.enqueue(
      Letter(to: Recipient(recipient.address, locale: recipient.locale), content(of: letter, at: now)), tx)
  }

  private func content(of letter: IdentityLetter, at now: Instant) -> LetterContent {
    func link(_ page: String, _ token: String) -> String { "\(publicURL)/\(page)?token=\(token)" }
    return switch letter {
    case .verifyAddress(let token): .verifyAddress(link: link("verify", token))
    case .addressChangeNotice(let address): .addressChangeNotice(newAddress: address)
    case .resetPassword(let token): .resetPassword(link: link("reset", token))
    case .singleSignOnOnly: .singleSignOnOnly
    case .passwordChanged: .passwordChanged(at: now)
    case .invitation(let token): .accountInvitation(link: link("invite", token))
    case .suspended: .suspended
    case .reactivated: .reactivated
    case .erasureScheduled(let day): .erasureScheduled(on: day, link: publicURL + "/sign-in")
    case .erased: .erased
    }
  }
}
