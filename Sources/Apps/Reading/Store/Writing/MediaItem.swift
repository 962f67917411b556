package import ReadingRules

/// A media file that is in place, under the name that its content gives it.
package enum MediaItem: Hashable, Sendable {
  case image(sha256: [UInt8], stem: String, hash8: String, fileExtension: String, bytes: Int, size: PixelSize)
  case asset(kind: AssetKind, sha256: [UInt8], path: String, mime: String, bytes: Int)

  package enum AssetKind: String, Sendable { case audio, svg, lottie }

  package var sha256: [UInt8] {
    switch self {
    case .image(let sha256, _, _, _, _, _), .asset(_, let sha256, _, _, _): sha256
    }
  }
}
