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

  /// At most three different scalars, or at most eight over and over: `aaaaaaaabbbb`, `abcabcabcabc`.
  static func isRepeated(_ letters: [Unicode.Scalar]) -> Bool {
    if Set(letters).count <= 3 { return true }
    for period in 1...8 where letters.count >= 2 * period {
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
    // Signs stand for letters inside of a word, and for nothing around it.
    let inner = letters.drop { !$0.isLetter }.reversed().drop { !$0.isLetter }.reversed()
    return isCovered(letters.filter { $0.isLetter })
      || isCovered(inner.map { looksLike[$0] ?? $0 }.filter { $0.isLetter })
  }

  private static let looksLike: [Unicode.Scalar: Unicode.Scalar] = [
    "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i",
  ]

  /// The fewest letters that no word covers are at most one. No letters at all is a number with signs, which is common too.
  private static func isCovered(_ letters: [Unicode.Scalar]) -> Bool {
    if letters.isEmpty { return true }
    guard letters.count <= 64 else { return false }
    let values = letters.map { ("a"..."z").contains($0) ? UInt64($0.value - 96) : 0 }
    var uncovered = [0]
    for end in 1...values.count {
      var least = uncovered[end - 1] + 1
      var packed: UInt64 = 0
      var place: UInt64 = 1
      // From the end of a word to its beginning, a letter at a time.
      for start in stride(from: end - 1, through: max(0, end - longest), by: -1) {
        if values[start] == 0 { break }
        packed += values[start] * place
        place = place &* 27
        if words.contains(packed) { least = min(least, uncovered[start]) }
      }
      uncovered.append(least)
    }
    return uncovered[values.count] <= 1
  }

  /// Letters of the longest word that fits: 27 to the 13th is below 2 to the 64th.
  private static let longest = 13

  /// Each word as a number to the base 27.
  private static let words = Set(
    commonWords.split { $0 == " " || $0 == "\n" }.map { word in
      word.utf8.reduce(UInt64(0)) { $0 * 27 + UInt64($1 - 96) }
    })
}

extension Unicode.Scalar {
  fileprivate var isLetter: Bool { ("a"..."z").contains(self) || value >= 0xC0 }
}
