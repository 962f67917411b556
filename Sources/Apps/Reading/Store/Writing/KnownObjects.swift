import ReadingRules
import SQL

/// Everything the library has, by reference and by id.
struct KnownObjects {
  private(set) var all: [(reference: Reference, stored: Stored)] = []
  private var byReference: [Reference: Stored] = [:]
  private var newIDs: [Reference: Int64] = [:]
  private var idsBySequence: [String: Set<Int64>] = [:]
  private var chapters: [Int64: [Stored]] = [:]
  private var sections: [Int64: [String: Int64]] = [:]

  init() {}

  init(_ tx: Transaction) throws(StoreError) {
    for stored in try tx.all(Stored.themes) { add(.theme, stored, "theme") }
    for stored in try tx.all(Stored.books) { add(.book, stored, "book") }
    for stored in try tx.all(Stored.pieces) {
      guard let kind = stored.kind.flatMap(ContentKind.init(rawValue:)) else { continue }
      add(kind, stored, "content")
    }
    for stored in try tx.all(Stored.journeys) { add(.journey, stored, "journey") }
    for stored in try tx.all(Stored.chapters) {
      chapters[stored.journeyID ?? 0, default: []].append(stored)
      idsBySequence["journey_chapter", default: []].insert(stored.id)
    }
    for section in try tx.all(KnownObjects.sectionIndex) {
      sections[section.chapter, default: [:]][section.uid] = section.id
    }
  }

  private mutating func add(_ kind: ContentKind, _ stored: Stored, _ sequence: String) {
    let reference = Reference(kind, stored.slug)
    all.append((reference, stored))
    byReference[reference] = stored
    idsBySequence[sequence, default: []].insert(stored.id)
  }

  mutating func add(_ reference: Reference, id: Int64) { newIDs[reference] = id }

  func stored(_ reference: Reference) -> Stored? { byReference[reference] }
  func id(_ reference: Reference) -> Int64? { byReference[reference]?.id ?? newIDs[reference] }
  /// False when something has that id already.
  mutating func take(_ id: Int64, _ sequence: String) -> Bool {
    idsBySequence[sequence, default: []].insert(id).inserted
  }

  func chapters(of journey: Int64) -> [Stored] { chapters[journey] ?? [] }
  var allChapters: [Stored] { chapters.values.flatMap { $0 }.sorted { $0.id < $1.id } }
  /// The ids of a chapter's sections by their `uid`.
  func sections(of chapter: Int64) -> [String: Int64] { sections[chapter] ?? [:] }

  private struct SectionKey: Sendable {
    var id, chapter: Int64
    var uid: String
  }
  private static let sectionIndex = Statement<Void, SectionKey>(
    PackageResources.section_index_sql,
    read: { (row) throws(StoreError) in
      SectionKey(id: try row.int("id"), chapter: try row.int("chapter_id"), uid: try row.text("uid"))
    })
}
