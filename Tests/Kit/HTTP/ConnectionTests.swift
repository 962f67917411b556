import API
import Glibc
import HTTP
import Support
import Synchronization
import Testing
import Time

/// What a connection does when one side is slow, wrong, early or gone.
@Suite struct `A connection` {
  private func answer(_ text: String) -> Response { Response(status: 200, body: .bytes(Array(text.utf8))) }

  @Test func `stays when a small body is refused unread, and closes when a large one is`() async throws {
    try await serving({ $0.loops = 1 }, { _ in Response(status: 403) }) { (server) async throws -> Void in
      let small = try RawClient(port: server.port)
      small.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(small.read(until: "HTTP/1.1 403", count: 2) != nil)
      let large = try RawClient(port: server.port)
      large.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\n\r\nabc")
      #expect(large.read(until: "Connection: close\r\n") != nil)
      // Still sending, the client reads its answer and is not reset.
      for _ in 0..<16 { large.send([UInt8](repeating: 0, count: 65536)) }
      large.finishSending()
      _ = large.readAll()
    }
  }

  @Test func `sends no body where a status has none, whatever the handler gave`() async throws {
    try await serving(
      { $0.loops = 1 },
      { request in
        let status = Int(request.target.dropFirst()) ?? 500
        if request.headers["X-Stream"] != nil {
          return Response(status: status, body: .stream(length: nil) { write in try await write([65, 66]) })
        }
        return Response(status: status, body: .bytes([65, 66]))
      }
    ) { (server) async throws -> Void in
      for extra in ["", "X-Stream: 1\r\n"] {
        let client = try RawClient(port: server.port)
        client.send("GET /204 HTTP/1.1\r\nHost: a\r\n\(extra)\r\n")
        client.send("GET /304 HTTP/1.1\r\nHost: a\r\n\(extra)Connection: close\r\n\r\n")
        let text = client.readAll()
        #expect(
          !text.contains("AB") && !text.contains("Content-Length") && !text.contains("Transfer-Encoding"), "\(text)")
        #expect(text.hasPrefix("HTTP/1.1 204") && text.contains("HTTP/1.1 304"))
      }
    }
  }

  @Test func `lets no handler contradict the framing or split a field`() async throws {
    try await serving(
      { $0.loops = 1 },
      { _ in
        Response(
          status: 200,
          headers: [
            "Content-Length": "9", "Transfer-Encoding": "chunked", "Connection": "upgrade", "Date": "never",
            "X-Request-ID": "mine", "X-Odd": "a\r\nSet-Cookie: b",
          ], body: .bytes([65]))
      }
    ) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let text = client.readAll()
      #expect(text.contains("Content-Length: 1\r\n") && text.components(of: "Content-Length") == 1)
      #expect(!text.contains("Transfer-Encoding") && text.components(of: "Connection:") == 1)
      #expect(text.components(of: "Date:") == 1 && text.components(of: "X-Request-ID:") == 1)
      #expect(!text.contains("\r\nSet-Cookie"))
    }
  }

  @Test(arguments: [(5, 3), (3, 5)])
  func `cuts a stream that is not as long as it said`(_ said: Int, _ sent: Int) async throws {
    try await serving(
      { $0.loops = 1 },
      { _ in Response(status: 200, body: .stream(length: said) { try await $0([UInt8](repeating: 65, count: sent)) }) }
    ) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
      let text = client.readAll()
      #expect(text.components(of: "HTTP/1.1 ") <= 1 && text.components(of: "A") <= 3, "\(text)")
    }
  }

  @Test func `ends a chunked answer early when its handler fails, and never as if it were whole`() async throws {
    struct Failure: Error {}
    try await serving(
      { $0.loops = 1 },
      { _ in
        Response(
          status: 200,
          body: .stream(length: nil) { write in
            try await write([65]); throw Failure()
          })
      }
    ) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(!client.readAll().contains("0\r\n\r\n"))
    }
  }

  @Test func `puts no second answer into one that has begun when the body turns out malformed`() async throws {
    try await serving(
      { $0.loops = 1 },
      { request in
        Response(
          status: 200,
          body: .stream(length: nil) { write in
            while let chunk = try await request.body.next() { try await write(chunk) }
          })
      }
    ) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send("POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
      #expect(client.read(until: "abc\r\n") != nil)
      client.send("zzz\r\n")
      #expect(!client.readAll().contains("HTTP/1.1"))
    }
  }

  @Test func `answers HTTP/1.0 whole or by its end, never in chunks`() async throws {
    try await serving(
      { $0.loops = 1 },
      { _ in Response(status: 200, body: .stream(length: nil) { try await $0(Array("abc".utf8)) }) }
    ) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      let text = client.readAll()
      #expect(text.hasSuffix("\r\n\r\nabc") && text.contains("Connection: close") && !text.contains("chunked"))
    }
  }

  @Test func `cancels the handler of a client that left`() async throws {
    let cancelled = Signal()
    let started = Signal()
    try await serving(
      { $0.loops = 1 },
      { _ in
        started.set()
        do { try await Task.sleep(for: .seconds(20)) } catch { cancelled.set() }
        return Response(status: 200)
      }
    ) { (server) async throws -> Void in
      var client: RawClient? = try RawClient(port: server.port)
      client?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      await started.wait()
      client = nil
      await cancelled.wait()
    }
  }

  @Test func `sends events as they come and stops when the client has left`() async throws {
    let over = Signal()
    try await serving(
      { $0.loops = 1 },
      { _ in
        .events { send in
          defer { over.set() }
          try await send(ServerSentEvent(id: "1", data: "one"))
          while true {
            try await Task.sleep(for: .milliseconds(2))
            try await send(nil)
          }
        }
      }
    ) { (server) async throws -> Void in
      var client: RawClient? = try RawClient(port: server.port)
      client?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let text = client?.read(until: ":\n\n", count: 2) ?? ""
      #expect(text.contains("Content-Type: text/event-stream\r\n") && text.contains("id: 1\ndata: one\n\n"))
      client = nil
      await over.wait()
    }
  }

  @Test func `closes a body that comes one byte now and then`() async throws {
    let failed = Signal()
    try await serving(
      {
        $0.loops = 1; $0.bodyTimeout = .milliseconds(400)
      },
      { request in
        do { _ = try await request.body.collect(limit: 1000) } catch { failed.set() }
        return Response(status: 200)
      }
    ) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n")
      var sent = 0
      while sent < 100, client.send("a") {
        sent += 1
        try await Task.sleep(for: .milliseconds(30))
      }
      #expect(sent < 100)
      await failed.wait()
    }
  }

  @Test func `cuts a client that does not take its answer`() async throws {
    let over = Signal()
    try await serving(
      {
        $0.loops = 1; $0.writeTimeout = .milliseconds(300)
      },
      { _ in
        Response(
          status: 200,
          body: .stream(length: nil) { write in
            defer { over.set() }
            while true { try await write([UInt8](repeating: 65, count: 65536)) }
          })
      }
    ) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      await over.wait()
      _ = client
    }
  }

  @Test func `gives the other connections their turn while one takes all it can get`() async throws {
    try await serving(
      { $0.loops = 1 },
      { [self] request in
        if request.target == "/quick" { return answer("quick") }
        return Response(
          status: 200,
          body: .stream(length: nil) { write in
            while true { try await write([UInt8](repeating: 65, count: 65536)) }
          })
      }
    ) { (server) async throws -> Void in
      let greedy = try RawClient(port: server.port)
      greedy.send("GET /all HTTP/1.1\r\nHost: a\r\n\r\n")
      let isDone = Mutex(false)
      let port = server.port
      let quick = Task {
        try await OwnThread.run { () -> String in
          defer { isDone.withLock { $0 = true } }
          let client = try RawClient(port: port)
          client.send("GET /quick HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
          return client.readAll()
        }
      }
      while !isDone.withLock({ $0 }), greedy.readSome() != nil {}
      #expect(try await quick.value.hasSuffix("quick"))
    }
  }

  @Test func `stops soon when its kept connections are idle, those that answered during the stop too`() async throws {
    let started = Signal()
    let release = Signal()
    try await serving(
      {
        $0.loops = 1; $0.drain = .seconds(60)
      },
      { [self] request in
        if request.target == "/wait" {
          started.set()
          await release.wait()
        }
        return answer("done")
      }
    ) { (server) async throws -> Void in
      let idle = try RawClient(port: server.port)
      idle.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(idle.read(until: "done") != nil)
      let busy = try RawClient(port: server.port)
      busy.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
      await started.wait()
      let stopped = Task { try await OwnThread.run { server.stop() } }
      #expect(idle.readAll() == "")
      release.set()
      let text = busy.readAll()
      #expect(text.hasSuffix("done") && text.contains("Connection: close"))
      try await stopped.value
    }
  }

  @Test func `a handler that outlives the server ends all the same`() async throws {
    let started = Signal()
    let release = Signal()
    let ended = Signal()
    try await serving(
      {
        $0.loops = 1; $0.drain = .zero
      },
      { [self] _ in
        started.set()
        // Not cancellable, like a write that is under way.
        await Task.detached { await release.wait() }.value
        ended.set()
        return answer("late")
      }
    ) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      await started.wait()
      server.stop()
      #expect(client.readAll() == "")
      release.set()
      await ended.wait()
      let counts = await server.counts()
      #expect(counts.requests == 1 && counts.open == 0)
    }
  }

  @Test func `many kept and short connections leave no descriptor behind`() async throws {
    func descriptors() -> Int {
      guard let folder = opendir("/proc/self/fd") else { return -1 }
      defer { closedir(folder) }
      var count = 0
      while readdir(folder) != nil { count += 1 }
      return count
    }
    // Other suites run beside this one, so the bound is loose; a leak would be a descriptor for each connection.
    let before = descriptors()
    try await serving({ $0.loops = 2 }, echo) { (server) async throws -> Void in
      for _ in 0..<10 {
        let client = try RawClient(port: server.port)
        let one = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n"
        for _ in 0..<10 {
          client.send(String(repeating: one, count: 100))
          #expect(client.read(until: "GET /x []", count: 100) != nil)
        }
      }
      for _ in 0..<500 {
        let client = try RawClient(port: server.port)
        client.send("GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        _ = client.readAll()
      }
      let counts = await server.counts()
      #expect(counts.requests == 10_500)
    }
    #expect(descriptors() < before + 200)
  }

  /// Who speaks, what is forwarded, and who the client is then. The peer is always 127.0.0.1.
  static let forwarded: [(trusted: Set<String>, fields: String, address: String, isSecure: Bool)] = [
    ([], "X-Forwarded-For: 9.9.9.9\r\nX-Forwarded-Proto: https\r\n", "127.0.0.1", false),
    (["10.0.0.1"], "X-Forwarded-For: 9.9.9.9\r\nX-Forwarded-Proto: https\r\n", "127.0.0.1", false),
    (["127.0.0.1"], "", "127.0.0.1", false),
    (["127.0.0.1"], "X-Forwarded-For: 9.9.9.9\r\nX-Forwarded-Proto: https\r\n", "9.9.9.9", true),
    (["127.0.0.1"], "X-Forwarded-For: 6.6.6.6, 9.9.9.9\r\n", "9.9.9.9", false),
    (["127.0.0.1", "9.9.9.9"], "X-Forwarded-For: 6.6.6.6, 7.7.7.7,9.9.9.9\r\n", "7.7.7.7", false),
    (["127.0.0.1"], "X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-For: 2001:db8::1\r\n", "2001:db8::1", false),
    (["127.0.0.1"], "X-Forwarded-For: unknown\r\nX-Forwarded-Proto: http\r\n", "127.0.0.1", false),
    (["127.0.0.1"], "X-Forwarded-For: \r\n", "127.0.0.1", false),
  ]

  @Test(arguments: forwarded) func `believes configured proxies and nobody else`(
    _ one: (trusted: Set<String>, fields: String, address: String, isSecure: Bool)
  ) async throws {
    try await serving(
      {
        $0.loops = 1; $0.trustedProxies = one.trusted
      },
      { [self] request in answer("\(request.remoteAddress) \(request.isSecure)") }
    ) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(one.fields)\r\n")
      #expect(client.readAll().hasSuffix("\r\n\r\n\(one.address) \(one.isSecure)"))
    }
  }
}
