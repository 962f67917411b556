import Foundation

/// Pictures made in the test: PNG (RFC 2083) with stored blocks (RFC 1951), so that no compressor is needed.
enum PNG {
  static func picture(width: Int, height: Int, alpha: Bool = false) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(height * (width * (alpha ? 4 : 3) + 1))
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width {
        rows += [UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: y), UInt8(truncatingIfNeeded: x / 3 + y / 2)]
        if alpha { rows.append(UInt8(truncatingIfNeeded: x)) }
      }
    }
    return header(width: width, height: height, alpha: alpha) + chunk("IDAT", zlib(rows)) + chunk("IEND", [])
  }

  /// A header that promises much and a body that holds one byte.
  static func bomb(width: Int, height: Int) -> [UInt8] {
    header(width: width, height: height) + chunk("IDAT", zlib([0])) + chunk("IEND", [])
  }

  private static func header(width: Int, height: Int, alpha: Bool = false) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", number(width) + number(height) + [8, alpha ? 6 : 2, 0, 0, 0])
  }

  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(bytes.count, start + 65_535)
      let count = UInt16(end - start)
      out.append(end == bytes.count ? 1 : 0)
      for value in [count, ~count] { out += [UInt8(value & 0xFF), UInt8(value >> 8)] }
      out += bytes[start..<end]
      start = end
    } while start < bytes.count
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return out + number(Int(b << 16 | a))
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + body
    return number(body.count) + content + number(Int(crc(content)))
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
  }
}

enum JPEG {
  /// A picture of the sample library, 1600×1067.
  static func sample() throws -> [UInt8] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return Array(try Data(contentsOf: root.appendingPathComponent("Samples/library/media/scenes/night-harbour.jpg")))
  }

  /// With an EXIF block behind the start marker that says how the camera was held (tag 0x0112).
  static func oriented(_ bytes: [UInt8], _ orientation: UInt8) -> [UInt8] {
    let tiff: [UInt8] = [
      0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
    ]
    let body = Array("Exif\0\0".utf8) + tiff
    return Array(bytes.prefix(2)) + [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body + bytes.dropFirst(2)
  }
}
