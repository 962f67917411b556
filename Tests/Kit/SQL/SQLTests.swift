import Ambient
import Files
import SQL
import Support
import Testing
import Time

@Suite struct `A database` {
  @Test(arguments: TestDatabase.engines) func `gives back what it was given`(_ engine: TestDatabase) async throws {
    let stored = [
      Note(id: 1, words: "", seen: true, body: [], weight: 0.1),
      Note(id: 2, words: "Ünïcode 日本 🕯", body: [0, 255, 92, 39], weight: -1e300),
      Note(id: .max, words: "it's \\ \"quoted\" $1", body: nil, weight: nil),
    ]
    try await engine.notes { (database) async throws -> Void in
      try await database.write { tx in for note in stored { try tx.run(Note.insert, note) } }
      #expect(try await database.read { tx in try tx.all(Note.list) } == stored)
      #expect(try await database.read(.long) { tx in try tx.all(Note.list) } == stored)
      #expect(try database.readNow { tx in try tx.all(Note.list) } == stored)
    }
  }

  @Test(arguments: TestDatabase.engines) func `binds parameters by their number`(_ engine: TestDatabase) async throws {
    try await engine.notes { (database) async throws -> Void in
      let renamed = try await database.write { tx in
        try tx.run(Note.insert, Note(id: 7, words: "old"))
        return try tx.first(Note.rename, (7, "new"))
      }
      #expect(renamed == "new")
      #expect(try await database.write { tx in try tx.run(Note.rename, (8, "nobody")) } == 0)
    }
  }

  @Test(arguments: TestDatabase.engines) func `says which rule was broken, and keeps nothing of that closure`(
    _ engine: TestDatabase
  ) async throws {
    try await engine.notes { (database) async throws -> Void in
      try await database.write { tx in try tx.run(Note.insert, Note(id: 1, words: "first")) }
      let broken: [(Note, (StoreError) -> Bool)] = [
        (Note(id: 1, words: "again"), { if case .unique = $0 { true } else { false } }),
        (Note(id: -1, words: "negative"), { if case .check = $0 { true } else { false } }),
        (Note(id: 3, words: "NUL \0 inside"), { $0 == .invalidText }),
      ]
      for (note, isExpected) in broken {
        do {
          try await database.write { tx in
            try tx.run(Note.insert, Note(id: 2, words: "goes too"))
            try tx.run(Note.insert, note)
          }
          Issue.record("\(note) was accepted")
        } catch let error as StoreError {
          #expect(isExpected(error), "\(error)")
        }
      }
      #expect(try await database.read { tx in try tx.all(Note.list) }.map(\.words) == ["first"])
    }
  }

  @Test(arguments: TestDatabase.engines) func `keeps sixty-four writers apart`(_ engine: TestDatabase) async throws {
    try await engine.notes { (database) async throws -> Void in
      let failed = await withTaskGroup(of: Bool.self) { group in
        for id in 1...64 {
          group.addTask {
            do {
              try await database.write { tx in
                try tx.run(Note.insert, Note(id: Int64(id), words: "n"))
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
        try await database.read { tx in try tx.all(Note.list) }.map(\.id)
          == (1...64).map(Int64.init).filter { $0 % 4 != 0 })
    }
  }

  @Test(arguments: TestDatabase.engines) func `a transaction is one snapshot and counts its statements`(
    _ engine: TestDatabase
  ) async throws {
    try await engine.notes { (database) async throws -> Void in
      let (before, after, count) = try await database.read(.long) { tx in
        let before = try tx.all(Note.list).count
        try database.writeNow { tx in try tx.run(Note.insert, Note(id: 1, words: "meanwhile")) }
        return (before, try tx.all(Note.list).count, tx.statementCount)
      }
      #expect((before, after, count) == (0, 0, 2))
      #expect(try await database.read { tx in try tx.all(Note.list) }.count == 1)
    }
  }

  @Test(arguments: TestDatabase.engines) func `fails the nth statement when told to`(_ engine: TestDatabase)
    async throws
  {
    let faults = Faults()
    try await engine.notes(faults: faults) { (database) async throws -> Void in
      for nth in 1...3 {
        faults.fail(statement: nth)
        await #expect(throws: StoreError.diskFull) {
          try await database.write { tx in for id in 1...3 { try tx.run(Note.insert, Note(id: Int64(id), words: "x")) }
          }
        }
        #expect(try await database.read { tx in try tx.all(Note.list) }.isEmpty)
      }
    }
  }

  @Test(arguments: TestDatabase.engines) func `refuses work after it was closed`(_ engine: TestDatabase) async throws {
    try await engine.notes { (database) async throws -> Void in
      database.close()
      await #expect(throws: StoreError.closed) {
        try await database.write { tx in try tx.run(Note.insert, Note(id: 1, words: "late")) }
      }
      await #expect(throws: StoreError.closed) { try await database.read { tx in try tx.all(Note.list) } }
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
