/// How much there is to read in a text. Reading spec §9.1.
package struct WordCount: Hashable, Sendable {
  package var words: Int
  /// Han, Kana and Hangul syllables, each counted by itself.
  package var cjk: Int

  package init(words: Int = 0, cjk: Int = 0) {
    self.words = words
    self.cjk = cjk
  }

  package static func + (a: WordCount, b: WordCount) -> WordCount {
    WordCount(words: a.words + b.words, cjk: a.cjk + b.cjk)
  }

  package static func += (a: inout WordCount, b: WordCount) { a = a + b }

  /// Counts a plain text: Markdown markers, bullets and link targets are stripped already.
  ///
  /// A word is a run of letters, digits and their marks; exactly one joiner between two runs makes them one word.
  package init(_ plainText: String) {
    self.init()
    var isInWord = false
    var joinerIsPending = false
    for scalar in plainText.unicodeScalars {
      if WordCount.isCJK(scalar) {
        cjk += 1
        isInWord = false
        joinerIsPending = false
      } else if WordCount.isWordScalar(scalar) {
        if !isInWord && !joinerIsPending { words += 1 }
        isInWord = true
        joinerIsPending = false
      } else {
        joinerIsPending = isInWord && WordCount.isJoiner(scalar)
        isInWord = false
      }
    }
  }

  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2D, 0x27, 0x2019, 0x2E, 0x2C, 0x2F, 0xAD, 0x2011: true
    default: false
    }
  }

  private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return true
    case 0..<0xAA: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return true
    case .decimalNumber, .letterNumber, .otherNumber: return true
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }

  /// Han ideographs, Hiragana, Katakana (both widths) and Hangul syllables.
  private static func isCJK(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x3005: false
    case 0x3005...0x3007, 0x3021...0x3029, 0x3038...0x303B: true
    case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF: true
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF: true
    case 0xAC00...0xD7A3: true
    case 0xFF66...0xFF9D: true
    case 0x1B000...0x1B16F, 0x20000...0x3FFFD: true
    default: false
    }
  }
}

/// Minutes a text takes to read. Reading spec §9.1.
package enum ReadTime {
  /// The silent-reading mean for English non-fiction; setting `READ_WPM`.
  package static let wordsPerMinute = 238
  package static let cjkPerMinute = 500

  /// `max(1, ceil(words / wpm + cjk / 500))`, in whole numbers so that a boundary falls the same everywhere.
  ///
  /// - Parameter override: the editor's own figure, which wins.
  package static func minutes(
    _ count: WordCount, wordsPerMinute: Int = ReadTime.wordsPerMinute, override: Int? = nil
  ) -> Int {
    if let override { return override }
    precondition(wordsPerMinute > 0)
    let amount = count.words * cjkPerMinute + count.cjk * wordsPerMinute
    let minute = wordsPerMinute * cjkPerMinute
    return max(1, (amount + minute - 1) / minute)
  }
}
