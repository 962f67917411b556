import SQL
import Support
import Testing
import Time

/// What only PostgreSQL can do to us.
@Suite(.enabled(if: TestDatabase.engines.count == 2, "ATRIUM_TEST_POSTGRES names no server"))
struct PostgresTests {
  let postgres = TestDatabase(engine: .postgres)

  /// Ends every connection of `database` but the one that does it.
  private func cutConnections(of database: Database) async throws {
    let pids = Statement<Void, Int64>(
      Array("SELECT pg_backend_pid() AS pid".utf8), read: { (row) throws(StoreError) in try row.int("pid") })
    let end = Statement<Int64, Void>(
      Array("SELECT pg_terminate_backend(CAST($1 AS INTEGER))".utf8), bind: { [.int($0)] })
    var seen: Set<Int64> = []
    for _ in 0..<64 { seen.insert(try await database.read { tx in try tx.first(pids) ?? 0 }) }
    for pid in seen { _ = try? await database.read { tx in try tx.run(end, pid) } }
  }

  @Test func `a server that was started anew is found again without an error`() async throws {
    try await postgres.notes { (database) async throws -> Void in
      try await cutConnections(of: database)
      for id in Int64(1)...12 {
        try await database.write { tx in try tx.run(Note.insert, Note(id: id, words: "after")) }
      }
      #expect(try await database.read { tx in try tx.all(Note.ids) } == Array(1...12))
    }
  }

  @Test func `a lost race is run again`() async throws {
    try await postgres.notes { (database) async throws -> Void in
      try await database.write { tx in
        for id in Int64(1)...2 { try tx.run(Note.insert, Note(id: id, words: "0")) }
      }
      // Each takes one row, waits until the other has the other one, and then wants that: a deadlock for one of them.
      let arrived = Counter()
      let runs = Counter()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (mine, other) in [(Int64(1), Int64(2)), (2, 1)] {
          group.addTask {
            try await database.write { tx in
              runs.add()
              try tx.run(Note.rename, (mine, "by \(mine)"))
              arrived.add()
              while arrived.value < 2 {}
              try tx.run(Note.rename, (other, "by \(mine)"))
            }
          }
        }
        try await group.waitForAll()
      }
      let words = try await database.read { tx in try tx.all(Note.list) }.map(\.words)
      #expect(words[0] == words[1])
      #expect(runs.value == 3)
    }
  }

  @Test func `a table altered by somebody else does not break statements prepared before`() async throws {
    let everything = Statement<Void, Int64>(
      Array("SELECT * FROM note".utf8), read: { (row) throws(StoreError) in try row.int("id") })
    try await postgres.notes { (database) async throws -> Void in
      for _ in 0..<8 { _ = try await database.read { tx in try tx.all(everything) } }
      try await database.write { tx in
        try tx.execute(Array("ALTER TABLE note ADD COLUMN stars BIGINT".utf8))
        try tx.run(Note.insert, Note(id: 5, words: "altered"))
      }
      for _ in 0..<8 { #expect(try await database.read { tx in try tx.all(everything) } == [5]) }
    }
  }

  @Test func `a statement that takes too long is stopped`() async throws {
    var limits = DatabaseLimits()
    limits.statement = .milliseconds(30)
    let sleep = Statement<Void, Void>(Array("SELECT pg_sleep(20)".utf8), bind: { _ in [] })
    try await postgres.open(limits: limits) { (database) async throws -> Void in
      await #expect { try await database.write { tx in try tx.run(sleep) } } throws: {
        if case StoreError.unavailable = $0 { true } else { false }
      }
      try await database.write { _ in }
    }
  }

  @Test func `who listens hears, also after the connection was lost`() async throws {
    let heard = Counter()
    let notify = Statement<Void, Void>(
      Array("SELECT CAST(pg_notify('news', '') AS TEXT) AS told".utf8), bind: { _ in [] })
    let cut = Statement<Void, Void>(
      Array("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN news'".utf8),
      bind: { _ in [] })
    try await postgres.open { (database) async throws -> Void in
      try database.listen("news") { heard.add() }
      try await database.write { tx in try tx.run(notify) }
      while heard.value < 1 { await Task.yield() }
      try await database.write { tx in try tx.run(cut) }
      while heard.value < 2 { await Task.yield() }
      try await database.write { tx in try tx.run(notify) }
      while heard.value < 3 { await Task.yield() }
      #expect(throws: StoreError.misuse("a channel's name is of small letters and underscores")) {
        try database.listen("news; DROP TABLE note") {}
      }
    }
  }

  @Test func `an address that cannot be read does not show its password`() {
    #expect { _ = try Database("postgres://me:s3cret@[::1/none?port=x") } throws: {
      if case StoreError.misuse(let words) = $0 { !words.contains("s3cret") } else { false }
    }
  }
}
