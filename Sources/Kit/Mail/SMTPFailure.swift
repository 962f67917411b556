/// Why a message was not handed over, and what that means for the next attempt.
package enum SMTPFailure: Error, Hashable, Sendable {
  /// Try again later: no answer, a server that is busy or misconfigured, a full mailbox.
  case temporary(SMTPAnswer)
  /// This message will not be taken; another one may be.
  case permanent(SMTPAnswer)
  /// There is nobody at that address.
  case noSuchAddress(SMTPAnswer)

  package var answer: SMTPAnswer {
    switch self {
    case .temporary(let answer), .permanent(let answer), .noSuchAddress(let answer): answer
    }
  }

  /// Judges what a server said last, or that it said nothing (RFC 5321 §4.2, RFC 3463).
  init(_ answer: SMTPAnswer) {
    guard (500...599).contains(answer.code) else {
      self = .temporary(answer)
      return
    }
    let detail = answer.enhanced
    switch answer.stage {
    case .recipient where detail.hasPrefix("5.2.2") || answer.code == 552: self = .temporary(answer)
    // Refused for what we are, not for who they are.
    case .recipient where detail.hasPrefix("5.7."): self = .permanent(answer)
    case .recipient where detail.hasPrefix("5.1.") || detail.hasPrefix("5.2.1"): self = .noSuchAddress(answer)
    case .recipient where detail.isEmpty && [550, 551, 553, 556].contains(answer.code): self = .noSuchAddress(answer)
    case .recipient, .content: self = .permanent(answer)
    // Too large, said before anything was sent.
    case .sender where answer.code == 552: self = .permanent(answer)
    // Greeting, TLS, sign-in, sender: our own settings, which somebody will mend.
    case .connecting, .greeting, .security, .signIn, .sender: self = .temporary(answer)
    }
  }
}

/// What a mail server said last.
package struct SMTPAnswer: Hashable, Sendable {
  package enum Stage: String, Sendable { case connecting, greeting, security, signIn, sender, recipient, content }
  package let stage: Stage
  /// 0 when there was none.
  package let code: Int
  /// The server's words, or libcurl's: one line, 300 characters at most.
  package let words: String

  init(stage: Stage, code: Int, words: String) {
    (self.stage, self.code) = (stage, code)
    self.words = String(HeaderText.plain(words).prefix(300))
  }

  /// `5.1.1` of `550 5.1.1 No such user`; empty when there is none.
  var enhanced: String {
    let first = words.split(separator: " ").first ?? ""
    let numbers = first.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 3 && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isWholeNumber) }
      ? String(first) : ""
  }

  package var sentence: String { "\(stage.rawValue): \(code == 0 ? "" : "\(code) ")\(words)" }
}
