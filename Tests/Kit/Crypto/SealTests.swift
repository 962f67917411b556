import Ambient
@testable import Crypto
import Encoding
import Support
import Testing

@Suite struct SealTests {
  private let key = [UInt8](1...32)
  private let context = Array("users:totp:7".utf8)

  private func seal(_ ids: UInt8...) throws -> Seal {
    try Seal(ids.map { id throws in try Seal.Key(id: id, key.map { $0 &+ (id - 7) }) }, ambient: FakeClock().ambient())
  }

  static let cases: [(key: String, nonce: String, data: String, text: String, sealed: String, tag: String)] = [
    // McGrew and Viega, The Galois/Counter Mode of Operation, test cases 13 – 16, which NIST SP 800-38D refers to.
    (
      String(repeating: "00", count: 32), String(repeating: "00", count: 12), "", "", "",
      "530f8afbc74536b9a963b4f1c4cb738b"
    ),
    (
      String(repeating: "00", count: 32), String(repeating: "00", count: 12), "", String(repeating: "00", count: 16),
      "cea7403d4d606b6e074ec5d3baf39d18", "d0d1c8a799996bf0265b98b5d48ab919"
    ),
    (
      String(repeating: "feffe9928665731c6d6a8f9467308308", count: 2), "cafebabefacedbaddecaf888", "",
      "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255",
      "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad",
      "b094dac5d93471bdec1a502270e3cc6c"
    ),
    (
      String(repeating: "feffe9928665731c6d6a8f9467308308", count: 2), "cafebabefacedbaddecaf888",
      "feedfacedeadbeeffeedfacedeadbeefabaddad2",
      "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
      "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662",
      "76fc6ece0f4e1768cddf8853bb2d551b"
    ),
  ]

  @Test(arguments: cases) func `the cipher is the published one`(
    _ c: (key: String, nonce: String, data: String, text: String, sealed: String, tag: String)
  ) {
    func bytes(_ hex: String) -> [UInt8] { Hex.decode(hex) ?? [] }
    let (sealed, tag) = AES256GCM.seal(bytes(c.text), key: bytes(c.key), nonce: bytes(c.nonce), data: bytes(c.data))
    #expect(Hex.encode(sealed) == c.sealed)
    #expect(Hex.encode(tag) == c.tag)
    #expect(
      AES256GCM.open(sealed, tag: tag, key: bytes(c.key), nonce: bytes(c.nonce), data: bytes(c.data)) == bytes(c.text))
  }

  @Test func `a box that another program closed opens`() throws {
    let made = try #require(Hex.decode(PeerVectors.sealed))
    #expect(try seal(7).open([1, 7] + [UInt8](0..<12) + made, context: context) == Array(PeerVectors.message.utf8))
  }

  @Test func `a box opens with its key and its place only`() throws {
    let seal = try seal(7)
    let box = seal.close([1, 2, 3], context: context)
    #expect(try seal.open(box, context: context) == [1, 2, 3])
    #expect(try seal.open(seal.close([], context: context), context: context) == [])
    #expect(seal.close([1, 2, 3], context: context) != box)
    #expect(throws: CryptoError.sealed) { try seal.open(box, context: Array("users:totp:8".utf8)) }
    #expect(throws: CryptoError.sealed) { try self.seal(8).open(box, context: context) }
    for place in box.indices {
      var changed = box
      changed[place] ^= 1
      #expect(throws: CryptoError.sealed, "byte \(place)") { try seal.open(changed, context: context) }
    }
    for count in 0..<box.count {
      #expect(throws: CryptoError.sealed) { try seal.open(Array(box.prefix(count)), context: context) }
    }
    #expect(throws: CryptoError.sealed) { try seal.open(box + [0], context: context) }
  }

  @Test func `keys are rotated, newest first`() throws {
    let old = try seal(7)
    let both = try seal(8, 7)
    let box = old.close([9], context: context)
    #expect(try both.open(box, context: context) == [9])
    #expect(both.isStale(box) && !old.isStale(box))
    #expect(!both.isStale(both.close([9], context: context)))
  }

  @Test(arguments: [[], [UInt8](repeating: 0, count: 32), [UInt8](1...31), [UInt8](1...33)])
  func `a key has 32 bytes that differ`(_ bytes: [UInt8]) {
    #expect(throws: CryptoError.key) { try Seal.Key(id: 1, bytes) }
  }

  @Test func `a seal has keys, each with its own number`() {
    #expect(throws: CryptoError.key) { try seal() }
    #expect(throws: CryptoError.key) { try seal(7, 7) }
  }
}
