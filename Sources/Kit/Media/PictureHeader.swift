/// What the first bytes of a picture say: its format and its size, before EXIF orientation. Nothing is decoded.
///
/// Used to tell an editor at once; whether the pixels are whole is found out when the renditions are made.
package struct PictureHeader: Hashable, Sendable {
  package enum Format: String, Hashable, Sendable {
    case jpeg, png, webp
    package var mediaType: String { "image/" + rawValue }
  }
  package let format: Format
  package let width, height: Int

  /// Nil where the bytes are no JPEG, PNG or WebP, or end before the size.
  package init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.count >= 24 {
      // IHDR is the first chunk (PNG §11.2.2).
      format = .png
      width = PictureHeader.big(bytes, 16, 4)
      height = PictureHeader.big(bytes, 20, 4)
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]), let size = PictureHeader.jpeg(bytes) {
      format = .jpeg
      (width, height) = size
    } else if bytes.starts(with: "RIFF".utf8), let size = PictureHeader.webP(bytes) {
      format = .webp
      (width, height) = size
    } else {
      return nil
    }
  }

  /// The frame header, ISO/IEC 10918-1 §B.2.2: any SOF marker but DHT (C4), JPG (C8) and DAC (CC).
  private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
    var offset = 2
    while offset + 4 <= bytes.count {
      guard bytes[offset] == 0xFF else { return nil }
      let marker = bytes[offset + 1]
      if marker == 0xFF {
        offset += 1
        continue
      }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        offset += 2
        continue
      }
      let isFrame = (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
      if isFrame {
        guard offset + 9 <= bytes.count else { return nil }
        return (big(bytes, offset + 7, 2), big(bytes, offset + 5, 2))
      }
      if marker == 0xD9 || marker == 0xDA { return nil }
      offset += 2 + max(2, big(bytes, offset + 2, 2))
    }
    return nil
  }

  /// The first chunk is `VP8 ` (RFC 6386 §9.1), `VP8L` or `VP8X` (WebP container specification).
  private static func webP(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 30, bytes[8..<12].elementsEqual("WEBP".utf8) else { return nil }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8 ": return (little(bytes, 26, 2) & 0x3FFF, little(bytes, 28, 2) & 0x3FFF)
    case "VP8L":
      let bits = little(bytes, 21, 4)
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    case "VP8X": return (little(bytes, 24, 3) + 1, little(bytes, 27, 3) + 1)
    default: return nil
    }
  }

  private static func big(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
    bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func little(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
    bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
