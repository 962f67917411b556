import IdentityRules
import Support
import Testing
import Text
import Time

@Suite struct `An address of e-mail` {
  static let good = [
    "dana@example.com", "Dana.Lee+atrium@Sub.Example.co", "o'neil@example.org", "a@b.co", "dänä@exämple.com",
    "用户@例子.公司", "x{y}@example.com", "1@2.com",
    String(repeating: "a", count: 64) + "@example.com",
  ]
  static let bad = [
    "", "@", "dana", "dana@", "@example.com", "dana@example", "dana@@example.com", "da na@example.com",
    "dana@exam ple.com", ".dana@example.com", "dana.@example.com", "da..na@example.com", "dana@.example.com",
    "dana@example..com", "dana@example.com.", "dana@-example.com", "dana@example-.com", "dana@[127.0.0.1]",
    "dana@127.0.0.1", "\"dana\"@example.com", "dana(x)@example.com", "dana@example.com\n", "dana@example.com\0",
    "dana@example.com,eve@example.com", "Dana <dana@example.com>", "dana@exam_ple.com", "dana\u{200B}@example.com",
    "dana\u{202E}@example.com", "dana@example。com", "dana＠example.com", "dana@ex\u{AD}ample.com",
    String(repeating: "a", count: 65) + "@example.com",
    "a@" + String(repeating: "b", count: 64) + ".com",
    "a@" + Array(repeating: "bbbbbbbbb", count: 30).joined(separator: "."),
  ]

  @Test(arguments: good) func `is taken`(_ text: String) throws {
    let email = try #require(EmailAddress(text, nfc: Text.nfc))
    #expect(email.text == text)
  }

  @Test(arguments: bad) func `is refused`(_ text: String) {
    #expect(EmailAddress(text, nfc: Text.nfc) == nil)
  }

  @Test func `compares without case and by the composed form, and is kept as typed`() throws {
    let typed = try #require(EmailAddress("Da\u{0308}na@Example.COM", nfc: Text.nfc))
    let other = try #require(EmailAddress("d\u{00E4}na@example.com", nfc: Text.nfc))
    #expect(typed == other && typed.key == other.key)
    #expect(typed.text.utf8.elementsEqual("D\u{00E4}na@Example.COM".utf8))
  }

  /// Letters that lower-case to the same as an ASCII one, which let an account be taken over elsewhere (2019).
  @Test func `with a dotless or dotted i is not the one with an i`() throws {
    let plain = try #require(EmailAddress("mike@example.com", nfc: Text.nfc))
    for text in ["mıke@example.com", "mİke@example.com", "miſe@example.com"] {
      #expect(try #require(EmailAddress(text, nfc: Text.nfc)) != plain)
    }
  }
}

@Suite struct `A password` {
  static let common = [
    "passwordpassword", "Password1234", "P@ssw0rd1234!", "qwertyuiop12", "1q2w3e4r5t6y", "123456789012",
    "aaaaaaaaaaaa", "abcabcabcabc", "iloveyou2024!", "qwertyuiopasdf", "asdfghjkl123", "Summer2024!!",
    "letmeinletmein", "monkeymonkey1", "adminadmin123", "welcome12345", "000000000000", "abcdefghijkl",
    "zxcvbnmasdfghjkl", "football12345", "changeme12345", "trustno1trustno1", "baseball2023!", "princess12345",
    "CORRECTHORSEBATTERYSTAPLE", "19841984198419", "!@#$%^&*()!@",
  ]
  static let good = [
    "tide clock runs slow", "vellum-otter-48-gantry", "kzqJ9fmWx2Lp", "Съешь ещё этих булок", "fjordvexes quiz",
    "水火木金土日月春夏秋冬雨",
    "quokka harbour lantern", "my sister's brass trombone",
  ]

  @Test(arguments: common) func `that guessers try first is refused`(_ password: String) {
    #expect(PasswordPolicy.fault(of: password, email: nil) == .breached)
  }

  @Test(arguments: good) func `that nobody tries first is taken`(_ password: String) {
    #expect(PasswordPolicy.fault(of: password, email: nil) == nil)
  }

  @Test func `has 12 to 128 scalars`() {
    #expect(PasswordPolicy.fault(of: "kzqJ9fmWx2L", email: nil) == .tooShort)
    #expect(PasswordPolicy.fault(of: String(repeating: "kzqJ9fmW", count: 16), email: nil) == .breached)
    let long = (0..<64).map { "\(Unicode.Scalar(0x4E00 + $0 * 37)!)\(Unicode.Scalar(0x5E00 + $0 * 11)!)" }.joined()
    #expect(PasswordPolicy.fault(of: long, email: nil) == nil)
    #expect(PasswordPolicy.fault(of: long + "x", email: nil) == .tooLong)
    #expect(PasswordPolicy.fault(of: "", email: nil) == .tooShort)
  }

  @Test func `is not the address, in whatever case`() throws {
    let email = try #require(EmailAddress("vellum.otter@gantry.example", nfc: Text.nfc))
    #expect(PasswordPolicy.fault(of: "Vellum.Otter@GANTRY.example", email: email) == .matchesEmail)
    #expect(PasswordPolicy.fault(of: "Vellum.Otter@GANTRY.example2", email: email) == nil)
  }

  @Test func `that the operator's list names is refused`() {
    #expect(PasswordPolicy.fault(of: "Fjordvexes Quiz", email: nil) { $0 == "fjordvexes quiz" } == .breached)
  }

  /// What the rules stand for: passwords made as people make them, of which there are 74,000 here and far more beyond.
  @Test func `of two common words with something behind is refused`() {
    let words = CommonPasswordSample.words
    let tails = ["", "1", "123", "2024", "!", "007!"]
    var passed: [String] = []
    for (row, word) in words.enumerated() {
      for (column, other) in words.enumerated() where word.count + other.count >= 12 {
        let password = word + other + tails[(row + column) % tails.count]
        if PasswordPolicy.fault(of: password, email: nil) != .breached { passed.append(password) }
      }
    }
    #expect(passed.isEmpty, "\(passed.prefix(5))")
  }
}

enum CommonPasswordSample {
  static let words =
    "password secret welcome hello letmein admin qwerty asdf zxcv iloveyou love baby princess angel sunshine flower summer winter dragon monkey tiger football soccer baseball hockey superman batman pokemon hunter shadow phoenix silver golden diamond purple yellow orange banana cookie chocolate cheese pepper ginger mustang ferrari porsche liverpool arsenal chelsea london paris google facebook youtube amazon jesus family mother father sister brother friend school college music guitar michael jordan jennifer jessica ashley amanda daniel james robert thomas andrew joshua matthew anthony william charlie george samantha nicole michelle melissa elizabeth sarah rachel lauren justin brandon tyler kevin steven patrick january february march april july august september october november december monday tuesday friday sunday computer internet network master manager system server trust nobody lucky beautiful forever always something nothing whatever test guest money power magic"
    .split(separator: " ").map(String.init)
}

@Suite struct `A locked address` {
  /// One column is a minute; `t` a try, `o` looked at, `x` locked.
  static let lines: [(why: String, tries: String, told: String)] = [
    ("the fifth failure locks for a quarter of an hour", "tttttt--------------", "ooooox"),
    ("tries while locked do not lengthen it", "ttttttttttttttttttttt", "oooooxxxxxxxxxxxxxxoo"),
    ("fifteen minutes without a fifth start anew", "tttt------------tttttt", "oooo------------ooooox"),
  ]

  @Test(arguments: lines.map(\.why)) func `is told by time`(_ why: String) throws {
    let line = try #require(Self.lines.first { $0.why == why })
    var now = Instant.wednesday
    var kept: Lockout?
    var told = ""
    for column in line.tries {
      if column == "t" {
        switch Lockout.consume(kept, at: now) {
        case .look(let next): (kept, told) = (next, told + "o")
        case .locked: told += "x"
        }
      } else {
        told += "-"
      }
      now = now + .minutes(1)
    }
    #expect(told.hasPrefix(line.told), "\(told)")
  }

  @Test func `says how long, and a clock that was set back begins anew`() {
    let locked = Lockout(count: 5, firstAt: .wednesday, lockedUntil: .wednesday + .minutes(15))
    #expect(Lockout.consume(locked, at: .wednesday + .minutes(5)) == .locked(.minutes(10)))
    let earlier = Instant.wednesday - .hours(1)
    #expect(Lockout.consume(locked, at: earlier) == .look(Lockout(count: 1, firstAt: earlier, lockedUntil: nil)))
  }
}

@Suite struct `An account's state` {
  static let table: [(from: PersonStatus, to: PersonStatus, becomes: PersonStatus?, refused: Bool)] = [
    (.active, .active, nil, false), (.active, .suspended, .suspended, false), (.active, .deleted, nil, true),
    (.active, .invited, nil, true), (.invited, .active, .active, false), (.invited, .suspended, nil, true),
    (.invited, .invited, nil, true), (.suspended, .active, .active, false), (.suspended, .suspended, nil, false),
    (.suspended, .deleted, nil, true), (.deleted, .active, .active, false), (.deleted, .suspended, nil, true),
    (.deleted, .deleted, nil, true),
  ]

  @Test func `changes only as the table says`() {
    for row in Self.table {
      do throws(StatusRefusal) {
        let next = try row.from.changed(to: row.to, erasureIsScheduled: false)
        #expect(!row.refused && next == row.becomes, "\(row.from) → \(row.to)")
      } catch { #expect(row.refused && error == .transition(from: row.from, to: row.to)) }
    }
  }

  @Test func `is not restored while its erasure is scheduled`() {
    #expect(throws: StatusRefusal.erasureScheduled) {
      try PersonStatus.deleted.changed(to: .active, erasureIsScheduled: true)
    }
  }
}

@Suite struct `Signing keys` {
  @Test func `are published a week before they sign and shown a week after, without a gap in ten years`() {
    var keys: [KeySchedule] = []
    var now = Instant.wednesday
    for _ in 0..<3_650 {
      if let next = KeySchedule.next(after: keys, at: now) { keys.append(next) }
      keys.removeAll { $0.removeAt <= now }
      #expect(keys.contains { $0.signs(at: now) && $0.isPublished(at: now) })
      #expect(keys.count { $0.isPublished(at: now) } <= 3)
      now = now + .days(1)
    }
    for key in keys.dropFirst() { #expect(key.activeAt - key.publishAt >= .days(6)) }
  }

  @Test func `made late sign at once`() {
    let old = KeySchedule.first(at: .wednesday)
    let next = KeySchedule.next(after: [old], at: .wednesday + .days(200))
    #expect(next?.signs(at: .wednesday + .days(200)) == true)
  }
}

@Suite struct `What a person says of themselves` {
  @Test func `is checked by the field`() {
    for (text, isGood) in [
      ("Dana", true), ("", false), (" ", false), ("\u{200B}", false), ("Da\nna", false), ("a\u{202E}b", false),
      ("\u{7F}", false), (String(repeating: "é", count: 100), true), (String(repeating: "e", count: 101), false),
    ] { #expect(Profile.isName(text) == isGood, "\(text)") }
    for (text, isGood) in [
      ("https://example.com/a.png", true), ("http://example.com/a.png", false), ("https://", false),
      ("javascript:alert(1)", false), ("https://user@example.com/", false), ("https://exa mple.com", false),
      ("https://example.com/\"><script>", false), ("https://" + String(repeating: "a", count: 2_041), false),
    ] { #expect(Profile.isAvatarURL(text) == isGood, "\(text)") }
    for (text, isGood) in [
      ("+4915112345678", true), ("+1234567", false), ("+12345678", true), ("+0123456789", false),
      ("4915112345678", false), ("+123456789012345", true), ("+1234567890123456", false), ("+49 151 1234", false),
    ] { #expect(Profile.isPhone(text) == isGood, "\(text)") }
    for (text, isGood) in [
      ("en", true), ("en-US", true), ("ar", true), ("zh-Hant-TW", true), ("e", false), ("english", false),
      ("en_US", false), ("en-", false), ("", false), ("en-toolongsubtag", false),
    ] { #expect(PersonSettings.isLocale(text) == isGood, "\(text)") }
    for (text, isGood) in [("email", true), ("a1_", true), ("1a", false), ("Email", false), ("", false)] {
      #expect(PersonSettings.isChannel(text) == isGood, "\(text)")
    }
  }

  @Test func `begins with the browser's language`() {
    for (header, locale) in [
      (nil, "en-US"), ("ar", "ar"), ("de-DE,de;q=0.9", "de-DE"), ("*", "en-US"), ("<script>", "en-US"),
      (" fr-FR ; q=1", "fr-FR"),
    ] { #expect(PersonSettings.locale(acceptLanguage: header) == locale) }
  }

  @Test func `merges notifications channel by channel`() throws {
    let merged = try #require(
      PersonSettings.merged([.init("email", true), .init("push", true)], with: [("push", nil), ("digest", false)]))
    #expect(merged == [.init("digest", false), .init("email", true)])
    #expect(PersonSettings.merged([], with: (0..<21).map { ("c\($0)", true) }) == nil)
  }
}
