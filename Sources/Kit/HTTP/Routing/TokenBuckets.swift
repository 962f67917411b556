package import Ambient
import Synchronization
package import Time

/// Rate limits: one bucket for each caller, refilled evenly. They live in this process: several servers allow as many times as
/// much. Memory is bounded; when it is full, the buckets that have long been full go first.
package final class TokenBuckets: Sendable {
  private struct Bucket {
    var tokens: Double
    var at: Instant
  }

  /// How a bucket stands after something was asked of it.
  package struct Standing: Hashable, Sendable {
    /// How many may come at once.
    package var limit: Int
    /// Whole ones left.
    package var remaining: Int
    /// Whole seconds until the bucket is full again.
    package var reset: Int
    /// Whole seconds until there is one again; nil when this one was let through.
    package var wait: Int?
  }

  /// What each bucket holds: `count` for every `span`, all of which may come at once; 0 is no limit.
  package let count: Int
  package let span: TimeSpan
  private let ambient: Ambient
  private let buckets = Mutex<[String: Bucket]>([:])
  private static let limit = 100_000

  package init(_ count: Int, per span: TimeSpan, ambient: Ambient) {
    self.count = count
    self.span = span
    self.ambient = ambient
  }

  /// `perMinute` requests a minute for each caller.
  package convenience init(perMinute: Int, ambient: Ambient) {
    self.init(perMinute, per: .minutes(1), ambient: ambient)
  }

  /// Takes one token. Answers nil, or the whole seconds until there is one again.
  package func take(_ caller: String) -> Int? { count == 0 ? nil : draw(caller).wait }

  /// Takes `tokens` when they are all there, and says how the bucket stands.
  package func draw(_ caller: String, _ tokens: Int = 1) -> Standing {
    if count == 0 { return Standing(limit: 0, remaining: 0, reset: 0, wait: nil) }
    let now = ambient.now()
    return buckets.withLock { buckets in
      if buckets.count >= TokenBuckets.limit, buckets[caller] == nil { sweep(&buckets, now) }
      let full = Double(count)
      let perSecond = full / (Double(span.microseconds) / 1e6)
      var bucket = buckets[caller] ?? Bucket(tokens: full, at: now)
      // A clock that went back gives nothing and takes nothing.
      let elapsed = max(0, Double((now - bucket.at).microseconds)) / 1e6
      bucket.tokens = min(full, bucket.tokens + elapsed * perSecond)
      bucket.at = now
      let isThere = bucket.tokens >= Double(tokens)
      if isThere { bucket.tokens -= Double(tokens) }
      buckets[caller] = bucket
      let wait = isThere ? nil : max(1, Int(((Double(tokens) - bucket.tokens) / perSecond).rounded(.up)))
      return Standing(
        limit: count, remaining: max(0, Int(bucket.tokens)),
        reset: Int(((full - bucket.tokens) / perSecond).rounded(.up)),
        wait: wait)
    }
  }

  private func sweep(_ buckets: inout [String: Bucket], _ now: Instant) {
    buckets = buckets.filter { now - $0.value.at < span }
    if buckets.count >= TokenBuckets.limit { buckets.removeAll() }
  }
}
