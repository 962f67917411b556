import Ambient
import JSON
package import SQL
import Synchronization
package import Telemetry
package import Time

/// Carries out jobs: claims what is due, a few at once, renews what takes long, and notes how each ended.
///
/// Several workers may share a database, also in other processes: a job is one worker's at a time. One that died loses its jobs
/// when their leases end; should it be alive after all, it finds its lease gone and can write no effect through
/// `RunningJob.complete`. What a handler does outside of the database may then happen twice, and carries the effect key.
package final class JobWorker: Sendable {
  let database: Database
  let queue: JobQueue
  let handlers: [String: JobHandler]
  let metrics: JobMetrics
  let log: Log?
  private let periodic: [PeriodicJob]
  private let concurrency: Int
  private let state = Mutex(State())

  private struct State {
    var running: [ObjectIdentifier: Task<Void, Never>] = [:]
    var isStopping = false
    var periods: [String: String] = [:]
    var tendedAt: Instant?
  }

  /// How long other processes' jobs may go unseen, and how long a database that does not answer is left alone.
  static let look = TimeSpan.seconds(1)
  /// How long what was cancelled may take to be given back.
  private static let farewell = TimeSpan.seconds(1)
  private static let tending = TimeSpan.minutes(1)
  static let keepDone = TimeSpan.days(7)
  static let keepPoisoned = TimeSpan.days(90)

  /// - Parameters:
  ///   - handlers: jobs of other kinds are left to other workers.
  ///   - concurrency: how many jobs run at once.
  package init(
    _ database: Database, queue: JobQueue, handlers: [JobHandler], periodic: [PeriodicJob] = [], concurrency: Int = 4,
    metrics: JobMetrics = JobMetrics(), log: Log? = nil
  ) {
    precondition(concurrency > 0 && Set(handlers.map(\.kind)).count == handlers.count, "a worker's handlers")
    (self.database, self.queue, self.periodic, self.concurrency) = (database, queue, periodic, concurrency)
    self.handlers = Dictionary(uniqueKeysWithValues: handlers.map { ($0.kind, $0) })
    (self.metrics, self.log) = (metrics, log)
  }

  /// Works until it is stopped, or its task is cancelled.
  package func run() async {
    while !isStopping, !Task.isCancelled {
      var pause = JobWorker.look
      do {
        try await tend()
        let begun = try await begin()
        if begun > 0, hasRoom { continue }
        // What is due and was not claimed is being claimed by another worker.
        if let next = try await next(), hasRoom { pause = max(.milliseconds(10), min(pause, next)) }
      } catch {
        log?(.warning, "jobs_unavailable", [.init("why", .string(JobWorker.words(error)))])
      }
      await queue.signal.wait(upTo: pause)
    }
  }

  /// Stops claiming, lets what runs come to its end, and cancels what has not by then. What was cancelled is given back for
  /// another worker to take at once; what does not heed that is abandoned, and taken over when its lease ends.
  package func stop(within limit: TimeSpan) async {
    state.withLock { $0.isStopping = true }
    queue.signal.signal()
    await waitUntilIdle(for: limit)
    for task in state.withLock({ Array($0.running.values) }) { task.cancel() }
    await waitUntilIdle(for: JobWorker.farewell)
  }

  /// Carries out everything that is due, to its end, and what comes up meanwhile. For the command line and for tests. What has
  /// begun is ended also when the database then fails.
  package func runDue() async throws {
    var failure: (any Error)?
    repeat {
      do {
        try await tend()
        while try await begin() > 0 { await waitForRoom() }
      } catch { failure = error }
      await waitUntilIdle(for: .days(1))
      if let failure { throw failure }
      try await tend()
    } while try await next().map({ $0 <= .zero }) ?? false
  }

  // MARK: Claiming

  private var isStopping: Bool { state.withLock { $0.isStopping } }
  private var hasRoom: Bool { state.withLock { $0.running.count < concurrency } }

  /// Claims as much as there is room for, and starts it. Returns how much that was.
  private func begin() async throws -> Int {
    let room = concurrency - state.withLock { $0.running.count }
    // A look first: an empty queue costs no write.
    guard room > 0, let wait = try await next(), wait <= .zero else { return 0 }
    let claimed = try await database.write { [queue, handlers] tx in try queue.claim(handlers, limit: room, in: tx) }
    for job in claimed { start(job) }
    return claimed.count
  }

  /// How long until something comes up; nil when nothing is queued.
  private func next() async throws -> TimeSpan? {
    let next = try await database.read { [queue, handlers] tx in try queue.nextRun(handlers, in: tx) }
    return next.map { $0 - queue.ambient.now() }
  }

  private func start(_ job: RunningJob) {
    let key = ObjectIdentifier(job.completion)
    state.withLock { state in
      state.running[key] = Task { [self] in
        await self.carryOut(job)
        _ = self.state.withLock { $0.running.removeValue(forKey: key) }
        self.queue.signal.signal()
      }
    }
  }

  private func waitForRoom() async {
    while !hasRoom { await queue.signal.wait(upTo: JobWorker.look) }
  }

  private func waitUntilIdle(for limit: TimeSpan) async {
    let end = ContinuousClock.now + .microseconds(limit.microseconds)
    while !(state.withLock { $0.running.isEmpty }), ContinuousClock.now < end {
      let left = (end - .now).components
      await queue.signal.wait(
        upTo: min(
          .milliseconds(100), TimeSpan(microseconds: left.seconds * 1_000_000 + left.attoseconds / 1_000_000_000_000)))
    }
  }

  // MARK: Tending

  /// Queues the periodic jobs of this moment, and once a minute forgets what ended long ago and mends what a wrong clock wrote.
  private func tend() async throws {
    let now = queue.ambient.now()
    for job in periodic {
      let effect = job.effect(at: now)
      guard state.withLock({ $0.periods[job.kind] }) != effect else { continue }
      if try await database.write({ [queue] tx in try queue.enqueue(job, in: tx) }) {
        state.withLock { $0.periods[job.kind] = effect }
      }
    }
    let last = state.withLock { $0.tendedAt }
    if let last, last <= now, now - last < JobWorker.tending { return }
    state.withLock { $0.tendedAt = now }
    let mended = try await database.write { [queue] tx in try queue.mend(in: tx) }
    if mended > 0 { log?(.warning, "jobs_from_the_future", [.init("jobs", .integer(Int64(mended)))]) }
    while try await database.write({ [queue] tx in
      try queue.purge(done: JobWorker.keepDone, poisoned: JobWorker.keepPoisoned, in: tx)
    }) >= 1_000 {}
  }

  /// What may be told of an error: its kind, cut short.
  static func words(_ error: any Error) -> String { String(String(describing: error).prefix(500)) }
}
