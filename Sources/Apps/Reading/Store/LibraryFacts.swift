package import SQL

/// Facts that checking an import asks for.
package enum LibraryFacts {
  package struct OldSlug: Sendable {
    package var kind: String
    package var slug: String
  }
  package struct ChapterPlace: Sendable {
    package var order: Int64
    package var book: String
    package var slug: String
  }

  package static let retiredSlugs = Statement<Void, OldSlug>(
    PackageResources.slug_history_all_sql,
    read: { (row) throws(StoreError) in OldSlug(kind: try row.text("type"), slug: try row.text("old_slug")) })
  package static let chapterPlaces = Statement<Void, ChapterPlace>(
    PackageResources.chapter_places_sql,
    read: { (row) throws(StoreError) in
      ChapterPlace(order: try row.int("order_in_source"), book: try row.text("book"), slug: try row.text("slug"))
    })
}
