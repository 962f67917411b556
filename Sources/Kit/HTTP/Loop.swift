import CUV
import Glibc
import Synchronization

/// One libuv loop on a thread of its own, and the executor of the tasks that belong to its connections: a handler that had
/// to wait resumes on the loop that owns its connection.
///
/// What is enqueued from the loop's own thread costs no wake-up: it runs before the loop next waits for the network. What
/// is enqueued after the loop has ended (a handler that waited past `finish`) runs on the thread that enqueues it, one at a
/// time, so that the handler ends and what it holds is released.
///
/// Safe to share: `inbox` is behind a lock; everything else is touched by the loop's own thread only.
final class Loop: TaskExecutor, @unchecked Sendable {
  let uv: UnsafeMutablePointer<uv_loop_t>
  private let wake: UnsafeMutablePointer<uv_async_t>
  private let before: UnsafeMutablePointer<uv_prepare_t>
  private let after: UnsafeMutablePointer<uv_check_t>
  private let inbox = Mutex(Inbox())
  private var thread = pthread_t()
  private var isRunning = false

  private struct Inbox {
    var jobs: [UnownedJob] = []
    var closures: [@Sendable () -> Void] = []
    var isSignalled = false
    /// The thread has left the loop; `wake` must not be touched any more.
    var isOver = false
    /// Some thread is running what came after the end.
    var isRunLate = false

    var isEmpty: Bool { jobs.isEmpty && closures.isEmpty }

    mutating func take() -> (jobs: [UnownedJob], closures: [@Sendable () -> Void]) {
      defer { (jobs, closures) = ([], []) }
      return (jobs, closures)
    }
  }

  /// How often what jobs enqueue is run before the network has its turn again.
  private static let rounds = 4

  /// The loop whose thread this is; nil elsewhere.
  private static let current: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  init() {
    uv = .allocate(capacity: 1)
    wake = .allocate(capacity: 1)
    before = .allocate(capacity: 1)
    after = .allocate(capacity: 1)
    uv_loop_init(uv)
    let context = Unmanaged.passUnretained(self).toOpaque()
    uv_async_init(uv, wake) { handle in
      if let data = handle?.pointee.data { Unmanaged<Loop>.fromOpaque(data).takeUnretainedValue().woke() }
    }
    wake.pointee.data = context
    uv_prepare_init(uv, before)
    before.pointee.data = context
    uv_prepare_start(before) { handle in
      if let data = handle?.pointee.data { Unmanaged<Loop>.fromOpaque(data).takeUnretainedValue().drain() }
    }
    uv_check_init(uv, after)
    after.pointee.data = context
    uv_check_start(after) { handle in
      if let data = handle?.pointee.data { Unmanaged<Loop>.fromOpaque(data).takeUnretainedValue().drain() }
    }
    // Neither keeps the loop turning; `wake` does, until `finish`.
    uv_unref(Loop.handle(before))
    uv_unref(Loop.handle(after))
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
        pthread_setspecific(Loop.current, nil)
        body.loop.end()
        return nil
      }, body.toOpaque())
  }

  /// Ends the loop and waits for its thread. Handles must be closed before. Not to be called on the loop's thread.
  func finish() {
    guard isRunning else { return }
    isRunning = false
    perform { [self] in
      uv_close(Loop.handle(wake), nil)
      uv_close(Loop.handle(before), nil)
      uv_close(Loop.handle(after), nil)
    }
    pthread_join(thread, nil)
    uv_loop_close(uv)
    wake.deallocate()
    before.deallocate()
    after.deallocate()
    uv.deallocate()
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
    let isHere = isCurrent
    let isMine = inbox.withLock { inbox in
      add(&inbox)
      if inbox.isOver {
        if inbox.isRunLate { return false }
        inbox.isRunLate = true
        return true
      }
      if !isHere, !inbox.isSignalled {
        inbox.isSignalled = true
        uv_async_send(wake)  // within the lock: `isOver` says that `wake` may be gone
      }
      return false
    }
    if isMine { runLate() }
  }

  private func woke() {
    inbox.withLock { $0.isSignalled = false }
    drain()
  }

  private func drain() {
    for _ in 0..<Loop.rounds {
      let (jobs, closures) = inbox.withLock { $0.take() }
      if jobs.isEmpty, closures.isEmpty { return }
      run(jobs, closures)
    }
    inbox.withLock { inbox in
      guard !inbox.isEmpty, !inbox.isSignalled else { return }
      inbox.isSignalled = true
      uv_async_send(wake)
    }
  }

  private func run(_ jobs: [UnownedJob], _ closures: [@Sendable () -> Void]) {
    for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    for closure in closures { closure() }
  }

  private func end() {
    inbox.withLock { inbox in
      inbox.isOver = true
      inbox.isRunLate = true
    }
    runLate()
  }

  private func runLate() {
    while true {
      let (jobs, closures) = inbox.withLock { inbox in
        if inbox.isEmpty { inbox.isRunLate = false }
        return inbox.take()
      }
      if jobs.isEmpty, closures.isEmpty { return }
      run(jobs, closures)
    }
  }

  private static func handle<Kind>(_ pointer: UnsafeMutablePointer<Kind>) -> UnsafeMutablePointer<uv_handle_t> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: uv_handle_t.self)
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
