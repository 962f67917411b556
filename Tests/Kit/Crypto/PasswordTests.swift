@testable import Crypto
import Encoding
import Glibc
import Support
import Synchronization
import Testing

@Suite struct PasswordTests {
  @Test func `a password is recognised, and only by itself`() async throws {
    let threads = BoundedThreads(threads: 2, limit: 10)
    defer { threads.close() }
    let passwords = PasswordHash(threads, ambient: FakeClock().ambient())
    let password = Array("correct horse".utf8)
    let hash = try await passwords.make(password)
    #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    #expect(try await passwords.verify(password, against: hash))
    #expect(try await !passwords.verify(Array("correct horsf".utf8), against: hash))
    #expect(try await !passwords.verify([], against: hash))
    #expect(try await passwords.make(password) != hash, "each hash has its own salt")
    #expect(!PasswordHash.needsRehash(hash))
  }

  @Test func `hashes of other programs are known`() async throws {
    let threads = BoundedThreads(threads: 1, limit: 10)
    defer { threads.close() }
    let passwords = PasswordHash(threads, ambient: FakeClock().ambient())
    let known = [  // the reference implementation's own tests, argon2/src/test.c
      "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
      "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    ]
    for hash in known {
      #expect(try await passwords.verify(Array("password".utf8), against: hash))
      #expect(PasswordHash.needsRehash(hash))
    }
    let refused = [
      "", "x", "$2b$12$abcdefghijklmnopqrstuv", "$argon2id$v=19$m=9999999,t=2,p=1$c29tZXNhbHQ$CTFh",
      "$argon2id$v=19$m=65536,t=200,p=1$c29tZXNhbHQ$CTFh", "$argon2id$v=19$m=65536",
      String(repeating: "$argon2id$", count: 30),
    ]
    for hash in refused { #expect(try await !passwords.verify(Array("password".utf8), against: hash), "\(hash)") }
    let long = [UInt8](repeating: 65, count: PasswordHash.longestPassword + 1)
    #expect(try await !passwords.verify(long, against: known[0]))
  }

  @Test func `a full queue says no at once`() async throws {
    let threads = BoundedThreads(threads: 1, limit: 1)
    let gate = Gate()
    let first = Task {
      try await threads.run {
        gate.wait(); return 1
      }
    }
    gate.waitForEntry()
    // One of these gets the only place in the queue; the others are refused while the thread is busy.
    let others = (0..<4).map { number in Task { try await threads.run { number } } }
    while threads.refusals < 3 { await Task.yield() }
    gate.open()
    #expect(try await first.value == 1)
    var answered = 0
    for other in others where (try? await other.value) != nil { answered += 1 }
    #expect(answered == 1)
    threads.close()
    await #expect(throws: CryptoError.busy) { try await threads.run { 3 } }
  }
}

/// Holds a thread until it is opened.
private final class Gate: @unchecked Sendable {
  private let entered = Mutex(false)
  private let opened = Mutex(false)

  func wait() {
    entered.withLock { $0 = true }
    while !opened.withLock({ $0 }) { sched_yield() }
  }

  func waitForEntry() { while !entered.withLock({ $0 }) { sched_yield() } }
  func open() { opened.withLock { $0 = true } }
}
