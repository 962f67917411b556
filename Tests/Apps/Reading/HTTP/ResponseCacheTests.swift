import API
import HTTP
@testable import ReadingHTTP
import Support
import Synchronization
import Testing
import Time

/// One composition at a time, and what stands in meanwhile. Reading spec §14.
@Suite struct `The response cache` {
  /// Lets those who wait for it through once it is opened.
  final class Door: Sendable {
    private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    func pass() async {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          if !state.isOpen { state.waiting.append(continuation) }
          return state.isOpen
        }
        if isOpen { continuation.resume() }
      }
    }

    func open() {
      let waiting = state.withLock { state in
        state.isOpen = true
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume() }
    }

    /// Returns when somebody stands before it.
    func isWaitedFor() async {
      while state.withLock({ $0.waiting.isEmpty }) { await Task.yield() }
    }
  }

  private func entry(_ text: String, _ cache: ResponseCache, generation: Int64) -> PreparedResponse {
    PreparedResponse(
      body: Array(text.utf8), contentType: "text/plain", tag: text, headers: [:], compress: false,
      freshUntil: Instant(microseconds: .max), epoch: cache.epoch, epochNumber: cache.epochNumber(for: generation))
  }

  private func text(_ found: ResponseCache.Found) -> String {
    switch found {
    case .ready(let entry): String(decoding: entry.body, as: UTF8.self)
    case .stale(let entry): "stale " + String(decoding: entry.body, as: UTF8.self)
    }
  }

  @Test func `composes once for a generation, and anew for the next`() async throws {
    let cache = ResponseCache(ambient: FakeClock().ambient())
    var made = 0
    func ask(_ generation: Int64) async throws -> String {
      text(
        try await cache.answer("k") {
          made += 1
          return entry("\(generation)", cache, generation: generation)
        })
    }
    #expect(try await ask(1) == "1")
    #expect(try await ask(2) == "1")
    #expect(made == 1)
    cache.learn(2)
    #expect(try await ask(2) == "2")
    #expect(made == 2)
    cache.learn(1)  // an old poll changes nothing
    #expect(try await ask(3) == "2")
  }

  @Test func `never files an old snapshot under a new generation`() async throws {
    let cache = ResponseCache(ambient: FakeClock().ambient())
    let old = try await cache.answer("k") {
      cache.learn(2)  // learnt while the snapshot of 1 was being composed
      return entry("old", cache, generation: 1)
    }
    #expect(text(old) == "old")
    #expect(text(try await cache.answer("k") { entry("new", cache, generation: 2) }) == "new")
  }

  @Test func `does not keep a failure, but keeps that something is not there`() async throws {
    let cache = ResponseCache(ambient: FakeClock().ambient())
    cache.learn(1)
    var made = 0
    func fail(_ code: ProblemCode) async throws {
      _ = try await cache.answer("k") {
        made += 1
        throw Problem(code)
      }
    }
    for _ in 0..<3 { await #expect(throws: Problem.self) { try await fail(.unavailable) } }
    #expect(made == 3)
    for _ in 0..<3 { await #expect(throws: Problem.self) { try await fail(.notFound) } }
    #expect(made == 4)
    cache.learn(2)  // perhaps it is there now
    #expect(text(try await cache.answer("k") { entry("here", cache, generation: 2) }) == "here")
  }

  @Test func `hands one failure to everyone who waited for it`() async throws {
    let cache = ResponseCache(ambient: FakeClock().ambient())
    let door = Door()
    let outcomes = await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        do {
          _ = try await cache.answer("k") {
            await door.pass()
            throw Problem(.unavailable)
          }
          return false
        } catch { return (error as? Problem)?.code == .unavailable }
      }
      await door.isWaitedFor()
      for _ in 0..<5 {
        group.addTask {
          do {
            _ = try await cache.answer("k") { throw Problem(.internalError) }
            return false
          } catch { return error is Problem }
        }
      }
      door.open()
      return await group.reduce(into: [Bool]()) { $0.append($1) }
    }
    #expect(outcomes == Array(repeating: true, count: 6))
  }

  @Test func `lets the answer of the generation before stand in while a new one takes long`() async throws {
    let clock = FakeClock()
    let cache = ResponseCache(ambient: clock.ambient())
    _ = try await cache.answer("k") { entry("old", cache, generation: 1) }
    cache.learn(2)
    let door = Door()
    let leader = Task { [self] in
      text(
        try await cache.answer("k") {
          await door.pass()
          return entry("new", cache, generation: 2)
        })
    }
    await door.isWaitedFor()
    #expect(text(try await cache.answer("k") { throw Problem(.internalError) }) == "stale old")
    // Older than that it does not stand in: who asks then waits, and hears 503 in the end.
    clock.advance(.seconds(11))
    await #expect(throws: Problem.self) { _ = try await cache.answer("k") { throw Problem(.internalError) } }
    door.open()
    #expect(try await leader.value == "new")
    #expect(text(try await cache.answer("k") { throw Problem(.internalError) }) == "new")
  }

  @Test func `trusts nothing any more once the news is too old`() async throws {
    let cache = ResponseCache(ambient: FakeClock().ambient())
    _ = try await cache.answer("k") { entry("a", cache, generation: 1) }
    cache.distrust()
    #expect(text(try await cache.answer("k") { entry("b", cache, generation: 1) }) == "b")
  }

  @Test func `drops the oldest when memory is used up`() async throws {
    let cache = ResponseCache(ambient: FakeClock().ambient())
    cache.learn(1)
    let large = String(repeating: "x", count: 1 << 20)
    for n in 0..<60 { _ = try await cache.answer("\(n)") { entry(large, cache, generation: 1) } }
    #expect(cache.count < 60 && cache.count > 40)
    #expect(text(try await cache.answer("59") { throw Problem(.internalError) }) == large)
    #expect(text(try await cache.answer("0") { entry("again", cache, generation: 1) }) == "again")
  }
}
