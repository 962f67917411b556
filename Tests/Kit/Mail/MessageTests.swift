import Encoding
import Foundation
import Support
import Testing
import Time

@testable import Mail

extension MailAddress {
  static let hub = MailAddress("hub@atrium.invalid", name: "Atrium")!
  static let dana = MailAddress("dana@example.org", name: "Dana")!
}

func compose(_ message: MailMessage, id: String = "ltr_1") -> String {
  String(decoding: message.composed(id: id, date: .wednesday, ambient: FakeClock().ambient()), as: UTF8.self)
}

@Suite struct `A message` {
  @Test func `is written in lines that every server carries`() {
    let text = compose(
      MailMessage(
        from: .hub, to: .dana, subject: "Hello", text: "Hello, Dana.\n.\nFrom here on\n", html: "<p>Hello</p>",
        language: "en"))
    #expect(
      text.hasPrefix(
        """
        From: Atrium <hub@atrium.invalid>\r
        To: Dana <dana@example.org>\r
        Subject: Hello\r
        Date: Wed, 04 Mar 2026 12:00:00 +0000\r
        Message-ID: <ltr_1@atrium.invalid>\r
        MIME-Version: 1.0\r
        Auto-Submitted: auto-generated\r
        Content-Language: en\r
        Content-Type: multipart/alternative;\r

        """))
    #expect(text.contains("\r\nHello, Dana.\r\n=2E\r\n=46rom here on\r\n"))
    #expect(text.hasSuffix("--\r\n"))
  }

  static let hostile = [
    "Hi\r\nBcc: everybody@example.org", "Hi\nBcc: x@example.org", "Hi\rBcc: x", "Hi\u{0}\u{B}\u{C}Bcc: x",
    "Hi\r\n\r\n<script>",
    "\r\n.\r\nMAIL FROM:<x>", "Hi\u{85}Bcc: x", "Hi\u{2028}Bcc: x", "=?utf-8?B?SGk=?=",
  ]

  @Test(arguments: hostile) func `has no field that a caller sneaked in`(_ words: String) {
    let text = compose(
      MailMessage(
        from: MailAddress("hub@atrium.invalid", name: words)!, to: MailAddress("dana@example.org", name: words)!,
        replyTo: MailAddress("help@atrium.invalid", name: words), subject: words, text: words, html: words,
        language: words,
        attachments: [.init(name: words, type: words, bytes: [1])]),
      id: words)
    let head = text.prefix(upTo: text.range(of: "\r\n\r\n")!.lowerBound).split(separator: "\r\n")
    let names = head.filter { $0.first != " " }.map { String($0.prefix { $0 != ":" }) }
    #expect(
      names == [
        "From", "To", "Reply-To", "Subject", "Date", "Message-ID", "MIME-Version", "Auto-Submitted", "Content-Language",
        "Content-Type",
      ])
    for line in text.components(separatedBy: "\r\n") {
      #expect(!line.contains("\n") && !line.contains("\r") && line.utf8.count <= 78, "\(line)")
    }
    #expect(!text.contains("\r\n.\r\n"))
  }

  static let addresses: [(String, Bool)] = [
    ("dana@example.org", true), ("", false), ("dana", false), ("@example.org", false), ("dana@", false),
    ("a@b@c", false),
    ("dana@example.org>", false), ("<dana@example.org", false), ("da na@example.org", false),
    ("dana@example.org\r\nRCPT TO:<x>", false),
    ("dana@example.org,eli@example.org", false), ("دانا@مثال.إختبار", true), ("o'neil+tag@example.org", true),
    ("\"q\"@example.org", false),
    ("dana@[127.0.0.1]", false), (String(repeating: "a", count: 243) + "@example.org", false),
    ("a\u{0}@example.org", false),
  ]

  @Test(arguments: addresses) func `goes to one address`(_ address: String, _ isOne: Bool) {
    #expect((MailAddress(address) != nil) == isOne, "\(address.debugDescription)")
  }

  @Test func `encodes any text so that lines stay short and no character is cut`() {
    var random = SeededBytes(seed: 3)
    let alphabet: [Character] = [
      "a", "=", "?", " ", "\t", "\n", "\r", ".", "F", "é", "س", "日", "🕯", "\u{0}", "_", "\u{301}", "\"", "\\",
    ]
    for _ in 0..<400 {
      let text = String(
        (0..<Int.random(in: 0..<300, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a" })
      for coding in [BodyText.Coding.quotedPrintable, .base64] {
        let encoded = BodyText.encode(text, coding)
        for line in encoded.components(separatedBy: "\r\n") {
          #expect(
            line.utf8.count <= 76 && line.utf8.allSatisfy { (0x20...0x7E).contains($0) } && line.last != " "
              && line.first != ".")
        }
        #expect(decoded(encoded, coding) == BodyText.withCRLF(text))
      }
      for word in HeaderText.encodedWords(text) {
        #expect(word.utf8.count <= 66)
        let bytes = Base64.decode(String(word.dropFirst(10).dropLast(2))) ?? []
        #expect(String(validating: bytes, as: UTF8.self) != nil)
      }
    }
  }

  /// RFC 2045 read back plainly.
  private func decoded(_ text: String, _ coding: BodyText.Coding) -> String {
    if coding == .base64 {
      return String(decoding: Base64.decode(text.replacing("\r\n", with: "")) ?? [], as: UTF8.self)
    }
    let bytes = Array(text.replacing("=\r\n", with: "").utf8)
    var out: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "="),
        let value = Hex.decode(String(decoding: bytes[index + 1...index + 2], as: UTF8.self).lowercased())
      {
        out += value
        index += 3
      } else {
        out.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}

@Suite struct `A mail server's address` {
  static let good: [(String, host: String, port: Int, security: SMTPServer.Security, user: String?)] = [
    ("smtp://mail.example.com", "mail.example.com", 587, .must, nil),
    ("smtps://mail.example.com", "mail.example.com", 465, .immediate, nil),
    ("smtp://u:p@mail.example.com:2525/", "mail.example.com", 2525, .must, "u"),
    ("smtp://127.0.0.1:25", "127.0.0.1", 25, .try, nil),
    ("smtp://localhost?tls=must", "localhost", 587, .must, nil), ("smtp://[::1]:25", "::1", 25, .try, nil),
    ("smtp://relay.internal?tls=never", "relay.internal", 587, .never, nil),
    ("smtp://a%40b:p%3Aw@h?hello=me.example", "h", 587, .must, "a@b"),
  ]

  @Test(arguments: good) func `is read`(
    _ row: (String, host: String, port: Int, security: SMTPServer.Security, user: String?)
  ) throws {
    let server = try SMTPServer(row.0)
    #expect(
      server.host == row.host && server.port == row.port && server.security == row.security && server.user == row.user)
    #expect(!"\(server)".contains("p:w"))
  }

  static let bad = [
    "", "mail.example.com", "http://mail.example.com", "smtp://", "smtp://h:0", "smtp://h:99999", "smtp://h:x",
    "smtp://h/path",
    "smtp://u:p@mail.example.com?tls=try", "smtp://u:p@mail.example.com?tls=never", "smtp://u@h", "smtp://h?tls=maybe",
    "smtps://h?tls=try",
    "smtp://h?x=1", "smtp://u:%ZZ@h", "smtp://u:a%0Ab@h", "smtp://h\r\n", "smtp://h?hello=a%20b", "smtp://[::1",
    "smtp://h h",
  ]

  @Test(arguments: bad) func `that is none is refused in a sentence`(_ address: String) {
    do throws(SMTPServer.Fault) {
      _ = try SMTPServer(address)
      Issue.record("\(address) was read")
    } catch { #expect(error.sentence.contains("mail server") || error.sentence.contains("password")) }
  }
}

@Suite struct `What a mail server says` {
  static let cases: [(why: String, stage: SMTPAnswer.Stage, code: Int, words: String, kind: String)] = [
    ("no answer", .connecting, 0, "Couldn't connect", "temporary"), ("busy", .greeting, 421, "4.3.2 Busy", "temporary"),
    ("greylisted", .recipient, 451, "4.7.1 Later", "temporary"),
    ("no such person", .recipient, 550, "5.1.1 No such user", "noSuchAddress"),
    ("no such person, said the old way", .recipient, 550, "unknown", "noSuchAddress"),
    ("moved away", .recipient, 551, "gone", "noSuchAddress"),
    ("a closed mailbox", .recipient, 550, "5.2.1 Disabled", "noSuchAddress"),
    ("a full mailbox", .recipient, 552, "5.2.2 Full", "temporary"),
    ("a full mailbox, by its code", .recipient, 550, "5.2.2 Full", "temporary"),
    ("we are on a list", .recipient, 550, "5.7.1 Listed", "permanent"),
    ("no relaying", .recipient, 554, "Relay denied", "permanent"),
    ("content", .content, 554, "5.7.1 Spam", "permanent"),
    ("content, later", .content, 452, "4.3.1 Disk", "temporary"),
    ("too large", .sender, 552, "5.3.4 Too big", "permanent"),
    ("our sender", .sender, 550, "5.7.0 No", "temporary"), ("our password", .signIn, 535, "5.7.8 Wrong", "temporary"),
    ("their TLS", .security, 0, "certificate", "temporary"),
    ("two numbers are no detail", .recipient, 550, "5.7 odd", "noSuchAddress"),
  ]

  @Test(arguments: cases) func `decides about the next attempt`(
    _ row: (why: String, stage: SMTPAnswer.Stage, code: Int, words: String, kind: String)
  ) {
    let failure = SMTPFailure(SMTPAnswer(stage: row.stage, code: row.code, words: row.words))
    #expect("\(failure)".hasPrefix(row.kind), "\(row.why): \(failure)")
  }
}
