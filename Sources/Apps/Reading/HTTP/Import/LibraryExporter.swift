package import Ambient
import Encoding
package import Files
import ReadingRules
import ReadingStore
package import SQL

/// Writes the library as a canonical tree: importing it changes nothing. Reading spec §17.4.
package struct LibraryExporter: Sendable {
  private let database: Database
  private let ambient: Ambient
  private let originals: String

  package init(database: Database, ambient: Ambient, originals: String) {
    self.database = database
    self.ambient = ambient
    self.originals = originals
  }

  package struct Outcome: Sendable {
    package var files: Int
    package var media: Int
  }

  /// Why an export was not begun.
  package enum Refusal: Error, Hashable, Sendable {
    /// The folder has something in it.
    case folderInUse(String)
    /// An original is gone from its place.
    case originalMissing(String)
    /// A stored text is none that would be taken today; the message with its place.
    case unreadable(String)
  }

  package func run(_ folder: String, drafts: Bool) async throws -> Outcome {
    if let entries = try? Files.list(folder), !entries.isEmpty { throw Refusal.folderInUse(folder) }
    let library = try await database.read(.long) { tx in try LibraryExport.read(in: tx) }
    let tree = try tree(of: library, drafts: drafts)
    let files = CanonicalWriter.files(tree)
    for file in files {
      try Files.makeFolders(folder + "/" + Files.parent(of: file.path))
      try Files.writeAtomically(file.bytes, to: folder + "/" + file.path)
    }
    for row in library.media where tree.media.contains(where: { $0.text == row.path }) {
      let original = originals + "/" + Hex.encode(row.sha256)
      guard Files.kind(original) == .file else { throw Refusal.originalMissing(row.path) }
      try Files.makeFolders(folder + "/" + Files.parent(of: row.path))
      try Files.writeAtomically(try Files.read(original), to: folder + "/" + row.path)
    }
    try Files.makeFolders(folder)
    try Files.writeAtomically(manifest(of: library).bytes, to: folder + "/manifest.json")
    return Outcome(files: files.count, media: tree.media.count)
  }

  /// The drafts behind the rows, each with the status that it has now.
  private func tree(of library: LibraryExport, drafts: Bool) throws(Refusal) -> ContentTree {
    let journeys = Dictionary(
      library.objects.filter { $0.kind == .journey }.map { ($0.id, $0.slug) }, uniquingKeysWith: { first, _ in first })
    var files: [TreeFile] = []
    var statuses: [String: String] = [:]
    for object in library.objects {
      let path: String
      if object.kind == .journeyChapter {
        guard let journey = object.journeyID.flatMap({ journeys[$0] }) else { continue }
        let number = object.position ?? 0
        path = "journeys/\(journey)/\(number < 10 ? "0" : "")\(number)-\(object.slug).md"
      } else if object.kind == .journey {
        path = "journeys/\(object.slug)/journey.md"
      } else {
        path = "\(object.kind.folder ?? "")/\(object.slug).md"
      }
      files.append(TreeFile(path: path, bytes: Array(object.text.utf8)))
      statuses[path] = object.status
    }
    if let curation = library.curation { files.append(TreeFile(path: "curation.md", bytes: Array(curation.utf8))) }
    let now = ambient.now()
    let context = ImportContext.engines(now: now)
    let read = ContentTree.read(files, media: Set(library.media.map(\.path)), context: context)
    // It would be written without its body, and the library be poorer after the next import.
    if let message = read.messages.first(where: { $0.severity == .error && $0.code.rawValue.hasPrefix("md_") }) {
      throw .unreadable(message.line)
    }
    var tree = read.tree
    func settle(_ head: inout DraftHead) {
      // Only what an action outside of imports changed: a file says `live` while its row still waits for its time, and
      // after it is over.
      let (waits, isOver) = (head.publishAt.map { $0 > now } ?? false, head.expireAt.map { $0 <= now } ?? false)
      if statuses[head.file] == "unpublished", !waits, !isOver { head.status = .draft }
      if statuses[head.file] == "live" { head.status = .live }
    }
    for n in tree.themes.indices { settle(&tree.themes[n].head) }
    for n in tree.books.indices { settle(&tree.books[n].head) }
    for n in tree.pieces.indices { settle(&tree.pieces[n].head) }
    for n in tree.journeys.indices {
      settle(&tree.journeys[n].head)
      for m in tree.journeys[n].chapters.indices { settle(&tree.journeys[n].chapters[m].head) }
    }
    if !drafts {
      tree.themes.removeAll { $0.head.status == .draft }
      tree.books.removeAll { $0.head.status == .draft }
      tree.pieces.removeAll { $0.head.status == .draft }
      tree.journeys.removeAll { $0.head.status == .draft }
      for n in tree.journeys.indices { tree.journeys[n].chapters.removeAll { $0.head.status == .draft } }
    }
    return tree
  }

  private func manifest(of library: LibraryExport) -> Manifest {
    let journeys = Dictionary(
      library.objects.filter { $0.kind == .journey }.map { ($0.id, $0.slug) }, uniquingKeysWith: { first, _ in first })
    return Manifest(
      entries: library.objects.map { object in
        let slug =
          object.kind == .journeyChapter ? "\(journeys[object.journeyID ?? 0] ?? "")/\(object.slug)" : object.slug
        return Manifest.Entry(
          kind: object.kind, slug: slug, id: object.id, version: object.version, sha256: object.digest)
      })
  }
}
