import CCompression

/// Brotli (RFC 7932), for bodies that are compressed once and sent often.
package enum Brotli {
  /// Nil when the encoder gives up, which it does only without memory.
  package static func compress(_ bytes: [UInt8], quality: Int32 = 9) -> [UInt8]? {
    var size = BrotliEncoderMaxCompressedSize(bytes.count)
    guard size > 0 else { return nil }
    var out = [UInt8](repeating: 0, count: size)
    let done = BrotliEncoderCompress(quality, 20, BROTLI_MODE_TEXT, bytes.count, bytes, &size, &out)
    guard done == BROTLI_TRUE else { return nil }
    out.removeSubrange(size...)
    return out
  }
}
