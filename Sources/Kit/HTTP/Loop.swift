import CUV
import Glibc
import Synchronization

/// One libuv loop on a thread of its own, and the executor of the tasks that belong to its connections: a handler that had
/// to wait resumes on the loop that owns its connection.
///
/// Safe to share: `jobs` and `closures` are behind a lock; everything else is touched by the loop's own thread only.
final class Loop: TaskExecutor, @unchecked Sendable {
  let uv: UnsafeMutablePointer<uv_loop_t>
  private let wake: UnsafeMutablePointer<uv_async_t>
  private let inbox = Mutex(Inbox())
  private var thread = pthread_t()
  private var isRunning = false

  private struct Inbox {
    var jobs: [UnownedJob] = []
    var closures: [@Sendable () -> Void] = []
    var isSignalled = false
  }

  /// The loop whose thread this is; nil elsewhere.
  private static let current: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  init() {
    uv = .allocate(capacity: 1)
    wake = .allocate(capacity: 1)
    uv_loop_init(uv)
    uv_async_init(uv, wake) { handle in
      guard let data = handle?.pointee.data else { return }
      Unmanaged<Loop>.fromOpaque(data).takeUnretainedValue().drain()
    }
    wake.pointee.data = Unmanaged.passUnretained(self).toOpaque()
  }

  /// Starts the thread; `setUp` runs on it before the loop turns.
  func start(_ setUp: @escaping @Sendable () -> Void) {
    isRunning = true
    let body = Unmanaged.passRetained(ThreadBody(loop: self, setUp: setUp))
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let body = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
        pthread_setspecific(Loop.current, Unmanaged.passUnretained(body.loop).toOpaque())
        body.setUp()
        uv_run(body.loop.uv, UV_RUN_DEFAULT)
        return nil
      }, body.toOpaque())
  }

  /// Ends the loop and waits for its thread. Handles must be closed before.
  func finish() {
    guard isRunning else { return }
    isRunning = false
    perform { [self] in
      uv_close(UnsafeMutableRawPointer(wake).assumingMemoryBound(to: uv_handle_t.self), nil)
    }
    pthread_join(thread, nil)
    uv_loop_close(uv)
    uv.deallocate()
    wake.deallocate()
  }

  var isCurrent: Bool { pthread_getspecific(Loop.current) == Unmanaged.passUnretained(self).toOpaque() }

  /// Runs a closure on the loop's thread, soon.
  func perform(_ closure: @escaping @Sendable () -> Void) {
    signal { $0.closures.append(closure) }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    signal { $0.jobs.append(job) }
  }

  private func signal(_ add: (inout Inbox) -> Void) {
    let needsWake = inbox.withLock { inbox in
      add(&inbox)
      if inbox.isSignalled { return false }
      inbox.isSignalled = true
      return true
    }
    if needsWake { uv_async_send(wake) }
  }

  private func drain() {
    let (jobs, closures) = inbox.withLock { inbox in
      defer { inbox = Inbox() }
      return (inbox.jobs, inbox.closures)
    }
    for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    for closure in closures { closure() }
  }

  private final class ThreadBody {
    let loop: Loop
    let setUp: @Sendable () -> Void
    init(loop: Loop, setUp: @escaping @Sendable () -> Void) {
      self.loop = loop
      self.setUp = setUp
    }
  }
}
