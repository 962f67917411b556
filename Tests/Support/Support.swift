package import Ambient
import Synchronization
package import Time

extension Instant {
  /// 2026-03-04T12:00:00Z, a Wednesday: where every test starts.
  package static let wednesday = Instant(seconds: 1_772_625_600)
}

/// A clock that moves when the test says so.
package final class FakeClock: Sendable {
  private let time: Mutex<Instant>

  package init(at start: Instant = .wednesday) { time = Mutex(start) }

  package var now: Instant { time.withLock { $0 } }
  package func advance(_ span: TimeSpan) { time.withLock { $0 = $0 + span } }
  package func set(_ instant: Instant) { time.withLock { $0 = instant } }

  /// This clock with bytes that are random to look at and the same in every run with the same seed.
  package func ambient(seed: UInt64 = 1) -> Ambient {
    let generator = Mutex(SeededBytes(seed: seed))
    return Ambient(now: { self.now }, bytes: { count in generator.withLock { $0.bytes(count) } })
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014): small, and the same everywhere.
package struct SeededBytes: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 24) }
  }
}
