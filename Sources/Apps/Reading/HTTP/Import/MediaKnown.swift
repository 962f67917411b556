import Crypto
import Encoding
import Files
import ReadingRules
import ReadingStore
import SQL

/// The pictures and assets that were stored before, so that they are not made again.
struct MediaKnown: Sendable {
  private var contents: [String: StoredMedia.Content] = [:]

  init(_ database: Database) throws {
    let (images, assets) = try database.readNow { tx in (try tx.all(StoredImage.all), try tx.all(StoredFile.all)) }
    for image in images {
      contents[Hex.encode(image.sha256)] = .picture(
        StoredPicture(stem: image.stem, hash: image.hash8, mediaType: "", size: image.size, renditions: []))
    }
    for asset in assets {
      guard let kind = StoredAsset.Kind(rawValue: asset.kind) else { continue }
      contents[Hex.encode(asset.sha256)] = .asset(
        StoredAsset(kind: kind, mediaType: asset.mime, file: asset.path, milliseconds: nil))
    }
  }

  func content(_ sha256: String) -> StoredMedia.Content? { contents[sha256] }
}

extension MediaItem {
  init(_ media: StoredMedia) {
    let sha256 = Hex.decode(media.sha256) ?? []
    switch media.content {
    case .picture(let picture):
      let suffix = media.path.text.split(separator: ".").last.map(String.init) ?? ""
      self = .image(
        sha256: sha256, stem: picture.stem, hash8: picture.hash, fileExtension: suffix, bytes: media.bytes,
        size: picture.size)
    case .asset(let asset):
      self = .asset(
        kind: AssetKind(rawValue: asset.kind.rawValue) ?? .svg, sha256: sha256, path: asset.file, mime: asset.mediaType,
        bytes: media.bytes)
    }
  }
}

extension MediaStage {
  /// What a rehearsal writes down for each file, and takes back with everything else: its content, and a size of no picture.
  func rehearsed(_ paths: [MediaPath], in tree: TreeFolder) throws(FileError) -> [MediaPath: MediaItem] {
    var items: [MediaPath: MediaItem] = [:]
    for path in paths {
      let bytes = try Files.read(tree.path + "/" + path.text)
      let sha256 = SHA256.hash(bytes)
      let kind: MediaItem.AssetKind? =
        switch path.text.split(separator: ".").last {
        case "svg": .svg
        case "json": .lottie
        case "mp3", "m4a": .audio
        default: nil
        }
      if let kind {
        items[path] = .asset(kind: kind, sha256: sha256, path: "rehearsal", mime: "", bytes: bytes.count)
      } else {
        let size = PixelSize(width: 16, height: 16)
        items[path] = .image(
          sha256: sha256, stem: "rehearsal", hash8: "00000000", fileExtension: "", bytes: bytes.count, size: size)
      }
    }
    return items
  }
}
