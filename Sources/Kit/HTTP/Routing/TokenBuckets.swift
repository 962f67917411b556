package import Ambient
import Synchronization
import Time

/// Rate limits: one bucket for each caller, refilled evenly. Memory is bounded; when it is full, full buckets go first.
package final class TokenBuckets: Sendable {
  private struct Bucket {
    var tokens: Double
    var at: Instant
  }

  package let perMinute: Int
  private let ambient: Ambient
  private let buckets = Mutex<[String: Bucket]>([:])
  private static let limit = 100_000

  /// `perMinute` requests a minute for each caller, all of which may come at once; 0 is no limit.
  package init(perMinute: Int, ambient: Ambient) {
    self.perMinute = perMinute
    self.ambient = ambient
  }

  /// Takes one token. Answers nil, or the whole seconds until there is one again.
  package func take(_ caller: String) -> Int? {
    if perMinute == 0 { return nil }
    let now = ambient.now()
    return buckets.withLock { buckets in
      if buckets.count >= TokenBuckets.limit, buckets[caller] == nil { sweep(&buckets, now) }
      let full = Double(perMinute)
      var bucket = buckets[caller] ?? Bucket(tokens: full, at: now)
      // A clock that went back gives nothing and takes nothing.
      let elapsed = max(0, Double((now - bucket.at).microseconds)) / 60_000_000
      bucket.tokens = min(full, bucket.tokens + elapsed * full)
      bucket.at = now
      let isThere = bucket.tokens >= 1
      if isThere { bucket.tokens -= 1 }
      buckets[caller] = bucket
      return isThere ? nil : max(1, Int(((1 - bucket.tokens) / full * 60).rounded(.up)))
    }
  }

  private func sweep(_ buckets: inout [String: Bucket], _ now: Instant) {
    buckets = buckets.filter { now - $0.value.at < .minutes(1) }
    if buckets.count >= TokenBuckets.limit { buckets.removeAll() }
  }
}
