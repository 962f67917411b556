/// The longest each text may be, in Unicode scalars after NFC and trimming. Reading spec §15.
package enum FieldLimits {
  package static let title = 200
  package static let supportingLine = 200
  package static let subtitle = 200
  package static let recipient = 120
  package static let author = 120
  package static let quote = 500
  package static let synopsis = 1_000
  package static let editorialFraming = 300
  package static let framingLine = 120
  package static let openingQuestion = 200
  package static let reflectionPrompt = 300
  package static let header = 60
  package static let heading = 120
  package static let caption = 200
  package static let alt = 250
  /// One Markdown text. Reading spec §10.
  package static let body = 200_000
  /// Minutes an editor may set instead of the computed read time. Reading spec §9.1.
  package static let readTime = 1...600
  /// The earliest year; the latest is next year. Reading spec §16.4 `year_range`.
  package static let earliestYear = -3_000
}
