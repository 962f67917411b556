import COpenSSL

/// SHA-256 (FIPS 180-4) by OpenSSL.
package struct SHA256: ~Copyable {
  private let context: OpaquePointer

  package init() {
    // Allocation fails only when memory is out, and then nothing else works either.
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      preconditionFailure("OpenSSL could not start a digest")
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  package mutating func update(_ bytes: [UInt8]) { EVP_DigestUpdate(context, bytes, bytes.count) }

  package consuming func finish() -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: 32)
    EVP_DigestFinal_ex(context, &hash, nil)
    return hash
  }

  /// 32 bytes.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: 32)
    _ = COpenSSL.SHA256(bytes, bytes.count, &hash)
    return hash
  }
}
