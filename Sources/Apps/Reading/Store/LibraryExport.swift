package import ReadingRules
package import SQL

/// The whole library as it was last written, for export.
package struct LibraryExport: Sendable {
  package struct Object: Hashable, Sendable {
    package var kind: ContentKind
    package var id: Int64
    package var slug: String
    package var status: String
    package var version: Int64
    package var digest: [UInt8]
    package var text: String
    /// Of a chapter.
    package var journeyID: Int64?
    package var position: Int64?
  }

  package var objects: [Object]
  /// Canonical text of the lists; nil while there are none.
  package var curation: String?
  package var media: [MediaRow]

  package static func read(in tx: Transaction) throws(StoreError) -> LibraryExport {
    let objects = try tx.all(themes) + tx.all(books) + tx.all(pieces) + tx.all(journeys) + tx.all(chapters)
    return LibraryExport(
      objects: objects, curation: try tx.first(LibraryWriter.readCuration)?.text, media: try tx.all(MediaRow.all))
  }

  private static func object(_ row: Row, _ kind: ContentKind) throws(StoreError) -> Object {
    Object(
      kind: kind, id: try row.int("id"), slug: try row.text("slug"), status: try row.text("status"),
      version: try row.int("lock_version"),
      digest: try row.bytes("digest"), text: try row.text("source_text"))
  }

  private static let themes = Statement<Void, Object>(
    PackageResources.theme_sources_sql, read: { (row) throws(StoreError) in try object(row, .theme) })
  private static let books = Statement<Void, Object>(
    PackageResources.book_sources_sql, read: { (row) throws(StoreError) in try object(row, .book) })
  private static let journeys = Statement<Void, Object>(
    PackageResources.journey_sources_sql, read: { (row) throws(StoreError) in try object(row, .journey) })
  private static let pieces = Statement<Void, Object>(
    PackageResources.content_sources_sql,
    read: { (row) throws(StoreError) in
      var piece = try object(row, .passage)
      guard let kind = ContentKind(rawValue: try row.text("kind")) else { throw .misuse("a piece of no known kind") }
      piece.kind = kind
      return piece
    })
  private static let chapters = Statement<Void, Object>(
    PackageResources.journey_chapter_sources_sql,
    read: { (row) throws(StoreError) in
      var chapter = try object(row, .journeyChapter)
      chapter.journeyID = try row.int("journey_id")
      chapter.position = try row.int("position")
      return chapter
    })
}
