import Identifiers
import JSON
import Jobs
import MailAPI
import MailRules
import MailStore
import SQL
import Support
import Testing
import Time

@testable import MailHTTP

@Suite struct `The outbox` {
  @Test(arguments: TestDatabase.engines) func `keeps letters to be read where no mail server is set`(
    _ engine: TestDatabase
  ) async throws {
    try await Office.open(engine) { (office) async throws -> Void in
      let id = try await office.write(.reset())
      office.clock.advance(.minutes(1))
      try await office.write(.reset("eli@example.org", locale: "ar"))
      try await office.worker().runDue()
      let letters = try await office.letters()
      #expect(letters.map(\.address) == ["eli@example.org", "dana@example.org"])
      #expect(letters.map(\.state) == ["kept", "kept"] && letters.map(\.language) == ["ar", "en"])
      #expect(letters[1].id == id && letters[1].subject == "Choose a new password")
      #expect(
        letters[1].text?.contains("https://atrium.example/reset?token=pwr_1") == true
          && letters[1].html?.contains("<h1") == true)
      // A mail server that is set later sends no old letters.
      let later = try office.again(server: "smtp://127.0.0.1:1")
      try await later.worker().runDue()
      #expect(try await later.letters().map(\.state) == ["kept", "kept"])
    }
  }

  @Test(arguments: TestDatabase.engines) func `belongs to the transaction of what the letter is about`(
    _ engine: TestDatabase
  ) async throws {
    let faults = Faults()
    try await Office.open(engine, server: "smtp://127.0.0.1:1", faults: faults) { (office) async throws -> Void in
      let enqueue = office.room.enqueue
      _ = try? await office.database.write { tx in
        try enqueue(.reset(), tx)
        throw StoreError.busy
      }
      for nth in 1...3 {
        faults.fail(statement: nth)
        let isDone = (try? await office.write(.reset())) != nil
        faults.fail(statement: nil)
        let jobs = try await office.database.read { tx in try office.queue.list(.queued, in: tx) }
        #expect(
          try await office.letters().count == (isDone ? 1 : 0) && jobs.count == (isDone ? 1 : 0), "statement \(nth)")
      }
      #expect(try await office.letters().map(\.state) == ["queued"])
    }
  }

  @Test(arguments: TestDatabase.engines) func `shows no token to who reads the database`(_ engine: TestDatabase)
    async throws
  {
    let everything = Statement<Void, String>(
      Array(
        "SELECT template || language || address || address_key || state || COALESCE(error, '') AS words FROM hub_email_outbox"
          .utf8),
      read: { (row) throws(StoreError) in try row.text("words") })
    let content = Statement<Void, [UInt8]>(
      Array("SELECT content FROM hub_email_outbox".utf8), read: { (row) throws(StoreError) in try row.bytes("content") }
    )
    let swap = Statement<Void, Void>(
      Array("UPDATE hub_email_outbox SET id = 'ltr_' || SUBSTR(id, 5, 25) || 'X'".utf8), bind: { _ in [] })
    try await Office.open(engine) { (office) async throws -> Void in
      try await office.write(.reset())
      let (words, bytes) = try await office.database.read { tx in (try tx.first(everything), try tx.first(content)) }
      #expect(words?.contains("pwr_1") == false)
      #expect(!String(decoding: bytes ?? [], as: UTF8.self).contains("pwr_1") && bytes?.isEmpty == false)
      // Moved to another letter it does not open, and nothing falls over.
      try await office.database.write { tx in try tx.run(swap) }
      #expect(try await office.letters().map(\.text) == [nil])
    }
  }

  @Test(arguments: TestDatabase.engines) func `refuses a link that is none, and sets aside an address that is none`(
    _ engine: TestDatabase
  ) async throws {
    try await Office.open(engine, server: "smtp://127.0.0.1:1") { (office) async throws -> Void in
      await #expect { try await office.write(.reset(link: "javascript:alert(1)")) } throws: {
        if case StoreError.misuse(let words) = $0 { !words.contains("alert") } else { false }
      }
      #expect(try await office.letters() == [])
      try await office.write(.reset("dana@example.org\r\nRCPT TO:<x@example.org>"))
      #expect(try await office.letters().map(\.state) == ["failed"])
      #expect(try await office.database.read { tx in try office.queue.list(.queued, in: tx) } == [])
    }
  }

  @Test(arguments: TestDatabase.engines) func `forgets letters after 30 days, and an erased person at once`(
    _ engine: TestDatabase
  ) async throws {
    try await Office.open(engine) { (office) async throws -> Void in
      try await office.write(.reset())
      office.clock.advance(.days(1))
      try await office.write(.reset("Eli@Example.org"))
      office.clock.advance(.days(29))
      try await office.worker().runDue()
      #expect(try await office.letters().map(\.address) == ["Eli@Example.org", "dana@example.org"])
      office.clock.advance(.hours(16))
      try await office.worker().runDue()
      #expect(try await office.letters().map(\.address) == ["Eli@Example.org"])
      let sending = try office.again(server: "smtp://127.0.0.1:1")
      try await sending.write(Letter(to: Recipient("eli@example.org"), .erased))
      try await office.database.write { tx in
        try Outbox().markUndeliverable("eli@example.org", because: "x", at: .wednesday, in: tx)
        try Outbox().forget(address: "ELI@example.org", in: tx)
      }
      #expect(try await office.letters().map(\.template) == ["erased"], "the last letter is still to be sent")
      #expect(try await office.database.read { tx in try Outbox().undeliverable("eli@example.org", in: tx) } == nil)
    }
  }

  @Test(arguments: TestDatabase.engines) func `can be turned over page by page`(_ engine: TestDatabase) async throws {
    try await Office.open(engine) { (office) async throws -> Void in
      for _ in 0..<7 { try await office.write(.reset()) }
      office.clock.advance(.seconds(1))
      for _ in 0..<6 { try await office.write(.reset()) }
      var (seen, last): ([ID<LetterKind>], OutboxRow?) = ([], nil)
      while true {
        let after = last
        let page = try await office.database.read { tx in try Outbox().list(after: after, limit: 4, in: tx) }
        if page.isEmpty { break }
        seen += page.map(\.id)
        last = page.last
      }
      #expect(seen.count == 13 && Set(seen).count == 13)
    }
  }

  @Test func `shows every letter in advance`() async throws {
    try await Office.open(TestDatabase(engine: .sqlite)) { (office) async throws -> Void in
      for name in LetterName.allCases {
        for language in LetterLanguage.allCases {
          #expect(try office.room.preview(name, in: language).language == language)
        }
      }
    }
  }
}
