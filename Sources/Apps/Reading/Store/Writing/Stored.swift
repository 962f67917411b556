package import ReadingRules
package import SQL
package import Time

/// What is known of an object before an import looks at it.
struct Stored: Hashable, Sendable {
  var id: Int64
  var slug: String
  var status: String
  var digest: [UInt8]
  var firstPublishedAt: Instant?
  var publishedAt: Instant?
  var listedAt: Instant?
  var uid: String?
  /// A piece's kind, or the number of a chapter's journey.
  var kind: String?
  var journeyID: Int64?

  private static func read(_ row: Row) throws(StoreError) -> Stored {
    Stored(
      id: try row.int("id"), slug: try row.text("slug"), status: try row.text("status"),
      digest: try row.bytes("digest"),
      firstPublishedAt: try row.instantOrNull("first_published_at"), publishedAt: try row.instantOrNull("published_at"))
  }

  static let themes = Statement<Void, Stored>(
    PackageResources.theme_index_sql, read: { (row) throws(StoreError) in try read(row) })
  static let books = Statement<Void, Stored>(
    PackageResources.book_index_sql, read: { (row) throws(StoreError) in try read(row) })
  static let journeys = Statement<Void, Stored>(
    PackageResources.journey_index_sql, read: { (row) throws(StoreError) in try read(row) })
  static let pieces = Statement<Void, Stored>(
    PackageResources.content_index_sql,
    read: { (row) throws(StoreError) in
      var stored = try read(row)
      stored.kind = try row.text("kind")
      stored.listedAt = try row.instantOrNull("listed_at")
      return stored
    })
  static let chapters = Statement<Void, Stored>(
    PackageResources.journey_chapter_index_sql,
    read: { (row) throws(StoreError) in
      var stored = try read(row)
      stored.journeyID = try row.int("journey_id")
      stored.uid = try row.textOrNull("uid")
      return stored
    })
}

/// Gives out ids that were never used before, also not by rows that are gone.
struct IDSource {
  private var last: [String: Int64] = [:]
  private var changed: Set<String> = []

  mutating func next(_ name: String, in tx: Transaction) throws(StoreError) -> Int64 {
    let id = try current(name, in: tx) + 1
    last[name] = id
    changed.insert(name)
    return id
  }

  /// Takes a particular id; later ones come after it.
  mutating func take(_ id: Int64, _ name: String, in tx: Transaction) throws(StoreError) {
    last[name] = max(try current(name, in: tx), id)
    changed.insert(name)
  }

  private mutating func current(_ name: String, in tx: Transaction) throws(StoreError) -> Int64 {
    if let id = last[name] { return id }
    return try tx.first(IDSource.read, name) ?? 0
  }

  func save(in tx: Transaction) throws(StoreError) {
    for name in changed { try tx.run(IDSource.save, (name, last[name] ?? 0)) }
  }

  private static let read = Statement<String, Int64>(
    PackageResources.sequence_read_sql, bind: { [.text($0)] },
    read: { (row) throws(StoreError) in try row.int("last_id") })
  private static let save = Statement<(String, Int64), Void>(
    PackageResources.sequence_save_sql, bind: { [.text($0), .int($1)] })
}
