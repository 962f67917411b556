import API
import CUV
import Glibc
import Time

/// From answers to bytes on the wire.
extension Connection {
  /// Sends an answer and ends the exchange. Runs on the loop.
  func deliver(_ response: Response, to exchange: Exchange) async {
    guard self.exchange === exchange, !isClosing else { return }
    switch response.body {
    case .none, .bytes, .prepared:
      write(response, to: exchange)
      ended(exchange)
    case .file(let path, let offset, let length):
      await deliverFile(path, offset, length, response, to: exchange)
    case .stream(let length, let produce):
      do { try await deliverStream(length, produce, response, to: exchange) } catch { close() }
    }
  }

  private func ended(_ exchange: Exchange) {
    exchange.isAnswered = true
    guard exchange.isMessageComplete else { return linger() }  // the rest of the body is nobody's any more
    finishExchange()
    if !isFeeding {
      flush()
      resume()
    }
  }

  func finishExchange() {
    guard let exchange else { return }
    self.exchange = nil
    if !exchange.keepsAlive || worker.isDraining { closesAfterWrite = true }
    worker.didFinish(self)
  }

  // MARK: Whole answers

  func write(_ response: Response, to exchange: Exchange) {
    if worker.isDraining || !exchange.isMessageComplete { exchange.keepsAlive = false }
    exchange.isHeadSent = true
    switch response.body {
    case .prepared(let prepared, let key):
      if exchange.isRead {
        worker.fast.remember(prepared, target: exchange.target[...], key: key, gateVersion: exchange.gateVersion)
      }
      write(
        prepared, isHead: exchange.isHead, keepsAlive: exchange.keepsAlive, id: exchange.id,
        isConditional: exchange.isRead)
    case .bytes(let bytes):
      writeHead(response, length: bytes.count, to: exchange)
      if !exchange.isHead, !ResponseWriter.hasNoBody(response.status) { out.append(bytes) }
    case .none, .file, .stream: writeHead(response, length: 0, to: exchange)
    }
  }

  func write(
    _ prepared: PreparedResponse, isHead: Bool, keepsAlive: Bool, id: [UInt8], isConditional: Bool = true
  ) {
    let coding = prepared.isCoded ? acceptedCoding() : .identity
    if isConditional, isNotModified(prepared.tag) {
      out.append(prepared.notModified(isCoded: coding != .identity))
      out.finishHead(date: worker.date, id: id[...], close: !keepsAlive)
      return
    }
    let variant = prepared.variant(coding)
    out.append(variant.head)
    out.finishHead(date: worker.date, id: id[...], close: !keepsAlive)
    if !isHead { out.append(variant.body) }
  }

  private func acceptedCoding() -> ContentCoding {
    guard let field = head.value("accept-encoding") else { return .identity }
    if field.count == 1 { return AcceptEncoding.choose(head.bytes[field.value]) }
    let joined = head.headers.all("accept-encoding").joined(separator: ",")
    return AcceptEncoding.choose(Array(joined.utf8))
  }

  private func isNotModified(_ tag: [UInt8]) -> Bool {
    guard let field = head.value("if-none-match") else { return false }
    if field.count == 1 { return ConditionalRequest.matches(head.bytes[field.value], tag: tag) }
    // Several lines are one list (RFC 9110 §5.3).
    let joined = head.headers.all("if-none-match").joined(separator: ",")
    return ConditionalRequest.matches(Array(joined.utf8), tag: tag)
  }

  private func writeHead(_ response: Response, length: Int?, to exchange: Exchange) {
    if worker.isDraining || !exchange.isMessageComplete { exchange.keepsAlive = false }
    exchange.isHeadSent = true
    out.beginHead(response.status, response.headers)
    if !ResponseWriter.hasNoBody(response.status) {
      if let length {
        out.append("Content-Length: \(length)\r\n")
      } else if !exchange.isHTTP10 {
        out.append("Transfer-Encoding: chunked\r\n")
      }
    }
    out.finishHead(date: worker.date, id: exchange.id[...], close: !exchange.keepsAlive)
  }

  // MARK: Answers in pieces

  private func deliverStream(
    _ length: Int?, _ produce: @Sendable (@Sendable ([UInt8]) async throws -> Void) async throws -> Void,
    _ response: Response,
    to exchange: Exchange
  ) async throws {
    writeHead(response, length: length, to: exchange)
    flush()
    if !exchange.isHead, !ResponseWriter.hasNoBody(response.status) {
      let isChunked = length == nil && !exchange.isHTTP10
      let loop = worker.loop
      try await produce { [self] bytes in
        if bytes.isEmpty { return }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
          let push: @Sendable () -> Void = { [self] in
            self.push(bytes, isChunked: isChunked, length: length, of: exchange, then: continuation)
          }
          if loop.isCurrent { push() } else { loop.perform(push) }
        }
      }
      guard !isClosing else { return }
      // Fewer bytes than promised: the client learns it by the end of the connection.
      if let length, exchange.sentBytes < length { return close() }
      if isChunked { out.append("0\r\n\r\n") }
    }
    ended(exchange)
  }

  /// Takes one piece of a streamed body; `continuation` goes on when there is room for the next.
  private func push(
    _ bytes: [UInt8], isChunked: Bool, length: Int?, of exchange: Exchange,
    then continuation: CheckedContinuation<Void, any Error>
  ) {
    guard !isClosing, self.exchange === exchange, !exchange.isAnswered else {
      return continuation.resume(throwing: BodyError.disconnected)
    }
    let before = exchange.sentBytes / Connection.turnBytes
    exchange.sentBytes += bytes.count
    if let length, exchange.sentBytes > length {
      close()  // what is over would be read as the next answer
      return continuation.resume(throwing: BodyError.tooLarge)
    }
    if isChunked { out.appendChunk(bytes) } else { out.append(bytes) }
    flush()
    if isClosing { return continuation.resume(throwing: BodyError.disconnected) }
    if unsent > Connection.outputLimit / 2 {
      writeWaiters.append(continuation)
    } else if exchange.sentBytes / Connection.turnBytes > before {
      worker.loop.perform { continuation.resume() }  // lets the other connections have their turn
    } else {
      continuation.resume()
    }
  }

  private var unsent: Int { queuedBytes + out.bytes.count }

  private func deliverFile(
    _ path: String, _ offset: Int64, _ length: Int64, _ response: Response, to exchange: Exchange
  ) async {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    let isScarce =
      descriptor < 0
      ? errno != ENOENT && errno != ENOTDIR : Int(descriptor) >= Descriptors.limit - Descriptors.keptFromFiles
    guard descriptor >= 0, !isScarce else {
      if descriptor >= 0 { Glibc.close(descriptor) }
      write(
        worker.refuse(
          isScarce ? .unavailable : .notFound, String(decoding: exchange.target, as: UTF8.self),
          String(decoding: exchange.id, as: UTF8.self)),
        to: exchange)
      return ended(exchange)
    }
    defer { Glibc.close(descriptor) }
    do {
      try await deliverStream(
        Int(length),
        { write in
          var at = offset
          var left = length
          while left > 0 {
            var piece = [UInt8](repeating: 0, count: Int(min(left, 128 * 1024)))
            let count = pread(descriptor, &piece, piece.count, Int(at))
            guard count > 0 else { throw BodyError.disconnected }  // the file shrank: the length is already promised
            piece.removeSubrange(count...)
            try await write(piece)
            at += Int64(count)
            left -= Int64(count)
          }
        }, response, to: exchange)
    } catch { close() }
  }

  // MARK: Output

  func flush() {
    guard !isFeeding, !isClosing else { return }
    defer { if !isClosing { wakeWriters() } }
    if !out.bytes.isEmpty {
      var sent = 0
      if queuedBytes == 0 {
        let count = out.bytes.withUnsafeBytes { buffer -> Int32 in
          var piece = uv_buf_init(
            UnsafeMutableRawPointer(mutating: buffer.baseAddress)?.assumingMemoryBound(to: CChar.self),
            UInt32(buffer.count))
          return uv_try_write(stream, &piece, 1)
        }
        if count >= 0 { sent = Int(count) } else if count != UV_EAGAIN.rawValue { return close() }
      }
      if sent == out.bytes.count { out.clear() } else { queue(Array(out.takeAll()[sent...])) }
    }
    if queuedBytes == 0, closesAfterWrite { finishSending() }
  }

  private func wakeWriters() {
    guard !writeWaiters.isEmpty, unsent <= Connection.outputLimit / 2 else { return }
    let waiters = writeWaiters
    writeWaiters = []
    for waiter in waiters { waiter.resume() }
  }

  private func finishSending() {
    guard isLingering, !peerHasFinished else { return close() }
    // Half-close; the rest is read and dropped until the client ends or the deadline comes.
    guard !isHalfClosed else { return }
    isHalfClosed = true
    readDeadline = worker.deadline(.seconds(2))
    var descriptor: uv_os_fd_t = -1
    if uv_fileno(handle, &descriptor) == 0 { Glibc.shutdown(descriptor, Int32(SHUT_WR)) }
    startReading()
  }

  private func queue(_ bytes: [UInt8]) {
    let pending = PendingWrite(bytes, self)
    queuedBytes += bytes.count
    if !pending.start(on: stream) { return close() }
    expectProgress()
  }

  private func expectProgress() {
    unsentBytes = uv_stream_get_write_queue_size(stream)
    writeDeadline = queuedBytes > 0 ? worker.deadline(worker.options.writeTimeout) : 0
  }

  func wrote(_ count: Int, failed: Bool) {
    queuedBytes -= count
    if isClosing { return }
    if failed { return close() }
    expectProgress()
    flush()
    if queuedBytes == 0, exchange == nil, !closesAfterWrite { resume() }
  }
}

/// Bytes that the socket did not take at once; lives until libuv is done with them.
private final class PendingWrite {
  private let request = UnsafeMutablePointer<uv_write_t>.allocate(capacity: 1)
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let connection: Connection

  init(_ source: [UInt8], _ connection: Connection) {
    bytes = .allocate(capacity: source.count)
    _ = bytes.initialize(from: source)
    self.connection = connection
  }

  deinit {
    request.deallocate()
    bytes.deallocate()
  }

  func start(on stream: UnsafeMutablePointer<uv_stream_t>) -> Bool {
    let unmanaged = Unmanaged.passRetained(self)
    request.pointee.data = unmanaged.toOpaque()
    var piece = uv_buf_init(
      UnsafeMutableRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self), UInt32(bytes.count))
    let code = uv_write(request, stream, &piece, 1) { request, status in
      guard let data = request?.pointee.data else { return }
      let pending = Unmanaged<PendingWrite>.fromOpaque(data).takeRetainedValue()
      pending.connection.wrote(pending.bytes.count, failed: status < 0)
    }
    if code != 0 { unmanaged.release() }
    return code == 0
  }
}
