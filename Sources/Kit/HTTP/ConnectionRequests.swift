import API
import CLLHTTP
import CUV
import Glibc

/// From parsed heads to handlers.
extension Connection {
  static let methodGET: UInt8 = 1
  static let methodHEAD: UInt8 = 2

  func messageBegan() {
    head.reset()
    refusal = nil
    isInMessage = true
    isPastHead = false
    droppedBytes = 0
    readDeadline = worker.deadline(worker.options.headTimeout)
  }

  /// True when the head is within its limits.
  func isWithinLimits() -> Bool {
    if head.fields.isEmpty, head.bytes.count > worker.options.targetBytes {
      refusal = .uriTooLong
      return false
    }
    if head.bytes.count + head.fields.count * 4 > worker.options.headBytes
      || head.fields.count > worker.options.headFields
    {
      refusal = .headersTooLarge
      return false
    }
    return true
  }

  /// Trailers and chunk extensions are dropped, and no more of them is read than of a head. Answers what llhttp is to do.
  func droppedArrived(_ count: Int) -> Int32 {
    droppedBytes += count + 1
    if droppedBytes <= worker.options.headBytes { return 0 }
    refusal = .headersTooLarge
    return -1
  }

  /// Answers what llhttp is to do: 0 goes on, -1 stops.
  func headersCompleted() -> Int32 {
    isPastHead = true
    guard isAcceptable() else {
      refusal = refusal ?? .badRequest
      return -1
    }
    let hasBody = parser.pointee.flags & UInt16(F_CHUNKED.rawValue) != 0 || parser.pointee.content_length > 0
    if hasBody { begin(withBody: true) } else { readDeadline = 0 }
    return 0
  }

  /// What llhttp leaves to us: one valid Host, a target in origin form, no tunnels, no HTTP/0.9 or 2, no coding but chunked.
  private func isAcceptable() -> Bool {
    let (major, minor) = (parser.pointee.http_major, parser.pointee.http_minor)
    guard major == 1, minor <= 1 else { return false }
    let authority = head.takeAuthority()
    let host = head.value("host")
    if let host, host.count > 1 { return false }
    if minor == 1 || host != nil {
      guard let host, isHost(head.bytes[host.value]) else { return false }
      if let authority, !isSameHost(head.bytes[authority], head.bytes[host.value]) { return false }
    }
    guard isFramedPlainly(minor: minor) else { return false }
    guard !head.target.isEmpty else { return false }  // `GET http://host`: no path, and no client of ours sends it
    if head.bytes[head.target].elementsEqual([UInt8(ascii: "*")]) {
      return String(cString: llhttp_method_name(method)) == "OPTIONS"
    }
    guard method != HTTP_CONNECT, head.bytes[head.target.lowerBound] == UInt8(ascii: "/") else { return false }
    return head.bytes[head.target].allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }
  }

  /// False for framing that another server may read otherwise, or that nobody here would undo (RFC 9112 §§6.1, 6.3).
  private func isFramedPlainly(minor: UInt8) -> Bool {
    // Nothing has such a length, and what counts in signed numbers reads another one.
    if parser.pointee.content_length > UInt64(Int64.max) { return false }
    guard parser.pointee.flags & UInt16(F_CHUNKED.rawValue | F_TRANSFER_ENCODING.rawValue) != 0 else { return true }
    // In HTTP/1.0 a coding is framing that the next hop may not see. `gzip, chunked` would hand on what is still packed.
    return minor == 1 && head.isOnly("transfer-encoding", "chunked")
  }

  var method: llhttp_method { llhttp_method(UInt32(parser.pointee.method)) }

  /// A name or an address, and perhaps a port (RFC 3986 §3.2.2 and §3.2.3, RFC 9110 §7.2).
  private func isHost(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, bytes.count <= 300 else { return false }
    var end = bytes.startIndex
    if first == UInt8(ascii: "[") {
      end += 1
      while end < bytes.endIndex, Connection.isHexDigit(bytes[end]) || bytes[end] == 58 || bytes[end] == 46 { end += 1 }
      guard end - bytes.startIndex > 2, end < bytes.endIndex, bytes[end] == UInt8(ascii: "]") else { return false }
      end += 1
    } else {
      while end < bytes.endIndex, Connection.isNameByte(bytes[end]) { end += 1 }
      guard end > bytes.startIndex else { return false }
    }
    if end == bytes.endIndex { return true }
    let port = bytes[(end + 1)...]
    return bytes[end] == 58 && port.count <= 5 && port.allSatisfy { (48...57).contains($0) }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...70, 97...102: true
    default: false
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    // - . _ ~ % ! $ & ' ( ) * + , ; =
    case 45, 46, 95, 126, 37, 33, 36, 38...44, 59, 61: true
    default: false
    }
  }

  private func isSameHost(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
    func lower(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte | 0x20 : byte }
    return a.count == b.count && zip(a, b).allSatisfy { lower($0) == lower($1) }
  }

  func bodyArrived(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard !isLingering, let body = exchange?.body else { return }
    // Each byte buys a little time: what has come must keep up with the least rate, and no pause is longer than the limit.
    let earned = UInt64(bytes.count) * 1_000 / UInt64(max(1, worker.options.bodyBytesPerSecond))
    readDeadline = min(
      max(readDeadline, uv_now(worker.loop.uv)) + earned, worker.deadline(worker.options.bodyTimeout))
    if body.add(Array(bytes)) {
      stopReading()
      readDeadline = 0  // the handler is slow, not the client
    }
  }

  /// Answers what llhttp is to do: 0 goes on with the next request, HPE_PAUSED waits for the answer to this one.
  func messageCompleted() -> Int32 {
    isInMessage = false
    if isLingering { return Int32(HPE_PAUSED.rawValue) }
    readDeadline = 0
    if let exchange {
      exchange.isMessageComplete = true
      exchange.body?.end()
      if exchange.isAnswered { finishExchange() } else { startHandler() }
    } else if !answerFast() {
      begin(withBody: false)
    }
    let isChoked = queuedBytes + out.bytes.count > Connection.outputLimit
    return exchange != nil || closesAfterWrite || isChoked ? Int32(HPE_PAUSED.rawValue) : 0
  }

  // MARK: The fast way

  private func answerFast() -> Bool {
    let isHead = parser.pointee.method == Connection.methodHEAD
    guard isHead || parser.pointee.method == Connection.methodGET, !closesAfterWrite else { return false }
    let key = head.value("x-api-key")
    let gateVersion = worker.gate?.version ?? 0
    guard key?.count ?? 1 == 1,
      let prepared = worker.fast.find(
        head.bytes[head.target], key: key.map { head.bytes[$0.value] }, gateVersion: gateVersion),
      prepared.isCurrent(at: worker.now()),
      worker.gate?.admits(key: key.map { head.bytes[$0.value] }, address: clientAddress().address) ?? true
    else { return false }
    worker.counts.requests += 1
    worker.counts.fastAnswers += 1
    let id = requestID()
    write(prepared, isHead: isHead, keepsAlive: keepsAlive, id: id)
    if !keepsAlive { closesAfterWrite = true }
    worker.didFinish(self)
    return true
  }

  var keepsAlive: Bool { parser.pointee.http_minor == 1 && llhttp_should_keep_alive(parser) == 1 && !worker.isDraining }

  /// The client's own id where it has the allowed form, else a new one. Reading spec §2.
  func requestID() -> [UInt8] {
    if let given = head.value("x-request-id"), given.count == 1, (1...64).contains(given.value.count) {
      let bytes = head.bytes[given.value]
      let isAllowed = bytes.allSatisfy {
        (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45 || $0 == 46 || $0 == 95
      }
      if isAllowed { return Array(bytes) }
    }
    return worker.nextID()
  }

  /// The address of the client, and whether it came by HTTPS: the peer's word, or a trusted proxy's.
  func clientAddress() -> (address: String, isSecure: Bool) {
    guard !worker.options.trustedProxies.isEmpty, worker.options.trustedProxies.contains(address) else {
      return (address, false)
    }
    let isSecure = head.value("x-forwarded-proto").map { head.text($0.value).lowercased() == "https" } ?? false
    let chain = head.fields.filter { head.text($0.name).lowercased() == "x-forwarded-for" }
      .flatMap { head.text($0.value).split(separator: ",") }
      .map { $0.trimmingBlanks() }
    // From the right: each proxy appends whom it heard from, so the first one that is no proxy of ours is the client.
    let client = chain.last { !worker.options.trustedProxies.contains($0) }
    guard let client, !client.isEmpty, client.utf8.count <= 45,
      client.utf8.allSatisfy({ Connection.isHexDigit($0) || $0 == 58 || $0 == 46 })
    else { return (address, isSecure) }
    return (client, isSecure)
  }

  // MARK: The handler's way

  private func begin(withBody: Bool) {
    worker.counts.requests += 1
    let name = String(cString: llhttp_method_name(method))
    let exchange = Exchange(
      isHead: name == "HEAD", isRead: name == "HEAD" || name == "GET", keepsAlive: keepsAlive,
      isHTTP10: parser.pointee.http_minor == 0, id: requestID(), target: Array(head.bytes[head.target]),
      gateVersion: worker.gate?.version ?? 0)
    self.exchange = exchange
    exchange.isMessageComplete = !withBody
    let client = clientAddress()
    var body = RequestBody.empty
    if withBody {
      exchange.expectsContinue =
        parser.pointee.http_minor == 1
        && head.value("expect").map { head.text($0.value).lowercased() == "100-continue" } ?? false
      // A client that waits for 100 Continue is not late while the handler has not decided.
      readDeadline = exchange.expectsContinue ? 0 : worker.deadline(worker.options.bodyTimeout)
      let channel = BodyChannel { [weak self, loop = worker.loop] in
        guard let connection = self else { return }
        if loop.isCurrent { connection.handlerWantsMore() } else { loop.perform { connection.handlerWantsMore() } }
      }
      exchange.body = channel
      let isChunked = parser.pointee.flags & UInt16(F_CHUNKED.rawValue) != 0
      body = RequestBody(length: isChunked ? nil : Int(clamping: parser.pointee.content_length)) {
        try await channel.next()
      }
    }
    exchange.request = Request(
      method: HTTPMethod(name), target: head.text(head.target), headers: head.headers, body: body,
      remoteAddress: client.address,
      isSecure: client.isSecure, id: String(decoding: exchange.id, as: UTF8.self))
    if !withBody { startHandler() }
  }

  /// Starts the handler of a request that has none yet. Small bodies have come with their heads by then, so that a handler
  /// reads them without waiting and one that refuses them keeps the connection.
  func startHandler() {
    guard let exchange, let request = exchange.request, !isClosing else { return }
    exchange.request = nil
    let handler = worker.handler
    exchange.task = Task.immediate(executorPreference: worker.loop) { [self] in
      let response = await handler(request)
      await deliver(response, to: exchange)
    }
  }

  private func handlerWantsMore() {
    guard let exchange, !exchange.isMessageComplete, !isLingering, !isClosing else { return }
    if exchange.expectsContinue {
      exchange.expectsContinue = false
      readDeadline = worker.deadline(worker.options.bodyTimeout)
      guard !exchange.isHeadSent else { return startReading() }
      out.append("HTTP/1.1 100 Continue\r\n\r\n")
      flush()
    }
    if !isReading { readDeadline = worker.deadline(worker.options.bodyTimeout) }
    startReading()
  }
}

extension Substring {
  fileprivate func trimmingBlanks() -> String {
    String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
