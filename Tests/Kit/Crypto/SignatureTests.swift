import Crypto
import Encoding
import Testing
import Time

@Suite struct SignatureTests {
  private let message = Array(PeerVectors.message.utf8)
  private static func bytes(_ hex: String) -> [UInt8] { Hex.decode(hex) ?? [] }

  // RFC 8032 §7.1, tests 1 – 3.
  static let edwards: [(seed: String, key: String, message: String, signature: String)] = [
    (
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    ),
    (
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    ),
    (
      "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
      "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    ),
  ]

  @Test(arguments: edwards) func `Ed25519`(_ c: (seed: String, key: String, message: String, signature: String)) throws
  {
    let key = try SigningKey(ed25519: Self.bytes(c.seed))
    #expect(Hex.encode(key.sign(Self.bytes(c.message))) == c.signature)
    let known = try VerifyingKey(der: Self.bytes("302a300506032b6570032100" + c.key), .ed25519)
    #expect(known.verifies(Self.bytes(c.signature), of: Self.bytes(c.message)))
    #expect(key.verifyingKey.der == known.der)
  }

  @Test func `ES256 as JOSE writes it`() throws {  // RFC 7515 A.3
    let x = try #require(Base64URL.decode("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"))
    let y = try #require(Base64URL.decode("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"))
    let head = Self.bytes("3059301306072a8648ce3d020106082a8648ce3d03010703420004")
    let key = try VerifyingKey(der: head + x + y, .es256)
    let signed =
      "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    let signature = try #require(
      Base64URL.decode("DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"))
    #expect(key.verifies(signature, of: Array(signed.utf8)))
    #expect(!key.verifies(signature, of: Array(signed.utf8) + [0]))
    #expect(!key.verifies([UInt8](repeating: 0, count: 64), of: Array(signed.utf8)))
    #expect(!key.verifies([UInt8](repeating: 255, count: 64), of: Array(signed.utf8)))
  }

  @Test func `what another program signed`() throws {
    let rsa = try VerifyingKey(pem: PeerVectors.rsaKey, .rs256)
    #expect(rsa.verifies(Self.bytes(PeerVectors.rsaSignature), of: message))
    #expect(!rsa.verifies(Self.bytes(PeerVectors.rsaPSSSignature), of: message), "another padding")
    let edwards = try VerifyingKey(pem: PeerVectors.edwardsKey, .ed25519)
    #expect(edwards.verifies(Self.bytes(PeerVectors.edwardsSignature), of: message))
  }

  @Test(arguments: SignatureAlgorithm.allCases) func `a signature is for one key and one message`(
    _ algorithm: SignatureAlgorithm
  ) throws {
    let key = try SigningKey.generate(algorithm)
    let again = try SigningKey(pem: key.pem, algorithm)
    // Short r and s come up in one signature of 128.
    for number in 0..<(algorithm == .es256 ? 300 : 3) {
      let message = message + [UInt8(truncatingIfNeeded: number)]
      let signature = again.sign(message)
      #expect(key.verifyingKey.verifies(signature, of: message))
    }
    let signature = key.sign(message)
    #expect(!key.verifyingKey.verifies(signature, of: message + [0]))
    #expect(!key.verifyingKey.verifies([], of: message))
    #expect(!key.verifyingKey.verifies(Array(signature.dropLast()), of: message))
    #expect(!key.verifyingKey.verifies(signature + [0], of: message))
    #expect(!(try SigningKey.generate(algorithm).verifyingKey.verifies(signature, of: message)))
    #expect(try VerifyingKey(der: key.verifyingKey.der, algorithm).verifies(signature, of: message))
    for place in stride(from: 0, to: signature.count, by: 7) {
      var changed = signature
      changed[place] ^= 0x10
      #expect(!key.verifyingKey.verifies(changed, of: message))
    }
  }

  @Test func `a key is of the kind that was asked for`() {
    let keys = [
      ("RSA", PeerVectors.rsaKey, SignatureAlgorithm.rs256), ("P-256", PeerVectors.pointKey, .es256),
      ("Ed25519", PeerVectors.edwardsKey, .ed25519), ("RSA of 1,024 bits", PeerVectors.shortRSAKey, nil),
      ("P-384", PeerVectors.otherCurveKey, nil), ("no key", "", nil),
      ("half a key", String(PeerVectors.rsaKey.prefix(200)), nil), ("a certificate", PeerVectors.leaf, nil),
    ]
    for (name, pem, kind) in keys {
      for algorithm in SignatureAlgorithm.allCases {
        #expect(((try? VerifyingKey(pem: pem, algorithm)) != nil) == (algorithm == kind), "\(name) as \(algorithm)")
      }
    }
    #expect(throws: CryptoError.key) { try SigningKey(ed25519: [1, 2, 3]) }
    #expect(throws: CryptoError.key) { try VerifyingKey(der: [0x30, 0x00], .rs256) }
  }
}

@Suite struct CertificateTests {
  private let march = Instant(seconds: 1_772_625_600)

  @Test func `a chain leads to a root that is known`() throws {
    let (root, intermediate) = (try Certificate(pem: PeerVectors.root), try Certificate(pem: PeerVectors.intermediate))
    let leaf = try Certificate(pem: PeerVectors.leaf)
    #expect(leaf.isVouchedFor(by: [root], over: [intermediate], at: march))
    #expect(!leaf.isVouchedFor(by: [root], at: march), "a link is missing")
    #expect(!leaf.isVouchedFor(by: [], over: [intermediate, root], at: march), "nobody is known")
    #expect(
      !leaf.isVouchedFor(by: [try Certificate(pem: PeerVectors.otherRoot)], over: [intermediate], at: march),
      "a namesake")
    let below = try Certificate(pem: PeerVectors.leafOfLeaf)
    #expect(!below.isVouchedFor(by: [root], over: [intermediate, leaf], at: march), "a leaf vouches for nobody")
  }

  @Test func `every link holds at that time`() throws {
    let (root, intermediate) = (try Certificate(pem: PeerVectors.root), try Certificate(pem: PeerVectors.intermediate))
    let leaf = try Certificate(pem: PeerVectors.leaf)
    let validity = try #require(leaf.validity)
    #expect(validity.lowerBound.rfc3339 == "2026-01-01T00:00:00Z")
    #expect(validity.upperBound.rfc3339 == "2026-04-01T00:00:00Z")
    func holds(_ now: Instant) -> Bool { leaf.isVouchedFor(by: [root], over: [intermediate], at: now) }
    #expect(holds(validity.lowerBound) && !holds(validity.lowerBound - .seconds(1)))
    #expect(holds(validity.upperBound - .seconds(1)) && !holds(validity.upperBound))
    #expect(
      try Certificate(pem: PeerVectors.intermediate).isVouchedFor(by: [root], at: validity.upperBound + .days(30)))
  }

  @Test func `a certificate says what it is for`() throws {
    let leaf = try Certificate(pem: PeerVectors.leaf)
    #expect(leaf.hasExtension("1.2.840.113635.100.6.11.1"))
    #expect(!leaf.hasExtension("1.2.840.113635.100.6.2.1"))
    #expect(!leaf.hasExtension("nonsense"))
    #expect(throws: Never.self) { try leaf.key(.es256) }
    #expect(throws: CryptoError.key) { try leaf.key(.rs256) }
    #expect(throws: CryptoError.certificate) { try Certificate(pem: PeerVectors.rsaKey) }
    #expect(throws: CryptoError.certificate) { try Certificate(der: [0x30, 0x03, 1, 1, 0]) }
  }
}
