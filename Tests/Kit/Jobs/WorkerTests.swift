import SQL
import Support
import Telemetry
import Testing
import Time

@testable import Jobs

@Suite struct `A worker` {
  @Test(arguments: TestDatabase.engines) func `is woken by the commit, and works on until it is stopped`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await Works.open(engine) { (works) async throws -> Void in
      let (done, worker) = (Counter(), Mailbox())
      let jobs = works.worker([
        JobHandler("mail") { job in
          done.add(); await worker.put(job.job.effect); return .done
        }
      ])
      async let running: Void = jobs.run()
      for effect in ["1", "2", "3"] {
        try await works.add("mail", effect)
        #expect(await worker.take() == effect)
      }
      await jobs.stop(within: .seconds(30))
      await running
      #expect(done.value == 3)
      #expect(try await works.list(.done).count == 3)
      try await works.add("mail", "4")
      #expect(try await works.list(.queued).map(\.effect) == ["4"])
    }
  }

  @Test(arguments: TestDatabase.engines) func `need not look again when the commit has woken it`(_ engine: TestDatabase)
    async throws
  {
    try await Works.open(engine) { (works) async throws -> Void in
      // Woken before it waits, and while it waits; by itself it would sleep for a day.
      try await works.add("mail", "1")
      await works.queue.signal.wait(upTo: .days(1))
      async let waiting: Void = works.queue.signal.wait(upTo: .days(1))
      try await works.add("mail", "2")
      await waiting
    }
  }

  @Test(arguments: TestDatabase.engines) func `runs no more at once than it may`(_ engine: TestDatabase) async throws {
    try await Works.open(engine) { (works) async throws -> Void in
      let (now, most) = (Gauge(), Gauge())
      let handler = JobHandler("mail") { _ in
        most.raise(to: now.add(1))
        for _ in 0..<50 { await Task.yield() }
        _ = now.add(-1)
        return .done
      }
      for effect in 1...40 { try await works.add("mail", "\(effect)") }
      try await works.worker([handler], concurrency: 3).runDue()
      #expect(most.value <= 3 && most.value > 0)
      #expect(try await works.list(.done).count == 40)
    }
  }

  @Test(arguments: TestDatabase.engines)
  func `that is stopped lets a job end, gives back one that heeds, abandons one that does not`(
    _ engine: TestDatabase
  ) async throws {
    try await Works.open(engine) { (works) async throws -> Void in
      let (started, letGo) = (Mailbox(), Mailbox())
      let handler = JobHandler("mail") { job in
        await started.put(job.job.effect)
        switch job.job.effect {
        case "ends": return .done
        case "heeds": while true { try await Task.sleep(for: .milliseconds(2)) }
        default:
          _ = await letGo.take()
          return .done
        }
      }
      let jobs = works.worker([handler])
      async let running: Void = jobs.run()
      for effect in ["ends", "heeds", "does not"] {
        try await works.add("mail", effect)
        #expect(await started.take() == effect)
      }
      while try await works.list(.done).isEmpty { await Task.yield() }
      await jobs.stop(within: .milliseconds(20))
      await running
      #expect(try await works.list(.done).map(\.effect) == ["ends"])
      let heeding = { (try await works.list(.queued)).first { $0.effect == "heeds" } }
      while try await heeding()?.isLeased == true { await Task.yield() }
      #expect(try await heeding()?.attempts == 0)
      let abandoned = try await works.list(.queued).first { $0.effect == "does not" }
      #expect(abandoned?.isLeased == true && abandoned?.attempts == 1)
      await letGo.put("go")
      while try await works.list(.done).count < 2 { await Task.yield() }
    }
  }

  @Test(arguments: TestDatabase.engines) func `goes on after the database did not answer`(_ engine: TestDatabase)
    async throws
  {
    let faults = Faults()
    try await Works.open(engine, faults: faults) { (works) async throws -> Void in
      let done = Mailbox()
      let jobs = works.worker([
        JobHandler("mail") {
          await done.put($0.job.effect); return .done
        }
      ])
      faults.fail(statement: 1, with: .unavailable("gone"))
      async let running: Void = jobs.run()
      while faults.isArmed { await Task.yield() }
      try await works.add("mail", "1")
      #expect(await done.take() == "1")
      await jobs.stop(within: .seconds(30))
      await running
    }
  }

  @Test func `counts how jobs ended`() async throws {
    try await Works.open(TestDatabase(engine: .sqlite)) { (works) async throws -> Void in
      let metrics = JobMetrics()
      let ends: [String: JobEnd] = ["1": .done, "2": .done, "3": .poison(because: "no"), "4": .again(because: "later")]
      let handler = JobHandler("mail") { job in
        // One ends with its own effect, and counts as done all the same.
        if job.job.effect == "2" { try await works.database.write { tx in try job.complete(in: tx) } }
        return ends[job.job.effect] ?? .done
      }
      let worker = works.worker([handler], metrics: metrics)
      for effect in ends.keys { try await works.add("mail", effect) }
      try await worker.runDue()
      let depths = try await works.database.read { tx in try works.queue.depths(in: tx) }
      let text = String(decoding: Exposition.render(metrics.samples(depths)), as: UTF8.self)
      for line in [
        #"atrium_jobs_running{kind="mail"} 0"#, #"atrium_jobs_ended_total{kind="mail",outcome="done"} 2"#,
        #"atrium_jobs_ended_total{kind="mail",outcome="again"} 1"#,
        #"atrium_jobs_ended_total{kind="mail",outcome="poisoned"} 1"#,
        #"atrium_jobs{kind="mail",state="queued"} 1"#, #"atrium_jobs{kind="mail",state="poisoned"} 1"#,
      ] { #expect(text.contains(line + "\n"), "\(line) in \(text)") }
    }
  }
}

@Suite struct `A periodic job` {
  @Test(arguments: TestDatabase.engines) func `runs once a period, however many workers there are`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await Works.open(engine) { (works) async throws -> Void in
      let other = try works.other()
      defer { other.database.close() }
      let journal = Journal()
      let handler = JobHandler("sweep") {
        journal.add($0.job.effect); return .done
      }
      let periodic = [PeriodicJob("sweep", every: .minutes(5))]
      let workers = [works, other, works].map { $0.worker([handler], periodic: periodic) }
      for _ in 0..<6 {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for worker in workers { group.addTask { try await worker.runDue() } }
          try await group.waitForAll()
        }
        works.clock.advance(.minutes(2))
      }
      // Minutes 0, 2, 4, 6, 8 and 10 touch three periods.
      #expect(journal.all.count == 3 && Set(journal.all).count == 3)
      works.clock.advance(.days(3))
      try await workers[0].runDue()
      #expect(journal.all.count == 4, "what passed is not made up for")
      works.clock.advance(.days(-3))
      try await workers[1].runDue()
      #expect(journal.all.count <= 5)
    }
  }

  @Test(arguments: TestDatabase.engines) func `does not begin while its last run has not ended`(_ engine: TestDatabase)
    async throws
  {
    try await Works.open(engine) { (works) async throws -> Void in
      let journal = Journal()
      let handler = JobHandler("sweep") { job in
        journal.add(job.job.effect)
        return job.job.attempt == 1 && journal.all.count == 1
          ? .again(because: "half done", after: .minutes(30)) : .done
      }
      let worker = works.worker([handler], periodic: [PeriodicJob("sweep", every: .minutes(10))])
      for _ in 0..<3 { try await worker.runDue(); works.clock.advance(.minutes(10)) }
      #expect(journal.all.count == 1)
      try await worker.runDue()
      try await worker.runDue()
      #expect(journal.all.count == 3)
      #expect(journal.all[0] == journal.all[1] && journal.all[1] != journal.all[2])
    }
  }

  static let periods: [(why: String, job: PeriodicJob, at: Int64, isSame: Bool)] = [
    ("a period begins at its first instant", PeriodicJob("a", every: .minutes(5)), 300, false),
    ("and lasts until the next", PeriodicJob("a", every: .minutes(5)), 299, true),
    ("a day is from midnight UTC", PeriodicJob("a", every: .days(1)), 86_399, true),
    ("a quarter past midnight", PeriodicJob("a", every: .days(1), offset: .minutes(15)), 899, true),
    ("a quarter past midnight begins a day", PeriodicJob("a", every: .days(1), offset: .minutes(15)), 900, false),
  ]

  @Test(arguments: periods) func `has periods from midnight`(
    _ why: String, _ job: PeriodicJob, _ at: Int64, _ isSame: Bool
  ) {
    #expect((job.effect(at: Instant(seconds: at)) == job.effect(at: Instant(seconds: 0))) == isSame, "\(why)")
    #expect(job.effect(at: Instant(microseconds: -1)) != job.effect(at: Instant(seconds: 1_000)))
  }
}
