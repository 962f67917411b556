/// An elapsed time in microseconds; may be negative. `Duration` needs 128-bit helpers that bare WebAssembly lacks.
public struct TimeSpan: Hashable, Comparable, Sendable {
  public let microseconds: Int64

  public init(microseconds: Int64) { self.microseconds = microseconds }

  public static func milliseconds(_ n: Int64) -> TimeSpan { TimeSpan(n, times: 1_000) }
  public static func seconds(_ n: Int64) -> TimeSpan { TimeSpan(n, times: 1_000_000) }
  public static func minutes(_ n: Int64) -> TimeSpan { TimeSpan(n, times: 60_000_000) }
  public static func hours(_ n: Int64) -> TimeSpan { TimeSpan(n, times: 3_600_000_000) }
  /// Days of exactly 24 hours. A calendar day may be shorter or longer: see `DayClock`.
  public static func days(_ n: Int64) -> TimeSpan { TimeSpan(n, times: 86_400_000_000) }

  public static let zero = TimeSpan(microseconds: 0)

  private init(_ n: Int64, times unit: Int64) {
    let (product, overflow) = n.multipliedReportingOverflow(by: unit)
    self.microseconds = overflow ? (n < 0 ? .min : .max) : product
  }

  /// Whole seconds, rounded towards zero.
  public var seconds: Int64 { microseconds / 1_000_000 }

  public static func < (a: TimeSpan, b: TimeSpan) -> Bool { a.microseconds < b.microseconds }
}
