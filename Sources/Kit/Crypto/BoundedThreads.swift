import Glibc
import Synchronization

/// A few threads of their own for slow work, so that it never sits on a thread that serves requests, and a queue with an end, so
/// that a flood is refused at once instead of being answered late.
package final class BoundedThreads: Sendable {
  private struct State: ~Copyable {
    var queue: [@Sendable () -> Void] = []
    var isClosed = false
    var refusals = 0
    var runs = 0
  }

  private let state = Mutex(State())
  private let waiting: Semaphore
  private let threads: Int
  private let limit: Int

  /// - Parameters:
  ///   - threads: how much runs at once.
  ///   - limit: how much waits, at most.
  package init(threads: Int, limit: Int) {
    self.threads = threads
    self.limit = limit
    waiting = Semaphore()
    for _ in 0..<threads { start() }
  }

  /// Runs `work` on one of the threads. Throws `.busy` at once when the queue is full or closed.
  package func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws(CryptoError) -> Value {
    let result: Value? = await withCheckedContinuation { continuation in
      let isQueued = state.withLock { state in
        if state.isClosed || state.queue.count >= limit {
          state.refusals += 1
          return false
        }
        state.runs += 1
        state.queue.append { continuation.resume(returning: work()) }
        return true
      }
      if isQueued { waiting.signal() } else { continuation.resume(returning: nil) }
    }
    guard let result else { throw .busy }
    return result
  }

  /// How much was taken in: for metrics, and for tests that count work.
  package var runs: Int { state.withLock { $0.runs } }

  /// How often the queue was full or closed: for metrics.
  package var refusals: Int { state.withLock { $0.refusals } }

  /// Refuses new work; what waits is still done, then the threads end.
  package func close() {
    state.withLock { $0.isClosed = true }
    for _ in 0..<threads { waiting.signal() }
  }

  private func start() {
    let body = Unmanaged.passRetained(Body(owner: self))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().owner.serve()
        return nil
      }, body.toOpaque())
    precondition(code == 0, "no thread could be started")
    pthread_detach(thread)
  }

  private func serve() {
    while true {
      waiting.wait()
      let next: (@Sendable () -> Void)?? = state.withLock { state in
        if !state.queue.isEmpty { return .some(state.queue.removeFirst()) }
        return state.isClosed ? .some(nil) : nil
      }
      switch next {
      case .some(.some(let work)): work()
      case .some(.none): return
      case .none: continue
      }
    }
  }

  private final class Body: Sendable {
    let owner: BoundedThreads
    init(owner: BoundedThreads) { self.owner = owner }
  }
}

/// A counting semaphore of the operating system. Safe to share: that is its purpose.
private final class Semaphore: @unchecked Sendable {
  private let pointer = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(pointer, 0, 0) }

  deinit {
    sem_destroy(pointer)
    pointer.deallocate()
  }

  func signal() { sem_post(pointer) }
  func wait() { while sem_wait(pointer) != 0, errno == EINTR {} }
}
