import COpenSSL
package import Time

/// An X.509 certificate (RFC 5280). Safe to share: it is not changed after it was read.
package struct Certificate: Sendable {
  fileprivate final class Handle: @unchecked Sendable {
    let pointer: OpaquePointer
    init(owning pointer: OpaquePointer) { self.pointer = pointer }
    deinit { X509_free(pointer) }
  }

  fileprivate let handle: Handle

  /// Throws `.certificate` for anything else, also when something follows.
  package init(der: [UInt8]) throws(CryptoError) {
    let pointer = der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var at = buffer.baseAddress
      guard let read = d2i_X509(nil, &at, buffer.count) else { return nil }
      if at != buffer.baseAddress.map({ $0 + buffer.count }) {
        X509_free(read)
        return nil
      }
      return read
    }
    ERR_clear_error()
    guard let pointer else { throw .certificate }
    handle = Handle(owning: pointer)
  }

  /// Reads `-----BEGIN CERTIFICATE-----`.
  package init(pem: String) throws(CryptoError) {
    guard let pointer = PEM.read(pem, { PEM_read_bio_X509($0, nil, nil, nil) }) else { throw .certificate }
    handle = Handle(owning: pointer)
  }

  /// The key that the certificate vouches for.
  package func key(_ algorithm: SignatureAlgorithm) throws(CryptoError) -> VerifyingKey {
    guard let pointer = X509_get_pubkey(handle.pointer) else { throw .certificate }
    return try VerifyingKey(KeyHandle(owning: pointer), algorithm)
  }

  /// True when the certificate has that extension: what tells Apple's kinds of certificates apart.
  package func hasExtension(_ identifier: String) -> Bool {
    guard let object = OBJ_txt2obj(identifier, 1) else { return false }
    defer { ASN1_OBJECT_free(object) }
    return X509_get_ext_by_OBJ(handle.pointer, object, -1) >= 0
  }

  /// What the certificate says of its time. OpenSSL takes the last second for over already.
  package var validity: ClosedRange<Instant>? {
    guard let first = Certificate.instant(X509_get0_notBefore(handle.pointer)),
      let last = Certificate.instant(X509_get0_notAfter(handle.pointer)), first <= last
    else { return nil }
    return first...last
  }

  private static func instant(_ time: UnsafePointer<ASN1_TIME>?) -> Instant? {
    guard let epoch = ASN1_TIME_set(nil, 0) else { return nil }
    defer { ASN1_STRING_free(epoch) }
    var (days, seconds): (Int32, Int32) = (0, 0)
    guard ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return nil }
    return Instant(seconds: Int64(days) * 86_400 + Int64(seconds))
  }

  /// True when a chain of signatures leads from this certificate over `intermediates` to one of `roots`, and every link holds at
  /// that time. Nothing is fetched, and the machine's own roots are not asked.
  package func isVouchedFor(by roots: [Certificate], over intermediates: [Certificate] = [], at now: Instant) -> Bool {
    guard let store = X509_STORE_new(), let context = X509_STORE_CTX_new(), let chain = OPENSSL_sk_new_null() else {
      preconditionFailure("OpenSSL is out of memory")
    }
    defer {
      X509_STORE_CTX_free(context)
      X509_STORE_free(store)
      OPENSSL_sk_free(chain)
    }
    for root in roots { X509_STORE_add_cert(store, root.handle.pointer) }
    for intermediate in intermediates { OPENSSL_sk_push(chain, UnsafeRawPointer(intermediate.handle.pointer)) }
    guard X509_STORE_CTX_init(context, store, handle.pointer, chain) == 1 else { return false }
    X509_STORE_CTX_set_time(context, 0, Int(now.microseconds / 1_000_000))
    let isGood = X509_verify_cert(context) == 1
    ERR_clear_error()
    return isGood
  }
}
