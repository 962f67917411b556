import API
import Encoding
import Files
import JSON
import ReadingRules

/// `manifest.json` beside an exported tree: the ids, versions and hashes that the files themselves do not say.
struct Manifest {
  struct Entry: Hashable {
    var kind: ContentKind
    /// A chapter's is `journey/chapter`.
    var slug: String
    var id: Int64
    var version: Int64
    var sha256: [UInt8]
  }
  var entries: [Entry]

  var bytes: [UInt8] {
    JSONValue.members(
      ("format", .integer(1)),
      (
        "objects",
        .array(
          entries.map { entry in
            .members(
              ("type", .string(entry.kind.rawValue)), ("slug", .string(entry.slug)), ("id", .integer(entry.id)),
              ("version", .integer(entry.version)), ("sha256", .string(Hex.encode(entry.sha256))))
          })
      )
    ).bytes + [0x0A]
  }

  /// Nil where the tree has none. A manifest that cannot be read is as good as none: ids are then new.
  static func read(_ folder: String) throws(FileError) -> Manifest? {
    let path = folder + "/manifest.json"
    guard Files.kind(path) == .file else { return nil }
    let limits = JSONLimits(bytes: 256 << 20)
    guard let value = try? JSONValue.parse(try Files.read(path, limit: limits.bytes), limits: limits),
      case .array(let objects)? = value["objects"]
    else { return nil }
    return Manifest(entries: objects.compactMap(entry))
  }

  private static func entry(_ value: JSONValue) -> Entry? {
    guard case .string(let type)? = value["type"], let kind = ContentKind(rawValue: type),
      case .string(let slug)? = value["slug"],
      case .integer(let id)? = value["id"]
    else { return nil }
    return Entry(kind: kind, slug: slug, id: id, version: 0, sha256: [])
  }

  /// Gives every draft without an id of its own the one it had.
  func give(to tree: inout ContentTree) {
    let ids = Dictionary(
      entries.map { ("\($0.kind.rawValue) \($0.slug)", $0.id) }, uniquingKeysWith: { first, _ in first })
    func fill(_ head: inout DraftHead, _ kind: ContentKind, _ slug: String) {
      head.id = head.id ?? ids["\(kind.rawValue) \(slug)"]
    }
    for n in tree.themes.indices { fill(&tree.themes[n].head, .theme, tree.themes[n].head.slug) }
    for n in tree.books.indices { fill(&tree.books[n].head, .book, tree.books[n].head.slug) }
    for n in tree.pieces.indices { fill(&tree.pieces[n].head, tree.pieces[n].kind, tree.pieces[n].head.slug) }
    for n in tree.journeys.indices {
      let journey = tree.journeys[n].head.slug
      fill(&tree.journeys[n].head, .journey, journey)
      for m in tree.journeys[n].chapters.indices {
        fill(
          &tree.journeys[n].chapters[m].head, .journeyChapter, "\(journey)/\(tree.journeys[n].chapters[m].head.slug)")
      }
    }
  }
}
