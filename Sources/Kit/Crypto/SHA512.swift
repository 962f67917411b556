import COpenSSL

/// SHA-512 (FIPS 180-4) by OpenSSL.
package enum SHA512 {
  /// 64 bytes.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: 64)
    _ = COpenSSL.SHA512(bytes, bytes.count, &hash)
    return hash
  }
}
