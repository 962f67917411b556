import Foundation
import HTTP
import ReadingHTTP
import Support
import Testing
import Time

/// Files under `/media/`, kept for ever. Reading spec §11.2, RFC 9110 §14.
@Suite struct `A media file` {
  private static let tone = "assets/tone.0a1b2c3d.mp3"
  private static let bytes = "0123456789"

  private func with(_ body: (Client) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("served-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["assets", "img", "originals"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    try Data(Self.bytes.utf8).write(to: folder.appendingPathComponent(Self.tone))
    try Data("<svg/>".utf8).write(to: folder.appendingPathComponent("assets/mark.0a1b2c3d.svg"))
    try Data("secret".utf8).write(to: folder.appendingPathComponent("originals/0a1b"))
    try Data("secret".utf8).write(to: folder.appendingPathComponent("secret.mp3"))
    try Data("secret".utf8).write(to: folder.appendingPathComponent("assets/.hidden.mp3"))
    var options = Fixture.options
    options.mediaFolder = folder.path
    let engine = try #require(TestDatabase.engines.first)
    try await Fixture.open(engine, options: options, { $0 = [] }) { (fixture) async throws -> Void in
      try await body(Client(fixture, .router))
    }
  }

  /// (the header lines, the status, the body, Content-Range)
  static let ranges: [(lines: [String], status: Int, body: String, range: String?)] = [
    ([], 200, bytes, nil),
    (["Range: bytes=0-3"], 206, "0123", "bytes 0-3/10"),
    (["Range: bytes=7-"], 206, "789", "bytes 7-9/10"),
    (["Range: bytes=-2"], 206, "89", "bytes 8-9/10"),
    (["Range: bytes=-99"], 206, bytes, "bytes 0-9/10"),
    (["Range: bytes=8-99"], 206, "89", "bytes 8-9/10"),
    (["Range: bytes=10-"], 416, "", "bytes */10"),
    (["Range: bytes=-0"], 416, "", "bytes */10"),
    (["Range: bytes=5-3"], 200, bytes, nil),
    (["Range: bytes=a-3"], 200, bytes, nil),
    (["Range: bytes=-"], 200, bytes, nil),
    (["Range: lines=0-3"], 200, bytes, nil),
    (["Range: bytes=0-1,3-4"], 200, bytes, nil),
    (["Range: bytes=99999999999999999999-"], 200, bytes, nil),
    (["Range: bytes=0-3", "If-Range: \"tone.0a1b2c3d.mp3\""], 206, "0123", "bytes 0-3/10"),
    (["Range: bytes=0-3", "If-Range: W/\"tone.0a1b2c3d.mp3\""], 200, bytes, nil),
    (["Range: bytes=0-3", "If-Range: \"other\""], 200, bytes, nil),
    (["If-None-Match: \"tone.0a1b2c3d.mp3\""], 304, "", nil),
    (["If-None-Match: \"tone.0a1b2c3d.mp3\"", "Range: bytes=0-3"], 304, "", nil),
  ]

  @Test func `is answered in ranges`() async throws {
    try await with { (client) async throws -> Void in
      for (lines, status, body, range) in Self.ranges {
        let answer = try client.get("/media/" + Self.tone, key: nil, lines)
        #expect(answer.status == status && answer.body == body, "\(lines)")
        #expect(answer["Content-Range"] == range, "\(lines)")
        guard status != 416 else { continue }
        #expect(answer["Cache-Control"] == "public, max-age=31536000, immutable", "\(lines)")
        #expect(answer["ETag"] == "\"tone.0a1b2c3d.mp3\"" && answer["X-Content-Type-Options"] == "nosniff", "\(lines)")
      }
    }
  }

  @Test func `needs no key, says what it is, and is not compressed again`() async throws {
    try await with { (client) async throws -> Void in
      let tone = try client.get("/media/" + Self.tone, key: nil, ["Accept-Encoding: gzip, br"])
      #expect(
        tone["Content-Type"] == "audio/mpeg" && tone["Content-Encoding"] == nil && tone["Accept-Ranges"] == "bytes")
      let head = try client.get("/media/" + Self.tone, method: "HEAD", key: nil)
      #expect(head.status == 200 && head["Content-Length"] == "10" && head.body.isEmpty)
      let mark = try client.get("/media/assets/mark.0a1b2c3d.svg", key: nil)
      #expect(mark["Content-Type"] == "image/svg+xml")
      #expect(mark["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'")
      #expect(try client.get("/media/" + Self.tone, method: "POST", key: nil).status == 405)
    }
  }

  @Test func `is found under its own name only`() async throws {
    try await with { (client) async throws -> Void in
      for path in [
        "originals/0a1b", "secret.mp3", "assets/../secret.mp3", "assets/%2e%2e/secret.mp3", "assets/..%2fsecret.mp3",
        "assets/%2E%2E%2Fsecret.mp3", "../media/secret.mp3", "assets/.hidden.mp3", "assets//tone.0a1b2c3d.mp3",
        "assets/", "assets", "", "assets/none.mp3", "assets/tone.0a1b2c3d.mp3/", "assets/tone.0a1b2c3d.mp3%00",
        "img/tone.0a1b2c3d.mp3", "Assets/tone.0a1b2c3d.mp3",
      ] {
        let answer = try client.get("/media/" + path, key: nil)
        #expect(answer.status == 404, "\(path)")
        #expect(!answer.body.contains("secret") || answer.body.isEmpty, "\(path)")
      }
    }
  }
}
