import CCurl
import Crypto
import Synchronization
import Telemetry
import Time

/// Hands messages over to a mail server, through libcurl, on threads of its own. Connections are kept for the next message.
package final class SMTPClient: Sendable {
  private let server: SMTPServer
  private let threads: BoundedThreads
  private let idle = Mutex<[SMTPHandle]>([])
  private let connections: Int

  /// - Parameter connections: how many messages are on their way at once; as many again may wait ten times over.
  package init(_ server: SMTPServer, connections: Int = 2) {
    (self.server, self.connections) = (server, connections)
    threads = BoundedThreads(threads: connections, limit: connections * 10)
  }

  deinit { threads.close() }

  /// Returns once the server has taken responsibility for the message (RFC 5321 §6.1).
  ///
  /// When the connection breaks after the last byte and before the answer, it is unknown whether it has: that is temporary too,
  /// and a second copy has the same `Message-ID`.
  package func send(_ message: [UInt8], from: MailAddress, to: MailAddress) async throws(SMTPFailure) {
    let failure: SMTPFailure?
    do throws(CryptoError) {
      failure = try await threads.run { [self] in
        let handle = idle.withLock { $0.popLast() } ?? SMTPHandle()
        guard let handle else {
          return .temporary(SMTPAnswer(stage: .connecting, code: 0, words: "libcurl could not start"))
        }
        if let answer = handle.send(message, from: from.address, to: to.address, through: server) {
          return SMTPFailure(answer)
        }
        idle.withLock { if $0.count < connections { $0.append(handle) } }
        return nil
      }
    } catch {
      throw .temporary(SMTPAnswer(stage: .connecting, code: 0, words: "too many messages wait for the mail server"))
    }
    if let failure { throw failure }
  }
}

/// One libcurl handle with its connection; used by one thread at a time.
final class SMTPHandle: @unchecked Sendable {
  private let easy: UnsafeMutableRawPointer
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  init?() {
    guard SMTPHandle.isReady, let easy = curl_easy_init() else { return nil }
    self.easy = easy
  }

  deinit { curl_easy_cleanup(easy) }

  /// Nil when the message was taken.
  func send(_ message: [UInt8], from: String, to: String, through server: SMTPServer) -> SMTPAnswer? {
    curl_easy_reset(easy)  // keeps the connection
    let talk = SMTPTalk(message)
    let recipients = curl_slist_append(nil, "<\(to)>")
    defer { curl_slist_free_all(recipients) }
    connect(to: server)
    curl_set_text(easy, CURLOPT_MAIL_FROM, "<\(from)>")
    curl_set_list(easy, CURLOPT_MAIL_RCPT, recipients)
    let context = Unmanaged.passUnretained(talk).toOpaque()
    curl_set_long(easy, CURLOPT_UPLOAD, 1)
    curl_set_large(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(message.count))
    curl_set_pointer(easy, CURLOPT_READDATA, context)
    curl_set_bytes_callback(easy, CURLOPT_READFUNCTION) { buffer, size, count, context in
      guard let buffer, let context else { return 0 }
      return Unmanaged<SMTPTalk>.fromOpaque(context).takeUnretainedValue().read(into: buffer, size * count)
    }
    curl_set_bytes_callback(easy, CURLOPT_WRITEFUNCTION) { _, size, count, _ in size * count }
    curl_set_long(easy, CURLOPT_VERBOSE, 1)
    curl_set_pointer(easy, CURLOPT_DEBUGDATA, context)
    curl_set_debug_callback(easy) { _, kind, text, count, context in
      guard let text, let context else { return 0 }
      let bytes = UnsafeRawBufferPointer(start: text, count: count)
      Unmanaged<SMTPTalk>.fromOpaque(context).takeUnretainedValue().note(kind, bytes)
      return 0
    }
    let result = withExtendedLifetime(talk) { curl_easy_perform(easy) }
    if result == CURLE_OK { return nil }
    return talk.answer(
      or: String(cString: curl_easy_strerror(result)), isSecurity: SMTPHandle.securityErrors.contains(result.rawValue))
  }

  private func connect(to server: SMTPServer) {
    curl_set_text(easy, CURLOPT_URL, server.url)
    curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    curl_set_text(easy, CURLOPT_PROXY, "")
    curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Int(server.connecting.microseconds / 1_000))
    curl_set_long(easy, CURLOPT_TIMEOUT_MS, Int(server.patience.microseconds / 1_000))
    let security: curl_usessl =
      switch server.security {
      case .must, .immediate: CURLUSESSL_ALL
      case .try: CURLUSESSL_TRY
      case .never: CURLUSESSL_NONE
      }
    curl_set_long(easy, CURLOPT_USE_SSL, Int(security.rawValue))
    if let authorities = server.authorities { curl_set_text(easy, CURLOPT_CAINFO, authorities) }
    if let user = server.user { curl_set_text(easy, CURLOPT_USERNAME, user) }
    if let password = server.password { curl_set_text(easy, CURLOPT_PASSWORD, password.value) }
  }

  private static let securityErrors = Set(
    [
      CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
    ].map(\.rawValue))
}

/// What is said to the server and what it answers, to know at which point it refused. It never keeps a credential.
private final class SMTPTalk {
  private let message: [UInt8]
  private var done = 0
  private var stage = SMTPAnswer.Stage.connecting
  private var last: SMTPAnswer?

  init(_ message: [UInt8]) { self.message = message }

  func read(into buffer: UnsafeMutablePointer<CChar>, _ room: Int) -> Int {
    let count = min(room, message.count - done)
    message.withUnsafeBytes { bytes in
      if count > 0 { UnsafeMutableRawPointer(buffer).copyMemory(from: bytes.baseAddress! + done, byteCount: count) }
    }
    done += count
    return count
  }

  func note(_ kind: curl_infotype, _ bytes: UnsafeRawBufferPointer) {
    switch kind {
    case CURLINFO_HEADER_OUT:
      // The first word only: what follows may be a credential.
      switch String(decoding: bytes.prefix { (65...90).contains($0) }, as: UTF8.self) {
      case "EHLO", "HELO": stage = .greeting
      case "STARTTLS": stage = .security
      case "AUTH": stage = .signIn
      case "MAIL": stage = .sender
      case "RCPT": stage = .recipient
      case "DATA": stage = .content
      default: break
      }
    case CURLINFO_HEADER_IN:
      for line in bytes.split(separator: 0x0A) where line.count >= 3 {
        let text = String(decoding: line, as: UTF8.self)
        // The first refusal counts: what comes after it is the farewell.
        if let code = Int(text.prefix(3)), last.map({ $0.code < 400 || $0.stage == .greeting }) ?? true {
          last = SMTPAnswer(stage: stage, code: code, words: String(text.dropFirst(4)))
        }
      }
    default: break
    }
  }

  func answer(or words: String, isSecurity: Bool) -> SMTPAnswer {
    if let last, last.code >= 400 { return last }
    return SMTPAnswer(stage: isSecurity ? .security : stage, code: 0, words: words)
  }
}
