package import ReadingRules

/// What an import did, or would do.
package struct ImportReport: Hashable, Sendable {
  package enum Action: String, CaseIterable, Hashable, Sendable { case create, update, unchanged, archive }

  package struct Entry: Hashable, Sendable {
    package let kind: ContentKind
    package let slug: String
    package let action: Action
  }

  /// Objects in the order they were looked at.
  package private(set) var entries: [Entry] = []
  package var changedCuration = false
  /// The generation after it.
  package var generation: Int64 = 0

  package mutating func note(_ kind: ContentKind, _ slug: String, _ action: Action) {
    entries.append(Entry(kind: kind, slug: slug, action: action))
  }

  package func count(_ action: Action) -> Int { entries.reduce(0) { $0 + ($1.action == action ? 1 : 0) } }

  package var changesNothing: Bool { count(.unchanged) == entries.count && !changedCuration }
}
