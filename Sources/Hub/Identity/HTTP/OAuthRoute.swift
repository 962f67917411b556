import API
import Ambient
import CallersHTTP
import Crypto
import Encoding
import HTTP
import IdentityRules
import JSON
import SQL
import Time

/// Why a token is not given, in OAuth's words (RFC 6749 §5.2).
enum OAuthRefusal: String, Error, Hashable, Sendable {
  case invalidRequest = "invalid_request"
  case invalidGrant = "invalid_grant"
  case invalidClient = "invalid_client"
  case unsupportedGrantType = "unsupported_grant_type"
  case accessDenied = "access_denied"

  var sentence: String {
    switch self {
    case .invalidRequest: "A parameter is missing, came twice, or is malformed."
    case .invalidGrant: "The code or refresh token is not valid here."
    case .invalidClient: "There is no such app."
    case .unsupportedGrantType: "Send authorization_code or refresh_token."
    case .accessDenied: "The person has no access to this app."
    }
  }
}

struct OAuthCall: Sendable {
  var now: Instant
  var requestID: String
  var address: String
}

/// The parameters of a token request: a form, as OAuth has it, or JSON.
struct OAuthForm: Sendable {
  private var values: [String: String] = [:]

  /// Throws `invalid_request` for a name that comes twice and for what is neither.
  init(_ bytes: [UInt8], type: String?) throws {
    switch (type ?? "").prefix(while: { $0 != ";" }).filter({ $0 != " " }).lowercased() {
    case "application/json":
      guard case .object(let members) = try? JSONValue.parse(bytes) else { throw OAuthRefusal.invalidRequest }
      for member in members {
        if case .string(let text) = member.value { values[member.name] = text }
      }
    case "application/x-www-form-urlencoded":
      for pair in String(decoding: bytes, as: UTF8.self).split(separator: "&") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let name = OAuthForm.decoded(parts[0]), let value = OAuthForm.decoded(parts[1]),
          values.updateValue(value, forKey: name) == nil
        else { throw OAuthRefusal.invalidRequest }
      }
    default: throw Problem(.unsupportedMediaType)
    }
  }

  private static func decoded(_ text: Substring) -> String? {
    PercentEncoding.decode(String(text.map { $0 == "+" ? " " : $0 }))
  }

  /// Nil only to make `guard` read well: a missing parameter throws.
  func required(_ name: String) throws(OAuthRefusal) -> String? {
    guard let value = values[name], !value.isEmpty, value.utf8.count <= 2_048 else { throw .invalidRequest }
    return value
  }
}

extension Identity {
  /// POST /v1/auth/oauth/token: takes a form, so it is no operation of the JSON document's kind.
  var tokenRoute: Route {
    let buckets = TokenBuckets(300, per: .minutes(1), ambient: ambient)
    return Route(.post, "/v1/auth/oauth/token") { [self] request, _ in
      let now = ambient.now()
      let standing = buckets.draw(request.remoteAddress)
      if let wait = standing.wait {
        throw Problem(
          .rateLimited, details: [.init("reason", .string("ip")), .init("bucket", .string("tokens"))],
          headers: ["Retry-After": String(wait)])
      }
      do {
        let bytes = try await request.body.collect(limit: 16_384)
        let form = try OAuthForm(bytes, type: request.headers["Content-Type"])
        let grant = try await exchange(
          form, OAuthCall(now: now, requestID: request.id, address: request.remoteAddress))
        return Identity.json(
          200,
          .members(
            ("access_token", .string(grant.token)), ("app_token", .string(grant.token)),
            ("token_type", .string("Bearer")), ("expires_in", .integer(SessionLife.appToken.seconds)),
            ("refresh_token", .string(grant.refreshToken)),
            ("refresh_token_expires_in", .integer((grant.refreshUntil - now).seconds))))
      } catch let refusal as OAuthRefusal {
        return Identity.json(
          400,
          .members(("error", .string(refusal.rawValue)), ("error_description", .string(refusal.sentence))))
      }
    }
  }

  static func json(_ status: Int, _ value: JSONValue, cache: String = "no-store") -> Response {
    Response(
      status: status,
      headers: ["Content-Type": "application/json; charset=utf-8", "Cache-Control": cache],
      body: .bytes(value.canonicalBytes))
  }

  /// The keys and the discovery document, for apps that check tokens themselves. Hub spec §3.4.
  var wellKnownRoutes: [Route] {
    let cache = "public, max-age=3600"
    let document = JSONValue.members(
      ("issuer", .string(options.issuer)), ("jwks_uri", .string(options.issuer + "/.well-known/jwks.json")),
      ("authorization_endpoint", .string(options.authorizationPage)),
      ("token_endpoint", .string(options.issuer + "/v1/auth/oauth/token")),
      ("response_types_supported", .array([.string("code")])),
      ("grant_types_supported", .array([.string("authorization_code"), .string("refresh_token")])),
      ("code_challenge_methods_supported", .array([.string("S256")])),
      ("token_endpoint_auth_methods_supported", .array([.string("none")])),
      ("authorization_response_iss_parameter_supported", .bool(true)))
    return [
      Route(.get, "/.well-known/jwks.json") { [self] _, _ in
        Identity.json(200, try await keys.published(at: ambient.now()).json, cache: cache)
      },
      Route(.get, "/.well-known/openid-configuration") { _, _ in Identity.json(200, document, cache: cache) },
    ]
  }
}
