import SQL
import Support
import Synchronization
import Testing
import Time

@testable import Jobs

@Suite struct `Two workers` {
  @Test(arguments: TestDatabase.engines) func `never run one job at once, and leave none out`(_ engine: TestDatabase)
    async throws
  {
    try await Works.open(engine) { (works) async throws -> Void in
      let other = try works.other()
      defer { other.database.close() }
      let (journal, clashes) = (Journal(), Counter())
      let running = Mutex<Set<String>>([])
      let handler = JobHandler("mail") { job in
        if !(running.withLock { $0.insert(job.job.effect).inserted }) { clashes.add() }
        for _ in 0..<20 { await Task.yield() }
        journal.add(job.job.effect)
        _ = running.withLock { $0.remove(job.job.effect) }
        return .done
      }
      for effect in 1...120 { try await works.add("mail", "\(effect)") }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in [works, other, works] {
          group.addTask { try await worker.worker([handler], concurrency: 3).runDue() }
        }
        try await group.waitForAll()
      }
      #expect(clashes.value == 0)
      #expect(journal.all.sorted() == (1...120).map(String.init).sorted())
      #expect(try await works.list(.queued) == [])
    }
  }

  @Test(arguments: TestDatabase.engines) func `share a job that its worker died with, after the lease`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await Works.open(engine) { (works) async throws -> Void in
      let other = try works.other()
      defer { other.database.close() }
      let journal = Journal()
      let handler = JobHandler("mail", lease: .seconds(60)) {
        journal.add("attempt \($0.job.attempt)"); return .done
      }
      try await works.add("mail", "1")
      // Claimed, and then the process was killed.
      let dead = try await works.database.write { tx in try works.queue.claim(["mail": handler], limit: 9, in: tx) }
      #expect(dead.count == 1)
      works.clock.advance(TimeSpan(microseconds: 59_999_999))
      try await other.worker([handler]).runDue()
      #expect(journal.all == [])
      works.clock.advance(TimeSpan(microseconds: 1))
      try await other.worker([handler]).runDue()
      #expect(journal.all == ["attempt 2"])
      // Should it be alive after all, it has nothing more to say.
      let late = try await works.database.write { tx in
        [
          try works.queue.renew(dead[0], for: .seconds(60), in: tx), try works.queue.complete(dead[0], in: tx),
          try works.queue.retry(dead[0], after: .zero, because: "", in: tx),
          try works.queue.poison(dead[0], because: "", in: tx), try works.queue.release(dead[0], in: tx),
        ]
      }
      #expect(late == [false, false, false, false, false])
      #expect(try await works.list(.done).count == 1)
    }
  }

  @Test(arguments: TestDatabase.engines) func `leave a job alone whose lease is renewed`(_ engine: TestDatabase)
    async throws
  {
    try await Works.open(engine) { (works) async throws -> Void in
      let handler = JobHandler("mail", lease: .seconds(60)) { _ in .done }
      try await works.add("mail", "1")
      let mine = try await works.database.write { tx in try works.queue.claim(["mail": handler], limit: 1, in: tx) }
      for _ in 0..<5 {
        works.clock.advance(.seconds(40))
        #expect(try await works.database.write { tx in try works.queue.renew(mine[0], for: .seconds(60), in: tx) })
        #expect(
          try await works.database.write { tx in try works.queue.claim(["mail": handler], limit: 1, in: tx) }.isEmpty)
      }
    }
  }

  @Test(arguments: TestDatabase.engines) func `write one effect, also when both carry the job out`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await Works.open(engine) { (works) async throws -> Void in
      let handler = JobHandler("mail") { _ in .done }
      try await works.add("mail", "1")
      let write: @Sendable (RunningJob) async throws -> Void = { job in
        try await works.database.write { tx in
          try tx.run(Works.effect, "attempt \(job.job.attempt)")
          try job.complete(in: tx)
        }
      }
      let slow = try await works.database.write { tx in try works.queue.claim(["mail": handler], limit: 1, in: tx) }
      works.clock.advance(.minutes(2))
      try await works.worker([
        JobHandler("mail") {
          try await write($0); return .done
        }
      ]).runDue()
      await #expect(throws: StoreError.busy) { try await write(slow[0]) }
      #expect(try await works.effects == ["attempt 2"])
    }
  }

  @Test(arguments: TestDatabase.engines) func `set a job aside that kills every worker`(_ engine: TestDatabase)
    async throws
  {
    try await Works.open(engine) { (works) async throws -> Void in
      let handler = JobHandler("mail", attempts: 3) { _ in
        Issue.record("it was run once more"); return .done
      }
      try await works.add("mail", "1")
      for _ in 0..<3 {
        let died = try await works.database.write { tx in try works.queue.claim(["mail": handler], limit: 1, in: tx) }
        #expect(died.count == 1)
        works.clock.advance(.minutes(1))
      }
      try await works.worker([handler]).runDue()
      #expect(try await works.list(.poisoned).map(\.error) == ["no worker outlived an attempt"])
    }
  }
}

@Suite struct `A job and a bad day` {
  @Test(arguments: TestDatabase.engines) func `an effect is written once, whichever statement fails`(
    _ engine: TestDatabase
  )
    async throws
  {
    let faults = Faults()
    try await Works.open(engine, faults: faults) { (works) async throws -> Void in
      let worker = works.worker([
        JobHandler("mail", attempts: 1_000, lease: .seconds(60), pause: .init(first: .seconds(1), most: .seconds(1))) {
          job in
          try await works.database.write { tx in
            try tx.run(Works.effect, job.job.effect)
            try job.complete(in: tx)
          }
          return .done
        }
      ])
      var struck = 0
      for nth in 1...12 {
        try await works.add("mail", "\(nth)")
        faults.fail(statement: nth)
        try? await worker.runDue()
        if !faults.isArmed { struck += 1 }
        faults.fail(statement: nil)
        works.clock.advance(.minutes(2))
        try await worker.runDue()
        #expect(try await works.effects.count == nth, "statement \(nth)")
      }
      #expect(struck >= 7)
      #expect(try await works.list(.queued) == [])
    }
  }

  @Test(arguments: TestDatabase.engines) func `after the clock was set back nothing waits for the future`(
    _ engine: TestDatabase
  ) async throws {
    try await Works.open(engine) { (works) async throws -> Void in
      let journal = Journal()
      let handler = JobHandler("mail") {
        journal.add($0.job.effect); return .done
      }
      works.clock.advance(.days(4_000))
      try await works.add("mail", "at once")
      try await works.add("mail", "in an hour", at: works.clock.now + .hours(1))
      try await works.add("mail", "a", at: works.clock.now - .hours(1))
      let held = try await works.database.write { tx in try works.queue.claim(["mail": handler], limit: 1, in: tx) }
      #expect(held.map(\.job.effect) == ["a"])
      works.clock.set(.wednesday)
      let worker = works.worker([handler])
      try await worker.runDue()
      #expect(journal.all == ["at once"])
      works.clock.advance(.seconds(59))
      try await worker.runDue()
      #expect(journal.all == ["at once"], "a lease is kept for as long as it was")
      works.clock.advance(.seconds(1))
      try await worker.runDue()
      #expect(journal.all == ["at once", "a"])
      works.clock.advance(.minutes(59))
      try await worker.runDue()
      #expect(journal.all == ["at once", "a", "in an hour"])
    }
  }

  @Test(arguments: TestDatabase.engines) func `clocks of two machines may differ by some minutes`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await Works.open(engine) { (works) async throws -> Void in
      let behind = try works.other(FakeClock(at: .wednesday - .minutes(9)))
      defer { behind.database.close() }
      try await works.add("mail", "1", at: .wednesday + .minutes(5))
      #expect(try await behind.database.write { tx in try behind.queue.mend(in: tx) } == 0)
      #expect(try await works.list(.queued).map(\.runAt) == [.wednesday + .minutes(5)])
    }
  }
}
