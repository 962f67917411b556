import SQL
import Support
import Testing
import Time

@Suite struct `The migrator` {
  static let steps = [
    Migration(
      noun: "zoo", number: 1, name: "cage",
      sql: Array("CREATE TABLE cage (id BIGINT PRIMARY KEY); CREATE TABLE bar (id BIGINT PRIMARY KEY);".utf8)),
    Migration(
      noun: "zoo", number: 2, name: "animal",
      sql: Array(
        "CREATE TABLE animal (id BIGINT PRIMARY KEY, cage_id BIGINT NOT NULL REFERENCES cage (id)); INSERT INTO cage (id) VALUES (1);"
          .utf8)),
  ]

  func migrator(_ steps: [Migration] = steps) -> Migrator { Migrator(steps, ambient: FakeClock().ambient()) }

  @Test(arguments: TestDatabase.engines) func `applies what is missing, once`(_ engine: TestDatabase) async throws {
    try await engine.open { (database) async throws -> Void in
      #expect(try migrator().pending(database).map(\.number) == [1, 2])
      #expect(try migrator([Self.steps[0]]).migrate(database).map(\.number) == [1])
      #expect(try migrator().migrate(database).map(\.number) == [2])
      #expect(try migrator().migrate(database).isEmpty)
    }
  }

  @Test(arguments: TestDatabase.engines) func `can be stopped at every statement and started again`(
    _ engine: TestDatabase
  ) async throws {
    for nth in 1...40 {
      let faults = Faults()
      let isDone = try await engine.open(faults: faults) { database in
        faults.fail(statement: nth)
        let failed = (try? migrator().migrate(database)) == nil
        faults.fail(statement: nil)
        if failed { _ = try migrator().migrate(database) }
        let pending = try migrator().pending(database)
        #expect(pending.isEmpty)
        return !failed
      }
      if isDone { return }
    }
    Issue.record("forty statements were not enough")
  }

  @Test(arguments: TestDatabase.engines) func `takes turns with a second one`(_ engine: TestDatabase) async throws {
    try await engine.withURL { url in
      let applied = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let database = try Database(url, connections: 1)
            defer { database.close() }
            return try migrator().migrate(database).count
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(applied == 2)
    }
  }

  @Test(arguments: TestDatabase.engines) func `refuses a newer schema and a changed history`(_ engine: TestDatabase)
    async throws
  {
    try await engine.open { (database) async throws -> Void in
      _ = try migrator().migrate(database)
      #expect(throws: MigrationRefusal.newer(noun: "zoo", number: 2, name: "animal")) {
        try migrator([Self.steps[0]]).migrate(database)
      }
      let edited = Migration(noun: "zoo", number: 1, name: "cage", sql: Array("CREATE TABLE cage (id TEXT);".utf8))
      #expect(throws: MigrationRefusal.changed(noun: "zoo", number: 1, name: "cage")) {
        try migrator([edited, Self.steps[1]]).migrate(database)
      }
    }
  }
}
