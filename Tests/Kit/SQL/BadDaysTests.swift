import SQL
import Support
import Testing
import Time

@Suite struct `On a bad day` {
  @Test(arguments: TestDatabase.engines) func `a closure that hides a failed statement does not commit`(
    _ engine: TestDatabase
  ) async throws {
    try await engine.notes { (database) async throws -> Void in
      await #expect {
        try await database.write { tx in
          try tx.run(Note.insert, Note(id: 1, words: "kept?"))
          try? { try tx.run(Note.insert, Note(id: 1, words: "taken")) }()
        }
      } throws: { if case StoreError.unique = $0 { true } else { false } }
      await #expect {
        try await database.write { tx in
          try? { try tx.run(Note.insert, Note(id: -1, words: "refused")) }()
          try tx.run(Note.insert, Note(id: 2, words: "after a failure"))
        }
      } throws: { if case StoreError.check = $0 { true } else { false } }
      #expect(try await database.read { tx in try tx.all(Note.ids) } == [])
    }
  }

  @Test(arguments: TestDatabase.engines) func `a transaction that outlives its closure does nothing`(
    _ engine: TestDatabase
  ) async throws {
    nonisolated(unsafe) var kept: Transaction?
    try await engine.notes { (database) async throws -> Void in
      try await database.write { tx in kept = tx }
      #expect(throws: StoreError.misuse("the transaction is over")) {
        try kept?.run(Note.insert, Note(id: 1, words: "late"))
      }
      kept = nil
      #expect(try await database.read { tx in try tx.all(Note.ids) } == [])
    }
  }

  @Test(arguments: TestDatabase.engines) func `a commit that fails acknowledges nothing`(_ engine: TestDatabase)
    async throws
  {
    let faults = Faults()
    try await engine.notes(faults: faults) { (database) async throws -> Void in
      faults.failCommit()
      await #expect(throws: StoreError.diskFull) {
        try await database.write { tx in try tx.run(Note.insert, Note(id: 1, words: "lost")) }
      }
      try await database.write { tx in try tx.run(Note.insert, Note(id: 2, words: "kept")) }
      #expect(try await database.read { tx in try tx.all(Note.ids) } == [2])
    }
  }

  @Test(arguments: TestDatabase.engines) func `what waits for a commit runs after it, and not without it`(
    _ engine: TestDatabase
  ) async throws {
    let faults = Faults()
    let woken = Counter()
    try await engine.notes(faults: faults) { (database) async throws -> Void in
      let write: @Sendable (Int64) async throws -> Void = { id in
        try await database.write { tx in
          tx.afterCommit { woken.add() }
          try tx.run(Note.insert, Note(id: id, words: "n"))
        }
      }
      try await write(1)
      #expect(woken.value == 1)
      await #expect(throws: (any Error).self) { try await write(1) }
      faults.failCommit()
      await #expect(throws: StoreError.diskFull) { try await write(2) }
      #expect(woken.value == 1)
      try database.writeNow { tx in tx.afterCommit { woken.add() } }
      #expect(woken.value == 2)
    }
  }

  @Test func `a commit that fails takes its whole group with it`() async throws {
    let faults = Faults()
    try await TestDatabase(engine: .sqlite).notes(faults: faults) { (database) async throws -> Void in
      let held = await HeldWriter(database)
      let failures = try await withThrowingTaskGroup(of: Bool.self) { group in
        for id in 1...5 {
          group.addTask {
            do {
              try await database.write { tx in
                try tx.run(Note.insert, Note(id: Int64(id), words: "n"))
                if id == 3 { faults.failCommit() }
              }
              return false
            } catch { return error as? StoreError == .diskFull }
          }
        }
        await waiting(5, in: database)
        held.letGo()
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      try await held.finished()
      #expect(failures == 5)
      #expect(try await database.read { tx in try tx.all(Note.ids) } == [])
    }
  }

  @Test(arguments: TestDatabase.engines) func `a dangling deferred reference fails its own closure only`(
    _ engine: TestDatabase
  ) async throws {
    try await engine.notes { (database) async throws -> Void in
      try await database.write { tx in
        try tx.execute(
          Array(
            "CREATE TABLE reply (note_id BIGINT NOT NULL REFERENCES note (id) DEFERRABLE INITIALLY DEFERRED);".utf8))
      }
      let reply = Statement<Int64, Void>(Array("INSERT INTO reply (note_id) VALUES ($1)".utf8), bind: { [.int($0)] })
      let held = await HeldWriter(database)
      let refused = try await withThrowingTaskGroup(of: Int64?.self, returning: [Int64].self) { group in
        for id in Int64(1)...5 {
          group.addTask {
            do {
              try await database.write { tx in
                try tx.run(reply, id)
                if id != 3 { try tx.run(Note.insert, Note(id: id, words: "made after what points to it")) }
              }
              return nil
            } catch StoreError.foreignKey { return id }
          }
        }
        if engine.engine == .sqlite { await waiting(5, in: database) }
        held.letGo()
        return try await group.reduce(into: []) { if let id = $1 { $0.append(id) } }
      }
      try await held.finished()
      #expect(refused == [3])
      #expect(try await database.read { tx in try tx.all(Note.ids) } == [1, 2, 4, 5])
    }
  }

  @Test func `a full disk loses nothing that was acknowledged, and writing goes on when there is room`() async throws {
    try await TestDatabase(engine: .sqlite).notes { (database) async throws -> Void in
      try await database.write { tx in try tx.execute(Array("PRAGMA max_page_count = 40".utf8)) }
      var stored: [Int64] = []
      var refusals = 0
      for id in Int64(1)...60 {
        do {
          let body = [UInt8](repeating: 7, count: 4_000)
          try await database.write { tx in try tx.run(Note.insert, Note(id: id, words: "x", body: body)) }
          stored.append(id)
        } catch StoreError.diskFull { refusals += 1 }
      }
      #expect(refusals > 10 && !stored.isEmpty)
      #expect(try await database.read { tx in try tx.all(Note.ids) } == stored)
      try await database.write { tx in try tx.execute(Array("PRAGMA max_page_count = 10000".utf8)) }
      try await database.write { tx in try tx.run(Note.insert, Note(id: 100, words: "room again")) }
      #expect(try await database.read { tx in try tx.all(Note.ids) } == stored + [100])
    }
  }

  @Test(arguments: TestDatabase.engines) func `a read cannot write`(_ engine: TestDatabase) async throws {
    try await engine.notes { (database) async throws -> Void in
      for length in [ReadLength.quick, .long] {
        await #expect {
          try await database.read(length) { tx in try tx.run(Note.insert, Note(id: 1, words: "sneaked in")) }
        } throws: { if case StoreError.misuse = $0 { true } else { false } }
      }
      #expect(try await database.read { tx in try tx.all(Note.ids) } == [])
    }
  }

  @Test func `a write inside a write is refused instead of waiting for itself`() async throws {
    try await TestDatabase(engine: .sqlite).notes { (database) async throws -> Void in
      await #expect { try await database.write { _ in try database.writeNow { _ in } } } throws: {
        if case StoreError.misuse = $0 { true } else { false }
      }
    }
  }

  @Test(arguments: TestDatabase.engines) func `a word in a number's column is no number`(_ engine: TestDatabase)
    async throws
  {
    let wrong = Statement<Void, Int64>(
      Array("SELECT words FROM note".utf8), read: { (row) throws(StoreError) in try row.int("words") })
    try await engine.notes { (database) async throws -> Void in
      try await database.write { tx in try tx.run(Note.insert, Note(id: 1, words: "seven")) }
      await #expect(throws: StoreError.misuse("a column holds no whole number")) {
        try await database.read { tx in try tx.all(wrong) }
      }
    }
  }

  @Test func `too many waiting writes are refused at once, and none waits for ever`() async throws {
    var limits = DatabaseLimits()
    limits.queue = 2
    limits.patience = .milliseconds(1)
    try await TestDatabase(engine: .sqlite).open(limits: limits) { (database) async throws -> Void in
      let held = await HeldWriter(database)
      await withTaskGroup(of: StoreError?.self) { group in
        for _ in 0..<2 {
          group.addTask { do { try await database.write { _ in }; return nil } catch { return error as? StoreError } }
        }
        await waiting(2, in: database)
        await #expect(throws: StoreError.busy) { try await database.write { _ in } }
        // They have waited longer than the patience before the writer is free, however quick the machine is.
        try? await Task.sleep(for: .milliseconds(20))
        held.letGo()
        for await refusal in group { #expect(refusal == .busy) }
      }
      try await held.finished()
    }
  }

  @Test func `another process that writes is waited for, and then the answer is busy`() async throws {
    var limits = DatabaseLimits()
    limits.lock = .milliseconds(20)
    try await TestDatabase(engine: .sqlite).withURL { url in
      let first = try Database(url)
      let second = try Database(url, limits: limits)
      defer { first.close(); second.close() }
      try await first.write { tx in try tx.execute(Note.create) }
      let held = await HeldWriter(first) { tx in try tx.run(Note.insert, Note(id: 1, words: "first")) }
      await #expect(throws: StoreError.busy) {
        try await second.write { tx in try tx.run(Note.insert, Note(id: 2, words: "second")) }
      }
      #expect(try await second.read { tx in try tx.all(Note.ids) } == [])
      held.letGo()
      try await held.finished()
      try await second.write { tx in try tx.run(Note.insert, Note(id: 2, words: "second")) }
      #expect(try await first.read { tx in try tx.all(Note.ids) } == [1, 2])
    }
  }

  @Test(arguments: TestDatabase.engines) func `a named lock keeps transactions apart`(_ engine: TestDatabase)
    async throws
  {
    try await engine.notes { (database) async throws -> Void in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<24 {
          group.addTask {
            try await database.write { tx in
              try tx.lock("notes")
              let next = (try tx.all(Note.ids).last ?? 0) + 1
              try tx.run(Note.insert, Note(id: next, words: "in turn"))
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await database.read { tx in try tx.all(Note.ids) } == Array(1...24))
    }
  }

  @Test(arguments: TestDatabase.engines) func `the plan of a statement can be read`(_ engine: TestDatabase) async throws
  {
    try await engine.notes { (database) async throws -> Void in
      let plan = try database.plan(Note.wordsOf).joined(separator: "\n")
      #expect(plan.contains("note") && plan.contains(engine.engine == .sqlite ? "SEARCH" : "Index"), "\(plan)")
    }
  }

  @Test func `a database in memory is refused, since each connection would have another one`() {
    for url in ["sqlite::memory:", "sqlite:"] {
      #expect { _ = try Database(url) } throws: { if case StoreError.misuse = $0 { true } else { false } }
    }
  }
}
