import Glibc
import Synchronization

/// A bar on a watched terminal for work that takes longer than a second; silent elsewhere.
final class Progress: Sendable {
  private struct State {
    var began: Int
    var drawn = 0
    var isShown = false
  }

  private let state: Mutex<State>
  private let isWatched = Terminal.isWatched

  init() { state = Mutex(State(began: Progress.milliseconds())) }

  func report(_ title: String, _ done: Int, of total: Int) {
    guard isWatched, total > 0 else { return }
    state.withLock { state in
      let now = Progress.milliseconds()
      guard now - state.began > 1_000, now - state.drawn > 100 || done == total else { return }
      state.drawn = now
      state.isShown = true
      let filled = 30 * min(done, total) / total
      let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
      Terminal.write("\r\u{1B}[2K\(title) \(bar) \(done) of \(total)", to: STDERR_FILENO)
    }
  }

  func finish() {
    state.withLock { state in
      if state.isShown { Terminal.write("\r\u{1B}[2K", to: STDERR_FILENO) }
      state.isShown = false
    }
  }

  private static func milliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
