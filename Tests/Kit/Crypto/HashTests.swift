import Crypto
import Encoding
import Testing

@Suite struct HashTests {
  private static func bytes(_ hex: String) -> [UInt8] { Hex.decode(hex) ?? [] }

  @Test(arguments: [  // FIPS 180-4 examples
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ]) func `SHA-256, whole and in pieces`(_ text: String, _ hash: String) {
    #expect(Hex.encode(SHA256.hash(Array(text.utf8))) == hash)
    var pieces = SHA256()
    for byte in text.utf8 { pieces.update([byte]) }
    #expect(Hex.encode(pieces.finish()) == hash)
  }

  @Test func `SHA-512`() {
    #expect(
      Hex.encode(SHA512.hash(Array("abc".utf8)))
        == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    )
  }

  static let keyed: [(key: String, message: String, code: String)] = [  // RFC 4231 §4.2, 4.3, 4.4, 4.7
    (
      String(repeating: "0b", count: 20), "4869205468657265",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      "4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      String(repeating: "aa", count: 20), String(repeating: "dd", count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      String(repeating: "aa", count: 131),
      "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ]

  @Test(arguments: keyed) func `keyed hashes`(_ c: (key: String, message: String, code: String)) {
    #expect(Hex.encode(HMAC.authenticate(Self.bytes(c.message), key: Self.bytes(c.key))) == c.code)
  }

  @Test func `keyed hashes with SHA-512 and with an empty key`() {
    let code = HMAC.authenticate(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8), .sha512)
    #expect(
      Hex.encode(code)
        == "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
    )
    #expect(
      Hex.encode(HMAC.authenticate([], key: [])) == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
  }

  static let derived: [(secret: String, salt: String, info: String, key: String)] = [  // RFC 5869 A.1 – A.3
    (
      String(repeating: "0b", count: 22), "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9",
      "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    ),
    (
      (0x00...0x4F).map { Hex.encode([$0]) }.joined(), (0x60...0xAF).map { Hex.encode([$0]) }.joined(),
      (0xB0...0xFF).map { Hex.encode([$0]) }.joined(),
      "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
    ),
    (
      String(repeating: "0b", count: 22), "", "",
      "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
    ),
  ]

  @Test(arguments: derived) func `derived keys`(_ c: (secret: String, salt: String, info: String, key: String)) {
    let key = HKDF.derive(
      c.key.utf8.count / 2, from: Self.bytes(c.secret), salt: Self.bytes(c.salt), info: Self.bytes(c.info))
    #expect(Hex.encode(key) == c.key)
  }

  @Test func `secrets are equal when all bytes are`() {
    #expect(constantTimeEqual([1, 2, 3], [1, 2, 3]))
    #expect(!constantTimeEqual([1, 2, 3], [1, 2, 4]))
    #expect(!constantTimeEqual([1, 2, 3], [1, 2]))
    #expect(constantTimeEqual([], []))
  }
}
