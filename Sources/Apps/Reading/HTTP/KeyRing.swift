import API
import Ambient
import Crypto
import HTTP
import ReadingStore
import Synchronization
import Time

/// The API keys in force, as this server knows them, and who has guessed too often. Reading spec §4.1.
final class KeyRing: Sendable {
  private struct State {
    var keys: [APIKeys.Active] = []
    var version = 0
    /// Wrong keys by address, and when the counting of an address began.
    var wrong: [String: (count: Int, since: Instant)] = [:]
    /// Keys that were used since somebody last asked.
    var used: Set<Int64> = []
  }
  private let state = Mutex(State())
  private let ambient: Ambient

  /// After so many wrong keys from one address within an hour, it hears 429.
  static let guesses = 99
  private static let addressLimit = 50_000

  init(ambient: Ambient) { self.ambient = ambient }

  var version: Int { state.withLock { $0.version } }

  func replace(_ keys: [APIKeys.Active]) {
    state.withLock { state in
      if state.keys == keys { return }
      state.keys = keys
      state.version += 1
    }
  }

  /// The keys used since the last call.
  func takeUsed() -> Set<Int64> {
    state.withLock { state in
      defer { state.used = [] }
      return state.used
    }
  }

  /// Lets a request in by its key, or says no: 403 and never 401, so that no app signs its user out over it.
  func admit(_ request: Request) throws(Problem) {
    let now = ambient.now()
    let given = request.headers.all("X-API-Key")
    guard let key = given.first, !key.isEmpty else { throw Problem(.apiKeyMissing) }
    if let wait = blockedFor(request.remoteAddress, now) {
      throw Problem(.rateLimited, headers: ["Retry-After": String(wait)])
    }
    let hash = SHA256.hash(Array(key.utf8))
    let found: Int64? = state.withLock { state in
      // Every key is compared, so that the time says nothing about which one it was.
      var found: Int64?
      for active in state.keys where constantTimeEqual(active.sha256, hash) { found = active.id }
      if let found { state.used.insert(found) }
      return found
    }
    guard given.count == 1, found != nil else {
      noteWrong(request.remoteAddress, now)
      throw Problem(.apiKeyInvalid)
    }
  }

  private func blockedFor(_ address: String, _ now: Instant) -> Int? {
    state.withLock { state in
      guard var wrong = state.wrong[address], wrong.count >= KeyRing.guesses, now - wrong.since < .hours(1) else {
        return nil
      }
      if wrong.since > now {  // the clock went back: the hour is the next one and no longer
        wrong.since = now
        state.wrong[address] = wrong
      }
      return max(1, Int((TimeSpan.hours(1).microseconds - (now - wrong.since).microseconds) / 1_000_000))
    }
  }

  private func noteWrong(_ address: String, _ now: Instant) {
    state.withLock { state in
      if state.wrong.count >= KeyRing.addressLimit {
        state.wrong = state.wrong.filter { now - $0.value.since < .hours(1) }
      }
      if state.wrong.count >= KeyRing.addressLimit { state.wrong.removeAll() }
      var wrong = state.wrong[address] ?? (0, now)
      if now - wrong.since >= .hours(1) { wrong = (0, now) }
      wrong.since = min(wrong.since, now)
      wrong.count += 1
      state.wrong[address] = wrong
    }
  }
}
