import Glibc
import Synchronization

/// Runs a test's own steps on a thread of their own, so that a client that blocks does not hold one of the few threads
/// all tests share.
package final class OwnThread: TaskExecutor, @unchecked Sendable {
  private struct Work {
    var jobs: [UnownedJob] = []
    var isOver = false
  }
  private let work = Mutex(Work())
  private let ready = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  package init() {
    sem_init(ready, 0, 0)
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<OwnThread>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    pthread_detach(thread)
  }

  deinit {
    sem_destroy(ready)
    ready.deallocate()
  }

  /// Runs `body` on a new thread.
  package static func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let thread = OwnThread()
    defer { thread.finish() }
    // A task of its own: a function that stays with its caller would stay on the caller's thread.
    return try await Task(executorPreference: thread) { try await body() }.value
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    work.withLock { $0.jobs.append(job) }
    sem_post(ready)
  }

  private func finish() {
    work.withLock { $0.isOver = true }
    sem_post(ready)
  }

  private func run() {
    while true {
      sem_wait(ready)
      let (jobs, isOver) = work.withLock { work in
        defer { work.jobs = [] }
        return (work.jobs, work.isOver)
      }
      for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      if isOver, work.withLock({ $0.jobs.isEmpty }) { return }
    }
  }
}
