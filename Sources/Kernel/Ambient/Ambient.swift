public import Time

/// The two things that differ between two runs: time and randomness. Everything that varies is computed from them,
/// so that every test, replay and report can be made to happen again.
public struct Ambient: Sendable {
  public var now: @Sendable () -> Instant
  /// Random bytes fit for secrets, `count` of them.
  public var bytes: @Sendable (_ count: Int) -> [UInt8]

  public init(now: @escaping @Sendable () -> Instant, bytes: @escaping @Sendable (_ count: Int) -> [UInt8]) {
    self.now = now
    self.bytes = bytes
  }
}
