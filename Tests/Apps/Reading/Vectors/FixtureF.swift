import API
import Ambient
import Crypto
import HTTP
import JSON
import ReadingHTTP
import ReadingRules
import ReadingStore
import SQL
import Support
import Telemetry
import Time

/// Fixture F of Reading spec §22: a whole server in memory, at `.wednesday`, and operations on its library.
struct Fixture: Sendable {
  let database: Database
  let clock: FakeClock
  let site: ReadingSite
  let router: Router

  static let key = "test-key-1"
  static let oldKey = "test-key-old"

  /// Opens it on a fresh database; `change` edits the files before they are imported.
  static func open<Value>(
    _ engine: TestDatabase, options: ReadingOptions = Fixture.options, faults: Faults? = nil,
    _ change: (inout [TreeFile]) -> Void = { _ in }, _ body: (Fixture) async throws -> Value
  ) async throws -> Value {
    var files = Fixture.files
    change(&files)
    return try await engine.open(faults: faults) { database in
      let fixture = Fixture(database, options: options)
      try await fixture.prepare(files)
      return try await body(fixture)
    }
  }

  static let options: ReadingOptions = {
    var options = ReadingOptions()
    options.mediaBase = "https://cdn.example.com"
    options.webBase = "https://read.example.com"
    options.publicRate = 0
    return options
  }()

  init(_ database: Database, options: ReadingOptions = Fixture.options, clock: FakeClock = FakeClock()) {
    self.database = database
    self.clock = clock
    site = ReadingSite(
      database: database, options: options, ambient: clock.ambient(),
      log: Log(.error, ambient: clock.ambient()) { _ in })
    router = Router(
      areas: [
        site.area,
        Area(prefix: "/") { problem, _ in
          Response(status: problem.code.status, body: .bytes(Array(problem.code.rawValue.utf8)))
        },
      ], routes: site.routes + [site.mediaRoute])
  }

  func prepareForTests() async throws { try await prepare(Fixture.files) }

  private func prepare(_ files: [TreeFile]) async throws {
    _ = try Migrator(ReadingStore.migrations, ambient: clock.ambient()).migrate(database)
    let now = clock.now
    try await database.write { tx in
      _ = try APIKeys.add(Fixture.key, label: "active", now: now, in: tx)
      let old = try APIKeys.add(Fixture.oldKey, label: "old", now: now, in: tx)
      _ = try APIKeys.revoke(old, now: now, in: tx)
    }
    try await write(files)
    try await site.refresh()
  }

  // MARK: Operations

  /// Imports files as a tree, with the ids that they name.
  @discardableResult
  func write(_ files: [TreeFile], prunes: Bool = false) async throws -> ImportReport {
    let now = clock.now
    let known = try await known()
    let report = try await database.write { tx in
      var context = ImportContext.engines(now: now)
      context.existing = { reference in known.contains(reference.text) ? .init(isLive: true) : nil }
      let read = ContentTree.read(files, media: [], context: context)
      precondition(!read.hasErrors, read.messages.map(\.line).joined(separator: "\n"))
      var options = LibraryWriter.Options(now: now)
      options.preservesIDs = true
      options.prunes = prunes
      return try LibraryWriter.apply(read.tree, media: [:], options: options, in: tx)
    }
    try await site.refresh()
    return report
  }

  private func known() async throws -> Set<String> {
    let objects = try await database.read { tx in try LibraryExport.read(in: tx).objects }
    return Set(objects.map { Reference($0.kind, $0.slug).text })
  }

  /// Imports one file of the fixture with something in it replaced.
  @discardableResult
  func edit(_ path: String, _ old: String, _ new: String) async throws -> ImportReport {
    guard let file = Fixture.files.first(where: { $0.path == path }) else { throw Missing("the file \(path)") }
    let text = String(decoding: file.bytes, as: UTF8.self).replacing(old, with: new)
    return try await write([TreeFile(path: path, bytes: Array(text.utf8))])
  }

  func set(_ reference: String, live: Bool) async throws {
    guard let reference = Reference(reference) else { return }
    let now = clock.now
    _ = try await database.write { tx in try LibraryActions.set(reference, live: live, now: now, in: tx) }
    try await site.refresh()
  }

  // MARK: Requests

  struct Answer: Sendable {
    var status: Int
    var headers: [String: String]
    var body: String
    var json: JSONValue? { try? JSONValue.parse(Array(body.utf8)) }
    func has(_ name: String) -> Bool { headers[name.lowercased()] != nil }
    subscript(_ name: String) -> String? { headers[name.lowercased()] }
  }
}
