import API
import Ambient
import HTTP
import Synchronization
import Time

/// Ready-made answers by route and known parameters, with at most one composition of each at a time. Reading spec §14.
final class ResponseCache: Sendable {
  private struct State {
    var entries: [String: PreparedResponse] = [:]
    /// Keys in the order they came, for dropping the oldest.
    var order: [String] = []
    var cost = 0
    /// Keys of what does not exist, and the epoch that was learnt under.
    var absent: [String: Int] = [:]
    var flights: [String: Flight] = [:]
    var generation: Int64 = 0
    var advancedAt = Instant(microseconds: 0)
  }

  private let state = Mutex(State())
  private let ambient: Ambient
  let epoch = PreparedEpoch()

  static let memory = 48 << 20
  static let absentLimit = 10_000
  /// How long an answer of the generation before may stand in while a new one is made.
  static let staleFor = TimeSpan.seconds(10)
  static let patience = Duration.milliseconds(250)
  static let limit = Duration.seconds(2)

  init(ambient: Ambient) { self.ambient = ambient }

  /// Learns the generation from a poll or from a snapshot. An older one than is known changes nothing.
  func learn(_ generation: Int64) {
    state.withLock { state in
      guard generation > state.generation else { return }
      state.generation = generation
      state.advancedAt = ambient.now()
      epoch.advance()
    }
  }

  /// Trusts nothing that was made so far: the news of edits is too old.
  func distrust() { epoch.advance() }

  /// The number under which something read at `generation` is filed: the present one, or one that is never current, so that an
  /// old snapshot cannot be filed as new.
  func epochNumber(for generation: Int64) -> Int {
    learn(generation)
    return state.withLock { $0.generation == generation ? epoch.current : -1 }
  }

  enum Found {
    case ready(PreparedResponse)
    /// The answer of the generation before, to be sent with `max-age=1`.
    case stale(PreparedResponse)
  }

  /// The answer under a key, composed if need be by exactly one caller. Throws what the composition threw; failures are not
  /// kept, but for `not_found`.
  func answer(_ key: String, _ compose: () async throws -> PreparedResponse) async throws -> Found {
    let now = ambient.now()
    enum Next {
      case ready(PreparedResponse)
      case absent
      case lead(Flight)
      case wait(Flight, PreparedResponse?)
    }
    let next: Next = state.withLock { state in
      if let entry = state.entries[key], entry.isCurrent(at: now) { return .ready(entry) }
      if state.absent[key] == epoch.current { return .absent }
      if let flight = state.flights[key] { return .wait(flight, stale(key, state, now)) }
      let flight = Flight()
      state.flights[key] = flight
      return .lead(flight)
    }
    switch next {
    case .ready(let entry): return .ready(entry)
    case .absent: throw Problem(.notFound)
    case .lead(let flight): return .ready(try await lead(flight, key, compose))
    case .wait(let flight, let stale):
      if let stale {
        if let result = await flight.result(within: ResponseCache.patience) { return .ready(try result.get()) }
        return .stale(stale)
      }
      guard let result = await flight.result(within: ResponseCache.limit) else {
        throw Problem(.unavailable, headers: ["Retry-After": "1"])
      }
      return .ready(try result.get())
    }
  }

  private func stale(_ key: String, _ state: State, _ now: Instant) -> PreparedResponse? {
    guard let entry = state.entries[key], entry.epochNumber == epoch.current - 1,
      now - state.advancedAt <= ResponseCache.staleFor
    else { return nil }
    return entry
  }

  private func lead(_ flight: Flight, _ key: String, _ compose: () async throws -> PreparedResponse) async throws
    -> PreparedResponse
  {
    let before = epoch.current
    do {
      let entry = try await compose()
      state.withLock { state in
        state.flights[key] = nil
        keep(entry, key, &state)
      }
      flight.land(.success(entry))
      return entry
    } catch {
      state.withLock { state in
        state.flights[key] = nil
        if let problem = error as? Problem, problem.code == .notFound {
          if state.absent.count >= ResponseCache.absentLimit { state.absent.removeAll() }
          state.absent[key] = before
        }
      }
      flight.land(.failure(error))
      throw error
    }
  }

  private func keep(_ entry: PreparedResponse, _ key: String, _ state: inout State) {
    if let old = state.entries.updateValue(entry, forKey: key) {
      state.cost -= old.cost
    } else {
      state.order.append(key)
    }
    state.cost += entry.cost
    var dropped = 0
    while state.cost > ResponseCache.memory, dropped < state.order.count {
      if let old = state.entries.removeValue(forKey: state.order[dropped]) { state.cost -= old.cost }
      dropped += 1
    }
    state.order.removeFirst(dropped)
  }

  /// How many answers are kept, for metrics.
  var count: Int { state.withLock { $0.entries.count } }
}

/// One composition under way, and those who wait for it.
final class Flight: Sendable {
  private struct State {
    var result: Result<PreparedResponse, any Error>?
    var waiters: [Int: CheckedContinuation<Result<PreparedResponse, any Error>?, Never>] = [:]
    var next = 0
  }
  private let state = Mutex(State())

  func land(_ result: Result<PreparedResponse, any Error>) {
    let waiters = state.withLock { state in
      state.result = result
      defer { state.waiters = [:] }
      return state.waiters.values.map { $0 }
    }
    for waiter in waiters { waiter.resume(returning: result) }
  }

  /// Nil when the time is over first.
  func result(within limit: Duration) async -> Result<PreparedResponse, any Error>? {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    return await withCheckedContinuation { continuation in
      let ready = state.withLock { state in
        if state.result == nil { state.waiters[number] = continuation }
        return state.result
      }
      if let ready { return continuation.resume(returning: ready) }
      Task {
        try? await Task.sleep(for: limit)
        let late = self.state.withLock { $0.waiters.removeValue(forKey: number) }
        late?.resume(returning: nil)
      }
    }
  }
}
