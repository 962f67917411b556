package import ReadingRules
package import SQL

/// Media rows: one for each content, however many paths have it.
extension LibraryWriter {
  mutating func saveMedia(_ tree: ContentTree) throws {
    var images: [[UInt8]: Int64] = [:]
    var assets: [String: [[UInt8]: Int64]] = [:]
    for row in try tx.all(Self.imageIndex) { images[row.sha256] = row.id }
    for row in try tx.all(Self.assetIndex) { assets[row.kind, default: [:]][row.sha256] = row.id }
    var paths: [String: [UInt8]] = [:]
    for row in try tx.all(MediaRow.all) { paths[row.path] = row.sha256 }
    for path in tree.media {
      guard let item = media[path] else { throw WriteRefusal.missingMedia(path.text) }
      if paths[path.text] != item.sha256 { try tx.run(Self.savePath, (path.text, item.sha256)) }
      switch item {
      case .image(let sha256, let stem, let hash8, let fileExtension, let bytes, let size):
        if images[sha256] == nil {
          let id = try ids.next("image", in: tx)
          images[sha256] = id
          try tx.run(
            Self.insertImage,
            [
              .int(id), .bytes(sha256), .text(stem), .text(hash8), .text(fileExtension), .int(bytes), .int(size.width),
              .int(size.height),
              .instant(options.now),
            ])
        }
        mediaIDs[path] = images[sha256]
      case .asset(let kind, let sha256, let file, let mime, let bytes):
        if assets[kind.rawValue]?[sha256] == nil {
          let id = try ids.next("asset", in: tx)
          assets[kind.rawValue, default: [:]][sha256] = id
          try tx.run(
            Self.insertAsset, [.int(id), .text(kind.rawValue), .bytes(sha256), .text(file), .text(mime), .int(bytes)])
        }
        mediaIDs[path] = assets[kind.rawValue]?[sha256]
      }
    }
  }

  private struct ImageKey: Sendable {
    var id: Int64
    var sha256: [UInt8]
  }
  private struct AssetKey: Sendable {
    var id: Int64
    var kind: String
    var sha256: [UInt8]
  }
  private static let imageIndex = Statement<Void, ImageKey>(
    PackageResources.image_index_sql,
    read: { (row) throws(StoreError) in ImageKey(id: try row.int("id"), sha256: try row.bytes("sha256")) })
  private static let assetIndex = Statement<Void, AssetKey>(
    PackageResources.asset_index_sql,
    read: { (row) throws(StoreError) in
      AssetKey(id: try row.int("id"), kind: try row.text("kind"), sha256: try row.bytes("sha256"))
    })
  private static let insertImage = Statement<[SQLValue], Void>(PackageResources.image_insert_sql, bind: { $0 })
  private static let insertAsset = Statement<[SQLValue], Void>(PackageResources.asset_insert_sql, bind: { $0 })
  private static let savePath = Statement<(String, [UInt8]), Void>(
    PackageResources.media_save_sql, bind: { [.text($0), .bytes($1)] })
}

/// Which content a path of the tree had last.
package struct MediaRow: Hashable, Sendable {
  package var path: String
  package var sha256: [UInt8]

  package static let all = Statement<Void, MediaRow>(
    PackageResources.media_index_sql,
    read: { (row) throws(StoreError) in MediaRow(path: try row.text("path"), sha256: try row.bytes("sha256")) })
}

/// An image that is stored already.
package struct StoredImage: Sendable {
  package var sha256: [UInt8]
  package var stem, hash8: String
  package var size: PixelSize

  package static let all = Statement<Void, StoredImage>(
    PackageResources.image_all_sql,
    read: { (row) throws(StoreError) in
      StoredImage(
        sha256: try row.bytes("sha256"), stem: try row.text("stem"), hash8: try row.text("hash8"),
        size: PixelSize(width: Int(try row.int("width")), height: Int(try row.int("height"))))
    })
}

/// An asset that is stored already.
package struct StoredFile: Sendable {
  package var sha256: [UInt8]
  package var kind, path, mime: String

  package static let all = Statement<Void, StoredFile>(
    PackageResources.asset_all_sql,
    read: { (row) throws(StoreError) in
      StoredFile(
        sha256: try row.bytes("sha256"), kind: try row.text("kind"), path: try row.text("path"),
        mime: try row.text("mime"))
    })
}
