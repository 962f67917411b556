import Time

extension CurationDraft {
  static var fields: [Field<CurationDraft>] {
    [
      entries("hero", [.passage], { $0.hero }, { $0.hero = $1 }),
      entries("featured_journeys", [.journey], { $0.featuredJourneys }, { $0.featuredJourneys = $1 }),
      entries("featured_books", [.book], { $0.featuredBooks }, { $0.featuredBooks = $1 }),
      entries("further_reading", ContentKind.readable, { $0.furtherReading }, { $0.furtherReading = $1 }),
      Field(
        key: "featured_themes",
        read: { reader, draft in
          for item in reader.items("featured_themes") {
            let place = item.position
            guard let theme = reader.reference(item.text, to: [.theme], at: place, weight: .optional) else { continue }
            if draft.featuredThemes.contains(theme) {
              reader.say(.invalidValue, place, "\(theme.text) is in this list already.")
            } else {
              draft.featuredThemes.append(theme)
            }
          }
        },
        write: { $0.featuredThemes.isEmpty ? nil : .list($0.featuredThemes.map { $0.text }) }),
      Field(
        key: "theme_weeks",
        read: { reader, draft in
          for item in reader.items("theme_weeks") {
            guard let week = ThemeWeek(item, reader: &reader) else { continue }
            if draft.themeWeeks.contains(where: { $0.start == week.start }) {
              reader.say(.weekTaken, item.position, "Another theme week starts at this time.")
            } else {
              draft.themeWeeks.append(week)
            }
          }
        },
        write: { $0.themeWeeks.isEmpty ? nil : .list($0.themeWeeks.map { $0.text }) }),
    ]
  }

  private static func entries(
    _ key: String, _ kinds: [ContentKind], _ get: @escaping (CurationDraft) -> [Entry],
    _ set: @escaping (inout CurationDraft, [Entry]) -> Void
  ) -> Field<CurationDraft> {
    Field(
      key: key,
      read: { reader, draft in
        var entries: [Entry] = []
        for item in reader.items(key) {
          guard let entry = Entry(item, to: kinds, reader: &reader) else { continue }
          if entries.contains(where: { $0.reference == entry.reference }) {
            reader.say(.invalidValue, item.position, "\(entry.reference.text) is in this list already.")
          } else {
            entries.append(entry)
          }
        }
        set(&draft, entries)
      },
      write: { get($0).isEmpty ? nil : .list(get($0).map { $0.text }) })
  }
}

extension CurationDraft.Entry {
  init?(_ item: SourceItem, to kinds: [ContentKind], reader: inout FieldReader) {
    let words = CurationDraft.words(item.text)
    guard let first = words.first,
      let reference = reader.reference(first, to: kinds, at: item.position, weight: .optional)
    else { return nil }
    self.init(reference)
    for word in words.dropFirst() {
      if let from = CurationDraft.instant(word, after: "from=") {
        window.startsAt = from
      } else if let until = CurationDraft.instant(word, after: "until=") {
        window.endsAt = until
      } else {
        reader.say(.invalidValue, item.position, "Write from= or until= and a time with its zone after the reference.")
        return nil
      }
    }
    if let startsAt = window.startsAt, let endsAt = window.endsAt, endsAt <= startsAt {
      reader.say(.windowEmpty, item.position, "The window ends before it starts.")
      return nil
    }
  }

  var text: String {
    var text = reference.text
    if let startsAt = window.startsAt { text += " from=\(startsAt.rfc3339)" }
    if let endsAt = window.endsAt { text += " until=\(endsAt.rfc3339)" }
    return text
  }
}

extension CurationDraft.ThemeWeek {
  init?(_ item: SourceItem, reader: inout FieldReader) {
    let words = CurationDraft.words(item.text)
    guard words.count >= 2 else {
      reader.say(.invalidValue, item.position, "Write a date or time, a theme and perhaps a header.")
      return nil
    }
    let span = words[0].utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard span.count <= 2, let start = Moment(String(Substring(span[0]))) else {
      reader.say(.dateInvalid, item.position, "Write YYYY-MM-DD, or a time with its zone.")
      return nil
    }
    var end: Moment?
    if span.count == 2 {
      end = Moment(String(Substring(span[1])))
      guard let end, !start.isAfterOrAt(end) else {
        reader.say(.windowEmpty, item.position, "After the / write when the week ends, later than its start.")
        return nil
      }
    }
    let name = words[1].utf8.contains(UInt8(ascii: "/")) ? words[1] : "theme/" + words[1]
    guard let theme = reader.reference(name, to: [.theme], at: item.position, weight: .optional) else { return nil }
    var header: String?
    if words.count > 2 {
      let text = words.dropFirst(2).joined(separator: " ")
      header = reader.checked(text, "header", max: FieldLimits.header, at: item.position)
      if header == nil { return nil }
    }
    self.init(start: start, end: end, theme: theme.slug, header: header)
  }

  var text: String {
    var text = start.text
    if let end { text += "/" + end.text }
    text += " " + theme
    if let header { text += " " + header }
    return text
  }
}

extension CurationDraft.ThemeWeek.Moment {
  init?(_ text: String) {
    if let date = CalendarDate(iso: text) {
      self = .date(date)
    } else if let instant = Instant(rfc3339: text) {
      self = .instant(instant)
    } else {
      return nil
    }
  }

  var text: String {
    switch self {
    case .date(let date): date.iso
    case .instant(let instant): instant.rfc3339
    }
  }

  /// Only for two of one form: between a date and an instant stands the site's zone.
  fileprivate func isAfterOrAt(_ other: Self) -> Bool {
    switch (self, other) {
    case (.date(let a), .date(let b)): a >= b
    case (.instant(let a), .instant(let b)): a >= b
    default: false
    }
  }
}

extension CurationDraft {
  /// The words of an item; runs of spaces are one.
  fileprivate static func words(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
  }

  fileprivate static func instant(_ word: String, after prefix: String) -> Instant? {
    guard word.utf8.starts(with: prefix.utf8) else { return nil }
    return Instant(rfc3339: String(Substring(word.utf8.dropFirst(prefix.utf8.count))))
  }
}
