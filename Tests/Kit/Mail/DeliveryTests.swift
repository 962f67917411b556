import Encoding
import Foundation
import JSON
import Support
import Testing
import Time

@testable import Mail

@Suite(.enabled(if: MailSink.isThere, "bin/setup --tests was not run")) struct `A message on its way` {
  func send(_ message: MailMessage, through client: SMTPClient, id: String = "ltr_1") async throws {
    try await client.send(
      message.composed(id: id, date: .wednesday, ambient: FakeClock().ambient()), from: message.from, to: message.to)
  }

  func message(
    _ subject: String = "Hello", to: String = "dana@example.org", from: MailAddress = .hub, text: String = "Hello.\n"
  ) throws -> MailMessage {
    MailMessage(from: from, to: try #require(MailAddress(to)), subject: subject, text: text)
  }

  func failure(_ message: MailMessage, through client: SMTPClient) async -> SMTPFailure? {
    do { try await send(message, through: client); return nil } catch { return error as? SMTPFailure }
  }

  static let long = String(repeating: "word ", count: 400) + "\n" + String(repeating: "x", count: 3_000)
  static let messages: [MailMessage] = [
    MailMessage(
      from: .hub, to: .dana, subject: "Confirm your e-mail address", text: "Hello.\n", html: "<p>Hello.</p>\n",
      language: "en"),
    MailMessage(
      from: MailAddress("hub@atrium.invalid", name: "أتريوم")!,
      to: MailAddress("dana@example.org", name: "دانا الأحمد")!,
      subject: "أكّد عنوان بريدك الإلكتروني حتى تتمكن من استعادة حسابك إذا فقدت كلمة المرور، وشكرًا لك",
      text: "مرحبًا دانا،\nأكّد عنوانك.\n", html: "<p dir=\"rtl\">مرحبًا</p>\n", language: "ar"),
    MailMessage(
      from: MailAddress("hub@atrium.invalid", name: "Dr. O'Neil, \"the\" \\ <boss>")!, to: .dana,
      subject: "=?utf-8?B?SGk=?= is not decoded, \(String(repeating: "y", count: 200))",
      text: ".\n..\n.a\n\n.\r\n...\rFrom me\n-- \n= =3D\n\tt \n", html: nil),
    MailMessage(from: .hub, to: .dana, subject: "", text: long, html: long, language: "en"),
    MailMessage(
      from: .hub, to: .dana, subject: "Ünïcode 日本 🕯 \u{301}", text: "8 bits: é ß ø\n" + long, html: "<p>🕯</p>"),
    MailMessage(from: .hub, to: .dana, subject: "Nothing", text: "", html: ""),
    MailMessage(
      from: .hub, to: .dana, subject: "Your data", text: "Attached.\n", html: "<p>Attached.</p>\n",
      attachments: [
        .init(name: "export.json", type: "application/json", bytes: Array("{}".utf8)),
        .init(name: "بياناتي الشخصية كلها في ملف واحد طويل الاسم جدًا.json", type: "application/json", bytes: noise),
        .init(name: "a\"b; c=d.txt", type: "text/plain\r\nX: y", bytes: []),
      ]),
  ]
  static let noise: [UInt8] = {
    var random = SeededBytes(seed: 8); return random.bytes(5_000)
  }()

  @Test func `is read by Python's email package as it was meant`() async throws {
    let sink = try MailSink()
    defer { sink.stop() }
    let client = SMTPClient(try SMTPServer("smtp://127.0.0.1:\(sink.port)"))
    for (number, message) in `A message on its way`.messages.enumerated() {
      try await send(message, through: client, id: "ltr_\(number)")
      let arrived = try sink.next()
      let read = try #require(arrived["message"])
      #expect(
        arrived["sender"]?.text == "hub@atrium.invalid"
          && arrived["recipients"]?.list.map(\.text) == ["dana@example.org"])
      #expect(read["subject"]?.text == message.subject)
      #expect(read["from_name"]?.text == message.from.name && read["to_name"]?.text == message.to.name)
      #expect(read["from_address"]?.text == message.from.address && read["to_address"]?.text == message.to.address)
      #expect(
        read["date"]?.text == "2026-03-04T12:00:00+00:00" && read["id"]?.text == "<ltr_\(number)@atrium.invalid>")
      #expect(read["language"]?.text == message.language && read["auto"]?.text == "auto-generated")
      #expect(read["text"]?.text == asRead(message.text), "\(number)")
      #expect(read["html"]?.text == message.html.map(asRead), "\(number)")
      #expect(read["attachments"]?.list.map { $0["name"]?.text } ?? [] == message.attachments.map(\.name))
      #expect(
        read["attachments"]?.list.map { $0["bytes"]?.text } ?? []
          == message.attachments.map { Base64.encode($0.bytes) })
      #expect(read["defects"]?.list == [], "\(number)")
      #expect(read["longest"]?.number ?? 999 <= 78)
      #expect(read["bare"]?.number == 0)
      #expect(read["is_ascii"]?.flag == true)
    }
  }

  /// Lines end with LF where Python has read them, and the last line has an end.
  private func asRead(_ text: String) -> String {
    let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    return lines.isEmpty || lines.hasSuffix("\n") ? lines : lines + "\n"
  }

  @Test func `keeps its connection for the next one`() async throws {
    let sink = try MailSink()
    defer { sink.stop() }
    let client = SMTPClient(try SMTPServer("smtp://127.0.0.1:\(sink.port)?hello=hub.example"), connections: 1)
    var peers: Set<Int64> = []
    for _ in 0..<4 {
      try await send(message(), through: client)
      let arrived = try sink.next()
      peers.insert(arrived["peer"]?.number ?? 0)
      #expect(arrived["hello"]?.text == "hub.example")
    }
    #expect(peers.count == 1)
  }

  static let refusals:
    [(to: String, subject: String, from: MailAddress, kind: String, code: Int, stage: SMTPAnswer.Stage)] = [
      ("nobody@example.org", "Hello", .hub, "noSuchAddress", 550, .recipient),
      ("old@example.org", "Hello", .hub, "noSuchAddress", 550, .recipient),
      ("full@example.org", "Hello", .hub, "temporary", 552, .recipient),
      ("grey@example.org", "Hello", .hub, "temporary", 451, .recipient),
      ("blocked@example.org", "Hello", .hub, "permanent", 550, .recipient),
      ("dana@example.org", "spam", .hub, "permanent", 554, .content),
      ("dana@example.org", "Hello", MailAddress("refused@atrium.invalid")!, "temporary", 550, .sender),
      ("hangup@example.org", "Hello", .hub, "temporary", 0, .content),
    ]

  @Test func `that is refused says where and how, and does not hold up the next`() async throws {
    let sink = try MailSink()
    defer { sink.stop() }
    let client = SMTPClient(try SMTPServer("smtp://127.0.0.1:\(sink.port)"), connections: 1)
    for row in `A message on its way`.refusals {
      let found = await failure(try message(row.subject, to: row.to, from: row.from), through: client)
      let failure = try #require(found, "\(row)")
      #expect(
        "\(failure)".hasPrefix(row.kind) && failure.answer.code == row.code && failure.answer.stage == row.stage,
        "\(row): \(failure)")
      #expect(!failure.answer.words.isEmpty && failure.answer.words.unicodeScalars.allSatisfy { $0.value >= 0x20 })
      if row.to.hasPrefix("hangup") { _ = try sink.next() }
      try await send(message("after \(row.to)"), through: client)
      #expect(try sink.next()["message"]?["subject"]?.text == "after \(row.to)")
    }
  }

  @Test func `goes under TLS, or not at all`() async throws {
    let plain = try MailSink()
    defer { plain.stop() }
    let insisting = await failure(
      try message(), through: SMTPClient(try SMTPServer("smtp://127.0.0.1:\(plain.port)?tls=must")))
    #expect(insisting?.answer.stage == .security && insisting.map { "\($0)".hasPrefix("temporary") } == true)
    for tls in ["starttls", "implicit"] {
      let sink = try MailSink("--tls", tls)
      defer { sink.stop() }
      let address = "\(tls == "implicit" ? "smtps" : "smtp")://127.0.0.1:\(sink.port)"
      let trusting = "\(address)?ca=\(try #require(sink.authorities))" + (tls == "implicit" ? "" : "&tls=must")
      try await send(message(), through: SMTPClient(try SMTPServer(trusting)))
      #expect(try sink.next()["secure"]?.flag == true)
      // A certificate of nobody whom the system trusts.
      let strange = await failure(try message(), through: SMTPClient(try SMTPServer(address)))
      #expect(strange?.answer.stage == .security, "\(String(describing: strange))")
    }
  }

  @Test func `is signed in for`() async throws {
    let sink = try MailSink("--tls", "starttls", "--user", "hub@example.com", "--password", "p:w ü")
    defer { sink.stop() }
    let rest = "127.0.0.1:\(sink.port)?tls=must&ca=\(try #require(sink.authorities))"
    try await send(message(), through: SMTPClient(try SMTPServer("smtp://hub%40example.com:p%3Aw%20%C3%BC@\(rest)")))
    #expect(try sink.next()["login"]?.text == "hub@example.com")
    let wrong = await failure(
      try message(), through: SMTPClient(try SMTPServer("smtp://hub%40example.com:wrong@\(rest)")))
    #expect(
      wrong?.answer.stage == .signIn && wrong.map { "\($0)".hasPrefix("temporary") } == true,
      "\(String(describing: wrong))")
    #expect(wrong?.answer.words.contains("wrong") == false)
    let without = await failure(try message(), through: SMTPClient(try SMTPServer("smtp://\(rest)")))
    #expect(without != nil)
  }

  @Test func `to an address in another script needs a server that speaks it`() async throws {
    let able = try MailSink()
    defer { able.stop() }
    try await send(
      message(to: "دانا@example.org"), through: SMTPClient(try SMTPServer("smtp://127.0.0.1:\(able.port)")))
    let arrived = try able.next()
    #expect(arrived["recipients"]?.list.first?.text == "دانا@example.org")
    #expect(arrived["message"]?["to_address"]?.text == "دانا@example.org")
    let unable = try MailSink("--ascii")
    defer { unable.stop() }
    #expect(
      await failure(
        try message(to: "دانا@example.org"), through: SMTPClient(try SMTPServer("smtp://127.0.0.1:\(unable.port)")))
        != nil)
  }

  @Test func `does not wait for ever`() async throws {
    let sink = try MailSink()
    defer { sink.stop() }
    var server = try SMTPServer("smtp://127.0.0.1:\(sink.port)")
    server.patience = .milliseconds(300)
    let silent = await failure(try message(to: "silent@example.org"), through: SMTPClient(server))
    #expect(silent?.answer.stage == .recipient && silent?.answer.code == 0, "\(String(describing: silent))")
    let nobody = await failure(try message(), through: SMTPClient(try SMTPServer("smtp://127.0.0.1:1")))
    #expect(nobody?.answer.stage == .connecting && nobody.map { "\($0)".hasPrefix("temporary") } == true)
    let nowhere = await failure(
      try message(), through: SMTPClient(try SMTPServer("smtp://no-such-host.invalid?tls=never")))
    #expect(nowhere?.answer.stage == .connecting)
  }
}
