import COpenSSL

/// How a key signs. A key has one algorithm, fixed when it is read: what a message says of its own algorithm is only
/// compared with it, never followed.
package enum SignatureAlgorithm: Sendable, CaseIterable {
  /// RFC 8032; 64 bytes.
  case ed25519
  /// ECDSA on P-256 with SHA-256, as JOSE writes it: r and s, 32 bytes each (RFC 7518 §3.4).
  case es256
  /// RSA PKCS#1 v1.5 with SHA-256 (RFC 7518 §3.3); keys from 2,048 bits.
  case rs256

  fileprivate var digest: OpaquePointer? { self == .ed25519 ? nil : EVP_sha256() }

  fileprivate func accepts(_ key: OpaquePointer) -> Bool {
    switch self {
    case .ed25519: EVP_PKEY_is_a(key, "ED25519") == 1
    case .es256: EVP_PKEY_is_a(key, "EC") == 1 && SignatureAlgorithm.curve(of: key) == "prime256v1"
    case .rs256: EVP_PKEY_is_a(key, "RSA") == 1 && EVP_PKEY_get_bits(key) >= 2048
    }
  }

  private static func curve(of key: OpaquePointer) -> String? {
    var name = [CChar](repeating: 0, count: 64)
    var length = 0
    guard EVP_PKEY_get_utf8_string_param(key, "group", &name, name.count, &length) == 1 else { return nil }
    return String(decoding: name.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// A key of OpenSSL's. Safe to share: it is not changed after it was read.
final class KeyHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  init(owning pointer: OpaquePointer) { self.pointer = pointer }
  deinit { EVP_PKEY_free(pointer) }
}

/// A key that checks signatures.
package struct VerifyingKey: Sendable {
  package let algorithm: SignatureAlgorithm
  private let key: KeyHandle

  /// Reads a SubjectPublicKeyInfo in DER. Throws `.key` for a key of another kind, or one that is too short.
  package init(der: [UInt8], _ algorithm: SignatureAlgorithm) throws(CryptoError) {
    let pointer = der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var at = buffer.baseAddress
      guard let key = d2i_PUBKEY(nil, &at, buffer.count) else { return nil }
      // Nothing may follow.
      if at != buffer.baseAddress.map({ $0 + buffer.count }) {
        EVP_PKEY_free(key)
        return nil
      }
      return key
    }
    guard let pointer else { throw .key }
    try self.init(KeyHandle(owning: pointer), algorithm)
  }

  /// Reads `-----BEGIN PUBLIC KEY-----`.
  package init(pem: String, _ algorithm: SignatureAlgorithm) throws(CryptoError) {
    guard let pointer = PEM.read(pem, { PEM_read_bio_PUBKEY($0, nil, nil, nil) }) else { throw .key }
    try self.init(KeyHandle(owning: pointer), algorithm)
  }

  init(_ key: KeyHandle, _ algorithm: SignatureAlgorithm) throws(CryptoError) {
    guard algorithm.accepts(key.pointer) else { throw .key }
    self.key = key
    self.algorithm = algorithm
  }

  /// False for every signature that is not one, however it is malformed.
  package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard let signature = algorithm == .es256 ? ECDSAForm.der(signature) : signature, !signature.isEmpty,
      let context = EVP_MD_CTX_new()
    else { return false }
    defer { EVP_MD_CTX_free(context) }
    let isGood =
      EVP_DigestVerifyInit(context, nil, algorithm.digest, nil, key.pointer) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    ERR_clear_error()
    return isGood
  }

  /// The SubjectPublicKeyInfo in DER.
  package var der: [UInt8] {
    var buffer: UnsafeMutablePointer<UInt8>?
    let length = i2d_PUBKEY(key.pointer, &buffer)
    guard length > 0, let buffer else { return [] }
    defer { CRYPTO_free(buffer, #file, #line) }
    return Array(UnsafeBufferPointer(start: buffer, count: Int(length)))
  }
}

/// A key that signs.
package struct SigningKey: Sendable {
  package let algorithm: SignatureAlgorithm
  private let key: KeyHandle

  /// Reads `-----BEGIN PRIVATE KEY-----` (PKCS#8), not encrypted.
  package init(pem: String, _ algorithm: SignatureAlgorithm) throws(CryptoError) {
    guard let pointer = PEM.read(pem, { PEM_read_bio_PrivateKey($0, nil, PEM.noPassword, nil) }) else { throw .key }
    key = KeyHandle(owning: pointer)
    guard algorithm.accepts(pointer) else { throw .key }
    self.algorithm = algorithm
  }

  /// An Ed25519 key from its 32 bytes (RFC 8032 §5.1.5).
  package init(ed25519 seed: [UInt8]) throws(CryptoError) {
    guard seed.count == 32, let pointer = EVP_PKEY_new_raw_private_key_ex(nil, "ED25519", nil, seed, 32) else {
      throw .key
    }
    key = KeyHandle(owning: pointer)
    algorithm = .ed25519
  }

  /// A new key from OpenSSL's own generator; RSA has 2,048 bits, as clients of RS256 expect (Hub spec §3.4).
  package static func generate(_ algorithm: SignatureAlgorithm) throws(CryptoError) -> SigningKey {
    let name = algorithm == .rs256 ? "RSA" : algorithm == .es256 ? "EC" : "ED25519"
    guard let context = EVP_PKEY_CTX_new_from_name(nil, name, nil) else { throw .key }
    defer { EVP_PKEY_CTX_free(context) }
    var pointer: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1,
      algorithm != .rs256 || EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2048) == 1,
      algorithm != .es256 || EVP_PKEY_CTX_set_group_name(context, "prime256v1") == 1,
      EVP_PKEY_generate(context, &pointer) == 1, let pointer
    else { throw .key }
    return SigningKey(KeyHandle(owning: pointer), algorithm)
  }

  private init(_ key: KeyHandle, _ algorithm: SignatureAlgorithm) {
    self.key = key
    self.algorithm = algorithm
  }

  package func sign(_ message: [UInt8]) -> [UInt8] {
    guard let context = EVP_MD_CTX_new() else { preconditionFailure("OpenSSL could not start a signature") }
    defer { EVP_MD_CTX_free(context) }
    var length = 0
    var done =
      EVP_DigestSignInit(context, nil, algorithm.digest, nil, key.pointer) == 1
      && EVP_DigestSign(context, nil, &length, message, message.count) == 1
    var signature = [UInt8](repeating: 0, count: length)
    done = done && EVP_DigestSign(context, &signature, &length, message, message.count) == 1
    precondition(done, "OpenSSL could not sign")
    let signed = Array(signature.prefix(length))
    guard algorithm == .es256 else { return signed }
    guard let raw = ECDSAForm.raw(signed) else { preconditionFailure("OpenSSL made no signature") }
    return raw
  }

  package var verifyingKey: VerifyingKey {
    EVP_PKEY_up_ref(key.pointer)
    guard let shared = try? VerifyingKey(KeyHandle(owning: key.pointer), algorithm) else {
      preconditionFailure("a key that signs can verify")
    }
    return shared
  }

  /// PKCS#8, for the key file.
  package var pem: String {
    guard let bio = BIO_new(BIO_s_mem()) else { preconditionFailure("OpenSSL is out of memory") }
    defer { BIO_free(bio) }
    let done = PEM_write_bio_PKCS8PrivateKey(bio, key.pointer, nil, nil, 0, nil, nil)
    precondition(done == 1, "OpenSSL could not write a key")
    return PEM.text(of: bio)
  }
}
