import API
import HTTP
import Support
import Time

/// How a test talks to the fixture: straight to the router, or over a socket.
enum Transport: String, CaseIterable, Sendable, CustomStringConvertible {
  case router, socket
  var description: String { rawValue }
}

/// One engine and one transport: every vector runs over all of them.
struct Setting: Sendable, CustomStringConvertible {
  let engine: TestDatabase
  let transport: Transport
  var description: String { "\(engine) over \(transport)" }
  static let all = TestDatabase.engines.flatMap { engine in
    Transport.allCases.map { Setting(engine: engine, transport: $0) }
  }
}

/// A fixture behind a socket. Answers are always read from one, so that what is tested is what a client sees.
final class Client: Sendable {
  private let server: HTTPServer
  private let fixture: Fixture
  private let transport: Transport

  init(_ fixture: Fixture, _ transport: Transport) throws {
    self.fixture = fixture
    self.transport = transport
    var options = ServerOptions()
    options.loops = 1
    options.drain = .zero
    // Over the router, nothing is answered from the loop's own memory: every request goes the whole way.
    let gate: (any FastGate)? = transport == .router ? ClosedGate() : fixture.site
    server = try HTTPServer(
      options, ambient: fixture.clock.ambient(), gate: gate, refuse: { fixture.router.refuse($0, $1, $2) },
      handler: { await fixture.router.handle($0) })
  }

  deinit { server.stop() }

  func get(_ target: String, method: String = "GET", key: String? = Fixture.key, _ headers: [String] = []) throws
    -> Fixture.Answer
  {
    let client = try RawClient(port: server.port)
    var lines = ["\(method) \(target) HTTP/1.1", "Host: read.example.com", "Connection: close"] + headers
    if let key { lines.append("X-API-Key: \(key)") }
    client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    let text = client.readAllBytes()
    guard let split = text.firstRange(of: Array("\r\n\r\n".utf8)) else {
      return Fixture.Answer(status: 0, headers: [:], body: "")
    }
    let head = String(decoding: text[..<split.lowerBound], as: UTF8.self).split(separator: "\r\n")
    var answer = Fixture.Answer(
      status: Int(head[0].split(separator: " ")[1]) ?? 0, headers: [:],
      body: String(decoding: text[split.upperBound...], as: UTF8.self))
    for line in head.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      answer.headers[line[..<colon].lowercased()] = line[line.index(colon, offsetBy: 2)...].description
    }
    return answer
  }
}

/// Lets nothing through on the fast way.
private struct ClosedGate: FastGate {
  var version: Int { 0 }
  func admits(key: ArraySlice<UInt8>?, address: String) -> Bool { false }
}
