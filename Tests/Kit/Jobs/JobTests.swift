import Identifiers
import SQL
import Support
import Testing
import Time

@testable import Jobs

@Suite struct `A job` {
  @Test(arguments: TestDatabase.engines) func `is done once, after the commit that queued it, the longest due first`(
    _ engine: TestDatabase
  ) async throws {
    try await Works.open(engine) { (works) async throws -> Void in
      let journal = Journal()
      let worker = works.worker(
        [
          JobHandler("mail") {
            journal.add("\($0.job.effect) \(String(decoding: $0.job.payload, as: UTF8.self))"); return .done
          }
        ], concurrency: 1)
      try await works.add("mail", "late", payload: "c", at: .wednesday - .seconds(1))
      try await works.add("mail", "soon", payload: "b", at: .wednesday - .seconds(2))
      try await works.add("mail", "first", payload: "a", at: .wednesday - .seconds(3))
      try await works.add("mail", "tomorrow", at: .wednesday + .days(1))
      _ = try? await works.database.write { tx in
        try works.queue.enqueue("mail", effect: "rolled back", in: tx)
        throw StoreError.busy
      }
      try await worker.runDue()
      #expect(journal.all == ["first a", "soon b", "late c"])
      works.clock.advance(.days(1))
      try await worker.runDue()
      #expect(journal.all.count == 4)
      #expect(try await works.list(.queued) == [])
      #expect(try await works.list(.done).count == 4)
    }
  }

  @Test(arguments: TestDatabase.engines) func `of one effect key is queued once, also when it was done`(
    _ engine: TestDatabase
  ) async throws {
    try await Works.open(engine) { (works) async throws -> Void in
      let journal = Journal()
      let worker = works.worker(
        ["mail", "push"].map { kind in
          JobHandler(kind) {
            journal.add("\(kind) \($0.job.effect)"); return .done
          }
        })
      let added = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<16 { group.addTask { try await works.add("mail", "letter 1") } }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(added == 1)
      #expect(try await works.add("push", "letter 1"))
      try await worker.runDue()
      #expect(try await !works.add("mail", "letter 1"))
      try await worker.runDue()
      #expect(journal.all.sorted() == ["mail letter 1", "push letter 1"])
    }
  }

  @Test(arguments: TestDatabase.engines) func `of a kind that a worker does not know is left to others`(
    _ engine: TestDatabase
  ) async throws {
    try await Works.open(engine) { (works) async throws -> Void in
      try await works.add("mail", "1")
      try await works.add("mail.later", "2")
      try await works.worker([JobHandler("mail.late") { _ in .done }, JobHandler("ail") { _ in .done }]).runDue()
      #expect(try await works.list(.queued).count == 2)
      #expect(try await works.list(.queued).allSatisfy { $0.attempts == 0 })
    }
  }

  @Test(arguments: TestDatabase.engines)
  func `that fails comes back after pauses that grow and are never twice the same`(
    _ engine: TestDatabase
  ) async throws {
    try await Works.open(engine) { (works) async throws -> Void in
      let worker = works.worker([
        JobHandler("mail", attempts: 5, pause: .init(first: .seconds(10), most: .seconds(60))) { _ in
          throw StoreError.unavailable("no mail server")
        }
      ])
      try await works.add("mail", "1")
      try await works.add("mail", "2")
      for longest: Int64 in [10, 20, 40, 60] {
        try await worker.runDue()
        let waits = try await works.list(.queued).map { ($0.runAt - works.clock.now).microseconds }
        #expect(waits.allSatisfy { $0 >= longest * 500_000 && $0 <= longest * 1_000_000 }, "\(waits)")
        #expect(waits.count == 2 && waits[0] != waits[1])
        works.clock.advance(.seconds(longest))
      }
      #expect(try await works.list(.queued).allSatisfy { $0.error?.contains("no mail server") == true })
    }
  }

  @Test(arguments: TestDatabase.engines) func `waits as long as its handler was told to`(_ engine: TestDatabase)
    async throws
  {
    try await Works.open(engine) { (works) async throws -> Void in
      try await works.add("mail", "1")
      try await works.worker([JobHandler("mail") { _ in .again(because: "429", after: .minutes(7)) }]).runDue()
      #expect(try await works.list(.queued).map(\.runAt) == [.wednesday + .minutes(7)])
    }
  }

  @Test(arguments: TestDatabase.engines)
  func `that is poison is set aside, seen, and tried again when a person says so`(
    _ engine: TestDatabase
  ) async throws {
    try await Works.open(engine) { (works) async throws -> Void in
      let journal = Journal()
      let worker = works.worker([
        JobHandler("mail", attempts: 3) { running in
          journal.add("\(running.job.effect) \(running.job.attempt)")
          return running.job.effect == "bad" ? .poison(because: "550 no such user") : .again(because: "421 later")
        }
      ])
      try await works.add("mail", "bad", payload: "kept")
      try await works.add("mail", "weak")
      for _ in 0..<6 { try await worker.runDue(); works.clock.advance(.hours(1)) }
      #expect(journal.all.sorted() == ["bad 1", "weak 1", "weak 2", "weak 3"])
      let poisoned = try await works.list(.poisoned)
      #expect(poisoned.map(\.effect).sorted() == ["bad", "weak"])
      #expect(Set(poisoned.map(\.error)) == ["550 no such user", "421 later"])
      let bad = try #require(poisoned.first { $0.effect == "bad" })
      #expect(try await works.database.write { tx in try works.queue.revive(bad.id, in: tx) })
      #expect(try await works.database.write { tx in try works.queue.revive(bad.id, in: tx) } == false)
      try await worker.runDue()
      #expect(journal.all.last == "bad 1")
      #expect(try await works.database.write { tx in try works.queue.discard(bad.id, in: tx) })
      #expect(try await works.database.write { tx in try works.queue.discard(bad.id, in: tx) } == false)
      #expect(try await works.list(.poisoned).map(\.effect) == ["weak"])
      #expect(try await !works.add("mail", "bad"))
    }
  }

  @Test(arguments: TestDatabase.engines) func `that ended is forgotten after a week, one set aside after a season`(
    _ engine: TestDatabase
  ) async throws {
    try await Works.open(engine) { (works) async throws -> Void in
      let worker = works.worker([JobHandler("mail") { $0.job.effect == "bad" ? .poison(because: "no") : .done }])
      for effect in ["good", "bad", "later"] {
        try await works.add("mail", effect, at: effect == "later" ? .wednesday + .days(200) : nil)
      }
      try await worker.runDue()
      works.clock.advance(.days(7))
      try await worker.runDue()
      #expect(try await works.list(.done).count == 1)
      works.clock.advance(TimeSpan(microseconds: 60_000_001))
      try await worker.runDue()
      #expect(try await works.list(.done).count == 0)
      #expect(try await works.list(.poisoned).count == 1)
      works.clock.advance(.days(90))
      try await worker.runDue()
      #expect(try await works.list(.poisoned).count == 0)
      #expect(try await works.list(.queued).count == 1)
    }
  }

  @Test(arguments: TestDatabase.engines) func `with a name that is none is refused`(_ engine: TestDatabase) async throws
  {
    try await Works.open(engine) { (works) async throws -> Void in
      for kind in ["", "Mail", "a,b", "a%", "a_b", "a b"] {
        await #expect { try await works.add(kind, "1") } throws: {
          if case StoreError.misuse = $0 { true } else { false }
        }
      }
      #expect(try await works.list(.queued) == [])
    }
  }
}
