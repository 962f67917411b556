import API
import Crypto
import SQL
import Support
import Testing
import Time

@testable import Idempotency

@Suite struct `A key used again` {
  @Test(arguments: TestDatabase.engines) func `gives the first answer, byte for byte, and changes nothing`(
    _ engine: TestDatabase
  ) async throws {
    try await Guarded.open(engine) { (hub) async throws -> Void in
      #expect(try await hub.pay(hub.request()) == .fresh)
      for _ in 0..<2 { #expect(try await hub.pay(hub.request()) == .replay(.paid)) }
      #expect(try await hub.payments == 1)
    }
  }

  static let others: [(why: String, caller: String, key: String, path: String, body: String, isFresh: Bool)] = [
    ("another body", "usr_dana", "k", "/v1/pay", "{ }", false),
    ("another path", "usr_dana", "k", "/v1/pay?twice", "{}", false),
    ("another key", "usr_dana", "K", "/v1/pay", "{}", true),
    ("another person's same key", "usr_eli", "k", "/v1/pay", "{}", true),
  ]

  @Test(arguments: TestDatabase.engines) func `is a conflict for another request, and free for another caller`(
    _ engine: TestDatabase
  ) async throws {
    try await Guarded.open(engine) { (hub) async throws -> Void in
      _ = try await hub.pay(hub.request())
      for other in `A key used again`.others {
        let verdict = try await hub.pay(hub.request(other.key, by: other.caller, body: other.body, path: other.path))
        #expect(verdict == (other.isFresh ? .fresh : .conflict), "\(other.why)")
      }
      #expect(try await hub.payments == 3)
    }
  }

  static let statuses: [(status: Int, isKept: Bool)] = [
    (200, true), (201, true), (204, true), (302, true), (400, true), (401, false), (403, true), (404, true),
    (409, true),
    (422, true), (429, false), (500, false), (503, false), (100, false),
  ]

  @Test(arguments: TestDatabase.engines) func `repeats refusals, but neither a wait, a sign-in nor a fault of ours`(
    _ engine: TestDatabase
  ) async throws {
    try await Guarded.open(engine) { (hub) async throws -> Void in
      for (status, isKept) in `A key used again`.statuses {
        let answer = StoredAnswer(status: status, body: Array("{}".utf8))
        let request = try hub.request("\(status)")
        try await hub.write { idempotency, now, tx in try idempotency.record(request, answer, at: now, in: tx) }
        #expect(try await hub.pay(hub.request("\(status)")) == (isKept ? .replay(answer) : .fresh), "\(status)")
      }
    }
  }

  @Test(arguments: TestDatabase.engines) func `is forgotten after a day, at that instant, and swept away`(
    _ engine: TestDatabase
  ) async throws {
    try await Guarded.open(engine) { (hub) async throws -> Void in
      _ = try await hub.pay(hub.request())
      hub.clock.advance(TimeSpan(microseconds: 86_400_000_000 - 1))
      #expect(try await hub.pay(hub.request()) == .replay(.paid))
      #expect(try await hub.write { idempotency, now, tx in try idempotency.purge(at: now, in: tx) } == 0)
      hub.clock.advance(TimeSpan(microseconds: 1))
      #expect(try await hub.pay(hub.request(body: "other")) == .fresh)
      #expect(try await hub.pay(hub.request(body: "other")) == .replay(.paid))
      for key in 1...5 { _ = try await hub.pay(hub.request("\(key)")) }
      hub.clock.advance(.hours(24))
      #expect(try await hub.write { idempotency, now, tx in try idempotency.purge(at: now, limit: 4, in: tx) } == 4)
      #expect(try await hub.write { idempotency, now, tx in try idempotency.purge(at: now, limit: 4, in: tx) } == 2)
      #expect(try await hub.keys == 0)
    }
  }

  @Test(arguments: TestDatabase.engines) func `still gives its answer when the clock was set back`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await Guarded.open(engine) { (hub) async throws -> Void in
      _ = try await hub.pay(hub.request())
      hub.clock.advance(.days(-30))
      #expect(try await hub.pay(hub.request()) == .replay(.paid))
      #expect(try await hub.write { idempotency, now, tx in try idempotency.purge(at: now, in: tx) } == 0)
    }
  }

  @Test(arguments: TestDatabase.engines) func `is forgotten with its person`(_ engine: TestDatabase) async throws {
    try await Guarded.open(engine) { (hub) async throws -> Void in
      _ = try await hub.pay(hub.request(by: "usr_dana"))
      _ = try await hub.pay(hub.request(by: "usr_eli"))
      try await hub.write { idempotency, _, tx in try idempotency.forget(caller: "usr_dana", in: tx) }
      #expect(try await hub.keys == 1)
      #expect(try await hub.pay(hub.request(by: "usr_eli")) == .replay(.paid))
    }
  }

  static let words: [(String, Bool)] = [
    ("", false), ("k", true), (String(repeating: "é", count: 255), true), (String(repeating: "k", count: 256), false),
    ("9f1d2c8e-5a53-4bb2-9a3e-0b7a3e5d6c11", true), ("a\nb", false), ("a\u{7F}", false), ("a\u{85}b", false),
    (" ", true),
  ]

  @Test(arguments: words) func `has 1 to 255 characters`(_ text: String, _ isKey: Bool) {
    #expect((IdempotencyKey(text) != nil) == isKey, "\(text.debugDescription)")
  }
}

@Suite struct `A stored answer` {
  @Test func `is read back only as it was written`() {
    let answers = [
      StoredAnswer.paid, StoredAnswer(status: 204),
      StoredAnswer(status: 200, headers: ["X": "", "": "\r\n\r\n", "x": "é"], body: [0, 255, 13, 10]),
    ]
    for answer in answers {
      let bytes = answer.bytes
      #expect(StoredAnswer(status: answer.status, bytes: bytes) == answer)
      for count in 0..<bytes.count { #expect(StoredAnswer(status: 200, bytes: Array(bytes.prefix(count))) == nil) }
      #expect(StoredAnswer(status: 200, bytes: bytes + [0]) == nil)
    }
    #expect(StoredAnswer(status: 200, bytes: [255, 255, 255, 255, 0]) == nil)
  }

  @Test(arguments: TestDatabase.engines) func `is sealed, and does not open in another row`(_ engine: TestDatabase)
    async throws
  {
    let sealed = Statement<Void, [UInt8]>(
      Array("SELECT answer FROM kit_idempotency".utf8), read: { (row) throws(StoreError) in try row.bytes("answer") })
    let move = Statement<Void, Void>(
      Array("UPDATE kit_idempotency SET caller = 'usr_eli'".utf8), bind: { _ in [] })
    try await Guarded.open(engine) { (hub) async throws -> Void in
      _ = try await hub.pay(hub.request())
      let bytes = try #require(try await hub.database.read { tx in try tx.first(sealed) })
      #expect(!String(decoding: bytes, as: UTF8.self).contains("satk_live"))
      try await hub.database.write { tx in try tx.run(move) }
      await #expect { try await hub.pay(hub.request(by: "usr_eli")) } throws: {
        if case StoreError.damaged = $0 { true } else { false }
      }
      #expect(try await hub.payments == 1)
    }
  }
}
