import COpenSSL

/// The digests that keyed hashes and key derivation are made of.
package enum Digest: Sendable {
  case sha256, sha512

  var size: Int { self == .sha256 ? 32 : 64 }
  var method: OpaquePointer { self == .sha256 ? EVP_sha256() : EVP_sha512() }
}

/// Keyed hashes (RFC 2104) by OpenSSL.
package enum HMAC {
  /// As many bytes as the digest has. Compare with `constantTimeEqual`.
  package static func authenticate(_ message: [UInt8], key: [UInt8], _ digest: Digest = .sha256) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: digest.size)
    var length: UInt32 = 0
    // A key is a buffer even when it is empty.
    let key = key.isEmpty ? [0] : key
    let done = COpenSSL.HMAC(digest.method, key, Int32(key.count), message, message.count, &code, &length)
    precondition(done != nil && Int(length) == digest.size, "OpenSSL could not make a keyed hash")
    return code
  }
}

/// Key derivation (RFC 5869): extract, then expand.
package enum HKDF {
  /// `count` bytes, at most 255 times the digest's size.
  ///
  /// - Parameters:
  ///   - info: what the key is for; other words give another, unrelated key.
  package static func derive(
    _ count: Int, from secret: [UInt8], salt: [UInt8] = [], info: [UInt8], _ digest: Digest = .sha256
  ) -> [UInt8] {
    precondition(count > 0 && count <= 255 * digest.size, "RFC 5869 §2.3")
    let root = HMAC.authenticate(
      secret, key: salt.isEmpty ? [UInt8](repeating: 0, count: digest.size) : salt, digest)
    var derived: [UInt8] = []
    var block: [UInt8] = []
    var number: UInt8 = 0
    while derived.count < count {
      number += 1
      block = HMAC.authenticate(block + info + [number], key: root, digest)
      derived += block
    }
    return Array(derived.prefix(count))
  }
}
