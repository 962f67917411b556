/// A point in time: microseconds since 1970-01-01T00:00:00Z, without leap seconds (POSIX time).
///
/// Some 292,000 years either way; arithmetic saturates at the ends and never traps.
public struct Instant: Hashable, Comparable, Sendable {
  public let microseconds: Int64

  public init(microseconds: Int64) { self.microseconds = microseconds }

  public init(seconds: Int64) {
    self.microseconds =
      seconds.multipliedReportingOverflow(by: 1_000_000).overflow
      ? (seconds < 0 ? .min : .max) : seconds * 1_000_000
  }

  /// Whole seconds, rounded towards the past.
  public var seconds: Int64 {
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return remainder < 0 ? quotient - 1 : quotient
  }

  public static func < (a: Instant, b: Instant) -> Bool { a.microseconds < b.microseconds }

  public static func + (instant: Instant, span: TimeSpan) -> Instant {
    let (sum, overflow) = instant.microseconds.addingReportingOverflow(span.microseconds)
    return Instant(microseconds: overflow ? (span.microseconds < 0 ? .min : .max) : sum)
  }

  public static func - (instant: Instant, span: TimeSpan) -> Instant {
    instant + TimeSpan(microseconds: span.microseconds == .min ? .max : -span.microseconds)
  }

  public static func - (a: Instant, b: Instant) -> TimeSpan {
    let (difference, overflow) = a.microseconds.subtractingReportingOverflow(b.microseconds)
    return TimeSpan(microseconds: overflow ? (a < b ? .min : .max) : difference)
  }
}
