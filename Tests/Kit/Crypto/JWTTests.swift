import Crypto
import Encoding
import JSON
import Support
import Testing
import Time

/// Keys that every row uses: making an RSA key takes a while.
private struct Issuer {
  let rsa: SigningKey
  let other: SigningKey
  let p256: SigningKey
  let set: JWKSet

  static let shared: Issuer? = try? Issuer()

  init() throws {
    rsa = try SigningKey.generate(.rs256)
    other = try SigningKey.generate(.rs256)
    p256 = try SigningKey.generate(.es256)
    set = try JWKSet([JWK(kid: "rsa", key: rsa.verifyingKey), JWK(kid: "ec", key: p256.verifyingKey)])
  }

  func verify(_ token: String, at now: Instant = .wednesday) -> JWTRefusal? {
    do throws(JWTRefusal) {
      _ = try JWTVerifier(keys: set, issuer: "https://hub.example", audience: "hub-platform").verify(token, at: now)
      return nil
    } catch { return error }
  }

  /// Signs texts as they are, so that a row can say anything.
  func raw(_ header: String, _ claims: String, key: SigningKey? = nil) -> String {
    let text = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array(claims.utf8))
    return text + "." + Base64URL.encode((key ?? rsa).sign(Array(text.utf8)))
  }
}

private let header = #"{"alg":"RS256","kid":"rsa","typ":"JWT"}"#
private let start = Instant.wednesday.seconds
private func claims(
  _ more: String = "", iss: String = #""https://hub.example""#, aud: String = #""hub-platform""#, exp: String? = nil
)
  -> String
{
  #"{"iss":\#(iss),"aud":\#(aud),"sub":"usr_1","exp":\#(exp ?? "\(start + 900)")\#(more)}"#
}

@Suite struct `A JSON Web Token` {
  @Test func `that we sign is one that we take`() throws {
    let issuer = try #require(Issuer.shared)
    let claims = try JSONValue.parse(Array(claims().utf8))
    for (kid, key) in [("rsa", issuer.rsa), ("ec", issuer.p256)] {
      let token = JWT.sign(claims, with: key, kid: kid)
      #expect(issuer.verify(token) == nil)
      #expect(token.split(separator: ".").count == 3 && !token.contains("="))
    }
  }

  static let hostile: [(why: String, header: String, claims: String, told: JWTRefusal?)] = [
    ("as it should be", header, claims(), nil),
    ("alg none", #"{"alg":"none","kid":"rsa"}"#, claims(), .algorithm),
    ("alg None", #"{"alg":"None","kid":"rsa"}"#, claims(), .algorithm),
    ("alg HS256 for an RSA key", #"{"alg":"HS256","kid":"rsa"}"#, claims(), .algorithm),
    ("alg PS256 for an RSA key", #"{"alg":"PS256","kid":"rsa"}"#, claims(), .algorithm),
    ("alg RS512", #"{"alg":"RS512","kid":"rsa"}"#, claims(), .algorithm),
    ("alg ES256 for an RSA key", #"{"alg":"ES256","kid":"rsa"}"#, claims(), .algorithm),
    ("alg in lower case", #"{"alg":"rs256","kid":"rsa"}"#, claims(), .algorithm),
    ("alg missing", #"{"kid":"rsa"}"#, claims(), .algorithm),
    ("alg a list", #"{"alg":["RS256"],"kid":"rsa"}"#, claims(), .algorithm),
    ("alg null", #"{"alg":null,"kid":"rsa"}"#, claims(), .algorithm),
    ("kid missing", #"{"alg":"RS256"}"#, claims(), .unknownKey),
    ("kid empty", #"{"alg":"RS256","kid":""}"#, claims(), .unknownKey),
    ("kid of nobody", #"{"alg":"RS256","kid":"rsa2"}"#, claims(), .unknownKey),
    ("kid a path", #"{"alg":"RS256","kid":"../../dev/null"}"#, claims(), .unknownKey),
    ("kid a statement", #"{"alg":"RS256","kid":"x' OR 1=1 --"}"#, claims(), .unknownKey),
    ("kid with NUL", #"{"alg":"RS256","kid":"rsa\u0000"}"#, claims(), .unknownKey),
    ("kid a number", #"{"alg":"RS256","kid":1}"#, claims(), .unknownKey),
    ("kid of the other key", #"{"alg":"RS256","kid":"ec"}"#, claims(), .algorithm),
    (
      "jku of a stranger is not followed", #"{"alg":"RS256","kid":"rsa","jku":"https://evil.example/k"}"#, claims(), nil
    ),
    (
      "jwk in the header is not used", #"{"alg":"RS256","jwk":{"kty":"RSA","n":"AQ","e":"AQAB"}}"#, claims(),
      .unknownKey
    ),
    ("crit", #"{"alg":"RS256","kid":"rsa","crit":["exp"]}"#, claims(), .header),
    ("crit empty", #"{"alg":"RS256","kid":"rsa","crit":[]}"#, claims(), .header),
    ("b64 false", #"{"alg":"RS256","kid":"rsa","b64":false}"#, claims(), .header),
    ("zip", #"{"alg":"RS256","kid":"rsa","zip":"DEF"}"#, claims(), .header),
    ("enc, as of an encrypted one", #"{"alg":"RS256","kid":"rsa","enc":"A128GCM"}"#, claims(), .header),
    ("typ of another token", #"{"alg":"RS256","kid":"rsa","typ":"dpop+jwt"}"#, claims(), .header),
    ("typ a number", #"{"alg":"RS256","kid":"rsa","typ":1}"#, claims(), .header),
    ("typ at+jwt", #"{"alg":"RS256","kid":"rsa","typ":"at+JWT"}"#, claims(), nil),
    ("typ missing", #"{"alg":"RS256","kid":"rsa"}"#, claims(), nil),
    ("a name twice in the header", #"{"alg":"none","alg":"RS256","kid":"rsa"}"#, claims(), .malformed),
    ("a name twice in the claims", header, claims(#","exp":9999999999"#), .malformed),
    ("a name twice by an escape", header, claims(#","\u0065xp":9999999999"#), .malformed),
    ("header a list", #"["RS256"]"#, claims(), .malformed),
    ("header no JSON", "alg=RS256", claims(), .malformed),
    ("header empty", "", claims(), .malformed),
    ("something after the header", header + "{}", claims(), .malformed),
    ("claims a text", header, #""hello""#, .malformed),
    ("claims null", header, "null", .malformed),
    ("claims with a byte order mark", header, "\u{FEFF}" + claims(), .malformed),
    (
      "claims too deep", header,
      claims(",\"x\":" + String(repeating: "[", count: 100) + String(repeating: "]", count: 100)), .malformed
    ),
    ("a token in a token", header, #""eyJhbGciOiJub25lIn0.e30.""#, .malformed),
    ("iss of a stranger", header, claims(iss: #""https://evil.example""#), .issuer),
    ("iss with a slash", header, claims(iss: #""https://hub.example/""#), .issuer),
    ("iss a list", header, claims(iss: #"["https://hub.example"]"#), .issuer),
    ("iss null", header, claims(iss: "null"), .issuer),
    ("aud of an app", header, claims(aud: #""app_planner""#), .audience),
    ("aud a prefix", header, claims(aud: #""hub""#), .audience),
    ("aud empty", header, claims(aud: #""""#), .audience),
    ("aud a list of one", header, claims(aud: #"["hub-platform"]"#), nil),
    ("aud a list of two", header, claims(aud: #"["hub-platform","app_planner"]"#), .audience),
    ("aud an empty list", header, claims(aud: "[]"), .audience),
    ("aud null", header, claims(aud: "null"), .audience),
    ("exp now less the skew", header, claims(exp: "\(start - 60)"), .expired),
    ("exp within the skew", header, claims(exp: "\(start - 59)"), nil),
    ("exp a text", header, claims(exp: #""9999999999""#), .malformed),
    ("exp null", header, claims(exp: "null"), .malformed),
    ("exp true", header, claims(exp: "true"), .malformed),
    ("exp negative", header, claims(exp: "-1"), .expired),
    ("exp beyond all days", header, claims(exp: "9223372036854775807"), nil),
    ("exp 1e300", header, claims(exp: "1e300"), .malformed),
    ("exp with a fraction", header, claims(exp: "\(start + 1).5"), nil),
    ("nbf in the future", header, claims(#","nbf":\#(start + 61)"#), .notYet),
    ("nbf within the skew", header, claims(#","nbf":\#(start + 60)"#), nil),
    ("nbf a text", header, claims(#","nbf":"0""#), .malformed),
    ("iat in the future", header, claims(#","iat":\#(start + 3600)"#), .notYet),
  ]

  @Test(arguments: hostile.map(\.why)) func `is judged by its header and claims, though the signature is right`(
    _ why: String
  )
    throws
  {
    let issuer = try #require(Issuer.shared)
    let row = try #require(Self.hostile.first { $0.why == why })
    #expect(issuer.verify(issuer.raw(row.header, row.claims)) == row.told)
  }

  @Test func `without exp, iss or aud is refused`() throws {
    let issuer = try #require(Issuer.shared)
    #expect(issuer.verify(issuer.raw(header, #"{"aud":"hub-platform","exp":9999999999}"#)) == .issuer)
    #expect(issuer.verify(issuer.raw(header, #"{"iss":"https://hub.example","exp":9999999999}"#)) == .audience)
    #expect(issuer.verify(issuer.raw(header, #"{"iss":"https://hub.example","aud":"hub-platform"}"#)) == .malformed)
  }

  @Test func `signed by somebody else, or keyed with our public key, is refused`() throws {
    let issuer = try #require(Issuer.shared)
    #expect(issuer.verify(issuer.raw(header, claims(), key: issuer.other)) == .signature)
    #expect(issuer.verify(issuer.raw(header, claims(), key: issuer.p256)) == .signature)
    // The public key as a secret: what the first libraries fell for (CVE-2015-9235).
    for secret in [issuer.rsa.verifyingKey.der, Array(issuer.rsa.pem.utf8), []] {
      for name in ["HS256", "RS256"] {
        let head = Base64URL.encode(Array(#"{"alg":"\#(name)","kid":"rsa"}"#.utf8))
        let text = head + "." + Base64URL.encode(Array(claims().utf8))
        let code = Base64URL.encode(HMAC.authenticate(Array(text.utf8), key: secret))
        #expect(issuer.verify(text + "." + code) == (name == "HS256" ? .algorithm : .signature))
      }
    }
  }

  @Test func `in another form than its one form is refused`() throws {
    let issuer = try #require(Issuer.shared)
    let good = issuer.raw(header, claims())
    let parts = good.split(separator: ".").map(String.init)
    let (h, c, s) = (parts[0], parts[1], parts[2])
    let rows = [
      "", ".", "..", "...", "\(h).\(c)", "\(h).\(c).", "\(h)..\(s)", ".\(c).\(s)", "\(good).", ".\(good)",
      "\(good).\(s)",
      " \(good)", "\(good) ", "\(good)\n", "\(h)\n.\(c).\(s)", "\(h).\(c).\(s)=", "\(h)=.\(c).\(s)", "\(h).\(c).\(s)A",
      "\(h).\(c).\(s.dropLast())", "\(h).\(c).\(s)%00", "Bearer \(good)",
      "\(h).\(c).\(s.replacing("-", with: "+").replacing("_", with: "/"))=", good + "." + good,
      String(repeating: "A", count: 8_193), String(repeating: ".", count: 9_000),
      #"{"protected":"\#(h)","payload":"\#(c)","signature":"\#(s)"}"#,
      "\(h).\(c).\(s)\u{0301}", "\u{FEFF}\(good)",
    ]
    for row in rows where row != good { #expect(issuer.verify(row) != nil, "\(row.prefix(40))") }
    // Bits that are left over in the last digit say nothing, so there is a second text for one token: it is not taken.
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let last = try #require(s.last.flatMap { digits.firstIndex(of: $0) })
    #expect(issuer.verify("\(h).\(c).\(s.dropLast())\(digits[last ^ 1])") != nil)
  }

  @Test func `with any one bit changed is refused`() throws {
    let issuer = try #require(Issuer.shared)
    let good = Array(issuer.raw(header, claims()).utf8)
    for at in good.indices {
      for bit: UInt8 in [0, 1, 3, 5] {
        var changed = good
        changed[at] ^= 1 << bit
        #expect(issuer.verify(String(decoding: changed, as: UTF8.self)) != nil, "byte \(at), bit \(bit)")
      }
    }
  }
}

@Suite struct `A JSON Web Key` {
  @Test func `is read as it was written, with its thumbprint for its id`() throws {
    let issuer = try #require(Issuer.shared)
    let edwards = try SigningKey.generate(.ed25519)
    for key in [issuer.rsa.verifyingKey, issuer.p256.verifyingKey, edwards.verifyingKey] {
      let written = JWK(key)
      let read = try JWK(written.json)
      #expect(read.key.der == key.der && read.kid == written.kid && read.key.algorithm == key.algorithm)
      #expect(written.kid.utf8.count == 43)
    }
  }

  @Test func `has the thumbprint of RFC 7638`() throws {  // §3.1
    let json = try JSONValue.parse(
      Array(
        #"{"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw","e":"AQAB","alg":"RS256","kid":"2011-04-29"}"#
          .utf8))
    #expect(JWK(try JWK(json).key).kid == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
  }

  @Test func `that is weak, private, of another use or misshapen is refused, and left out of a set`() throws {
    let issuer = try #require(Issuer.shared)
    guard case .object(let members) = JWK(kid: "k", key: issuer.rsa.verifyingKey).json else { return }
    func changed(_ name: String, _ value: JSONValue?) -> JSONValue {
      .object(members.filter { $0.name != name } + (value.map { [.init(name, $0)] } ?? []))
    }
    let n = try #require(members.first { $0.name == "n" }?.value.text)
    let rows: [(String, JSONValue?)] = [
      ("kid", nil), ("kid", .string("")), ("kid", .integer(1)), ("kty", .string("oct")), ("kty", nil), ("n", nil),
      ("e", nil), ("e", .string("AQ")), ("e", .string("AAAB")), ("e", .string("Ag")), ("e", .string("AQAAAAAAAAAB")),
      ("n", .string("AQAB")), ("n", .string("AA" + n)), ("n", .string(n + "=")), ("use", .string("enc")),
      ("use", .null), ("alg", .string("RS512")), ("alg", .string("HS256")), ("alg", .null),
      ("key_ops", .array([.string("sign")])), ("d", .string("AQAB")), ("k", .string("AQAB")),
    ]
    for (name, value) in rows { #expect(throws: CryptoError.key, "\(name)") { try JWK(changed(name, value)) } }
    #expect(try JWK(changed("use", nil)).kid == "k")
    let set = try JWKSet(.object([.init("keys", .array([changed("kty", .string("oct")), .object(members)]))]))
    #expect(set.keys.map(\.kid) == ["k"] && set["k"] != nil && set["K"] == nil)
    #expect(throws: CryptoError.key) {
      try JWKSet(.object([.init("keys", .array([.object(members), .object(members)]))]))
    }
    #expect(throws: CryptoError.key) { try JWKSet(.null) }
  }
}
