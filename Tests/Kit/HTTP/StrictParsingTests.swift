import API
import HTTP
import Support
import Testing

/// What may not be understood in two ways is refused, and the connection with it (RFC 9112 §11.2).
@Suite struct `Strict parsing` {
  struct Case: Sendable, CustomTestStringConvertible {
    let why: String
    let request: String
    /// The status of the first answer; 0 is a connection closed without one.
    let status: Int
    var testDescription: String { why }

    init(_ why: String, _ request: String, _ status: Int) {
      self.why = why
      self.request = request
      self.status = status
    }
  }

  private static func get(_ target: String = "/", _ fields: String = "Host: a\r\n", _ version: String = "HTTP/1.1")
    -> String
  { "GET \(target) \(version)\r\n\(fields)\r\n" }

  private static func post(_ fields: String, _ body: String) -> String {
    "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(body)"
  }

  private static let chunked = "Transfer-Encoding: chunked\r\n"

  static let cases: [Case] = [
    // Framing
    Case("length and coding together", post("Content-Length: 3\r\n" + chunked, "0\r\n\r\n"), 400),
    Case("coding and length together", post(chunked + "Content-Length: 3\r\n", "0\r\n\r\n"), 400),
    Case("two lengths that differ", post("Content-Length: 3\r\nContent-Length: 4\r\n", "abcd"), 400),
    Case("two lengths that agree", post("Content-Length: 3\r\nContent-Length: 3\r\n", "abc"), 400),
    Case("a list of lengths", post("Content-Length: 3, 3\r\n", "abc"), 400),
    Case("a length with plus", post("Content-Length: +3\r\n", "abc"), 400),
    Case("a length with minus", post("Content-Length: -3\r\n", "abc"), 400),
    Case("a hexadecimal length", post("Content-Length: 0x3\r\n", "abc"), 400),
    Case("a length of no digits", post("Content-Length: \r\n", "abc"), 400),
    Case("a length beyond 64 bits", post("Content-Length: 18446744073709551616\r\n", "abc"), 400),
    Case("a length beyond 63 bits", post("Content-Length: 9223372036854775808\r\n", "abc"), 400),
    Case("a blank within a length", post("Content-Length: 1 0\r\n", "abc"), 400),
    Case("an unknown coding", post("Transfer-Encoding: cow\r\n", "0\r\n\r\n"), 400),
    Case("a coding before chunked", post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"), 400),
    Case("chunked and a blank", post("Transfer-Encoding: Chunked \r\nConnection: close\r\n", "0\r\n\r\n"), 200),
    Case("chunked that is not last", post("Transfer-Encoding: chunked, gzip\r\n", "0\r\n\r\n"), 400),
    Case("chunked twice", post("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"), 400),
    Case("chunked in two lines", post(chunked + chunked, "0\r\n\r\n"), 400),
    Case("a coding in quotes", post("Transfer-Encoding: \"chunked\"\r\n", "0\r\n\r\n"), 400),
    Case("a coding after a vertical tab", post("Transfer-Encoding: \u{0B}chunked\r\n", "0\r\n\r\n"), 400),
    Case("identity as a coding", post("Transfer-Encoding: identity\r\nContent-Length: 3\r\n", "abc"), 400),
    Case(
      "a coding in HTTP/1.0", "POST / HTTP/1.0\r\nHost: a\r\n" + chunked + "\r\n0\r\n\r\n", 400),
    // Chunks
    Case("a chunk size that is no number", post(chunked, "x\r\nabc\r\n0\r\n\r\n"), 400),
    Case("a chunk size with 0x", post(chunked, "0x3\r\nabc\r\n0\r\n\r\n"), 400),
    Case("a signed chunk size", post(chunked, "+3\r\nabc\r\n0\r\n\r\n"), 400),
    Case("a blank after a chunk size", post(chunked, "3 \r\nabc\r\n0\r\n\r\n"), 400),
    Case("a blank before a chunk size", post(chunked, " 3\r\nabc\r\n0\r\n\r\n"), 400),
    Case("a chunk size beyond 64 bits", post(chunked, "11111111111111111\r\nabc\r\n0\r\n\r\n"), 400),
    Case("a chunk longer than its size", post(chunked, "2\r\nabc\r\n0\r\n\r\n"), 400),
    Case("a bare LF after a chunk size", post(chunked, "3\nabc\r\n0\r\n\r\n"), 400),
    Case("a bare LF after a chunk", post(chunked, "3\r\nabc\n0\r\n\r\n"), 400),
    Case("a bare CR in a chunk extension", post(chunked, "3;a=\rb\r\nabc\r\n0\r\n\r\n"), 400),
    Case("a bare LF in a chunk extension", post(chunked, "3;a\nb\r\nabc\r\n0\r\n\r\n"), 400),
    Case("a chunk extension without end", post(chunked, "3;" + String(repeating: "a", count: 20_000)), 431),
    Case(
      "extensions on every chunk",
      post(chunked, String(repeating: "1;" + String(repeating: "a", count: 600) + "\r\nx\r\n", count: 40)), 431),
    Case(
      "trailers without end",
      post(chunked, "0\r\n" + String(repeating: "a: " + String(repeating: "b", count: 90) + "\r\n", count: 300)),
      431),
    Case("a trailer with a blank name", post(chunked, "0\r\n : b\r\n\r\n"), 400),
    // Fields
    Case("a blank before the colon", get("/", "Host: a\r\nX : b\r\n"), 400),
    Case("a folded field", get("/", "Host: a\r\nX: b\r\n c\r\n"), 400),
    Case("a first field that begins with a blank", get("/", " Host: a\r\nHost: a\r\n"), 400),
    Case("a field without colon", get("/", "Host: a\r\nX\r\n"), 400),
    Case("a field without name", get("/", "Host: a\r\n: b\r\n"), 400),
    Case("a NUL in a value", get("/", "Host: a\r\nX: b\0c\r\n"), 400),
    Case("a NUL in a name", get("/", "Host: a\r\nX\0Y: b\r\n"), 400),
    Case("a control character in a value", get("/", "Host: a\r\nX: b\u{01}c\r\n"), 400),
    Case("DEL in a value", get("/", "Host: a\r\nX: b\u{7F}c\r\n"), 400),
    Case("a bare CR in a value", get("/", "Host: a\r\nX: b\rc\r\n"), 400),
    Case("bare LF as line ends", "GET / HTTP/1.1\nHost: a\n\n", 400),
    Case("one bare LF", "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", 400),
    Case("a bracket in a name", get("/", "Host: a\r\nX[]: b\r\n"), 400),
    Case("101 fields", get("/", "Host: a\r\n" + String(repeating: "X: b\r\n", count: 100)), 431),
    Case("100 fields", get("/", "Host: a\r\n" + String(repeating: "X: b\r\n", count: 99)), 200),
    Case("fields over 16 KiB", get("/", "Host: a\r\nX: " + String(repeating: "b", count: 17_000) + "\r\n"), 431),
    Case("a name over 16 KiB", get("/", "Host: a\r\n" + String(repeating: "b", count: 17_000) + ": c\r\n"), 431),
    // Host
    Case("no Host", get("/", ""), 400),
    Case("no Host in HTTP/1.0", get("/", "", "HTTP/1.0"), 200),
    Case("two Hosts", get("/", "Host: a\r\nHost: b\r\n"), 400),
    Case("the same Host twice", get("/", "Host: a\r\nHost: a\r\n"), 400),
    Case("an empty Host", get("/", "Host:\r\n"), 400),
    Case("a Host with a blank", get("/", "Host: a b\r\n"), 400),
    Case("a Host with a slash", get("/", "Host: a/b\r\n"), 400),
    Case("a Host with user", get("/", "Host: u@a\r\n"), 400),
    Case("a Host with two ports", get("/", "Host: a:1:2\r\n"), 400),
    Case("a Host with a port that is no number", get("/", "Host: a:b\r\n"), 400),
    Case("a Host that is only a port", get("/", "Host: :80\r\n"), 400),
    Case("a list of Hosts is one odd name", get("/", "Host: a,b\r\n"), 200),
    Case("a Host with port", get("/", "Host: example.org:8080\r\n"), 200),
    Case("an IPv6 Host", get("/", "Host: [::1]:8080\r\n"), 200),
    Case("a broken IPv6 Host", get("/", "Host: [::1\r\n"), 400),
    // The request line
    Case("HTTP/0.9", "GET /\r\n\r\n", 400),
    Case("HTTP/2.0", get("/", "Host: a\r\n", "HTTP/2.0"), 400),
    Case("HTTP/1.2", get("/", "Host: a\r\n", "HTTP/1.2"), 400),
    Case("HTTP/1.10", get("/", "Host: a\r\n", "HTTP/1.10"), 400),
    Case("a version in small letters", get("/", "Host: a\r\n", "http/1.1"), 400),
    Case("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
    Case("the start of TLS", "\u{16}\u{03}\u{01}\u{00}\u{05}\u{01}", 400),
    Case("an unknown method", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("a method in small letters", "get / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    // RFC 9112 §3 lets a server read words instead of single blanks; llhttp and nginx do, and no framing hangs on it.
    Case("two blanks after the method", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    Case("a blank in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("a tab for a blank", "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("a fragment in the target", get("/a#b"), 400),
    Case("a letter beyond ASCII in the target", get("/é"), 400),
    Case("a control character in the target", get("/a\u{01}b"), 400),
    Case("a NUL in the target", get("/a\0b"), 400),
    Case("a target without slash", get("a"), 400),
    Case("a target over 4 KiB", get("/" + String(repeating: "a", count: 4096)), 414),
    Case("a target of 4 KiB", get("/" + String(repeating: "a", count: 4095)), 200),
    Case("an asterisk for GET", get("*"), 400),
    Case("an asterisk for OPTIONS", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    Case("a tunnel", "CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n", 400),
    Case("a tunnel to a path", "CONNECT / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Case("an absolute target of this host", get("http://a/x"), 200),
    Case("an absolute target of this host in capitals", get("HTTP://A/x"), 200),
    Case("an absolute target of another host", get("http://b/x"), 400),
    Case("an absolute target of another scheme", get("ftp://a/x"), 400),
    Case("an address within a query", get("/sign-in?next=http://b/x"), 200),
    Case("an address within a path", get("/http://b/x"), 200),
    Case("empty lines before a request", "\r\n\r\n" + get(), 200),
    // Ends
    Case("nothing at all", "", 0),
    Case("half a head", "GET / HTTP/1.1\r\nHos", 0),
    Case("half a body", post("Content-Length: 10\r\n", "abc"), 0),
    Case("half a chunked body", post(chunked, "5\r\nabc"), 0),
  ]

  @Test(arguments: cases) func `refuses what could be read in two ways`(_ one: Case) async throws {
    try await serving({ $0.loops = 1 }, echo) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send(one.request)
      client.finishSending()
      let answer = client.readAll()
      let status = answer.hasPrefix("HTTP/1.1 ") ? Int(answer.dropFirst(9).prefix(3)) ?? -1 : answer.isEmpty ? 0 : -1
      #expect(status == one.status, "\(one.why): \(answer.prefix(300))")
      if one.status >= 400 { #expect(answer.contains("\r\nConnection: close\r\n")) }
    }
  }

  /// The hidden request must never be answered, whatever the reason the first one is refused for.
  @Test(arguments: cases.filter { $0.status >= 400 })
  func `answers nothing after a refusal`(_ one: Case) async throws {
    try await serving({ $0.loops = 1 }, echo) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send(one.request + "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n")
      client.finishSending()
      let answer = client.readAll()
      #expect(!answer.contains("/hidden"), "\(one.why): \(answer.prefix(300))")
      #expect(answer.components(of: "HTTP/1.1 ") == 1, "\(one.why): \(answer.prefix(300))")
    }
  }

  @Test func `takes trailers for trailers and not for fields of the request`() async throws {
    try await serving(
      { $0.loops = 1 },
      { request in
        _ = try? await request.body.collect(limit: 100)
        return Response(status: 200, body: .bytes(Array("[\(request.headers["X-Late"] ?? "none")]".utf8)))
      }
    ) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send(Self.post(Self.chunked + "Connection: close\r\n", "3\r\nabc\r\n0\r\nX-Late: yes\r\n\r\n"))
      #expect(client.readAll().hasSuffix("[none]"))
    }
  }

  @Test func `does not take up an upgrade and goes on with HTTP/1.1`() async throws {
    try await serving({ $0.loops = 1 }, echo) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      client.send(
        Self.get("/a", "Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n")
          + Self.get("/b", "Host: a\r\nConnection: close\r\n"))
      let answer = client.readAll()
      #expect(answer.contains("GET /a []") && answer.hasSuffix("GET /b []"), "\(answer)")
    }
  }
}

extension String {
  func components(of text: String) -> Int { split(separator: text, omittingEmptySubsequences: false).count - 1 }
}
