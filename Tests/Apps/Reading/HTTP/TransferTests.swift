import Foundation
import ReadingHTTP
import ReadingRules
import ReadingStore
import SQL
import Support
import Testing
import Time

/// Folders going in and coming out. Reading spec §17.4 and vector 59.
@Suite struct `A folder` {
  static let engines = TestDatabase.engines

  /// A scratch folder with a place for media in it, gone afterwards.
  private func scratch(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("transfer-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private func write(_ files: [TreeFile], to folder: URL) throws {
    for file in files {
      let place = folder.appendingPathComponent(file.path)
      try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.bytes).write(to: place)
    }
  }

  /// Every file below a folder by its path.
  private func contents(_ folder: URL) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    for path in paths {
      var isFolder: ObjCBool = false
      let place = folder.appendingPathComponent(path)
      guard FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder), !isFolder.boolValue else {
        continue
      }
      contents[path] = try Data(contentsOf: place)
    }
    return contents
  }

  private func differences(_ a: [String: Data], _ b: [String: Data]) -> [String] {
    Set(a.keys).union(b.keys).filter { a[$0] != b[$0] }.sorted()
  }

  private func importing(
    _ fixture: Fixture, _ folder: URL, media: URL, _ change: (inout LibraryImporter.Options) -> Void = { _ in }
  ) async throws -> LibraryImporter.Outcome {
    var reading = Fixture.options
    reading.mediaFolder = media.path
    let own = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    let program = own.deletingLastPathComponent().appendingPathComponent("atrium-renditions").path
    let importer = LibraryImporter(
      database: fixture.database, reading: reading, ambient: fixture.clock.ambient(), renditions: program)
    var options = LibraryImporter.Options()
    options.applies = true
    change(&options)
    return try await importer.run(folder.path, options)
  }

  private func export(_ fixture: Fixture, to folder: URL, media: URL, drafts: Bool = true) async throws {
    _ = try await LibraryExporter(
      database: fixture.database, ambient: fixture.clock.ambient(), originals: media.path + "/originals"
    ).run(folder.path, drafts: drafts)
  }

  private func themesHash(_ fixture: Fixture) async throws -> String? {
    try await fixture.site.refresh()
    let client = try Client(fixture, .router)
    return try client.get("/api/themes/")["ETag"]
  }

  /// A database with nothing in it but its tables.
  private func empty(_ engine: TestDatabase, _ body: (Fixture) async throws -> Void) async throws {
    try await Fixture.open(engine, { $0 = [] }, body)
  }

  @Test(arguments: engines) func `that came out goes in again without changing anything`(_ engine: TestDatabase)
    async throws
  {
    try await scratch { (folder) async throws -> Void in
      try await Fixture.open(engine) { (fixture) async throws -> Void in
        let media = folder.appendingPathComponent("media")
        // What editors and the clock did since is in it, too.
        try await fixture.write([
          Fixture.file(
            "essays/timed.md", "title: Timed\npublish_at: 2026-03-04T13:00:00Z\nexpire_at: 2026-03-04T15:00:00Z", "So."),
          Fixture.file("essays/waiting.md", "title: Waiting\npublish_at: 2026-03-09T13:00:00Z", "So."),
          Fixture.file("essays/over.md", "title: Over\nexpire_at: 2026-03-04T13:30:00Z", "So."),
        ])
        try await fixture.set("essay/on-lanterns", live: false)
        try await fixture.set("letter/not-sent", live: true)
        fixture.clock.advance(.hours(2))
        try await fixture.site.flipDue(holder: "a")
        let before = try await fixture.everything()
        let out = folder.appendingPathComponent("out")
        try await export(fixture, to: out, media: media)
        for preserves in [false, true] {
          let outcome = try await importing(fixture, out, media: media) { $0.preservesIDs = preserves }
          #expect(outcome.messages == [] && outcome.report?.changesNothing == true, "\(outcome)")
          #expect(try await fixture.everything() == before)
        }
        let pruned = try await importing(fixture, out, media: media) { $0.prunes = true }
        #expect(pruned.report?.changesNothing == true)
      }
    }
  }

  @Test(arguments: engines) func `is not written without the body of a text that cannot be read again`(
    _ engine: TestDatabase
  ) async throws {
    try await scratch { (folder) async throws -> Void in
      try await Fixture.open(engine) { (fixture) async throws -> Void in
        let spoil = "UPDATE reading_content SET source_text = source_text || '# A heading' WHERE slug = 'on-lanterns'"
        try await fixture.database.write { tx in try tx.execute(Array(spoil.utf8)) }
        let out = folder.appendingPathComponent("out")
        await #expect(throws: LibraryExporter.Refusal.self) {
          try await export(fixture, to: out, media: folder.appendingPathComponent("media"))
        }
        #expect(!FileManager.default.fileExists(atPath: out.path))
      }
    }
  }

  @Test func `of the sample library is the same after a journey through both databases`() async throws {
    let source = repository.appendingPathComponent("Samples/library")
    try await scratch { (folder) async throws -> Void in
      let media = folder.appendingPathComponent("media")
      let (one, two) = (folder.appendingPathComponent("one"), folder.appendingPathComponent("two"))
      var hashes: [String?] = []
      try await empty(try #require(Self.engines.first)) { (fixture) async throws -> Void in
        let outcome = try await importing(fixture, source, media: media)
        #expect(!outcome.hasErrors, "\(outcome.messages.map(\.line))")
        try await export(fixture, to: one, media: media)
        hashes.append(try await themesHash(fixture))
      }
      try await empty(try #require(Self.engines.last)) { (fixture) async throws -> Void in
        let outcome = try await importing(fixture, one, media: media) { $0.preservesIDs = true }
        #expect(!outcome.hasErrors, "\(outcome.messages.map(\.line))")
        try await export(fixture, to: two, media: media)
        hashes.append(try await themesHash(fixture))
      }
      let (first, second) = (try contents(one), try contents(two))
      #expect(differences(first, second) == [])
      #expect(hashes[0] == hashes[1] && hashes[0] != nil)
      // The library is written in canonical form: it comes out as it went in, but for the manifest beside it.
      var canonical = first
      canonical["manifest.json"] = nil
      #expect(differences(canonical, try contents(source).filter { !$0.key.hasPrefix("_") }) == [])
    }
  }

  @Test(arguments: engines) func `that is only rehearsed leaves nothing behind, and says what it would do`(
    _ engine: TestDatabase
  ) async throws {
    try await scratch { (folder) async throws -> Void in
      try await Fixture.open(engine) { (fixture) async throws -> Void in
        let before = try await fixture.everything()
        try write(
          [
            Fixture.file("essays/on-lanterns.md", "title: On Lamps", "Every lamp."),
            Fixture.file("essays/another.md", "title: Another", "More."),
          ], to: folder)
        let outcome = try await importing(fixture, folder, media: folder.appendingPathComponent("no")) {
          $0.applies = false
        }
        #expect(outcome.report?.count(.create) == 1 && outcome.report?.count(.update) == 1)
        #expect(try await fixture.everything() == before)
      }
    }
  }

  @Test(arguments: engines) func `with one bad file is refused whole`(_ engine: TestDatabase) async throws {
    try await scratch { (folder) async throws -> Void in
      try await Fixture.open(engine) { (fixture) async throws -> Void in
        let before = try await fixture.everything()
        try write(
          [
            Fixture.file("essays/good.md", "title: Good", "Words."),
            Fixture.file("essays/bad.md", "title: Bad", "# A heading"),
            Fixture.file("essays/stray.md", "title: Stray\ntheme: theme/nowhere", "Words."),
          ], to: folder)
        let outcome = try await importing(fixture, folder, media: folder.appendingPathComponent("no"))
        #expect(outcome.report == nil && outcome.hasErrors)
        let lines = outcome.messages.map(\.line)
        #expect(lines.contains { $0.hasPrefix("essays/bad.md:") && $0.contains("md_construct") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("essays/stray.md:") && $0.contains("theme/nowhere") }, "\(lines)")
        #expect(try await fixture.everything() == before)
      }
    }
  }

  @Test func `brought in twice at once gives no id twice`() async throws {
    guard let engine = TestDatabase.engines.first(where: { "\($0)" == "postgres" }) else { return }
    try await Fixture.open(engine) { (fixture) async throws -> Void in
      let now = fixture.clock.now
      try await withThrowingTaskGroup(of: Void.self) { group in
        for name in ["left", "right", "middle"] {
          group.addTask {
            let files = (0..<40).map { Fixture.file("essays/\(name)-\($0).md", "title: \(name) \($0)", "Words.") }
            let tree = ContentTree.read(files, media: [], context: .engines(now: now)).tree
            _ = try await fixture.database.write { tx in
              try LibraryWriter.apply(tree, media: [:], options: .init(now: now), in: tx)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await fixture.number("SELECT COUNT(*) AS n FROM reading_content WHERE kind = 'essay'") == 121)
    }
  }
}
