import ReadingRules
import SQL
import Time

/// What the home page shows, and the plan of theme weeks: replaced whole when its file changed.
extension LibraryWriter {
  mutating func save(_ curation: CurationDraft) throws {
    let file = CanonicalWriter.file(curation)
    let digest = digest(of: file, media: [])
    if try tx.first(Self.readCuration)?.digest == digest { return }
    report.changedCuration = true
    publicChanged = true
    try tx.run(Self.clearItems)
    let lists = [
      ("hero", curation.hero), ("featured_journeys", curation.featuredJourneys),
      ("featured_books", curation.featuredBooks),
      ("further_reading", curation.furtherReading),
    ]
    for (list, entries) in lists {
      for (index, entry) in entries.enumerated() {
        guard let id = try id(of: entry.reference) else { continue }
        try tx.run(
          Self.addItem,
          [
            .text(list), .int((index + 1) * Self.step), .text(entry.reference.kind.rawValue), .int(id),
            .instant(orNull: entry.window.startsAt), .instant(orNull: entry.window.endsAt),
          ])
      }
    }
    try tx.run(Self.clearFeatured)
    for (index, theme) in curation.featuredThemes.enumerated() {
      guard let id = try id(of: theme) else { continue }
      try tx.run(Self.addFeatured, ((index + 1) * Self.step, id))
    }
    try tx.run(Self.clearWeeks)
    for week in curation.themeWeeks {
      guard let id = try id(of: Reference(.theme, week.theme)) else { continue }
      try tx.run(
        Self.addWeek,
        [.instant(instant(week.start)), .instant(orNull: week.end.map(instant)), .int(id), .text(orNull: week.header)])
    }
    try tx.run(Self.saveCuration, (digest, String(decoding: file.bytes, as: UTF8.self)))
  }

  /// A date is midnight in the site's zone: weeks are not all 604,800 seconds long.
  private func instant(_ moment: CurationDraft.ThemeWeek.Moment) -> Instant {
    switch moment {
    case .date(let date): options.zone.instant(date, .midnight)
    case .instant(let instant): instant
    }
  }

  /// Positions are sparse, so that one item can be put between two.
  private static let step = 1024

  static let readCuration = Statement<Void, (digest: [UInt8], text: String)>(
    PackageResources.curation_read_sql,
    read: { (row) throws(StoreError) in (try row.bytes("digest"), try row.text("source_text")) })
  private static let saveCuration = Statement<([UInt8], String), Void>(
    PackageResources.curation_save_sql, bind: { [.bytes($0), .text($1)] })
  private static let clearItems = Statement<Void, Void>(PackageResources.curation_clear_sql, bind: { _ in [] })
  private static let addItem = Statement<[SQLValue], Void>(PackageResources.curation_add_sql, bind: { $0 })
  private static let clearFeatured = Statement<Void, Void>(PackageResources.featured_theme_clear_sql, bind: { _ in [] })
  private static let addFeatured = Statement<(Int, Int64), Void>(
    PackageResources.featured_theme_add_sql, bind: { [.int($0), .int($1)] })
  private static let clearWeeks = Statement<Void, Void>(PackageResources.theme_week_clear_sql, bind: { _ in [] })
  private static let addWeek = Statement<[SQLValue], Void>(PackageResources.theme_week_add_sql, bind: { $0 })
}
