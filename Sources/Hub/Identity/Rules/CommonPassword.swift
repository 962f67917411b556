/// Recognises the passwords that guessers try first, by how people make them. Of the lists of breached passwords nearly all that
/// have twelve characters or more are made like this: a run on the keyboard or of the alphabet, something short said again, or
/// a few common words with digits and signs around them. The rules stand for millions of such words, in a page, without a list
/// that somebody else owns; an operator's own list comes on top. Hub spec §3.5, `docs/dependencies.md`.
package enum CommonPassword {
  /// - Parameter password: in lower case.
  package static func isCommon(_ password: String) -> Bool {
    let letters = Array(password.unicodeScalars)
    return isRepeated(letters) || isRun(letters) || isWords(letters)
  }

  /// At most four scalars over and over, or five distinct ones at most in two blocks: `abcabcabcabc`, `aaaaaaaabbbb`.
  static func isRepeated(_ letters: [Unicode.Scalar]) -> Bool {
    if Set(letters).count <= 3 { return true }
    for period in 1...6 where letters.count >= 2 * period {
      if zip(letters, letters.dropFirst(period)).allSatisfy({ $0 == $1 }) { return true }
    }
    return false
  }

  /// Pieces of at least three that each follow a row of keys, the alphabet or the digits, in either direction, for all but two
  /// scalars: `qwertyuiop12`, `1q2w3e4r5t6y`, `123456654321`.
  static func isRun(_ letters: [Unicode.Scalar]) -> Bool {
    rows.contains { row in loose(letters, along: row) <= 2 } || mixedLoose(letters) <= 2
  }

  private static let rows: [[Unicode.Scalar]] = [
    "abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertyuiopasdfghjklzxcvbnm",
    "1q2w3e4r5t6y7u8i9o0p", "1qaz2wsx3edc4rfv5tgb6yhn7ujm", "qazwsxedcrfvtgbyhnujm", "q1w2e3r4t5y6u7i8o9p0",
    "azertyuiop", "qwertzuiop", "!@#$%^&*()", "йцукенгшщзхъфывапролджэячсмитьбю",
  ].map { Array($0.unicodeScalars) }

  /// How many scalars belong to no piece of three or more along one row.
  private static func loose(_ letters: [Unicode.Scalar], along row: [Unicode.Scalar]) -> Int {
    var loose = 0
    var at = 0
    while at < letters.count {
      let length = max(stretch(letters, at, row, 1), stretch(letters, at, row, -1))
      if length >= 3 {
        at += length
      } else {
        loose += 1
        at += 1
      }
    }
    return loose
  }

  private static func mixedLoose(_ letters: [Unicode.Scalar]) -> Int {
    var loose = 0
    var at = 0
    while at < letters.count {
      var length = 0
      for row in rows { length = max(length, stretch(letters, at, row, 1), stretch(letters, at, row, -1)) }
      if length >= 3 {
        at += length
      } else {
        loose += 1
        at += 1
      }
    }
    return loose
  }

  private static func stretch(
    _ letters: [Unicode.Scalar], _ start: Int, _ row: [Unicode.Scalar], _ step: Int
  ) -> Int {
    guard var place = row.firstIndex(of: letters[start]) else { return 0 }
    var length = 1
    while start + length < letters.count, row.indices.contains(place + step),
      row[place + step] == letters[start + length]
    {
      place += step
      length += 1
    }
    return length
  }

  /// Common words one after another, with digits and signs wherever: `password2024!`, `p@ssw0rd1234`, `i-love-you-2`.
  /// What is left after the words may be digits and signs, and no more than one other letter.
  static func isWords(_ letters: [Unicode.Scalar]) -> Bool {
    let plain = letters.map { looksLike[$0] ?? $0 }
    // Signs stand for letters in some passwords and for nothing in others.
    return isCovered(plain.filter { $0.isLetter }) || isCovered(letters.filter { $0.isLetter })
  }

  private static let looksLike: [Unicode.Scalar: Unicode.Scalar] = [
    "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i",
  ]

  /// The fewest letters that no word covers are at most one. No letters at all is a number with signs, which is common too.
  private static func isCovered(_ letters: [Unicode.Scalar]) -> Bool {
    if letters.isEmpty { return true }
    guard letters.count <= 64 else { return false }
    let text = String(String.UnicodeScalarView(letters)).utf8.map { $0 }
    guard text.count == letters.count else { return false }
    var uncovered = Array(repeating: Int.max / 2, count: text.count + 1)
    uncovered[0] = 0
    for end in 1...text.count {
      uncovered[end] = uncovered[end - 1] + 1
      for word in words where word.count <= end && text[(end - word.count)..<end].elementsEqual(word) {
        uncovered[end] = min(uncovered[end], uncovered[end - word.count])
      }
    }
    // One word in a long phrase of others is no sign of anything; a phrase of common words only is.
    return uncovered[text.count] <= 1
  }

  private static let words: [[UInt8]] = commonWords.split(separator: " ").map { Array($0.utf8) }
}

extension Unicode.Scalar {
  fileprivate var isLetter: Bool { ("a"..."z").contains(self) || value >= 0xC0 }
}
