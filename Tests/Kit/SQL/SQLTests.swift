import Ambient
import Files
import SQL
import Support
import Testing
import Time

private let create = Array(
  "CREATE TABLE note (id BIGINT PRIMARY KEY, words TEXT NOT NULL, seen BOOLEAN NOT NULL, body BYTEA, weight DOUBLE PRECISION, CHECK (id > 0));"
    .utf8)

private struct Note: Hashable, Sendable {
  var id: Int64
  var words: String
  var seen = false
  var body: [UInt8]?
  var weight: Double?
}

private let insert = Statement<Note, Void>(
  Array("INSERT INTO note (id, words, seen, body, weight) VALUES ($1, $2, $3, $4, $5)".utf8),
  bind: { [.int($0.id), .text($0.words), .bool($0.seen), .bytes(orNull: $0.body), .double(orNull: $0.weight)] })
private let list = Statement<Void, Note>(
  Array("SELECT id, words, seen, body, weight FROM note ORDER BY id".utf8),
  read: { (row) throws(StoreError) in
    Note(
      id: try row.int("id"), words: try row.text("words"), seen: try row.bool("seen"),
      body: try row.bytesOrNull("body"),
      weight: try row.doubleOrNull("weight"))
  })
/// `$2` appears before `$1`, and `$1` twice: SQLite would number them the other way round.
private let rename = Statement<(Int64, String), String>(
  Array("UPDATE note SET words = $2 WHERE id = $1 AND id = $1 RETURNING words".utf8), bind: { [.int($0), .text($1)] },
  read: { (row) throws(StoreError) in try row.text("words") })

@Suite struct `A database` {
  func notes<Value>(_ engine: TestDatabase, faults: Faults? = nil, _ body: (Database) async throws -> Value)
    async throws -> Value
  {
    try await engine.open(faults: faults) { database in
      try await database.write { tx in try tx.execute(create) }
      return try await body(database)
    }
  }

  @Test(arguments: TestDatabase.engines) func `gives back what it was given`(_ engine: TestDatabase) async throws {
    let stored = [
      Note(id: 1, words: "", seen: true, body: [], weight: 0.1),
      Note(id: 2, words: "Ünïcode 日本 🕯", body: [0, 255, 92, 39], weight: -1e300),
      Note(id: .max, words: "it's \\ \"quoted\" $1", body: nil, weight: nil),
    ]
    try await notes(engine) { (database) async throws -> Void in
      try await database.write { tx in for note in stored { try tx.run(insert, note) } }
      #expect(try await database.read { tx in try tx.all(list) } == stored)
      #expect(try await database.read(.long) { tx in try tx.all(list) } == stored)
      #expect(try database.readNow { tx in try tx.all(list) } == stored)
    }
  }

  @Test(arguments: TestDatabase.engines) func `binds parameters by their number`(_ engine: TestDatabase) async throws {
    try await notes(engine) { (database) async throws -> Void in
      let renamed = try await database.write { tx in
        try tx.run(insert, Note(id: 7, words: "old"))
        return try tx.first(rename, (7, "new"))
      }
      #expect(renamed == "new")
      #expect(try await database.write { tx in try tx.run(rename, (8, "nobody")) } == 0)
    }
  }

  @Test(arguments: TestDatabase.engines) func `says which rule was broken, and keeps nothing of that closure`(
    _ engine: TestDatabase
  ) async throws {
    try await notes(engine) { (database) async throws -> Void in
      try await database.write { tx in try tx.run(insert, Note(id: 1, words: "first")) }
      let broken: [(Note, (StoreError) -> Bool)] = [
        (Note(id: 1, words: "again"), { if case .unique = $0 { true } else { false } }),
        (Note(id: -1, words: "negative"), { if case .check = $0 { true } else { false } }),
        (Note(id: 3, words: "NUL \0 inside"), { $0 == .invalidText }),
      ]
      for (note, isExpected) in broken {
        do {
          try await database.write { tx in
            try tx.run(insert, Note(id: 2, words: "goes too"))
            try tx.run(insert, note)
          }
          Issue.record("\(note) was accepted")
        } catch let error as StoreError {
          #expect(isExpected(error), "\(error)")
        }
      }
      #expect(try await database.read { tx in try tx.all(list) }.map(\.words) == ["first"])
    }
  }

  @Test(arguments: TestDatabase.engines) func `keeps sixty-four writers apart`(_ engine: TestDatabase) async throws {
    try await notes(engine) { (database) async throws -> Void in
      let failed = await withTaskGroup(of: Bool.self) { group in
        for id in 1...64 {
          group.addTask {
            do {
              try await database.write { tx in
                try tx.run(insert, Note(id: Int64(id), words: "n"))
                if id % 4 == 0 { throw StoreError.misuse("thrown on purpose") }
              }
              return false
            } catch { return true }
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(failed == 16)
      #expect(
        try await database.read { tx in try tx.all(list) }.map(\.id) == (1...64).map(Int64.init).filter { $0 % 4 != 0 })
    }
  }

  @Test(arguments: TestDatabase.engines) func `a transaction is one snapshot and counts its statements`(
    _ engine: TestDatabase
  ) async throws {
    try await notes(engine) { (database) async throws -> Void in
      let (before, after, count) = try await database.read(.long) { tx in
        let before = try tx.all(list).count
        try database.writeNow { tx in try tx.run(insert, Note(id: 1, words: "meanwhile")) }
        return (before, try tx.all(list).count, tx.statementCount)
      }
      #expect((before, after, count) == (0, 0, 2))
      #expect(try await database.read { tx in try tx.all(list) }.count == 1)
    }
  }

  @Test(arguments: TestDatabase.engines) func `fails the nth statement when told to`(_ engine: TestDatabase)
    async throws
  {
    let faults = Faults()
    try await notes(engine, faults: faults) { (database) async throws -> Void in
      for nth in 1...3 {
        faults.fail(statement: nth)
        await #expect(throws: StoreError.diskFull) {
          try await database.write { tx in for id in 1...3 { try tx.run(insert, Note(id: Int64(id), words: "x")) } }
        }
        #expect(try await database.read { tx in try tx.all(list) }.isEmpty)
      }
    }
  }

  @Test(arguments: TestDatabase.engines) func `refuses work after it was closed`(_ engine: TestDatabase) async throws {
    try await notes(engine) { (database) async throws -> Void in
      database.close()
      await #expect(throws: StoreError.closed) {
        try await database.write { tx in try tx.run(insert, Note(id: 1, words: "late")) }
      }
      await #expect(throws: StoreError.closed) { try await database.read { tx in try tx.all(list) } }
    }
  }

  static let wrongAddresses: [(String, String)] = [
    ("mysql://x", "misuse"), ("sqlite:/no/such/folder/file.db", "unavailable"),
    ("postgres://nobody@127.0.0.1:1/none", "unavailable"),
  ]

  @Test(arguments: wrongAddresses) func `that cannot be opened says why`(_ url: String, _ kind: String) {
    #expect { _ = try Database(url) } throws: { String(describing: $0).hasPrefix(kind) }
  }

  @Test func `a file that is no database is called damaged`() async throws {
    try await TestDatabase(engine: .sqlite).withURL { url in
      let path = String(url.dropFirst(7))
      try Files.writeAtomically(Array(repeating: 65, count: 4096), to: path)
      #expect { _ = try Database(url) } throws: { if case StoreError.damaged = $0 { true } else { false } }
    }
  }
}
