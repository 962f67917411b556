package import Time

/// The zone that dates in a letter are written in.
package struct LetterZone: Hashable, Sendable {
  package let name: String
  package let rules: ZoneRules

  package init(_ name: String, _ rules: ZoneRules) { (self.name, self.rules) = (name, rules) }

  package static let utc = LetterZone("UTC", .utc)

  /// `4 March 2026, 12:00 (UTC)`.
  func spelled(_ instant: Instant, in language: LetterLanguage) -> String {
    let (date, second) = rules.wall(at: instant)
    let (year, month, day) = date.components
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let comma = language == .arabic ? "،" : ","
    return
      "\(day) \(LetterZone.months(language)[month - 1]) \(year)\(comma) \(two(second / 3600)):\(two(second / 60 % 60)) (\(name))"
  }

  private static func months(_ language: LetterLanguage) -> [String] {
    switch language {
    case .english:
      [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
      ]
    case .arabic:
      ["يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"]
    }
  }
}
