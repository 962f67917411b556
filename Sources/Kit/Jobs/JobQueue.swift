package import Ambient
package import Identifiers
package import SQL
package import Time

/// Puts work into the transaction that causes it, and looks after what became of it. Design §6.
package struct JobQueue: Sendable {
  let ambient: Ambient
  let signal = JobSignal()

  /// One queue for a database and its worker: the worker is woken by what this queue commits. Other processes look every second.
  package init(ambient: Ambient) { self.ambient = ambient }

  /// Queues a job in the caller's transaction.
  ///
  /// - Parameters:
  ///   - effect: names what the job brings about, so that it is brought about once: an effect key that this kind has used
  ///     before, done or not, adds nothing.
  ///   - start: when it may begin; at once when nil.
  /// - Returns: whether a job was added.
  @discardableResult
  package func enqueue(
    _ kind: String, effect: String, payload: [UInt8] = [], at start: Instant? = nil, in tx: Transaction
  ) throws(StoreError) -> Bool {
    guard JobHandler.isName(kind) else { throw .misuse("\(kind) is no name of a kind of job") }
    let now = ambient.now()
    let id = ID<JobKind>(milliseconds: now.microseconds / 1_000, random: ambient.bytes(10))
    let new = NewJob(id: id, kind: kind, effect: effect, payload: payload, runAt: start ?? now, now: now)
    guard try tx.run(JobQueue.insert, new) == 1 else { return false }
    tx.afterCommit { [signal] in signal.signal() }
    return true
  }

  // MARK: For people

  package func list(_ state: JobView.State, limit: Int = 100, in tx: Transaction) throws(StoreError) -> [JobView] {
    try tx.all(JobQueue.listing, (state, limit))
  }

  package func depths(in tx: Transaction) throws(StoreError) -> [JobDepth] { try tx.all(JobQueue.depthing) }

  /// Queues a job again that was set aside, with all its attempts. False when there is none.
  package func revive(_ id: ID<JobKind>, in tx: Transaction) throws(StoreError) -> Bool {
    guard try tx.run(JobQueue.reviving, (id, ambient.now())) == 1 else { return false }
    tx.afterCommit { [signal] in signal.signal() }
    return true
  }

  /// Gives up a job that was set aside. False when there is none.
  package func discard(_ id: ID<JobKind>, in tx: Transaction) throws(StoreError) -> Bool {
    try tx.run(JobQueue.discarding, (id, ambient.now())) == 1
  }

  // MARK: For the worker

  /// Gives up to `limit` due jobs to the caller, the longest due first.
  func claim(_ handlers: [String: JobHandler], limit: Int, in tx: Transaction) throws(StoreError) -> [RunningJob] {
    let now = ambient.now()
    let due = try tx.all(JobQueue.dueing, (JobQueue.kinds(handlers), now, limit))
    var claimed: [RunningJob] = []
    for job in due {
      guard let handler = handlers[job.kind] else { continue }
      let running = RunningJob(job: job, lease: ambient.bytes(16), queue: self)
      try tx.run(JobQueue.leasing, (running, now + handler.lease, now))
      claimed.append(running)
    }
    return claimed
  }

  func nextRun(_ handlers: [String: JobHandler], in tx: Transaction) throws(StoreError) -> Instant? {
    try tx.first(JobQueue.nexting, JobQueue.kinds(handlers)) ?? nil
  }

  /// False when the job is somebody else's by now; so with the four that follow.
  func renew(_ job: RunningJob, for lease: TimeSpan, in tx: Transaction) throws(StoreError) -> Bool {
    let now = ambient.now()
    return try tx.run(JobQueue.renewing, (job, now + lease, now)) == 1
  }

  func complete(_ job: RunningJob, in tx: Transaction) throws(StoreError) -> Bool {
    try tx.run(JobQueue.completing, (job, ambient.now())) == 1
  }

  func retry(_ job: RunningJob, after pause: TimeSpan, because why: String, in tx: Transaction) throws(StoreError)
    -> Bool
  {
    let now = ambient.now()
    return try tx.run(JobQueue.retrying, (job, now + pause, why, now)) == 1
  }

  func release(_ job: RunningJob, in tx: Transaction) throws(StoreError) -> Bool {
    try tx.run(JobQueue.releasing, (job, ambient.now())) == 1
  }

  func poison(_ job: RunningJob, because why: String, in tx: Transaction) throws(StoreError) -> Bool {
    try tx.run(JobQueue.poisoning, (job, why, ambient.now())) == 1
  }

  /// True when the period has its run, now or before; false while an earlier one has not ended.
  func enqueue(_ periodic: PeriodicJob, in tx: Transaction) throws(StoreError) -> Bool {
    let now = ambient.now()
    let effect = periodic.effect(at: now)
    let id = ID<JobKind>(milliseconds: now.microseconds / 1_000, random: ambient.bytes(10))
    let new = NewJob(id: id, kind: periodic.kind, effect: effect, payload: [], runAt: now, now: now)
    if try tx.run(JobQueue.insertPeriod, new) == 1 { return true }
    return try tx.first(JobQueue.knowing, (periodic.kind, effect)) ?? 0 > 0
  }

  /// Forgets what was done more than `done` ago, and what was set aside more than `poisoned` ago. Returns how many.
  func purge(done: TimeSpan, poisoned: TimeSpan, limit: Int = 1_000, in tx: Transaction) throws(StoreError) -> Int {
    let now = ambient.now()
    return try tx.run(JobQueue.purging, (.done, now - done, limit))
      + tx.run(JobQueue.purging, (.poisoned, now - poisoned, limit))
  }

  /// Brings back what a clock that ran ahead has put into the future. Clocks of several machines may differ by less.
  func mend(in tx: Transaction) throws(StoreError) -> Int {
    let now = ambient.now()
    return try tx.run(JobQueue.mending, (now, now + JobQueue.skew))
  }

  static let skew = TimeSpan.minutes(10)

  private static func kinds(_ handlers: [String: JobHandler]) -> String {
    "," + handlers.keys.sorted().joined(separator: ",") + ","
  }
}

/// A job that comes round by itself: one run in each period, however many workers there are. A period that passed while no
/// worker was there is not made up for; the current one is. Hub spec §13.1.
package struct PeriodicJob: Sendable {
  package let kind: String
  let every: TimeSpan
  let offset: TimeSpan

  /// - Parameters:
  ///   - every: at most a day, because what has run is remembered for a week.
  ///   - offset: from midnight UTC: every 24 hours with 15 minutes is a quarter past midnight.
  package init(_ kind: String, every: TimeSpan, offset: TimeSpan = .zero) {
    precondition(every > .zero && every.microseconds <= TimeSpan.days(1).microseconds, "a period")
    (self.kind, self.every, self.offset) = (kind, every, offset)
  }

  func effect(at now: Instant) -> String {
    let (quotient, rest) = (now - offset).microseconds.quotientAndRemainder(dividingBy: every.microseconds)
    return "period-\(every.seconds)-\(rest < 0 ? quotient - 1 : quotient)"
  }
}
