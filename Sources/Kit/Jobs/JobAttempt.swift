import JSON
import SQL
import Telemetry
import Time

extension JobWorker {
  /// One attempt at one job, and the note of how it ended.
  func carryOut(_ running: RunningJob) async {
    guard let handler = handlers[running.job.kind] else { return }
    // It was claimed as often as it may fail, and no worker lived to say so.
    if running.job.attempt > handler.attempts {
      return await settle(running, .poison(because: "no worker outlived an attempt"), handler)
    }
    metrics.began(handler.kind)
    let work = Task { try await handler.run(running) }
    let renewal = Task { await self.renew(running, handler.lease) { work.cancel() } }
    let result = await withTaskCancellationHandler {
      await work.result
    } onCancel: {
      work.cancel()
    }
    // Stopped by us, so the attempt does not count, unless it got to its end all the same.
    if Task.isCancelled, case .failure(let error) = result, error is CancellationError {
      renewal.cancel()
      return await settle(running, nil, handler)
    }
    await settle(running, JobWorker.end(of: result), handler)
    renewal.cancel()
  }

  private static func end(of result: Result<JobEnd, any Error>) -> JobEnd {
    switch result {
    case .success(let end): end
    case .failure(let error): .again(because: words(error))
    }
  }

  /// Keeps the lease while the handler works. Calls `lost` when the job is another worker's.
  private func renew(_ running: RunningJob, _ lease: TimeSpan, _ lost: () -> Void) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .microseconds(lease.microseconds / 3))
      if Task.isCancelled { return }
      // A database that does not answer now may do so before the lease ends.
      let isOurs = try? await database.write { tx in try running.queue.renew(running, for: lease, in: tx) }
      if isOurs == false, !running.completion.isCommitted { return lost() }
    }
  }

  /// Notes the end of an attempt; nil gives the job back. Without a database the lease ends, and the job comes up again.
  private func settle(_ running: RunningJob, _ end: JobEnd?, _ handler: JobHandler) async {
    let end = JobWorker.limited(end, attempt: running.job.attempt, handler)
    if end == .done, running.completion.isCommitted { return metrics.ended(handler.kind, .done) }
    for attempt in 1...5 {
      do {
        let isOurs = try await database.write { [queue] tx in
          switch end {
          case .done: try queue.complete(running, in: tx)
          case .again(let why, let after):
            try queue.retry(
              running, after: after ?? handler.pause.after(attempt: running.job.attempt, queue.ambient), because: why,
              in: tx)
          case .poison(let why): try queue.poison(running, because: why, in: tx)
          case nil: try queue.release(running, in: tx)
          }
        }
        metrics.ended(handler.kind, isOurs ? JobMetrics.Outcome(end) : .lost)
        report(running, isOurs ? end : .again(because: "taken over by another worker"))
        return
      } catch {
        log?(
          .warning, "job_not_noted",
          [.init("job", .string("\(running.job.id)")), .init("why", .string(JobWorker.words(error)))])
        if attempt < 5 { try? await Task.sleep(for: .milliseconds(100 << attempt)) }
      }
    }
    metrics.ended(handler.kind, .lost)
  }

  /// The last attempt that fails sets the job aside.
  private static func limited(_ end: JobEnd?, attempt: Int, _ handler: JobHandler) -> JobEnd? {
    if case .again(let why, _) = end, attempt >= handler.attempts { return .poison(because: why) }
    return end
  }

  private func report(_ running: RunningJob, _ end: JobEnd?) {
    switch end {
    case .again(let why, _): log(.notice, "job_again", running, why)
    case .poison(let why): log(.error, "job_poisoned", running, why)
    case .done, nil: break
    }
  }

  private func log(_ level: Log.Level, _ event: String, _ running: RunningJob, _ why: String) {
    log?(
      level, event,
      [
        .init("job", .string("\(running.job.id)")), .init("kind", .string(running.job.kind)),
        .init("attempt", .integer(Int64(running.job.attempt))), .init("why", .string(why)),
      ])
  }
}
