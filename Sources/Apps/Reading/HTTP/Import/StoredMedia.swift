package import Media
package import ReadingRules

/// A media file of a library after it has been checked and stored.
///
/// The folder holds `originals/{sha256}` (what was given, for the export), `img/…` (renditions) and `assets/…` (drawings,
/// animations, recordings as they are served). File names contain a content hash, so a stored file never changes.
package struct StoredMedia: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case picture(StoredPicture)
    case asset(StoredAsset)
  }
  /// Where it lies in the tree, `media/…`; an export writes it there again.
  package var path: MediaPath
  /// 64 lower-case hexadecimal digits of the original.
  package var sha256: String
  /// Bytes of the original.
  package var bytes: Int
  package var content: Content
}

package struct StoredPicture: Hashable, Sendable {
  package var stem: String
  /// Eight hexadecimal digits in the files' names: of the original's bytes and the encoder's settings.
  package var hash: String
  package var mediaType: String
  /// After EXIF orientation.
  package var size: PixelSize
  /// Five, `img/…` relative to the media folder and to `CDN_BASE_URL`.
  package var renditions: [RenditionsProgram.Rendition]
}

package struct StoredAsset: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable { case audio, svg, lottie }
  package var kind: Kind
  package var mediaType: String
  /// `assets/…` relative to the media folder and to `CDN_BASE_URL`.
  package var file: String
  package var milliseconds: Int64?
}
