package import API
import Synchronization

/// Why a body ended before its end.
package enum BodyError: Explained, Hashable, Sendable {
  case disconnected, timedOut, malformed, tooLarge

  package var problem: Problem { Problem(self == .tooLarge ? .payloadTooLarge : .badRequest) }
}

/// A request's body on its way from the loop to its handler. The handler may be on any thread; the loop never waits.
final class BodyChannel: Sendable {
  private struct State {
    var chunks: [[UInt8]] = []
    var bytes = 0
    var isEnded = false
    var error: BodyError?
    var waiter: CheckedContinuation<[UInt8]?, any Error>?
  }
  private let state = Mutex(State())
  /// Called when the handler has caught up and the connection may read on.
  private let wantsMore: @Sendable () -> Void

  /// Above this the connection stops reading.
  static let highWater = 256 * 1024

  init(wantsMore: @escaping @Sendable () -> Void) { self.wantsMore = wantsMore }

  /// Adds a piece. True when the connection should stop reading for now.
  func add(_ chunk: [UInt8]) -> Bool {
    let waiter: CheckedContinuation<[UInt8]?, any Error>? = state.withLock { state in
      if let waiter = state.waiter {
        state.waiter = nil
        return waiter
      }
      state.chunks.append(chunk)
      state.bytes += chunk.count
      return nil
    }
    waiter?.resume(returning: chunk)
    return state.withLock { $0.bytes > BodyChannel.highWater }
  }

  func end(_ error: BodyError? = nil) {
    let waiter = state.withLock { state in
      if !state.isEnded {
        state.isEnded = true
        state.error = error
      }
      defer { state.waiter = nil }
      return state.waiter
    }
    if let error { waiter?.resume(throwing: error) } else { waiter?.resume(returning: nil) }
  }

  func next() async throws -> [UInt8]? {
    wantsMore()
    return try await withCheckedThrowingContinuation { continuation in
      let answer: Result<[UInt8]?, any Error>? = state.withLock { state in
        if !state.chunks.isEmpty {
          let chunk = state.chunks.removeFirst()
          state.bytes -= chunk.count
          return .success(chunk)
        }
        if let error = state.error { return .failure(error) }
        if state.isEnded { return .success(nil) }
        state.waiter = continuation
        return nil
      }
      if let answer { continuation.resume(with: answer) }
    }
  }
}
