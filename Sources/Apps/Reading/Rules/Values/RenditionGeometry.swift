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

  /// What may be uploaded. Reading spec §11.2.
  package enum Limits {
    package static let bytes = 20 * 1_048_576
    package static let pixels = 50_000_000
    package static let side = 16...16_383
  }
}
