/// A readable identifier, `[a-z0-9]+(-[a-z0-9]+)*`, 1…80 characters and never only digits. Reading spec §9.2.
package struct Slug: Hashable, Sendable {
  package let text: String

  package static let longest = 80

  /// Nil unless the text has the form. Reserved words are a separate question: see `isReserved(_:for:)`.
  package init?(_ text: String) {
    let bytes = text.utf8
    guard (1...Slug.longest).contains(bytes.count) else { return nil }
    var previousIsHyphen = true
    var hasLetter = false
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        hasLetter = true
        previousIsHyphen = false
      case UInt8(ascii: "0")...UInt8(ascii: "9"): previousIsHyphen = false
      case UInt8(ascii: "-"):
        if previousIsHyphen { return nil }
        previousIsHyphen = true
      default: return nil
      }
    }
    // Hyphenated digits ("2026-03") are not "all digits": a hyphen makes them no id.
    guard !previousIsHyphen, hasLetter || bytes.contains(UInt8(ascii: "-")) else { return nil }
    self.text = text
  }

  /// Words that a route, a script or a typing slip would take for something else.
  package static func isReserved(_ text: String, for kind: ContentKind) -> Bool {
    switch text {
    case "new", "null", "undefined", "index", "search", "all": true
    // It would shadow `/api/themes/featured/`.
    case "featured": kind == .theme
    default: false
    }
  }
}
