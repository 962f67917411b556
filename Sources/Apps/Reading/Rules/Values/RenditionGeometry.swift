/// The size of a picture in pixels.
package struct PixelSize: Hashable, Sendable {
  package var width, height: Int
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// How large the five renditions of a picture are. Reading spec §11.1.
package enum RenditionGeometry {
  package static let widths = [360, 720, 1080, 1440, 2048]

  /// - Parameter original: the size after EXIF orientation.
  ///
  /// Never enlarged. The height is an integer division: a floating-point floor misses 240 for 447×298 at 360.
  package static func size(of original: PixelSize, atWidth width: Int) -> PixelSize {
    if original.width <= width { return original }
    return PixelSize(width: width, height: max(1, original.height * width / original.width))
  }

  /// The width whose file serves the key `width`: itself, or, for keys larger than needed, the smallest that holds the
  /// full original already. Reading spec §11.2.
  package static func fileWidth(for width: Int, original: PixelSize) -> Int {
    for candidate in widths where candidate >= original.width { return min(candidate, width) }
    return width
  }

  /// How the files are encoded. The text goes into the hash of their names, so a change here gives new addresses.
  package enum Encoder {
    package static let quality = 80
    package static let effort = 4
    package static let settings = "webp q80 m4 srgb 1"
  }

  /// - Parameters:
  ///   - stem: a slug of at most `longestStem` characters, made of the upload's name.
  ///   - hash: the first 8 hexadecimal digits of SHA-256 over the original bytes and then `Encoder.settings`.
  package static func fileName(stem: String, hash: String, width: Int) -> String {
    "\(stem).\(hash).width-\(width).format-webp.webp"
  }

  package static let longestStem = 40

  /// What may be uploaded. Reading spec §11.2.
  package enum Limits {
    package static let bytes = 20 * 1_048_576
    package static let pixels = 50_000_000
    package static let side = 16...16_383
  }
}
