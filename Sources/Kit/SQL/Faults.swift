import Synchronization

/// Makes the nth statement fail, for tests that break everything once.
package final class Faults: Sendable {
  private struct State {
    var countdown: Int?
    var error: StoreError
    var count = 0
  }
  private let state: Mutex<State>
  private let commit = Mutex<StoreError?>(nil)

  package init() { state = Mutex(State(countdown: nil, error: .diskFull)) }

  /// The `nth` statement from now on (1 is the next) throws `error`; nil disarms.
  package func fail(statement nth: Int?, with error: StoreError = .diskFull) {
    state.withLock { $0 = State(countdown: nth, error: error, count: $0.count) }
  }

  /// The next commit throws `error`: what was written in it is gone.
  package func failCommit(with error: StoreError = .diskFull) { commit.withLock { $0 = error } }

  func strikeCommit() throws(StoreError) {
    let error: StoreError? = commit.withLock { armed in
      defer { armed = nil }
      return armed
    }
    if let error { throw error }
  }

  /// True when the armed fault has not struck yet.
  package var isArmed: Bool { state.withLock { $0.countdown != nil } }

  /// How many statements have run: what budgets over whole requests are held to.
  package var statementCount: Int { state.withLock { $0.count } }

  func strike() throws(StoreError) {
    let error: StoreError? = state.withLock { state in
      state.count += 1
      guard let countdown = state.countdown else { return nil }
      state.countdown = countdown > 1 ? countdown - 1 : nil
      return countdown == 1 ? state.error : nil
    }
    if let error { throw error }
  }
}
