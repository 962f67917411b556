package import API
package import CallersRules
package import HTTP
import JSON
package import Identifiers
package import Time

/// What a handler knows of a request, beside its input.
package struct Call: Sendable {
  package let caller: Caller
  package let now: Instant
  /// `X-Request-ID`, for the audit log.
  package let requestID: String
  /// The client's address; a trusted proxy's word for it where there is one.
  package let address: String
  /// At most 512 bytes of `User-Agent`.
  package let userAgent: String?
  package let acceptLanguage: String?
  /// The version that `If-Match` names; nil without the header.
  package let ifMatch: VersionCondition?
  let rules: [CallerRule]
  let limiter: Limiter

  /// The caller as a person with a session.
  package func person() throws(Problem) -> PersonCaller {
    switch caller {
    case .person(let person): return person
    case .key: throw Problem(.userTokenRequired)
    case .nobody: throw Problem(.unauthenticated)
    }
  }

  /// Whose things the path names, when the operation's declaration lets the caller near them.
  package func subject(_ reference: PersonReference) throws(Problem) -> ID<UserKind> {
    do { return try caller.admitted(to: reference, as: rules) } catch { throw error.problem(absent: .userNotFound) }
  }

  /// Whether the subject is the caller, so that rules which differ for staff can ask.
  package func isSelf(_ user: ID<UserKind>) -> Bool {
    if case .person(let person) = caller { person.user == user } else { false }
  }

  /// Takes one from a bucket that the declaration could not name, such as one for each address of e-mail.
  package func take(_ limit: RateLimit, for subject: String) throws(Problem) {
    let standing = limiter.draw(limit, subject)
    if let wait = standing.wait { throw limit.problem(wait: wait, standing) }
  }
}

/// `If-Match: W/"7"`, or `*`.
package enum VersionCondition: Hashable, Sendable {
  case any
  case version(Int)

  /// Nil for what no answer of ours carried: it matches nothing.
  init?(_ text: String) {
    let tag = text.hasPrefix("W/") ? text.dropFirst(2) : text[...]
    if text == "*" {
      self = .any
    } else if tag.count >= 3, tag.first == "\"", tag.last == "\"", let version = Int(tag.dropFirst().dropLast()) {
      self = .version(version)
    } else {
      return nil
    }
  }
}

extension Call {
  /// Throws `version_conflict` with the present tag when the caller read another version. Hub spec §2.7.
  package func checkVersion(_ version: Int) throws(Problem) {
    guard case .version(let read) = ifMatch, read != version else { return }
    throw Problem(.versionConflict, details: [.init("current_etag", .string(Reply<Void>.tag(version)))])
  }
}

/// What a handler answers.
package struct Reply<Output: Sendable>: Sendable {
  package var value: Output
  /// The version of the resource, for its `ETag`.
  package var version: Int?
  package var headers: Headers

  package init(_ value: Output, version: Int? = nil, headers: Headers = Headers()) {
    self.value = value
    self.version = version
    self.headers = headers
  }

  static func tag(_ version: Int) -> String { "W/\"\(version)\"" }
}

extension Reply where Output == Void {
  package static var nothing: Reply { Reply(()) }
}

extension AdmissionRefusal {
  /// `absent` is what is said of an object that does not exist.
  func problem(absent: ProblemCode) -> Problem {
    switch self {
    case .notSignedIn: Problem(.unauthenticated, headers: ["WWW-Authenticate": "Bearer"])
    case .needsPerson: Problem(.userTokenRequired)
    case .needsPermission(let permission):
      Problem(.forbidden, details: [.init("required_permission", .string(permission.rawValue))])
    case .invisible: Problem(absent)
    }
  }
}
