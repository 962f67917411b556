import Glibc

/// SIGTERM and SIGINT, waited for on a thread of their own.
enum Signals {
  /// Must run before other threads are made: they take the mask over.
  static func block() {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  static func wait() async -> Int32 {
    await withCheckedContinuation { continuation in
      onThread {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        var signal: Int32 = 0
        while sigwait(&set, &signal) != 0 {}
        continuation.resume(returning: signal)
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
