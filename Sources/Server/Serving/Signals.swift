import Glibc

/// SIGTERM and SIGINT, caught by a handler whichever thread they come to, and waited for on a thread of their own.
///
/// Blocking them and calling `sigwait` would not do: a mask is a thread's, the first thread and the runtime's pool are there
/// before any code of ours, and one thread that does not block a signal ends the process by it.
enum Signals {
  /// What the handler writes: the signal that came first. Both are plain memory, since a handler may take no lock.
  nonisolated(unsafe) private static let arrived: UnsafeMutablePointer<sem_t> = {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
    return semaphore
  }()
  nonisolated(unsafe) private static let number: UnsafeMutablePointer<sig_atomic_t> = {
    let number = UnsafeMutablePointer<sig_atomic_t>.allocate(capacity: 1)
    number.initialize(to: 0)
    return number
  }()

  /// From here on SIGTERM and SIGINT end nothing by themselves.
  static func `catch`() {
    number.pointee = 0  // makes the memory before a handler needs it
    _ = arrived
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { signal in
      Signals.number.pointee = signal
      sem_post(Signals.arrived)
    }
    action.sa_flags = SA_RESTART
    sigaction(SIGTERM, &action, nil)
    sigaction(SIGINT, &action, nil)
  }

  /// The signal that came.
  static func wait() async -> Int32 {
    await withCheckedContinuation { continuation in
      onThread {
        while sem_wait(arrived) != 0 {}
        continuation.resume(returning: number.pointee)
      }
    }
  }

  static func onThread(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    pthread_detach(thread)
  }

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
