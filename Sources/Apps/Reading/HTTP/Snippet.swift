import Text

/// At most thirty words around the first match, with matches between `**`. Made here for both engines, so that a snippet is
/// the same on both and of the text as it was written. Reading spec §18.
enum Snippet {
  static let words = 30

  static func make(_ text: String, marking query: SearchQuery) -> String {
    let tokens = text.split(whereSeparator: { $0.isWhitespace })
    let marks = tokens.map { token in isMatch(String(token), query) }
    let first = marks.firstIndex(of: true) ?? 0
    let start = max(0, min(first - 8, tokens.count - words))
    let end = min(tokens.count, start + words)
    guard start < end else { return "" }
    let shown = (start..<end).map { index in marks[index] ? mark(tokens[index]) : escaped(tokens[index]) }
    return (start > 0 ? "… " : "") + shown.joined(separator: " ") + (end < tokens.count ? " …" : "")
  }

  private static func isMatch(_ token: String, _ query: SearchQuery) -> Bool {
    SearchQuery.words(in: token).contains { word in
      query.marked.contains {
        $0.isBeginning ? word.hasPrefix($0.word) || isSameStem(word, $0.word) : isSameStem(word, $0.word)
      }
    }
  }

  /// The engines stem by Porter's rules; here it is enough that two words agree but for a common ending.
  private static func isSameStem(_ a: String, _ b: String) -> Bool {
    if a == b { return true }
    let (short, long) = a.utf8.count < b.utf8.count ? (a, b) : (b, a)
    let (x, y) = (stem(short), stem(long))
    return x == y && x.utf8.count >= 3
  }

  private static func stem(_ word: String) -> Substring {
    var stem = word[...]
    for ending in ["ingly", "edly", "ing", "ies", "ied", "ed", "es", "s", "ly", "e", "y"]
    where stem.hasSuffix(ending) && stem.utf8.count - ending.utf8.count >= 3 {
      stem = stem.dropLast(ending.count)
      break
    }
    return stem
  }

  private static func escaped(_ token: Substring) -> String { String(token).replacing("*", with: "") }

  /// The marks go around the word, not around what punctuation clings to it.
  private static func mark(_ token: Substring) -> String {
    let token = escaped(token)
    let isWord: (Character) -> Bool = { $0.isLetter || $0.isNumber }
    guard let start = token.firstIndex(where: isWord), let last = token.lastIndex(where: isWord) else { return token }
    let end = token.index(after: last)
    return token[..<start] + "**" + token[start..<end] + "**" + token[end...]
  }
}
