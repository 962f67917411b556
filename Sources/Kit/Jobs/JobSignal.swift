import Synchronization
import Time

/// Wakes everyone who waits for it; when nobody does, the next one who would.
final class JobSignal: Sendable {
  private struct State {
    var isPending = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Mutex(State())

  func signal() {
    let waiters = state.withLock { state in
      defer { state.waiters = [] }
      if state.waiters.isEmpty { state.isPending = true }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when it was signalled, and after `span` at the latest.
  func wait(upTo span: TimeSpan) async {
    let timer = Task {
      try? await Task.sleep(for: .microseconds(max(0, span.microseconds)))
      if !Task.isCancelled { self.signal() }
    }
    await withCheckedContinuation { continuation in
      let isPending = state.withLock { state in
        defer { state.isPending = false }
        if !state.isPending { state.waiters.append(continuation) }
        return state.isPending
      }
      if isPending { continuation.resume() }
    }
    timer.cancel()
  }
}
