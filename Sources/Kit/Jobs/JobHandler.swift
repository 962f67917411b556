import Ambient
package import SQL
import Synchronization
package import Time

/// What is done with the jobs of one kind.
package struct JobHandler: Sendable {
  package let kind: String
  /// After so many failed attempts the job is set aside.
  let attempts: Int
  /// How long a worker that died keeps a job from the others. One that lives renews it.
  let lease: TimeSpan
  let pause: Pause
  let run: @Sendable (RunningJob) async throws -> JobEnd

  /// - Parameters:
  ///   - kind: small letters, digits, hyphens and dots.
  ///   - run: returns how the attempt ended; an error that it throws is one more attempt. It is cancelled when the job was
  ///     taken over by another worker, and when the worker stops.
  package init(
    _ kind: String, attempts: Int = 8, lease: TimeSpan = .minutes(1), pause: Pause = Pause(),
    run: @escaping @Sendable (RunningJob) async throws -> JobEnd
  ) {
    precondition(JobHandler.isName(kind) && attempts > 0 && lease > .zero, "a job kind's declaration")
    (self.kind, self.attempts, self.lease, self.pause, self.run) = (kind, attempts, lease, pause, run)
  }

  static func isName(_ kind: String) -> Bool {
    !kind.isEmpty
      && kind.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 || $0 == 46 }
  }

  /// How long to wait before the next attempt: doubling from `first` up to `most`, and of that a random part between the
  /// half and the whole, so that what failed together does not come back together.
  package struct Pause: Sendable {
    let first: TimeSpan
    let most: TimeSpan

    package init(first: TimeSpan = .seconds(5), most: TimeSpan = .hours(1)) { (self.first, self.most) = (first, most) }

    func after(attempt: Int, _ ambient: Ambient) -> TimeSpan {
      var whole = first.microseconds
      for _ in 1..<max(1, attempt) where whole < most.microseconds { whole *= 2 }
      whole = min(whole, most.microseconds)
      let random = ambient.bytes(4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return TimeSpan(microseconds: whole / 2 + Int64(Double(whole / 2) * (Double(random) / Double(UInt32.max))))
    }
  }
}

/// A job that this worker holds until it ends, or until its lease does.
package struct RunningJob: Sendable {
  package let job: Job
  let lease: [UInt8]
  let queue: JobQueue
  let completion = Completion()

  /// Ends the job in the transaction that writes its effect: both happen, or neither does. Throws `.busy` when another worker
  /// has the job by now; then the effect is that one's to make. Afterwards the handler returns `.done`.
  package func complete(in tx: Transaction) throws(StoreError) {
    guard try queue.complete(self, in: tx) else { throw .busy }
    tx.afterCommit { [completion] in completion.note() }
  }

  final class Completion: Sendable {
    private let isNoted = Atomic(false)
    var isCommitted: Bool { isNoted.load(ordering: .acquiring) }
    func note() { isNoted.store(true, ordering: .releasing) }
  }
}
