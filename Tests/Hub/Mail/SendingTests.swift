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

@Suite(.enabled(if: MailSink.isThere, "bin/setup --tests was not run")) struct `A letter in the outbox` {
  @Test(arguments: TestDatabase.engines) func `is sent once by several workers, and is gone from here then`(
    _ engine: TestDatabase
  ) async throws {
    let sink = try MailSink()
    defer { sink.stop() }
    try await Office.open(engine, server: "smtp://127.0.0.1:\(sink.port)") { (office) async throws -> Void in
      let other = try office.again(server: "smtp://127.0.0.1:\(sink.port)")
      var ids: Set<String> = []
      for number in 1...12 {
        ids.insert(
          "<\(try await office.write(.reset("p\(number)@example.org", locale: number % 2 == 0 ? "ar" : "en")))@atrium.invalid>"
        )
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in [office.worker(), other.worker()] { group.addTask { try await worker.runDue() } }
        try await group.waitForAll()
      }
      var arrived: [String] = []
      for _ in 1...12 {
        let message = try sink.next()["message"]
        arrived.append(message?["id"]?.text ?? "")
        #expect(
          message?["defects"]?.list == [] && message?["to_name"]?.text == "Dana"
            && message?["from_name"]?.text == "Atrium")
        #expect(message?["type"]?.text == "multipart/alternative")
        #expect(["Choose a new password", "اختر كلمة مرور جديدة"].contains(message?["subject"]?.text))
      }
      #expect(arrived.count == 12 && Set(arrived) == ids)
      #expect(
        try await office.letters().allSatisfy {
          $0.state == "sent" && $0.text == nil && $0.sentAt == .wednesday && $0.attempts == 1
        })
      try await office.write(.reset("last@example.org"))
      try await office.worker().runDue()
      // Nothing came between the twelve and this one.
      #expect(try sink.next()["recipients"]?.list.first?.text == "last@example.org")
    }
  }

  @Test(arguments: TestDatabase.engines) func `waits for its time, and comes from the app that caused it`(
    _ engine: TestDatabase
  ) async throws {
    let sink = try MailSink()
    defer { sink.stop() }
    try await Office.open(engine, server: "smtp://127.0.0.1:\(sink.port)") { (office) async throws -> Void in
      try await office.write(.reset(sender: "Planner", after: .wednesday + .hours(1)))
      try await office.worker().runDue()
      #expect(try await office.letters().map(\.state) == ["queued"])
      office.clock.advance(.hours(1))
      try await office.worker().runDue()
      let message = try sink.next()["message"]
      #expect(message?["from_name"]?.text == "Planner" && message?["from_address"]?.text == "hub@atrium.invalid")
    }
  }

  @Test(arguments: TestDatabase.engines) func `to nobody marks the address, and the next one is skipped`(
    _ engine: TestDatabase
  ) async throws {
    let sink = try MailSink()
    defer { sink.stop() }
    try await Office.open(engine, server: "smtp://127.0.0.1:\(sink.port)") { (office) async throws -> Void in
      try await office.write(.reset("nobody@example.org"))
      try await office.worker().runDue()
      office.clock.advance(.seconds(1))
      try await office.write(.reset("NOBODY@example.org"))
      try await office.worker().runDue()
      let letters = try await office.letters()
      #expect(letters.map(\.state) == ["skipped", "failed"])
      #expect(letters.allSatisfy { $0.error?.contains("550 5.1.1 No such user here") == true && $0.text == nil })
      try await office.database.write { tx in try Outbox().markDeliverable("Nobody@example.org", in: tx) }
      try await office.write(.reset("dana@example.org"))
      try await office.worker().runDue()
      #expect(try sink.next()["recipients"]?.list.first?.text == "dana@example.org")
      #expect(try await office.database.read { tx in try Outbox().undeliverable("nobody@example.org", in: tx) } == nil)
    }
  }

  @Test(arguments: TestDatabase.engines) func `that is refused for a while is tried again, and set aside in the end`(
    _ engine: TestDatabase
  ) async throws {
    let sink = try MailSink()
    defer { sink.stop() }
    try await Office.open(engine, server: "smtp://127.0.0.1:\(sink.port)") { (office) async throws -> Void in
      try await office.write(.reset("grey@example.org"))
      for attempt in 1...14 {
        try await office.worker().runDue()
        let letters = try await office.letters()
        #expect(
          letters.first?.attempts == attempt && letters.first?.state == "queued"
            && letters.first?.error?.contains("451") == true)
        office.clock.advance(.hours(4))
      }
      let poisoned = try await office.database.read { tx in try office.queue.list(.poisoned, in: tx) }
      #expect(
        poisoned.map(\.kind) == [Mailroom.sending]
          && poisoned.first?.error?.contains("451 4.7.1 Come back later") == true)
      try await office.write(.reset("blocked@example.org"))
      try await office.worker().runDue()
      #expect(try await office.database.read { tx in try office.queue.list(.poisoned, in: tx) }.count == 2)
      #expect(try await office.database.read { tx in try Outbox().undeliverable("blocked@example.org", in: tx) } == nil)
    }
  }

  @Test(arguments: TestDatabase.engines) func `outlives a mail server that is away`(_ engine: TestDatabase) async throws
  {
    try await Office.open(engine, server: "smtp://127.0.0.1:1") { (office) async throws -> Void in
      try await office.write(.reset())
      try await office.worker().runDue()
      #expect(try await office.letters().map(\.state) == ["queued"])
      let sink = try MailSink()
      defer { sink.stop() }
      office.clock.advance(.minutes(1))
      let mended = try office.again(server: "smtp://127.0.0.1:\(sink.port)")
      try await mended.worker().runDue()
      #expect(try sink.next()["message"]?["text"]?.text?.contains("pwr_1") == true)
      #expect(try await mended.letters().map(\.state) == ["sent"])
    }
  }

  @Test(arguments: TestDatabase.engines) func `is not sent again because the database was busy when it had gone`(
    _ engine: TestDatabase
  ) async throws {
    let (sink, faults) = (try MailSink(), Faults())
    defer { sink.stop() }
    try await Office.open(engine, server: "smtp://127.0.0.1:\(sink.port)", faults: faults) {
      (office) async throws -> Void in
      try await office.write(.reset("first@example.org"))
      let worker = office.worker()
      // The looks, the claim and the reading of the letter come first; then its end is written.
      let claimed = faults.statementCount
      try await worker.runDue()
      let first = faults.statementCount - claimed
      _ = try sink.next()
      for nth in 1...first {
        try await office.write(.reset("n\(nth)@example.org"))
        faults.fail(statement: nth, with: .busy)
        try? await worker.runDue()
        faults.fail(statement: nil)
        office.clock.advance(.minutes(5))
        try await worker.runDue()
        #expect(try sink.next()["recipients"]?.list.first?.text == "n\(nth)@example.org", "statement \(nth)")
      }
      #expect(try await office.letters().allSatisfy { $0.state == "sent" })
    }
  }
}
