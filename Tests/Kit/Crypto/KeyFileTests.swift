import Ambient
@testable import Crypto
import Foundation
import Glibc
import Support
import Testing

@Suite struct KeyFileTests {
  private func inFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("atrium-key-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder + "/key")
  }

  private func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o600) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    chmod(path, mode)
  }

  @Test func `the first start makes a key and the next ones find it`() throws {
    try inFolder { path in
      let key = try KeyFile.open(path, ambient: FakeClock().ambient(seed: 1))
      #expect(key.count == 32)
      #expect(try KeyFile.open(path, ambient: FakeClock().ambient(seed: 2)) == key)
      var about = stat()
      stat(path, &about)
      #expect(about.st_mode & 0o777 == 0o600)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: (path as NSString).deletingLastPathComponent) == ["key"])
    }
  }

  static let unfit: [(why: String, bytes: [UInt8])] = [
    ("empty", []), ("short", [UInt8](1...31)), ("long", (0..<33).map { UInt8($0 * 7) }),
    ("zeros", [UInt8](repeating: 0, count: 32)), ("counted", [UInt8](0..<32)),
    ("few different bytes", (0..<32).map { UInt8($0 % 5) }), ("typed", Array("change-me-change-me-change-me-32".utf8)),
  ]

  @Test(arguments: unfit) func `a start with a key that is none is refused`(_ c: (why: String, bytes: [UInt8])) throws {
    try inFolder { path in
      try write(c.bytes, to: path)
      #expect(throws: KeyFile.Failure.unfit(path: path), "\(c.why)") { try KeyFile.open(path, ambient: .live) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(c.bytes), "it is left as it was")
    }
  }

  @Test(arguments: [mode_t(0o644), 0o640, 0o604]) func `a key is for its owner's eyes`(_ mode: mode_t) throws {
    try inFolder { path in
      try write((0..<32).map { UInt8($0 * 7) }, to: path, mode: mode)
      #expect(throws: KeyFile.Failure.readableByOthers(path: path)) { try KeyFile.open(path, ambient: .live) }
    }
  }

  @Test func `what cannot be opened is said in words`() throws {
    try inFolder { path in
      #expect(throws: KeyFile.Failure.cannot("No such file or directory", path: path + "/no/key")) {
        try KeyFile.open(path + "/no/key", ambient: .live)
      }
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      #expect(throws: KeyFile.Failure.cannot("it is no file", path: path)) { try KeyFile.open(path, ambient: .live) }
      #expect(
        KeyFile.Failure.readableByOthers(path: "k").sentence == "The key file k can be read by others: chmod 600 k.")
    }
  }

  @Test func `starts at the same time get one key`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("atrium-key-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let found = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 { group.addTask { try KeyFile.open(folder + "/key", ambient: .live) } }
      return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
    }
    #expect(found.count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["key"])
  }
}
