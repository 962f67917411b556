package import API
import JSON

extension ConfigView: Shaped {
  package static let shape = Shape<ConfigView>.object(
    "Config", "", Field("api_version", .string) { $0.apiVersion },
    Field("themes_hash", .string, "Changes when any theme does; then fetch /api/themes/?v= with it.") { $0.themesHash },
    Field("current_theme", Shape<Int64>.id.orNull, "The Theme of the Week.") { $0.currentTheme },
    make: { ConfigView(apiVersion: $0, themesHash: $1, currentTheme: $2) })
}

extension ThemeOfWeek: Shaped {
  package static let shape = Shape<ThemeOfWeek>.object(
    "ThemeOfWeek", "", Field("theme_id", Shape<Int64>.id.orNull) { $0.themeID }, Field("header", .string) { $0.header },
    make: { ThemeOfWeek(themeID: $0, header: $1) })
}

extension Items {
  package static func shape(_ name: String, of item: Shape<Item>) -> Shape<Items<Item>> {
    .object(name, "", Field("items", item.list()) { $0.items }, make: { Items($0) })
  }
}

extension Page {
  package static func shape(_ name: String, of item: Shape<Item>) -> Shape<Page<Item>> {
    .object(
      name, "", Field("items", item.list()) { $0.items },
      Field("next_cursor", Shape<String>.string.orNull, "Give it back as `cursor` for the next page; null on the last.")
      { $0.nextCursor },
      make: { Page($0, nextCursor: $1) })
  }
}

extension SearchResult: Shaped {
  package static let shape = Shape<SearchResult>.object(
    "SearchResult", "", Field("items", SearchHit.shape.list()) { $0.items },
    Field("total", .int(0...1_000_000_000)) { $0.total },
    Field("next_cursor", Shape<String>.string.orNull) { $0.nextCursor },
    make: { SearchResult(items: $0, total: $1, nextCursor: $2) })
}

extension JourneyGrid: Shaped {
  package static let shape = Shape<JourneyGrid>.object(
    "JourneyGrid", "", Field("journeys", JourneyCard.shape.list()) { $0.journeys },
    Field("sort", .oneOf(ReadingAPI.sorts)) { $0.sort },
    make: { JourneyGrid(journeys: $0, sort: $1) })
}

extension JourneyLanding: Shaped {
  package static let shape = Shape<JourneyLanding>.object(
    "JourneyLanding", "", Field("id", .id) { $0.id }, Field("slug", .string) { $0.slug },
    Field("name", .string) { $0.name },
    Field("editorial_framing", Shape<String>.string.orNull) { $0.editorialFraming },
    Field("emblem", Shape<String>.string.orNull) { $0.emblem }, Field("colour", .string) { $0.colour },
    Field("theme_id", Shape<Int64>.id.orNull) { $0.themeID },
    Field("chapters", Chapter.shape.list(), "All of them, in order.") { $0.chapters },
    Field("related_journeys", JourneyCard.shape.list(0...0), "Always empty here; the account's own view fills it.") {
      _ in []
    },
    make: { id, slug, name, framing, emblem, colour, theme, chapters, _ in
      JourneyLanding(
        id: id, slug: slug, name: name, editorialFraming: framing, emblem: emblem, colour: colour, themeID: theme,
        chapters: chapters)
    })
}

extension JourneyLanding.Chapter: Shaped {
  package static let shape = Shape<JourneyLanding.Chapter>.object(
    "ChapterRow", "", Field("number", .int(1...10_000)) { $0.number }, Field("id", .id) { $0.id },
    Field("title", .string) { $0.title },
    Field("opening_question", .string) { $0.openingQuestion },
    Field("read_time_minutes", .int(1...100_000)) { $0.readTimeMinutes },
    Field("theme_id", Shape<Int64>.id.orNull) { $0.themeID },
    make: { .init(number: $0, id: $1, title: $2, openingQuestion: $3, readTimeMinutes: $4, themeID: $5) })
}

extension Resolved: Shaped {
  package static let shape = Shape<Resolved>.object(
    "Resolved", "", Field("kind", .string) { $0.kind }, Field("id", .id) { $0.id },
    Field("slug", .string, "The present one, also when an old one was asked for.") { $0.slug },
    make: { Resolved(kind: $0, id: $1, slug: $2) })
}
