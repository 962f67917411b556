import Glibc
import Markdown
import ReadingStore
import SQL

/// The internal links of a payload's texts, looked up together: one statement however many there are.
struct Links {
  fileprivate var documents: [String: MarkdownText] = [:]
  fileprivate var addresses: [LinkedName: String] = [:]

  /// Markdown as clients get it: internal links become addresses of the web reader, dead ones plain text. Reading spec §10.
  func served(_ markdown: String) -> String {
    guard let document = documents[markdown] else { return markdown }
    return document.served { kind, slug in addresses[LinkedName(kind: kind, slug: slug)] }
  }
}

extension Links {
  private static let opening = Array("](ref:".utf8)

  /// Whether the opening of an internal link stands in a text: by bytes, since every read of a piece asks.
  fileprivate static func mayOccur(in text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      guard let base = bytes.baseAddress else { return false }
      var at = 0
      while let found = memchr(base + at, Int32(opening[0]), bytes.count - at) {
        at = base.distance(to: found.assumingMemoryBound(to: UInt8.self))
        guard at + opening.count <= bytes.count else { return false }
        if memcmp(base + at, opening, opening.count) == 0 { return true }
        at += 1
      }
      return false
    } ?? text.contains("](ref:")
  }
}

extension Snapshot {
  func links(in texts: [String?]) throws -> Links {
    var documents: [String: MarkdownText] = [:]
    var targets: Set<LinkedName> = []
    // Nearly every text has none, and then it is served as it is stored.
    for text in texts.compactMap({ $0 }) where Links.mayOccur(in: text) {
      guard documents[text] == nil, let document = MarkdownText.parse(text).document else { continue }
      documents[text] = document
      for (kind, slug) in document.references { targets.insert(LinkedName(kind: kind, slug: slug)) }
    }
    if targets.isEmpty { return Links(documents: documents) }
    let wanted = targets.sorted { ($0.kind, $0.slug) < ($1.kind, $1.slug) }
    var addresses: [LinkedName: String] = [:]
    for found in try tx.all(LibraryQueries.linkTargets, wanted) where addresses[found.target] == nil {
      addresses[found.target] = WebAddress.absolute(
        kind: found.target.kind, slug: found.present, base: options.webBase)
    }
    return Links(documents: documents, addresses: addresses)
  }
}
