import API
import JSON
import ReadingAPI
import ReadingRules
import SQL
import Text

/// What was typed, taken apart: words that must all occur, phrases, and a last word that may be a beginning. Reading spec §18.
struct SearchQuery: Hashable {
  enum Part: Hashable {
    case word(String)
    case beginning(String)
    case phrase([String])
  }
  let parts: [Part]
  /// Between commas, with one at each end; empty is every kind.
  let kinds: String

  static let longest = 200
  static let mostWords = 10

  init(_ request: SearchRequest) throws(Problem) {
    let text = SearchQuery.trimmed(request.q)
    guard (1...SearchQuery.longest).contains(text.unicodeScalars.count) else { throw SearchQuery.invalid("q") }
    parts = SearchQuery.parts(of: text)
    let words = parts.reduce(0) { count, part in
      if case .phrase(let words) = part { count + words.count } else { count + 1 }
    }
    // Nothing to look for is a mistake of the caller; a word of the language's smallest is not, and finds what it finds.
    guard words > 0, words <= SearchQuery.mostWords else { throw SearchQuery.invalid("q") }
    guard let kind = request.kind else {
      kinds = ""
      return
    }
    let names = kind.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.allSatisfy({ ContentKind(rawValue: $0)?.isReadable ?? false }) else {
      throw SearchQuery.invalid("kind")
    }
    kinds = "," + names.joined(separator: ",") + ","
  }

  private static func invalid(_ name: String) -> Problem {
    Problem(.invalidParameter, details: [.init("parameter", .string(name))])
  }

  private static func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }

  /// Text in double quotes is a phrase; an unclosed quote parts words as any other mark does.
  private static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    let pieces = text.split(separator: "\"", omittingEmptySubsequences: false)
    for (index, piece) in pieces.enumerated() {
      let words = words(in: String(piece))
      let isQuoted = index % 2 == 1 && index < pieces.count - 1
      if isQuoted {
        if words.count == 1 { parts.append(.word(words[0])) } else if !words.isEmpty { parts.append(.phrase(words)) }
      } else {
        for (place, word) in words.enumerated() {
          let isLast = index == pieces.count - 1 && place == words.count - 1
          parts.append(isLast && word.unicodeScalars.count >= 2 ? .beginning(word) : .word(word))
        }
      }
    }
    return parts
  }

  /// Runs of letters and digits, folded.
  static func words(in text: String) -> [String] {
    Text.folded(text).unicodeScalars.split { !isWord($0) }.map { String($0) }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 { return (48...57).contains(scalar.value) || (97...122).contains(scalar.value | 0x20) }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// In the engine's own language. Words hold letters and digits only, so none can be an operator.
  func text(for engine: Engine) -> String {
    parts.map { part in
      switch (engine, part) {
      case (.sqlite, .word(let word)): "\"\(word)\""
      case (.sqlite, .beginning(let word)): "\"\(word)\" *"
      case (.sqlite, .phrase(let words)): "\"\(words.joined(separator: " "))\""
      case (.postgres, .word(let word)): word
      case (.postgres, .beginning(let word)): "\(word):*"
      case (.postgres, .phrase(let words)): "(\(words.joined(separator: " <-> ")))"
      }
    }.joined(separator: engine == .sqlite ? " AND " : " & ")
  }

  /// The words that a snippet marks.
  var marked: [(word: String, isBeginning: Bool)] {
    parts.flatMap { part -> [(word: String, isBeginning: Bool)] in
      switch part {
      case .word(let word): [(word, false)]
      case .beginning(let word): [(word, true)]
      case .phrase(let words): words.map { ($0, false) }
      }
    }
  }
}
