import API
import CLLHTTP
import CUV
import Glibc
import Time

/// One client's connection: bytes in, requests out to the handler, answers back in order.
///
/// One request is worked on at a time; what a client sends ahead waits in `backlog`. Safe to share in name only: everything
/// here is touched by the loop's thread.
final class Connection: @unchecked Sendable {
  let worker: Worker
  let address: String
  let tcp: UnsafeMutablePointer<uv_tcp_t>
  let parser: UnsafeMutablePointer<llhttp_t>
  var head = RequestHead()
  var out = ResponseWriter()
  var exchange: Exchange?
  /// The head was over a limit or malformed in a way that llhttp does not see.
  var refusal: ProblemCode?
  var backlog: [UInt8] = []
  var isFeeding = false
  /// From the first byte of a request to the last of its body.
  var isInMessage = false
  /// The head is complete: fields that still come are trailers.
  var isPastHead = false
  /// Bytes of trailers and chunk extensions, which are read and dropped.
  var droppedBytes = 0
  var isReading = false
  var closesAfterWrite = false
  var isClosing = false
  var peerHasFinished = false
  var isLingering = false
  var isHalfClosed = false
  var queuedBytes = 0
  var writeWaiters: [CheckedContinuation<Void, any Error>] = []
  /// In milliseconds of the loop's clock; 0 is none.
  var readDeadline: UInt64 = 0
  var writeDeadline: UInt64 = 0
  /// What was unsent when `writeDeadline` was set.
  var unsentBytes = 0

  /// Unparsed bytes kept while a request is worked on.
  static let backlogLimit = 64 * 1024
  /// Unsent bytes above which nothing more is asked for.
  static let outputLimit = 512 * 1024
  /// Bytes that one stream may send before the other connections have their turn.
  static let turnBytes = 1 << 20

  /// One request and its answer.
  final class Exchange: @unchecked Sendable {
    let isHead: Bool
    /// GET or HEAD: its prepared answer may be remembered, and may be a 304.
    let isRead: Bool
    var keepsAlive: Bool
    let isHTTP10: Bool
    let id: [UInt8]
    let target: [UInt8]
    /// The gate's version before the handler looked at the key.
    let gateVersion: Int
    /// Waits for the end of the message, or of what has arrived, before its handler starts.
    var request: Request?
    var body: BodyChannel?
    /// The head of the answer is on its way: no other answer can be given.
    var isHeadSent = false
    /// Bytes of the streamed body so far.
    var sentBytes = 0
    var expectsContinue = false
    var isMessageComplete = false
    var isAnswered = false
    var task: Task<Void, Never>?

    init(
      isHead: Bool = false, isRead: Bool = false, keepsAlive: Bool = false, isHTTP10: Bool = false, id: [UInt8],
      target: [UInt8] = [], gateVersion: Int = 0
    ) {
      self.isHead = isHead
      self.isRead = isRead
      self.gateVersion = gateVersion
      self.keepsAlive = keepsAlive
      self.isHTTP10 = isHTTP10
      self.id = id
      self.target = target
    }
  }

  init(worker: Worker, tcp: UnsafeMutablePointer<uv_tcp_t>) {
    self.worker = worker
    self.tcp = tcp
    address = Connection.peer(of: tcp)
    parser = .allocate(capacity: 1)
    llhttp_init(parser, HTTP_REQUEST, Worker.settings)
    let unmanaged = Unmanaged.passRetained(self)  // released in the close callback
    parser.pointee.data = unmanaged.toOpaque()
    tcp.pointee.data = unmanaged.toOpaque()
    readDeadline = worker.deadline(worker.options.headTimeout)
  }

  deinit { parser.deallocate() }

  var stream: UnsafeMutablePointer<uv_stream_t> {
    UnsafeMutableRawPointer(tcp).assumingMemoryBound(to: uv_stream_t.self)
  }
  var handle: UnsafeMutablePointer<uv_handle_t> {
    UnsafeMutableRawPointer(tcp).assumingMemoryBound(to: uv_handle_t.self)
  }

  // MARK: Reading

  func startReading() {
    guard !isReading, !isClosing, !peerHasFinished else { return }
    isReading = uv_read_start(stream, Worker.allocate, Worker.didRead) == 0
    if !isReading { close() }
  }

  func stopReading() {
    guard isReading else { return }
    uv_read_stop(stream)
    isReading = false
  }

  func received(_ bytes: UnsafeBufferPointer<UInt8>) {
    if isLingering { return }
    if isWaiting {
      backlog.append(contentsOf: bytes)
      if backlog.count > Connection.backlogLimit { stopReading() }
      return
    }
    feed(bytes)
    resume()  // the parser may have stopped for room that there is by now
  }

  /// What comes now waits: for the answer under way, or for a client that does not take the answers it asked for. A parser
  /// that has stopped must not be fed: it would point into bytes that are long gone.
  private var isWaiting: Bool {
    exchange?.isMessageComplete == true || !backlog.isEmpty || llhttp_get_errno(parser) == HPE_PAUSED
  }

  /// The client sent its last byte. A request under way is still answered.
  func finished(withError: Bool) {
    peerHasFinished = true
    stopReading()
    if withError { return close() }
    if isLingering {
      if queuedBytes == 0 { close() }
    } else if let exchange {
      // Like nginx and Go, this takes a client that says no more for one that has left: the handler may stop early. An
      // answer that comes all the same is sent.
      if exchange.isMessageComplete { exchange.task?.cancel() } else { close() }
    } else if !backlog.isEmpty {
      return  // asked ahead, and answered as the client takes it; `resume` ends the connection
    } else if queuedBytes == 0 {
      close()
    } else {
      closesAfterWrite = true
    }
  }

  func feed(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    isFeeding = true
    var rest = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
    let end = rest + bytes.count
    reading: while rest < end, !isClosing, !closesAfterWrite {
      switch llhttp_execute(parser, rest, end - rest) {
      case HPE_OK: rest = end
      case HPE_PAUSED:
        rest = llhttp_get_error_pos(parser)
        backlog = Array(
          UnsafeBufferPointer(start: UnsafeRawPointer(rest).assumingMemoryBound(to: UInt8.self), count: end - rest))
        break reading
      case HPE_PAUSED_UPGRADE:
        rest = llhttp_get_error_pos(parser)
        llhttp_resume_after_upgrade(parser)  // an Upgrade is not taken up; HTTP/1.1 goes on (RFC 9110 §7.8)
      default:
        refuse(refusal ?? .badRequest)
        break reading
      }
    }
    startHandler()
    isFeeding = false
    flush()
  }

  /// Goes on with what the client sent ahead, once the answer before it is on its way and the client has taken enough of it.
  func resume() {
    guard !isClosing, !closesAfterWrite, exchange == nil else { return }
    while !isClosing, !closesAfterWrite, exchange == nil, queuedBytes <= Connection.outputLimit {
      llhttp_resume(parser)
      if backlog.isEmpty {
        if peerHasFinished { return closeAfterWrite() }
        return startReading()
      }
      let ahead = backlog
      backlog = []
      ahead.withUnsafeBufferPointer { feed($0) }
    }
    // A body that its handler is too slow for is not asked for here.
    if exchange?.isMessageComplete != false, backlog.count <= Connection.backlogLimit { startReading() }
  }

  // MARK: Ending

  /// Nothing is asked for and nothing is being asked.
  var isIdle: Bool { exchange == nil && !isInMessage }

  func closeAfterWrite() {
    closesAfterWrite = true
    flush()
  }

  /// Says no to what is no request, and closes.
  func refuse(_ code: ProblemCode) {
    worker.counts.refused += 1
    if let exchange {  // the body went wrong after its handler had started
      exchange.body?.end(.malformed)
      if exchange.isHeadSent { return close() }
    }
    let exchange = Exchange(id: worker.nextID())
    let response = worker.refuse(code, head.text(head.target), String(decoding: exchange.id, as: UTF8.self))
    self.exchange?.task?.cancel()
    self.exchange = nil
    write(response, to: exchange)
    linger()
  }

  /// Sends what is left, then reads and drops what still comes for a moment: closing at once would reset the connection
  /// and might take the answer from a client that is still sending (RFC 9112 §9.6).
  func linger() {
    isLingering = true
    closesAfterWrite = true
    readDeadline = 0  // until the answer is out, sending has its own deadline
    startReading()
    flush()
  }

  func close() {
    guard !isClosing else { return }
    isClosing = true
    stopReading()
    exchange?.body?.end(.disconnected)
    exchange?.task?.cancel()
    for waiter in writeWaiters { waiter.resume(throwing: BodyError.disconnected) }
    writeWaiters = []
    worker.forget(self)
    uv_close(handle) { handle in
      guard let handle, let data = handle.pointee.data else { return }
      UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_tcp_t.self).deallocate()
      Unmanaged<Connection>.fromOpaque(data).release()
    }
  }

  /// Called a few times a second.
  func checkDeadlines(now: UInt64) {
    if writeDeadline != 0, now > writeDeadline {
      // A piece may be large; a client that takes some of it is slow, not gone.
      let left = uv_stream_get_write_queue_size(stream)
      guard left < unsentBytes else { return close() }
      unsentBytes = left
      writeDeadline = worker.deadline(worker.options.writeTimeout)
    }
    guard readDeadline != 0, now > readDeadline else { return }
    if let body = exchange?.body, exchange?.isMessageComplete == false { body.end(.timedOut) }
    close()
  }

  private static func peer(of tcp: UnsafeMutablePointer<uv_tcp_t>) -> String {
    var storage = sockaddr_storage()
    var length = Int32(MemoryLayout<sockaddr_storage>.size)
    var name = [CChar](repeating: 0, count: 64)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard uv_tcp_getpeername(tcp, address, &length) == 0, uv_ip_name(address, &name, name.count) == 0 else {
          return "unknown"
        }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    }
  }
}
