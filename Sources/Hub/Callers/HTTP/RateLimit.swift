package import API
package import Ambient
package import HTTP
import JSON
import Synchronization
package import Time

/// How often something may be asked for, and by whom. Hub spec §2.10.
package struct RateLimit: Hashable, Sendable {
  package enum Subject: String, Hashable, Sendable {
    /// Each session, or each API key.
    case caller = "bucket"
    /// Each client address.
    case address = "ip"
    /// Each address of e-mail, whether or not it has an account.
    case email
  }
  /// Told in the answer.
  package let name: String
  package let count: Int
  package let span: TimeSpan
  package let subject: Subject

  package init(_ name: String, _ count: Int, per span: TimeSpan, each subject: Subject) {
    self.name = name
    self.count = count
    self.span = span
    self.subject = subject
  }

  package static let standard = RateLimit("standard", 100, per: .minutes(1), each: .caller)
  package static let tokens = RateLimit("tokens", 300, per: .minutes(1), each: .caller)
  package static let grants = RateLimit("grants", 20, per: .minutes(1), each: .caller)
  package static let signIn = RateLimit("sign_in", 10, per: .minutes(1), each: .address)
  package static let letters = RateLimit("letters", 5, per: .minutes(1), each: .address)
  package static let lettersToOne = RateLimit("letters_to_one_address", 3, per: .hours(1), each: .email)
  package static let anonymous = RateLimit("anonymous", 20, per: .minutes(1), each: .address)
  package static let refresh = RateLimit("refresh", 30, per: .minutes(1), each: .caller)
  package static let exports = RateLimit("exports", 5, per: .days(1), each: .caller)

  func problem(wait: Int, _ standing: TokenBuckets.Standing) -> Problem {
    var headers: Headers = ["Retry-After": String(wait)]
    headers.note(standing)
    return Problem(
      .rateLimited,
      details: [
        .init("reason", .string(subject.rawValue)), .init("bucket", .string(name)),
        .init("retry_after", .integer(Int64(wait))),
      ], headers: headers)
  }
}

extension Headers {
  mutating func note(_ standing: TokenBuckets.Standing) {
    self["RateLimit-Limit"] = String(standing.limit)
    self["RateLimit-Remaining"] = String(standing.remaining)
    self["RateLimit-Reset"] = String(standing.reset)
  }
}

/// The buckets of every limit, made as they are asked for.
package final class Limiter: Sendable {
  private let ambient: Ambient
  /// Every limit is this many times as wide; 0 is no limit at all.
  private let factor: Int
  private let buckets = Mutex<[String: TokenBuckets]>([:])

  package init(factor: Int = 1, ambient: Ambient) {
    self.factor = factor
    self.ambient = ambient
  }

  func draw(_ limit: RateLimit, _ subject: String) -> TokenBuckets.Standing {
    buckets.withLock { buckets in
      if let known = buckets[limit.name] { return known }
      let made = TokenBuckets(limit.count * factor, per: limit.span, ambient: ambient)
      buckets[limit.name] = made
      return made
    }.draw(subject)
  }
}
