import CCompression

/// gzip (RFC 1952) by zlib, for bodies that are compressed once and sent often.
package enum Gzip {
  /// Nil when zlib gives up, which it does only without memory. The header carries no time and no name, so equal bodies have
  /// equal bytes.
  package static func compress(_ bytes: [UInt8], level: Int32 = 9) -> [UInt8]? {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard deflateInit2_(&stream, level, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK else {
      return nil
    }
    defer { deflateEnd(&stream) }
    var out = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let code = bytes.withUnsafeBufferPointer { source in
      out.withUnsafeMutableBufferPointer { target in
        stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        return deflate(&stream, Z_FINISH)
      }
    }
    guard code == Z_STREAM_END else { return nil }
    out.removeSubrange(Int(stream.total_out)...)
    return out
  }
}
