import Files
import Glibc
package import SQL

/// A fresh database for one test: a SQLite file, or a schema of its own in the PostgreSQL that `ATRIUM_TEST_POSTGRES` names.
package struct TestDatabase: Sendable, CustomStringConvertible {
  package let engine: Engine
  package var description: String { engine.rawValue }

  package init(engine: Engine) { self.engine = engine }

  /// The engines to test on: PostgreSQL only where there is one.
  package static let engines: [TestDatabase] =
    [TestDatabase(engine: .sqlite)] + (postgres == nil ? [] : [TestDatabase(engine: .postgres)])

  private static let postgres = getenv("ATRIUM_TEST_POSTGRES").map { String(cString: $0) }

  /// Opens a fresh database, and takes it away when the body ends.
  package func open<Value>(
    limits: DatabaseLimits = DatabaseLimits(), faults: Faults? = nil, _ body: (Database) async throws -> Value
  ) async throws -> Value {
    try await withURL { url in
      let database = try Database(url, connections: 4, limits: limits, faults: faults)
      defer { database.close() }
      return try await body(database)
    }
  }

  /// The same for tests that open it more than once.
  package func withURL<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let name = "test_\(getpid())_\(UInt64.random(in: 0 ... .max))"
    switch engine {
    case .sqlite:
      let folder = TestFolder.path("atrium-\(name)")
      try Files.makeFolders(folder)
      defer { try? Files.removeTree(folder) }
      return try await body("sqlite:\(folder)/test.db")
    case .postgres:
      let server = TestDatabase.postgres ?? ""
      let admin = try Database(server, connections: 1)
      defer { admin.close() }
      try await admin.write { tx in try tx.execute(Array("CREATE SCHEMA \(name)".utf8)) }
      defer { try? admin.writeNow { tx in try tx.execute(Array("DROP SCHEMA \(name) CASCADE".utf8)) } }
      return try await body("\(server)?options=-csearch_path%3D\(name)")
    }
  }
}
