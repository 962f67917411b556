import ReadingRules
import Support
import Testing
import Time

@Suite struct CurationTests {
  static let passages: [Int64] = Array(501...512)

  /// Reading spec §22, vector 25.
  @Test(arguments: [
    ("2026-03-04", [501, 502, 503, 504, 505, 506, 507, 509, 511, 512] as [Int64]),
    ("2026-03-05", [501, 502, 503, 504, 505, 506, 508, 510, 511, 512]),
  ])
  func `the hero pool is ten of the list, chosen by the day`(_ day: String, _ pool: [Int64]) {
    let entries = Self.passages.map { CurationEntry(id: $0) }
    #expect(Curation.hero(entries, recent: [], at: .wednesday, day: day, sha256: sha256) == pool)
  }

  @Test func `ten or fewer are all shown, in the editor's order`() {
    let entries = [512, 503, 501].map { CurationEntry(id: $0) }
    #expect(Curation.hero(entries, recent: [9], at: .wednesday, day: "2026-03-04", sha256: sha256) == [512, 503, 501])
  }

  @Test func `a window is half-open`() {
    let window = Window(startsAt: .wednesday, endsAt: .wednesday + .hours(1))
    #expect(!window.contains(.wednesday - TimeSpan(microseconds: 1)))
    #expect(window.contains(.wednesday))
    #expect(!window.contains(.wednesday + .hours(1)))
  }

  @Test func `without a candidate the latest passages stand in, and without those nothing does`() {
    let closed = [CurationEntry(id: 501, window: Window(endsAt: .wednesday))]
    let recent = Array((1...12).map { Int64($0) })
    #expect(
      Curation.hero(closed, recent: recent, at: .wednesday, day: "2026-03-04", sha256: sha256)
        == Array(recent.prefix(10)))
    #expect(Curation.hero(closed, recent: [], at: .wednesday, day: "2026-03-04", sha256: sha256) == [])
  }

  @Test func `featured lists keep their order and stop at ten`() {
    let entries = Self.passages.reversed().map { CurationEntry(id: $0) }
    #expect(Curation.featured(entries, at: .wednesday) == Array(Self.passages.reversed().prefix(10)))
  }

  @Test func `a short list of further reading is filled in the order of the day's hash`() {
    let entries = [CurationEntry(id: 7), CurationEntry(id: 3)]
    let fill: [Int64] = [3, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]
    let pool = Curation.furtherReading(entries, fill: fill, at: .wednesday, day: "2026-03-04", sha256: sha256)
    #expect(pool.count == 10 && pool.prefix(2) == [7, 3] && Set(pool).count == 10)
    let hashes = pool.dropFirst(2).map { sha256("2026-03-04|further|\($0)") }
    #expect(zip(hashes, hashes.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    let other = Curation.furtherReading(
      entries, fill: fill.reversed(), at: .wednesday, day: "2026-03-04", sha256: sha256)
    #expect(other == pool, "the order of the candidates does not matter")
  }

  @Test func `what is new is thirty days of first publications, newest first`() {
    typealias Piece = WhatsNew.Piece
    let pieces = [
      Piece(id: 1, listedAt: .wednesday - .days(30)), Piece(id: 2, listedAt: .wednesday - .days(31)),
      Piece(id: 3, listedAt: .wednesday), Piece(id: 4, listedAt: .wednesday + .seconds(1)),
      Piece(id: 5, listedAt: .wednesday), Piece(id: 6, listedAt: .wednesday - .days(2)),
    ]
    #expect(WhatsNew.pick(pieces, at: .wednesday) == [5, 3, 6, 1])
    #expect(WhatsNew.nextChange(pieces, after: .wednesday).instant == .wednesday + TimeSpan(microseconds: 1))
  }

  // MARK: Theme of the Week (Reading spec §12.3)

  static let monday = Instant(rfc3339: "2026-03-02T00:00:00Z")!
  static let nextMonday = Instant(rfc3339: "2026-03-09T00:00:00Z")!
  static let weeks = [
    ThemeWeeks.Week(themeID: 1, startsAt: monday), ThemeWeeks.Week(themeID: 2, startsAt: nextMonday, header: "Light"),
  ]

  typealias Pick = (
    why: String, weeks: [ThemeWeeks.Week], featured: [Int64], live: [Int64], at: Instant, id: Int64?, header: String
  )
  static let picks: [Pick] = [
    ("the week that has begun", weeks, [2, 1], [4, 3, 1, 2], .wednesday, 1, "Theme of the Week"),
    ("the last second of the old one", weeks, [2, 1], [1, 2], nextMonday - .seconds(1), 1, "Theme of the Week"),
    ("the first of the new one, with its header", weeks, [2, 1], [1, 2], nextMonday, 2, "Light"),
    ("a theme that is not live is passed over", weeks, [2, 1], [1], nextMonday, 1, "Theme of the Week"),
    (
      "a week that has ended still wins over the featured themes",
      [ThemeWeeks.Week(themeID: 1, startsAt: monday, endsAt: .wednesday)], [2], [1, 2], .wednesday, 1,
      "Theme of the Week"
    ),
    (
      "an earlier week without an end wins over a later one that has ended",
      [
        ThemeWeeks.Week(themeID: 1, startsAt: monday),
        ThemeWeeks.Week(themeID: 2, startsAt: monday + .days(1), endsAt: .wednesday),
      ], [], [1, 2], .wednesday, 1, "Theme of the Week"
    ),
    (
      "before the first week: the first live featured theme", weeks, [2, 1], [1, 3], monday - .days(1), 1,
      "Theme of the Week"
    ),
    ("nothing featured: the first by name", [], [], [4, 3], .wednesday, 4, "Theme of the Week"),
    ("no live theme at all", weeks, [1], [], .wednesday, nil, "Theme of the Week"),
  ]

  @Test(arguments: picks) func `one theme is of the week`(_ row: Pick) {
    let pick = ThemeWeeks.pick(row.weeks, featured: row.featured, liveByName: row.live, at: row.at)
    #expect(pick == ThemeWeeks.Pick(themeID: row.id, header: row.header), "\(row.why)")
  }

  /// Reading spec §22, vector 23.
  @Test func `a payload is not fresh beyond its next change`() {
    let now = nextMondayMinus(10)
    #expect(ThemeWeeks.nextChange(Self.weeks, after: now).maxAge(atMost: 30) == 10)
    #expect(ThemeWeeks.nextChange(Self.weeks, after: nextMondayMinus(31)).maxAge(atMost: 30) == 30)
    #expect(ThemeWeeks.nextChange(Self.weeks, after: Self.nextMonday).maxAge(atMost: 30) == 30)
    let soon = Self.nextMonday - .milliseconds(200)
    #expect(ThemeWeeks.nextChange(Self.weeks, after: soon).maxAge(atMost: 30) == 1)
    #expect(ThemeWeeks.nextChange(Self.weeks, after: now).maxAge(atMost: 0) == 0)
  }

  private func nextMondayMinus(_ seconds: Int64) -> Instant { Self.nextMonday - .seconds(seconds) }

  /// Reading spec §12.3: the week in which the clocks go forward is an hour short.
  @Test func `the London week of 23 March 2026 lasts 601,200 seconds`() throws {
    let path = "/usr/share/zoneinfo/Europe/London"
    let zone = try ZoneRules(tzif: try bytes(of: path))
    let clock = DayClock(zone: zone)
    let monday = CalendarDate(iso: "2026-03-23")!
    #expect((clock.boundary(monday + 7) - clock.boundary(monday)).seconds == 601_200)
  }

  // MARK: Whose theme (Reading spec §9.3)

  @Test func `a piece wears its own theme, else its book's`() {
    typealias Theme = ThemeResolution.Theme
    typealias Book = ThemeResolution.SourceBook
    let live = Theme(id: 1, isLive: true)
    let draft = Theme(id: 2, isLive: false)
    #expect(ThemeResolution.piece(own: live, sourceBook: Book(isLive: true, theme: draft)) == 1)
    #expect(ThemeResolution.piece(own: draft, sourceBook: Book(isLive: true, theme: live)) == 1)
    #expect(ThemeResolution.piece(own: nil, sourceBook: Book(isLive: true, theme: live)) == 1)
    #expect(ThemeResolution.piece(own: nil, sourceBook: Book(isLive: false, theme: live)) == nil)
    #expect(ThemeResolution.piece(own: nil, sourceBook: Book(isLive: true, theme: draft)) == nil)
    #expect(ThemeResolution.piece(own: draft, sourceBook: nil) == nil)
    #expect(ThemeResolution.journey(own: draft) == nil)
    #expect(ThemeResolution.journeyChapter(own: draft, journey: live) == 1)
    #expect(ThemeResolution.journeyChapter(own: nil, journey: nil) == nil)
  }
}
