import COpenSSL

/// Text forms of keys and certificates (RFC 7468).
enum PEM {
  static func read<Value>(_ text: String, _ read: (OpaquePointer) -> Value?) -> Value? {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBytes { buffer -> Value? in
      guard let bio = BIO_new_mem_buf(buffer.baseAddress, Int32(clamping: buffer.count)) else { return nil }
      defer { BIO_free(bio) }
      let value = read(bio)
      ERR_clear_error()
      return value
    }
  }

  static func text(of bio: OpaquePointer) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = BIO_read(bio, &chunk, Int32(chunk.count))
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk.prefix(Int(count))
    }
  }

  /// Answers that there is no password, where OpenSSL would ask for one at the terminal.
  static let noPassword:
    @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32 = {
      _, _, _, _ in -1
    }
}

/// The two forms of an ECDSA signature on P-256: r and s side by side, and a DER sequence.
enum ECDSAForm {
  static func der(_ raw: [UInt8]) -> [UInt8]? {
    guard raw.count == 64 else { return nil }
    func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      var bytes = Array(bytes.drop { $0 == 0 })
      if bytes.isEmpty || bytes[0] >= 0x80 { bytes.insert(0, at: 0) }
      return [0x02, UInt8(bytes.count)] + bytes
    }
    let body = integer(raw[..<32]) + integer(raw[32...])
    return [0x30, UInt8(body.count)] + body
  }

  /// From what OpenSSL writes, which is always the short form.
  static func raw(_ der: [UInt8]) -> [UInt8]? {
    guard der.count >= 8, der[0] == 0x30, Int(der[1]) == der.count - 2 else { return nil }
    var at = 2
    var raw: [UInt8] = []
    for _ in 0..<2 {
      guard at + 1 < der.count, der[at] == 0x02, at + 2 + Int(der[at + 1]) <= der.count else { return nil }
      let bytes = der[(at + 2)..<(at + 2 + Int(der[at + 1]))].drop { $0 == 0 }
      guard bytes.count <= 32 else { return nil }
      raw += [UInt8](repeating: 0, count: 32 - bytes.count) + bytes
      at += 2 + Int(der[at + 1])
    }
    return at == der.count ? raw : nil
  }
}
