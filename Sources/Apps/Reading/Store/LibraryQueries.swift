import JSON
package import ReadingRules
package import SQL
package import Time

/// Everything that is read of the live library, one statement each.
package enum LibraryQueries {
  package struct Head: Hashable, Sendable {
    package var generation: Int64
    /// When the clock alone next makes something live or not.
    package var nextChange: Instant?

    package init(generation: Int64, nextChange: Instant?) {
      self.generation = generation
      self.nextChange = nextChange
    }
  }

  package static let head = Statement<Instant, Head>(
    PackageResources.snapshot_head_sql, bind: { [.instant($0)] },
    read: { (row) throws(StoreError) in
      Head(generation: try row.int("generation"), nextChange: try row.instantOrNull("next_at"))
    })
  package static let generation = Statement<Void, Int64>(
    PackageResources.generation_read_sql, read: { (row) throws(StoreError) in try row.int("generation") })

  package static let themes = Statement<Void, ThemeRow>(
    PackageResources.theme_live_sql,
    read: { (row) throws(StoreError) in
      ThemeRow(
        id: try row.int("id"), slug: try row.text("slug"), name: try row.text("name"),
        nameSort: try row.text("name_sort"),
        framingLine: try row.textOrNull("framing_line"), colour: try row.text("colour"),
        background: try row.textOrNull("background"),
        portalIcon: try row.textOrNull("portal_icon"), homeBackground: try row.textOrNull("home_background"),
        lottie: try row.textOrNull("lottie"), featuredPosition: try row.intOrNull("featured_position"))
    })
  package static let themeWeeks = Statement<Void, ThemeWeeks.Week>(
    PackageResources.theme_weeks_sql,
    read: { (row) throws(StoreError) in
      ThemeWeeks.Week(
        themeID: try row.int("theme_id"), startsAt: try row.instant("starts_at"),
        endsAt: try row.instantOrNull("ends_at"),
        header: try row.textOrNull("header"))
    })

  package static let hero = Statement<Void, HeroRow>(
    PackageResources.hero_entries_sql, read: { (row) throws(StoreError) in try HeroRow.read(row) })
  package static let heroRecent = Statement<Int, HeroRow>(
    PackageResources.hero_recent_sql, bind: { [.int($0)] }, read: { (row) throws(StoreError) in try HeroRow.read(row) })
  package static let passages = Statement<(Instant, Int64, Int), CardRow>(
    PackageResources.passage_page_sql, bind: { [.instant($0), .int($1), .int($2)] },
    read: { (row) throws(StoreError) in try CardRow.read(row) })
  package static let whatsNew = Statement<(Instant, Instant, Int), CardRow>(
    PackageResources.whats_new_sql, bind: { [.instant($0), .instant($1), .int($2)] },
    read: { (row) throws(StoreError) in try CardRow.read(row) })
  package static let further = Statement<Void, CardRow>(
    PackageResources.further_entries_sql, read: { (row) throws(StoreError) in try CardRow.readInList(row) })
  package static let furtherFill = Statement<(Instant, Instant, Int), Int64>(
    PackageResources.further_fill_sql, bind: { [.instant($0), .instant($1), .int($2)] },
    read: { (row) throws(StoreError) in try row.int("id") })
  package static let cards = Statement<[Int64], CardRow>(
    sqlite: PackageResources.cards_by_id_sqlite_sql, postgres: PackageResources.cards_by_id_postgres_sql,
    bind: { ids in [.text("[" + ids.map(String.init).joined(separator: ",") + "]")] },
    read: { (row) throws(StoreError) in try CardRow.read(row) })

  package static let piece = Statement<(String, Int64), PieceRow>(
    PackageResources.piece_read_sql, bind: { [.text($0), .int($1)] },
    read: { (row) throws(StoreError) in try PieceRow.read(row) })
  package static let piecesOfChapter = Statement<Int64, PieceRow>(
    PackageResources.piece_of_chapter_sql, bind: { [.int($0)] },
    read: { (row) throws(StoreError) in try PieceRow.read(row) })

  package static let journeys = Statement<Void, JourneyRow>(
    PackageResources.journey_live_sql, read: { (row) throws(StoreError) in try JourneyRow.read(row) })
  package static let featuredJourneys = Statement<Void, JourneyRow>(
    PackageResources.journey_featured_sql, read: { (row) throws(StoreError) in try JourneyRow.readInList(row) })
  package static let journey = Statement<Int64, JourneyRow>(
    PackageResources.journey_read_sql, bind: { [.int($0)] },
    read: { (row) throws(StoreError) in try JourneyRow.read(row) })
  package static let books = Statement<Void, BookRow>(
    PackageResources.book_featured_sql,
    read: { (row) throws(StoreError) in
      BookRow(
        id: try row.int("id"), slug: try row.text("slug"), title: try row.text("title"),
        year: try row.intOrNull("publication_year"),
        synopsis: try row.textOrNull("synopsis"), cover: try ImageRow.read(row, "cover"), window: try Window.read(row))
    })
  package static let chapters = Statement<Int64, ChapterRow>(
    PackageResources.chapter_rows_sql, bind: { [.int($0)] },
    read: { (row) throws(StoreError) in try ChapterRow.read(row) })
  /// A journey's chapters, and the texts of the one with that number; of the others the texts are empty.
  package static let chaptersWithText = Statement<
    (journey: Int64, number: Int), (row: ChapterRow, text: ChapterTextRow)
  >(
    PackageResources.chapter_rows_with_text_sql, bind: { [.int($0.journey), .int($0.number)] },
    read: { (row) throws(StoreError) in
      let text = ChapterTextRow(
        introduction: try row.textOrNull("introduction"), prompt: try row.textOrNull("reflection_prompt"),
        closing: try row.textOrNull("closing"), hasReveal: try row.bool("has_reveal"),
        image: try ImageRow.read(row, "image", focal: true),
        imageAlt: try row.textOrNull("image_alt"))
      return (try ChapterRow.read(row), text)
    })
  package static let sections = Statement<Int64, SectionRow>(
    PackageResources.section_rows_sql, bind: { [.int($0)] },
    read: { (row) throws(StoreError) in
      SectionRow(
        id: try row.int("id"), type: try row.text("type"), heading: try row.textOrNull("heading"),
        body: try row.textOrNull("body"),
        contentID: try row.intOrNull("content_id"), quote: try row.textOrNull("quote"),
        caption: try row.textOrNull("caption"),
        image: try ImageRow.read(row, "image", focal: true), imageAlt: try row.textOrNull("image_alt"),
        source: try SourceRow.read(row, withBook: false))
    })

  package static let slug = Statement<(String, String), (id: Int64, slug: String)>(
    PackageResources.slug_resolve_sql, bind: { [.text($0), .text($1)] },
    read: { (row) throws(StoreError) in (try row.int("id"), try row.text("slug")) })
  package static let oldSlug = Statement<(String, String), (id: Int64, slug: String)>(
    PackageResources.slug_history_resolve_sql, bind: { [.text($0), .text($1)] },
    read: { (row) throws(StoreError) in (try row.int("id"), try row.text("slug")) })

  /// What internal links lead to now: one statement for every link of a payload.
  package static let linkTargets = Statement<[LinkedName], (target: LinkedName, present: String)>(
    sqlite: PackageResources.link_targets_sqlite_sql, postgres: PackageResources.link_targets_postgres_sql,
    bind: { targets in
      let list = JSONValue.array(targets.map { .array([.string($0.kind), .string($0.slug)]) })
      return [.text(String(decoding: list.canonicalBytes, as: UTF8.self))]
    },
    read: { (row) throws(StoreError) in
      (LinkedName(kind: try row.text("kind"), slug: try row.text("slug")), try row.text("present"))
    })

  /// A query in the engine's own language, kinds between commas, a limit, and the place to go on from.
  package struct SearchInput: Sendable {
    package var query: String
    package var kinds: String
    package var limit: Int
    package var rank: Double
    package var id: Int64
    package init(query: String, kinds: String, limit: Int, rank: Double, id: Int64) {
      (self.query, self.kinds, self.limit, self.rank, self.id) = (query, kinds, limit, rank, id)
    }
  }
  package static let search = Statement<SearchInput, SearchRow>(
    sqlite: PackageResources.search_page_sqlite_sql, postgres: PackageResources.search_page_postgres_sql,
    bind: { [.text($0.query), .text($0.kinds), .int($0.limit), .double($0.rank), .int($0.id)] },
    read: { (row) throws(StoreError) in
      SearchRow(card: try CardRow.read(row), text: try row.text("text"), rank: try row.double("rank"))
    })
  package static let searchTotal = Statement<(String, String), Int64>(
    sqlite: PackageResources.search_count_sqlite_sql, postgres: PackageResources.search_count_postgres_sql,
    bind: { [.text($0), .text($1)] }, read: { (row) throws(StoreError) in try row.int("total") })
}
