import API
import CLLHTTP
import CUV
import Glibc
import Time

/// What one loop thread owns: its listener, its connections, its clock and its cache.
///
/// Safe to share in name only: everything but `loop` is touched by the loop's thread.
final class Worker: @unchecked Sendable {
  let loop = Loop()
  let options: ServerOptions
  let handler: @Sendable (Request) async -> Response
  let refuse: @Sendable (ProblemCode, String, String) -> Response
  let gate: (any FastGate)?
  private let clock: @Sendable () -> Instant
  private let limit: ConnectionLimit
  /// Readable while somebody waits to be accepted. Not `uv_listen`: where no descriptor is left it tries for ever, and the
  /// connections that hold them all never have their turn.
  private let listener = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
  private var listening: Int32 = -1
  private var isOutOfDescriptors = false
  private var descriptorLimit = Descriptors.least
  private let timer = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)
  private var connections: [ObjectIdentifier: Connection] = [:]
  private let readBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Worker.readSize)
  private let idPrefix: String
  private var idCount: UInt64 = 0
  private var dateSecond: Int64 = -1
  private var tickCount = 0
  var date: [UInt8] = []
  var fast = FastCache()
  var counts = ServerCounts()
  private(set) var isDraining = false
  private var isClosed = false

  static let readSize = 64 * 1024
  /// Connections over the limit that are open for as long as it takes to say so.
  static let refusalsAtOnce = 64

  init(
    options: ServerOptions, clock: @escaping @Sendable () -> Instant, idPrefix: String, gate: (any FastGate)?,
    limit: ConnectionLimit,
    handler: @escaping @Sendable (Request) async -> Response,
    refuse: @escaping @Sendable (ProblemCode, String, String) -> Response
  ) {
    self.options = options
    self.clock = clock
    self.idPrefix = idPrefix
    self.gate = gate
    self.limit = limit
    self.handler = handler
    self.refuse = refuse
  }

  deinit {
    listener.deallocate()
    timer.deallocate()
    readBuffer.deallocate()
  }

  // MARK: Time and names

  func now() -> Instant { clock() }

  func deadline(_ span: TimeSpan) -> UInt64 { uv_now(loop.uv) + UInt64(clamping: span.microseconds / 1_000) }

  func nextID() -> [UInt8] {
    idCount &+= 1
    return Array(idPrefix.utf8) + String(idCount, radix: 36).utf8
  }

  // MARK: Starting and stopping

  /// Starts the thread with a socket that is bound and listening.
  func start(listeningOn descriptor: Int32) {
    loop.start { [self] in
      tick()
      let context = Unmanaged.passUnretained(self).toOpaque()
      uv_timer_init(loop.uv, timer)
      timer.pointee.data = context
      uv_timer_start(
        timer,
        { handle in
          if let data = handle?.pointee.data { Unmanaged<Worker>.fromOpaque(data).takeUnretainedValue().tick() }
        }, 250, 250)
      uv_poll_init(loop.uv, listener, descriptor)
      listener.pointee.data = context
      listening = descriptor
      listen()
    }
  }

  private func listen() {
    isOutOfDescriptors = false
    uv_poll_start(listener, Int32(UV_READABLE.rawValue)) { poll, status, _ in
      guard status == 0, let data = poll?.pointee.data else { return }
      Unmanaged<Worker>.fromOpaque(data).takeUnretainedValue().acceptAll()
    }
  }

  /// Takes no new connections, closes the idle ones, and marks the rest to close after their answer.
  func drain() {
    guard !isDraining else { return }
    isDraining = true
    uv_poll_stop(listener)
    uv_close(UnsafeMutableRawPointer(listener).assumingMemoryBound(to: uv_handle_t.self), nil)
    close(listening)
    for connection in connections.values where connection.isIdle { connection.closeAfterWrite() }
  }

  var openConnections: Int { connections.count }

  func closeAll() {
    guard !isClosed else { return }
    isClosed = true
    drain()
    for connection in connections.values { connection.close() }
    uv_close(UnsafeMutableRawPointer(timer).assumingMemoryBound(to: uv_handle_t.self), nil)
  }

  private func tick() {
    let now = clock()
    if now.seconds != dateSecond {
      dateSecond = now.seconds
      date = Array("Date: \(HTTPDate.text(now))\r\n".utf8)
    }
    tickCount &+= 1
    if tickCount % 40 == 0 { fast.sweep(now: now) }
    descriptorLimit = Descriptors.limit
    if isOutOfDescriptors, !isDraining { listen() }
    let loopNow = uv_now(loop.uv)
    for connection in connections.values { connection.checkDeadlines(now: loopNow) }
  }

  // MARK: Connections

  /// How many are accepted before those that are there have their turn.
  private static let acceptsAtOnce = 256

  private func acceptAll() {
    for _ in 0..<Worker.acceptsAtOnce {
      guard Descriptors.hasRoom(besides: listening, within: descriptorLimit) else { return waitForDescriptors() }
      let descriptor = accept4(listening, nil, nil, Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue))
      if descriptor >= 0 {
        accept(descriptor)
      } else if errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM {
        return waitForDescriptors()
      } else if errno != ECONNABORTED, errno != EINTR {
        return
      }
    }
  }

  /// Clients wait in the system's queue until others have left; the next tick looks again.
  private func waitForDescriptors() {
    isOutOfDescriptors = true
    uv_poll_stop(listener)
  }

  private func accept(_ descriptor: Int32) {
    let tcp = UnsafeMutablePointer<uv_tcp_t>.allocate(capacity: 1)
    uv_tcp_init(loop.uv, tcp)
    let handle = UnsafeMutableRawPointer(tcp).assumingMemoryBound(to: uv_handle_t.self)
    guard uv_tcp_open(tcp, descriptor) == 0 else {
      close(descriptor)
      return uv_close(handle) {
        $0.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: uv_tcp_t.self).deallocate() }
      }
    }
    uv_tcp_nodelay(tcp, 1)
    counts.accepted += 1
    let connection = Connection(worker: self, tcp: tcp)
    connections[ObjectIdentifier(connection)] = connection
    let open = limit.take()
    // A few are told why; beyond that, telling would cost what the limit protects.
    if open > options.maxConnections + Worker.refusalsAtOnce { return connection.close() }
    if open > options.maxConnections { return connection.refuse(.unavailable) }
    connection.startReading()
  }

  func forget(_ connection: Connection) {
    if connections.removeValue(forKey: ObjectIdentifier(connection)) != nil { limit.giveBack() }
  }

  /// An answer is on its way: the connection is idle until the next request.
  func didFinish(_ connection: Connection) { connection.readDeadline = deadline(options.idleTimeout) }

  // MARK: What libuv and llhttp call

  static let allocate: uv_alloc_cb = { handle, _, buffer in
    guard let data = handle?.pointee.data else { return }
    let worker = Unmanaged<Connection>.fromOpaque(data).takeUnretainedValue().worker
    buffer?.pointee = uv_buf_init(worker.readBuffer, UInt32(Worker.readSize))
  }

  static let didRead: uv_read_cb = { stream, count, buffer in
    guard let data = stream?.pointee.data else { return }
    let connection = Unmanaged<Connection>.fromOpaque(data).takeUnretainedValue()
    if count < 0 { return connection.finished(withError: count != Int(UV_EOF.rawValue)) }
    guard count > 0, let base = buffer?.pointee.base else { return }
    connection.received(
      UnsafeBufferPointer(start: UnsafeRawPointer(base).assumingMemoryBound(to: UInt8.self), count: count))
  }

  /// llhttp keeps a pointer to its settings, so they live as long as the program.
  nonisolated(unsafe) static let settings: UnsafeMutablePointer<llhttp_settings_t> = {
    let settings = UnsafeMutablePointer<llhttp_settings_t>.allocate(capacity: 1)
    llhttp_settings_init(settings)
    settings.pointee.on_message_begin = { parser in
      Worker.connection(parser).messageBegan()
      return 0
    }
    settings.pointee.on_url = { parser, at, count in
      let connection = Worker.connection(parser)
      connection.head.appendTarget(Worker.bytes(at, count))
      return connection.isWithinLimits() ? 0 : -1
    }
    settings.pointee.on_header_field = { parser, at, count in
      let connection = Worker.connection(parser)
      if connection.isPastHead { return connection.droppedArrived(count) }
      connection.head.appendName(Worker.bytes(at, count))
      return connection.isWithinLimits() ? 0 : -1
    }
    settings.pointee.on_header_value = { parser, at, count in
      let connection = Worker.connection(parser)
      if connection.isPastHead { return connection.droppedArrived(count) }
      connection.head.appendValue(Worker.bytes(at, count))
      return connection.isWithinLimits() ? 0 : -1
    }
    settings.pointee.on_chunk_extension_name = { parser, _, count in
      Worker.connection(parser).droppedArrived(count)
    }
    settings.pointee.on_chunk_extension_value = { parser, _, count in
      Worker.connection(parser).droppedArrived(count)
    }
    settings.pointee.on_headers_complete = { Worker.connection($0).headersCompleted() }
    settings.pointee.on_body = { parser, at, count in
      Worker.connection(parser).bodyArrived(Worker.bytes(at, count))
      return 0
    }
    settings.pointee.on_message_complete = { Worker.connection($0).messageCompleted() }
    return settings
  }()

  private static func connection(_ parser: UnsafeMutablePointer<llhttp_t>?) -> Connection {
    // llhttp calls back only with the parser it was given, whose data is set for its whole life.
    Unmanaged<Connection>.fromOpaque(parser.unsafelyUnwrapped.pointee.data).takeUnretainedValue()
  }

  private static func bytes(_ at: UnsafePointer<CChar>?, _ count: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: UnsafeRawPointer(at)?.assumingMemoryBound(to: UInt8.self), count: count)
  }
}
