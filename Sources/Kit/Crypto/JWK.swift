import COpenSSL
import Encoding
package import JSON

/// Public keys in JSON (RFC 7517, RFC 7518 §6, RFC 8037), and sets of them.
package struct JWK: Sendable {
  package let kid: String
  package let key: VerifyingKey

  package init(kid: String, key: VerifyingKey) {
    self.kid = kid
    self.key = key
  }

  /// With the key's thumbprint for its id (RFC 7638): the same key has the same id everywhere.
  package init(_ key: VerifyingKey) {
    self.key = key
    kid = Base64URL.encode(SHA256.hash(JSONValue.object(JWK.numbers(of: key)).canonicalBytes))
  }

  /// Reads a key that signs. Throws `.key` for one of another use or algorithm, without an id, too weak, too large, or not in its
  /// one form. Private members are refused: who sends them has published a secret.
  package init(_ json: JSONValue) throws(CryptoError) {
    guard let kid = json.word("kid"), (1...255).contains(kid.utf8.count), json["d"] == nil, json["k"] == nil else {
      throw .key
    }
    if let use = json["use"], use != .string("sig") { throw .key }
    if let operations = json["key_ops"], operations != .array([.string("verify")]) { throw .key }
    let (algorithm, der): (SignatureAlgorithm, [UInt8])
    switch json.word("kty") {
    case "RSA":
      guard let n = json.number("n"), let e = json.number("e"), (256...1024).contains(n.count), n[0] != 0,
        (1...4).contains(e.count), e[0] != 0, let last = e.last, last & 1 == 1, e != [1]
      else { throw .key }
      (algorithm, der) = (.rs256, DER.rsa(n: n, e: e))
    case "EC":
      guard json.word("crv") == "P-256", let x = json.number("x"), let y = json.number("y"), x.count == 32,
        y.count == 32
      else { throw .key }
      (algorithm, der) = (.es256, DER.p256 + [0x04] + x + y)
    case "OKP":
      guard json.word("crv") == "Ed25519", let x = json.number("x"), x.count == 32 else { throw .key }
      (algorithm, der) = (.ed25519, DER.ed25519 + x)
    default: throw .key
    }
    if let named = json["alg"], named != .string(algorithm.jose) { throw .key }
    self.init(kid: kid, key: try VerifyingKey(der: der, algorithm))
  }

  package var json: JSONValue {
    .object(
      JWK.numbers(of: key) + [
        .init("alg", .string(key.algorithm.jose)), .init("use", .string("sig")), .init("kid", .string(kid)),
      ])
  }

  /// What RFC 7638 takes a thumbprint of.
  private static func numbers(of key: VerifyingKey) -> [JSONValue.Member] {
    func text(_ bytes: some Collection<UInt8>) -> JSONValue { .string(Base64URL.encode(Array(bytes))) }
    let der = key.der
    switch key.algorithm {
    case .rs256:
      let (n, e) = DER.rsaNumbers(der)
      return [.init("e", text(e)), .init("kty", .string("RSA")), .init("n", text(n))]
    case .es256:
      return [
        .init("crv", .string("P-256")), .init("kty", .string("EC")), .init("x", text(der.suffix(64).prefix(32))),
        .init("y", text(der.suffix(32))),
      ]
    case .ed25519:
      return [.init("crv", .string("Ed25519")), .init("kty", .string("OKP")), .init("x", text(der.suffix(32)))]
    }
  }
}

/// A set of keys, by id.
package struct JWKSet: Sendable {
  package let keys: [JWK]

  package static let most = 100

  /// Throws `.key` when two keys have one id: which of them is meant nobody could say.
  package init(_ keys: [JWK]) throws(CryptoError) {
    guard keys.count <= JWKSet.most, Set(keys.map(\.kid)).count == keys.count else { throw .key }
    self.keys = keys
  }

  /// Reads a set. Keys that cannot be used here are left out, as RFC 7517 §5 asks for.
  package init(_ json: JSONValue) throws(CryptoError) {
    guard case .array(let items) = json["keys"] ?? .null, items.count <= JWKSet.most else { throw .key }
    try self.init(items.compactMap { try? JWK($0) })
  }

  package subscript(kid: String) -> VerifyingKey? {
    keys.first { $0.kid.utf8.elementsEqual(kid.utf8) }?.key
  }

  package var json: JSONValue { .object([.init("keys", .array(keys.map(\.json)))]) }
}

extension SignatureAlgorithm {
  /// Its name in `alg` (RFC 7518 §3.1, RFC 8037 §3.1).
  package var jose: String {
    switch self {
    case .ed25519: "EdDSA"
    case .es256: "ES256"
    case .rs256: "RS256"
    }
  }
}

extension JSONValue {
  fileprivate func word(_ name: String) -> String? {
    if case .string(let text) = self[name] { text } else { nil }
  }

  fileprivate func number(_ name: String) -> [UInt8]? { word(name).flatMap { Base64URL.decode($0) } }
}

/// The few forms of SubjectPublicKeyInfo that are needed (RFC 3279, RFC 5480, RFC 8410). OpenSSL reads what is made here, and
/// made what is read here.
enum DER {
  static let p256: [UInt8] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE,
    0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
  ]
  static let ed25519: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]
  private static let rsaEncryption: [UInt8] = [
    0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
  ]

  static func rsa(n: [UInt8], e: [UInt8]) -> [UInt8] {
    func integer(_ bytes: [UInt8]) -> [UInt8] { wrapped(0x02, bytes[0] >= 0x80 ? [0] + bytes : bytes) }
    return wrapped(0x30, rsaEncryption + wrapped(0x03, [0] + wrapped(0x30, integer(n) + integer(e))))
  }

  static func rsaNumbers(_ der: [UInt8]) -> (n: [UInt8], e: [UInt8]) {
    var reader = Reader(rest: der[...])
    reader.enter(0x30)
    reader.skip()
    reader.enter(0x03)
    reader.rest = reader.rest.dropFirst()
    reader.enter(0x30)
    return (reader.integer(), reader.integer())
  }

  private static func wrapped(_ tag: UInt8, _ body: [UInt8]) -> [UInt8] {
    switch body.count {
    case 0..<0x80: [tag, UInt8(body.count)] + body
    case 0x80..<0x100: [tag, 0x81, UInt8(body.count)] + body
    default: [tag, 0x82, UInt8(body.count >> 8 & 0xFF), UInt8(body.count & 0xFF)] + body
    }
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func length(_ tag: UInt8?) -> Int {
      guard rest.count >= 2, tag == nil || rest.first == tag else { return 0 }
      rest = rest.dropFirst()
      let first = rest.removeFirst()
      guard first >= 0x80 else { return Int(first) }
      var length = 0
      for _ in 0..<Int(first & 0x7F) where !rest.isEmpty { length = length << 8 | Int(rest.removeFirst()) }
      return length
    }

    mutating func enter(_ tag: UInt8) {
      let count = length(tag)
      rest = rest.prefix(count)
    }

    mutating func skip() {
      let count = length(nil)
      rest = rest.dropFirst(count)
    }

    mutating func integer() -> [UInt8] {
      let count = length(0x02)
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count).drop { $0 == 0 })
    }
  }
}
