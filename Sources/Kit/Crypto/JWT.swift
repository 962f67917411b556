import Encoding
package import JSON
package import Time

/// JSON Web Tokens in their compact form (RFC 7515, RFC 7519, and the advice of RFC 8725).
package enum JWT {
  /// Bytes. What is longer is refused before it is read.
  package static let longest = 8_192
  /// By how much two clocks may differ. Hub spec §3.4.
  package static let skew = TimeSpan.seconds(60)

  /// Signs claims; the header names the algorithm of the key and nothing else but its id.
  package static func sign(_ claims: JSONValue, with key: SigningKey, kid: String) -> String {
    let header = JSONValue.object([
      .init("alg", .string(key.algorithm.jose)), .init("kid", .string(kid)), .init("typ", .string("JWT")),
    ])
    let text = Base64URL.encode(header.bytes) + "." + Base64URL.encode(claims.bytes)
    return text + "." + Base64URL.encode(key.sign(Array(text.utf8)))
  }
}

/// Why a token is not honoured. A caller hears one answer for all of them.
package enum JWTRefusal: String, Error, Hashable, Sendable, CaseIterable {
  /// It is not three parts of canonical base64url, its header or claims are no JSON object, or it is too long.
  case malformed
  /// The header wants something that is not done here: another type, or a critical extension.
  case header
  /// The header names no key of ours.
  case unknownKey
  /// The header names another algorithm than the key's own.
  case algorithm
  case signature
  case issuer
  case audience
  case expired
  /// It begins to count in the future.
  case notYet
}

/// What tokens of one issuer for one reader must be.
package struct JWTVerifier: Sendable {
  private let keys: JWKSet
  private let issuer: String
  private let audience: String

  package init(keys: JWKSet, issuer: String, audience: String) {
    self.keys = keys
    self.issuer = issuer
    self.audience = audience
  }

  /// The claims of a token that counts at `now`.
  ///
  /// The key is found by `kid` among known ones; its one algorithm is compared with the header's `alg`, never chosen by it.
  /// Nothing else in a header is followed: `jku`, `jwk`, `x5u` and `x5c` mean nothing here.
  package func verify(_ token: String, at now: Instant) throws(JWTRefusal) -> JSONValue {
    guard token.utf8.count <= JWT.longest else { throw .malformed }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = JWTVerifier.object(parts[0]), let claims = JWTVerifier.object(parts[1]),
      let signature = Base64URL.decode(String(parts[2]))
    else { throw .malformed }
    guard header["crit"] == nil, header["b64"] == nil, header["zip"] == nil, header["enc"] == nil else { throw .header }
    if let type = header["typ"] {
      guard case .string(let name) = type, ["jwt", "at+jwt", "application/at+jwt"].contains(name.lowercased()) else {
        throw .header
      }
    }
    guard case .string(let kid) = header["kid"], let key = keys[kid] else { throw .unknownKey }
    guard header["alg"] == .string(key.algorithm.jose) else { throw .algorithm }
    guard key.verifies(signature, of: Array("\(parts[0]).\(parts[1])".utf8)) else { throw .signature }
    try check(claims, at: now)
    return claims
  }

  private func check(_ claims: JSONValue, at now: Instant) throws(JWTRefusal) {
    guard case .string(let from) = claims["iss"], from.utf8.elementsEqual(issuer.utf8) else { throw .issuer }
    switch claims["aud"] {
    case .string(let to) where to.utf8.elementsEqual(audience.utf8): break
    // A token for several readers is a token that another one of them could send here.
    case .array(let to) where to == [.string(audience)]: break
    default: throw .audience
    }
    guard let end = JWTVerifier.seconds(claims["exp"]) else { throw .malformed }
    guard now < end + JWT.skew else { throw .expired }
    for name in ["nbf", "iat"] {
      guard let claim = claims[name] else { continue }
      guard let start = JWTVerifier.seconds(claim) else { throw .malformed }
      guard start <= now + JWT.skew else { throw .notYet }
    }
  }

  /// Canonical base64url of one JSON object.
  private static func object(_ part: Substring) -> JSONValue? {
    guard let bytes = Base64URL.decode(String(part)), case .object(let members) = try? JSONValue.parse(bytes) else {
      return nil
    }
    return .object(members)
  }

  /// A NumericDate (RFC 7519 §2): a number, not a text that looks like one.
  private static func seconds(_ claim: JSONValue?) -> Instant? {
    switch claim {
    case .integer(let seconds): Instant(seconds: seconds)
    case .double(let seconds) where seconds.magnitude < 9e12: Instant(microseconds: Int64(seconds * 1e6))
    default: nil
    }
  }
}
