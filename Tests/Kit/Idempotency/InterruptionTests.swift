import SQL
import Support
import Synchronization
import Testing
import Time

@testable import Idempotency

@Suite struct `A guarded change` {
  @Test(arguments: TestDatabase.engines) func `is all or nothing, whichever statement fails`(_ engine: TestDatabase)
    async throws
  {
    let faults = Faults()
    try await Guarded.open(engine, faults: faults) { (hub) async throws -> Void in
      for nth in 1... {
        faults.fail(statement: nth)
        let verdict = try? await hub.pay(hub.request())
        if verdict == nil {
          faults.fail(statement: nil)
          #expect(try await hub.keys == 0)
          #expect(try await hub.payments == 0)
          continue
        }
        #expect(nth > 2 && verdict == .fresh)
        break
      }
      faults.fail(statement: nil)
      faults.failCommit()
      await #expect(throws: StoreError.diskFull) { try await hub.pay(hub.request("second")) }
      #expect(try await hub.pay(hub.request("second")) == .fresh)
      #expect(try await hub.payments == 2)
    }
  }

  @Test(arguments: TestDatabase.engines) func `asked for thirty-two times at once happens once`(_ engine: TestDatabase)
    async throws
  {
    try await Guarded.open(engine) { (hub) async throws -> Void in
      let verdicts = try await withThrowingTaskGroup(of: IdempotencyVerdict.self) { group in
        for _ in 0..<32 { group.addTask { try await hub.pay(hub.request()) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(verdicts.count { $0 == .fresh } == 1)
      #expect(verdicts.allSatisfy { [.fresh, .replay(.paid), .inFlight].contains($0) })
      if engine.engine == .sqlite { #expect(!verdicts.contains(.inFlight)) }
      #expect(try await hub.payments == 1)
      #expect(try await hub.pay(hub.request()) == .replay(.paid))
    }
  }

  @Test(
    .enabled(if: TestDatabase.engines.count == 2, "ATRIUM_TEST_POSTGRES names no server")
  ) func `still running is said at once on PostgreSQL, without waiting`() async throws {
    try await Guarded.open(TestDatabase(engine: .postgres)) { (hub) async throws -> Void in
      let (first, now) = (try hub.request(), hub.clock.now)
      let held = await HeldWriter(hub.database) { tx in
        guard try hub.idempotency.begin(first, at: now, in: tx) == .fresh else { return }
        try tx.run(Guarded.payment, 1)
        try hub.idempotency.finish(first, .paid, at: now, in: tx)
      }
      #expect(try await hub.pay(hub.request()) == .inFlight)
      #expect(try await hub.pay(hub.request(body: "other")) == .inFlight)
      #expect(try await hub.pay(hub.request("other key")) == .fresh)
      held.letGo()
      try await held.finished()
      #expect(try await hub.pay(hub.request()) == .replay(.paid))
      #expect(try await hub.payments == 2)
    }
  }

  @Test(arguments: TestDatabase.engines) func `that is refused afterwards does not replace another attempt's answer`(
    _ engine: TestDatabase
  ) async throws {
    try await Guarded.open(engine) { (hub) async throws -> Void in
      let refused = try hub.request()
      _ = try await hub.pay(hub.request())
      let refusal = StoredAnswer(status: 409)
      try await hub.write { idempotency, now, tx in try idempotency.record(refused, refusal, at: now, in: tx) }
      #expect(try await hub.pay(hub.request()) == .replay(.paid))
    }
  }
}

@Suite struct `A reserved key` {
  func reserve(_ request: IdempotentRequest, in hub: Guarded) async throws -> IdempotencyVerdict {
    try await hub.write { idempotency, now, tx in try idempotency.reserve(request, at: now, in: tx) }
  }

  func finish(_ request: IdempotentRequest, in hub: Guarded) async throws {
    try await hub.write { idempotency, now, tx in
      try tx.run(Guarded.payment, 1)
      try idempotency.finish(request, .paid, at: now, in: tx)
    }
  }

  @Test(arguments: TestDatabase.engines) func `is in flight for others until it is finished`(_ engine: TestDatabase)
    async throws
  {
    try await Guarded.open(engine) { (hub) async throws -> Void in
      let first = try hub.request()
      #expect(try await reserve(first, in: hub) == .fresh)
      #expect(try await reserve(hub.request(), in: hub) == .inFlight)
      #expect(try await hub.pay(hub.request()) == .inFlight)
      #expect(try await hub.pay(hub.request(body: "other")) == .conflict)
      try await finish(first, in: hub)
      #expect(try await reserve(hub.request(), in: hub) == .replay(.paid))
    }
  }

  @Test(arguments: TestDatabase.engines)
  func `whose holder died is free a minute later, and its late answer is refused`(
    _ engine: TestDatabase
  ) async throws {
    try await Guarded.open(engine) { (hub) async throws -> Void in
      let (dead, heir) = (try hub.request(), try hub.request())
      _ = try await reserve(dead, in: hub)
      hub.clock.advance(TimeSpan(microseconds: 60_000_000 - 1))
      #expect(try await reserve(heir, in: hub) == .inFlight)
      hub.clock.advance(TimeSpan(microseconds: 1))
      #expect(try await reserve(heir, in: hub) == .fresh)
      await #expect(throws: StoreError.busy) { try await finish(dead, in: hub) }
      try await hub.write { idempotency, _, tx in try idempotency.release(dead, in: tx) }
      #expect(try await hub.pay(hub.request()) == .inFlight)
      try await finish(heir, in: hub)
      await #expect(throws: StoreError.busy) { try await finish(dead, in: hub) }
      #expect(try await hub.payments == 1)
    }
  }

  @Test(arguments: TestDatabase.engines) func `that nobody took over may still be finished late`(_ engine: TestDatabase)
    async throws
  {
    try await Guarded.open(engine) { (hub) async throws -> Void in
      let slow = try hub.request()
      _ = try await reserve(slow, in: hub)
      hub.clock.advance(.minutes(5))
      try await finish(slow, in: hub)
      #expect(try await hub.pay(hub.request()) == .replay(.paid))
    }
  }

  @Test(arguments: TestDatabase.engines) func `is free again after a fault of ours`(_ engine: TestDatabase) async throws
  {
    try await Guarded.open(engine) { (hub) async throws -> Void in
      let first = try hub.request()
      _ = try await reserve(first, in: hub)
      let fault = StoredAnswer(status: 503)
      try await hub.write { idempotency, now, tx in try idempotency.finish(first, fault, at: now, in: tx) }
      #expect(try await reserve(hub.request(), in: hub) == .fresh)
    }
  }

  @Test(arguments: TestDatabase.engines) func `does not block for as long as the clock was set back`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await Guarded.open(engine) { (hub) async throws -> Void in
      _ = try await reserve(hub.request(), in: hub)
      hub.clock.advance(.days(-400))
      #expect(try await hub.pay(hub.request()) == .fresh)
    }
  }
}
