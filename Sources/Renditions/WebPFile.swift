/// The chunks of a WebP file (RIFF container, WebP specification "Extended File Format").
enum WebPFile {
  /// Without colour profile, EXIF and XMP: libvips 8.14 writes an EXIF block of its own even when told to strip.
  /// Nil where the container is not what an encoder writes.
  static func withoutMetadata(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 20, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8) else {
      return nil
    }
    var kept: [UInt8] = []
    var offset = 12
    while offset + 8 <= bytes.count {
      let size = (0..<4).reduce(0) { $0 | Int(bytes[offset + 4 + $1]) << (8 * $1) }
      // Chunks are padded to an even length.
      let end = offset + 8 + size + size % 2
      guard end <= bytes.count else { return nil }
      var chunk = Array(bytes[offset..<end])
      switch String(decoding: bytes[offset..<offset + 4], as: UTF8.self) {
      case "EXIF", "XMP ", "ICCP": break
      case "VP8X":
        guard size >= 10 else { return nil }
        // The flags for profile, EXIF and XMP; alpha stays.
        chunk[8] &= ~(0x20 | 0x08 | 0x04)
        kept += chunk
      default: kept += chunk
      }
      offset = end
    }
    let size = kept.count + 4
    return Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + Array("WEBP".utf8) + kept
  }
}
