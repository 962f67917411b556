import API
import HTTP
import Support
import Testing

/// A client may ask ahead as much as it likes, and take its answers when it likes.
@Suite struct Pipelining {
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The handler answers while it is called, or later.
    let isLate: Bool
    /// Bytes of the client's pieces; what is ahead arrives while the server waits for room.
    let piece: Int
    /// The client ends its side before it reads.
    let ends: Bool
  }

  static let ways: [Way] = [
    Way(testDescription: "at once, in one piece", isLate: false, piece: 1 << 20, ends: false),
    Way(testDescription: "at once, in small pieces", isLate: false, piece: 37, ends: false),
    Way(testDescription: "at once, and ends", isLate: false, piece: 37, ends: true),
    Way(testDescription: "later, in small pieces", isLate: true, piece: 37, ends: false),
    Way(testDescription: "later, in one piece, and ends", isLate: true, piece: 1 << 20, ends: true),
  ]
  static let count = 600

  @Test(arguments: ways) func `answers all that was asked ahead by a client that does not read yet`(_ way: Way)
    async throws
  {
    let filler = [UInt8](repeating: UInt8(ascii: "."), count: 48 * 1024)
    try await serving(
      { $0.loops = 1 },
      { request in
        if way.isLate { await Task.yield() }
        return Response(status: 200, body: .bytes(filler + Array("[\(request.target)]".utf8)))
      }
    ) { (server) async throws -> Void in
      let client = try RawClient(port: server.port)
      var bytes: [UInt8] = []
      for number in 0..<Self.count {
        let isLast = number == Self.count - 1 && !way.ends
        bytes += Array("GET /\(number) HTTP/1.1\r\nHost: a\r\n\(isLast ? "Connection: close\r\n" : "")\r\n".utf8)
      }
      for start in stride(from: 0, to: bytes.count, by: way.piece) {
        client.send(Array(bytes[start..<min(bytes.count, start + way.piece)]))
      }
      if way.ends { client.finishSending() }
      let answers = client.readAllBytes().split(separator: UInt8(ascii: "[")).compactMap { part -> Int? in
        guard part.first == UInt8(ascii: "/"), let end = part.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        return Int(String(decoding: part[(part.startIndex + 1)..<end], as: UTF8.self))
      }
      #expect(answers == Array(0..<Self.count))
    }
  }
}
