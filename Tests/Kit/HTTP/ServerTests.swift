import API
import Glibc
import HTTP
import Support
import Synchronization
import Testing
import Time

/// Starts a server for one test and stops it. The test's own steps have a thread of their own, since its clients block.
func serving<Value: Sendable>(
  _ change: (inout ServerOptions) -> Void = { _ in }, _ handler: @escaping @Sendable (Request) async -> Response,
  gate: (any FastGate)? = nil, _ body: @escaping @Sendable (HTTPServer) async throws -> Value
) async throws -> Value {
  var options = ServerOptions()
  options.loops = 2
  options.drain = .seconds(1)
  change(&options)
  let server = try HTTPServer(
    options, ambient: FakeClock().ambient(), gate: gate,
    refuse: { code, _, _ in
      Response(status: code.status, headers: ["Content-Type": "text/plain"], body: .bytes(Array(code.rawValue.utf8)))
    },
    handler: handler)
  return try await OwnThread.run {
    defer { server.stop() }
    return try await body(server)
  }
}

/// Says what it was asked, and the body.
let echo: @Sendable (Request) async -> Response = { request in
  do {
    let body = try await request.body.collect(limit: 1 << 20)
    return Response(
      status: 200, body: .bytes(Array("\(request.method.name) \(request.target) [".utf8) + body + Array("]".utf8)))
  } catch {
    return Response(status: 400, body: .bytes(Array("\(error)".utf8)))
  }
}

@Suite struct `The server` {
  @Test func `answers pipelined requests in order, slow ones too`() async throws {
    try await serving(
      { _ in },
      { request in
        if request.target == "/slow" { try? await Task.sleep(for: .milliseconds(30)) }
        return await echo(request)
      }
    ) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send(
        "GET /slow HTTP/1.1\r\nHost: a\r\n\r\nPOST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nxyzGET /c HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      )
      let text = client.readAll()
      let bodies = text.split(separator: "\r\n").map(String.init).filter { $0.contains("[") || $0.hasSuffix("]") }
      #expect(
        bodies.map { $0.replacing("HTTP/1.1 200 OK", with: "") } == ["GET /slow []", "POST /b [xyz]", "GET /c []"])
    }
  }

  @Test func `reads a chunked body and passes every piece on`() async throws {
    try await serving({ _ in }, echo) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send("POST /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nWiki\r\n")
      client.send("5\r\npedia\r\n0\r\n\r\n")
      #expect(client.readAll().hasSuffix("POST /x [Wikipedia]"))
    }
  }

  @Test func `sends HEAD the head of GET, and its length`() async throws {
    try await serving({ _ in }, echo) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send("HEAD /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let text = client.readAll()
      #expect(text.contains("Content-Length: 10\r\n") && text.hasSuffix("\r\n\r\n"))
    }
  }

  @Test func `streams in chunks as slowly as the client reads`() async throws {
    let counted = Counter()
    try await serving(
      { _ in },
      { _ in
        Response(
          status: 200,
          body: .stream(length: nil) { write in
            for _ in 0..<1600 {
              try await write(Array(repeating: 65, count: 64 * 1024))
              counted.add(64 * 1024)
            }
          })
      }
    ) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send("GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      _ = client.readSome(1024)
      try await Task.sleep(for: .milliseconds(200))
      // Kernel buffers and ours hold some; 100 MB would mean that nobody waited.
      #expect(counted.value < 64 << 20)
      #expect(client.readAll().utf8.count > 1600 * 64 * 1024)
      #expect(counted.value == 1600 * 64 * 1024)
    }
  }

  @Test func `stops reading when the handler is slow`() async throws {
    try await serving(
      { _ in },
      { request in
        var bytes = 0
        do {
          while let chunk = try await request.body.next() {
            bytes += chunk.count
            if bytes < 1 << 20 { try? await Task.sleep(for: .milliseconds(1)) }
          }
        } catch { return Response(status: 400) }
        return Response(status: 200, body: .bytes(Array("\(bytes)".utf8)))
      }
    ) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send("PUT /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: \(8 << 20)\r\n\r\n")
      for _ in 0..<128 { client.send([UInt8](repeating: 7, count: 65536)) }
      #expect(client.readAll().hasSuffix("\r\n\r\n\(8 << 20)"))
    }
  }

  @Test func `says 100 Continue only when the body is wanted`() async throws {
    try await serving(
      { _ in },
      { request in
        if request.target == "/no" { return Response(status: 413) }
        return await echo(request)
      }
    ) { (server) async throws -> Void in
      let willing = try RawClient(port: server.port)
      willing.send(
        "POST /yes HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
      #expect(willing.read(until: "100 Continue\r\n\r\n") != nil)
      willing.send("ok")
      #expect(willing.readAll().hasSuffix("[ok]"))
      let refused = try RawClient(port: server.port)
      refused.send("POST /no HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
      let text = refused.readAll()
      #expect(text.hasPrefix("HTTP/1.1 413") && !text.contains("100 Continue") && text.contains("Connection: close"))
    }
  }

  @Test func `echoes a well-formed request id and makes one otherwise`() async throws {
    try await serving({ _ in }, { Response(status: 200, body: .bytes(Array($0.id.utf8))) }) {
      (server) async throws -> Void in
      for (given, isKept) in [("abc-1_2.3", true), ("has space", false), (String(repeating: "a", count: 65), false)] {
        let client = try RawClient(port: server.port)
        client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Request-ID: \(given)\r\n\r\n")
        let text = client.readAll()
        #expect(text.contains("X-Request-ID: \(given)\r\n") == isKept)
        #expect(text.contains("X-Request-ID: "))
      }
    }
  }

  @Test func `closes a connection whose head does not come`() async throws {
    try await serving({ $0.headTimeout = .milliseconds(300) }, echo) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send("GET /slow HTTP/1.1\r\nHo")
      #expect(client.readAll() == "")
    }
  }

  @Test func `closes an idle connection, and tells the handler when a body stops coming`() async throws {
    try await serving(
      {
        $0.idleTimeout = .milliseconds(300); $0.bodyTimeout = .milliseconds(300)
      }, echo
    ) { (server) async throws -> Void in
      let idle = try RawClient(port: server.port)
      idle.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(idle.readAll().hasSuffix("GET / []"))
      let stuck = try RawClient(port: server.port)
      stuck.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
      #expect(!stuck.readAll().contains("200 OK"))
    }
  }

  @Test func `lets requests under way finish when it stops, and takes no new ones`() async throws {
    let started = Signal()
    try await serving(
      { $0.drain = .seconds(5) },
      { _ in
        started.set()
        try? await Task.sleep(for: .milliseconds(150))
        return Response(status: 200, body: .bytes(Array("done".utf8)))
      }
    ) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      await started.wait()
      server.stop()
      #expect(client.readAll().hasSuffix("done"))
      #expect(throws: RawClient.ClientError.self) { try RawClient(port: server.port) }
    }
  }

  @Test func `a handler that waited goes on where its connection lives`() async throws {
    try await serving(
      { $0.loops = 1 },
      { _ in
        let before = currentThread()
        try? await Task.sleep(for: .milliseconds(5))
        return Response(status: 200, body: .bytes(Array(before == currentThread() ? "same".utf8 : "other".utf8)))
      }
    ) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(client.readAll().hasSuffix("same"))
    }
  }

  @Test func `cancels the handler of a client that reset its connection`() async throws {
    let cancelled = Signal()
    try await serving(
      { _ in },
      { _ in
        await withTaskCancellationHandler {
          try? await Task.sleep(for: .seconds(20))
        } onCancel: {
          cancelled.set()
        }
        return Response(status: 200)
      }
    ) { (server) async throws -> Void in
      var client: RawClient? = try RawClient(port: server.port)
      client?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      try await Task.sleep(for: .milliseconds(50))
      client?.resetOnClose()
      client = nil
      await cancelled.wait()
    }
  }

  @Test func `refuses more connections than it may hold`() async throws {
    try await serving({ $0.maxConnections = 2 }, echo) { (server) async throws -> Void in
      let kept = try (0..<2).map { _ in try RawClient(port: server.port) }
      for client in kept {
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.read(until: "[]") != nil)
      }
      #expect(try RawClient(port: server.port).readAll().hasPrefix("HTTP/1.1 503"))
    }
  }

  @Test(arguments: 0..<32) func `answers the same however the bytes are cut`(_ seed: UInt64) async throws {
    let requests =
      "GET /a HTTP/1.1\r\nHost: a\r\n\r\nPOST /b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
      + "PUT /c HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n12345HEAD /d HTTP/1.1\r\nHost: a\r\n\r\nGET /e HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    try await serving({ $0.loops = 1 }, echo) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      var random = SeededBytes(seed: seed)
      var rest = Array(requests.utf8)[...]
      while !rest.isEmpty {
        let count = min(rest.count, 1 + Int(random.next() % 40))
        client.send(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
        if random.next() % 3 == 0 { try await Task.sleep(for: .microseconds(200)) }
      }
      let text = client.readAll()
      let found = ["GET /a []", "POST /b [abcde]", "PUT /c [12345]", "GET /e []"].allSatisfy { text.contains($0) }
      #expect(found, "seed \(seed): \(text)")
    }
  }
}

private func currentThread() -> UInt { UInt(pthread_self()) }

final class Counter: Sendable {
  private let total = Mutex(0)
  func add(_ count: Int) { total.withLock { $0 += count } }
  var value: Int { total.withLock { $0 } }
}

/// Set once, waited for by polling: no test sleeps longer than it must.
final class Signal: Sendable {
  private let isSet = Mutex(false)
  func set() { isSet.withLock { $0 = true } }
  func wait() async {
    for _ in 0..<1_000 {
      if isSet.withLock({ $0 }) { return }
      try? await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("the signal never came")
  }
}
