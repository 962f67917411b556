package import API
package import Ambient
import CUV
import Encoding
import Glibc
import Synchronization
import Time

/// Why a server could not listen.
package struct ListenError: Error, Sendable {
  package let sentence: String
}

/// How many connections are open, over all loops.
final class ConnectionLimit: Sendable {
  private let open = Atomic<Int>(0)
  var count: Int { open.load(ordering: .relaxed) }
  /// Takes a place and says how many are taken with it.
  func take() -> Int { open.wrappingAdd(1, ordering: .relaxed).newValue }
  func giveBack() { open.wrappingSubtract(1, ordering: .relaxed) }
}

/// An HTTP/1.1 server: one loop a core, each with a listener of its own on the same port. TLS and HTTP/2 end in front.
package final class HTTPServer: Sendable {
  package let port: UInt16
  private let workers: [Worker]
  private let options: ServerOptions
  private let limit: ConnectionLimit
  private let isStopped = Mutex(false)

  /// Listens and starts its loops.
  ///
  /// - Parameters:
  ///   - gate: who may have a prepared answer without the handler.
  ///   - refuse: the answer to what is no request, by the problem, the raw target, which may be empty, and the id it is answered under.
  ///   - handler: answers every request that is not answered from prepared answers. It starts on the loop's thread.
  package init(
    _ options: ServerOptions, ambient: Ambient, gate: (any FastGate)? = nil,
    refuse: @escaping @Sendable (ProblemCode, String, String) -> Response,
    handler: @escaping @Sendable (Request) async -> Response
  ) throws(ListenError) {
    self.options = options
    // A client that goes away while it is written to must cost its connection, not the program.
    signal(SIGPIPE, SIG_IGN)
    let limit = ConnectionLimit()
    self.limit = limit
    let count = options.loops > 0 ? options.loops : max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    var sockets: [Int32] = []
    var port = options.port
    for _ in 0..<count {
      do throws(ListenError) { sockets.append(try HTTPServer.listen(options.host, port)) } catch {
        for socket in sockets { close(socket) }
        throw error
      }
      if port == 0 { port = HTTPServer.port(of: sockets[0]) }
    }
    self.port = port
    let prefix = Hex.encode(ambient.bytes(5))
    workers = (0..<count).map { number in
      Worker(
        options: options, clock: ambient.now, idPrefix: "\(prefix)-\(String(number, radix: 36))-", gate: gate,
        limit: limit,
        handler: handler, refuse: refuse)
    }
    for (worker, socket) in zip(workers, sockets) { worker.start(listeningOn: socket) }
  }

  /// What was counted so far, over all loops.
  package func counts() async -> ServerCounts {
    var sum = ServerCounts()
    for worker in workers {
      let counts = await withCheckedContinuation { continuation in
        worker.loop.perform { continuation.resume(returning: worker.counts) }
      }
      sum.accepted += counts.accepted
      sum.requests += counts.requests
      sum.fastAnswers += counts.fastAnswers
      sum.refused += counts.refused
    }
    sum.open = limit.count
    return sum
  }

  /// Stops listening, lets requests under way finish for as long as `options.drain`, and cuts the rest. Blocks until done,
  /// so a handler must not call it.
  package func stop() {
    if isStopped.withLock({
      let was = $0; $0 = true; return was
    }) {
      return
    }
    for worker in workers { worker.loop.perform { worker.drain() } }
    var waited: Int64 = 0
    while limit.count > 0, waited < options.drain.microseconds {
      usleep(10_000)
      waited += 10_000
    }
    for worker in workers { worker.loop.perform { worker.closeAll() } }
    for worker in workers { worker.loop.finish() }
  }

  private static func listen(_ host: String, _ port: UInt16) throws(ListenError) -> Int32 {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE | AI_NUMERICHOST
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &found) == 0, let info = found else {
      throw ListenError(sentence: "\(host) is not an address to listen on.")
    }
    defer { freeaddrinfo(found) }
    let descriptor = socket(
      info.pointee.ai_family,
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else {
      throw ListenError(sentence: "No socket for \(host): \(String(cString: strerror(errno))).")
    }
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, socklen_t(MemoryLayout<Int32>.size))
    // Listening from here on, so that a connection made right after the start is kept for the loop and not refused.
    guard bind(descriptor, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0, Glibc.listen(descriptor, 1024) == 0
    else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw ListenError(sentence: "Cannot listen on \(host), port \(port): \(reason).")
    }
    return descriptor
  }

  private static func port(of descriptor: Int32) -> UInt16 {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = getsockname(descriptor, address, &length)
        return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
      }
    }
  }
}
