package import JSON

/// The interface's languages.
package enum Language: String, CaseIterable, Sendable {
  case en, ar

  package var isRightToLeft: Bool { self == .ar }
  /// What its pages' addresses begin with.
  package var base: String { self == .en ? "/reading" : "/reading/ar" }
  package var other: Language { self == .en ? .ar : .en }

  /// The plural category of a whole number (Unicode CLDR, cardinal rules).
  func plural(_ n: Int) -> String {
    switch self {
    case .en: return n == 1 ? "one" : "other"
    case .ar:
      switch (n, n % 100) {
      case (0, _): return "zero"
      case (1, _): return "one"
      case (2, _): return "two"
      case (_, 3...10): return "few"
      case (_, 11...99): return "many"
      default: return "other"
      }
    }
  }
}

/// The sentences of one language, by noun: `journey.begin`.
package struct Strings: Sendable {
  package let language: Language
  private let texts: [String: String]

  /// - Parameter json: the language's file under `Web/strings`.
  package init(_ language: Language, json: JSONValue) {
    self.language = language
    var texts: [String: String] = [:]
    func collect(_ value: JSONValue, _ path: String) {
      switch value {
      case .string(let text): texts[path] = text
      case .object(let members):
        for member in members { collect(member.value, path.isEmpty ? member.name : path + "." + member.name) }
      default: break
      }
    }
    collect(json, "")
    self.texts = texts
  }

  /// A sentence; its key where it is missing, which the tidy tests do not let happen.
  package func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
    var text = texts[key] ?? key
    for (name, value) in values { text = text.replacing("{\(name)}", with: value) }
    return text
  }

  /// The form of a sentence for a number.
  package func counted(_ key: String, _ n: Int) -> String { self("\(key).\(language.plural(n))", ["n": String(n)]) }
}
