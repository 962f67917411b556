import COpenSSL

/// Compares without telling by its duration where two secrets part. Different lengths are unequal at once.
package func constantTimeEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
  a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
}
