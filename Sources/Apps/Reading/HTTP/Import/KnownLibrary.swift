import ReadingRules
import ReadingStore
import SQL

/// What the library has already, for checking a tree that refers to it.
struct KnownLibrary: Sendable {
  private var live: [Reference: Bool] = [:]
  private var retired: Set<Reference> = []
  private var orders: [String: String] = [:]

  init(_ database: Database) throws {
    let (objects, slugs, places) = try database.readNow { tx in
      (
        try LibraryExport.read(in: tx).objects, try tx.all(LibraryFacts.retiredSlugs),
        try tx.all(LibraryFacts.chapterPlaces)
      )
    }
    for object in objects where object.kind != .journeyChapter {
      live[Reference(object.kind, object.slug)] = object.status == "live"
    }
    for slug in slugs { if let kind = ContentKind(rawValue: slug.kind) { retired.insert(Reference(kind, slug.slug)) } }
    for place in places { orders["\(place.order) \(place.book)"] = place.slug }
  }

  func existing(_ reference: Reference) -> ImportContext.Existing? { live[reference].map { .init(isLive: $0) } }
  func isRetired(_ reference: Reference) -> Bool { retired.contains(reference) }
  func chapter(_ order: Int, _ book: String) -> String? { orders["\(order) \(book)"] }
}
