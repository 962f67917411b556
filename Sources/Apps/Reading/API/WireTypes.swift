// The values that Reading's public payloads are made of. Reading spec §§5, 6; names and nulls are the contract's.

/// One WebP file of a picture. Reading spec §5.1.
package struct Rendition: Hashable, Sendable {
  package var url: String
  package var width: Int
  package var height: Int
  package init(url: String, width: Int, height: Int) {
    self.url = url
    self.width = width
    self.height = height
  }
}

/// A picture in its five widths (360, 720, 1080, 1440, 2048); never partly present. Reading spec §5.1.
package struct Picture: Hashable, Sendable {
  package var small, medium, large, xlarge, xxlarge: Rendition
  package init(small: Rendition, medium: Rendition, large: Rendition, xlarge: Rendition, xxlarge: Rendition) {
    self.small = small
    self.medium = medium
    self.large = large
    self.xlarge = xlarge
    self.xxlarge = xxlarge
  }
}

/// A picture with what is said beside it: `image`, `image_alt` ("" = decorative), `image_focal` ([x, y] in 0…1).
package struct Illustration: Hashable, Sendable {
  package var image: Picture?
  package var alt: String
  package var focal: FocalPoint?
  package init(image: Picture? = nil, alt: String = "", focal: FocalPoint? = nil) {
    self.image = image
    self.alt = alt
    self.focal = focal
  }
}

package struct FocalPoint: Hashable, Sendable {
  package var x, y: Double
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// GET /api/config/
package struct ConfigView: Hashable, Sendable {
  package var apiVersion: String
  package var themesHash: String
  package var currentTheme: Int64?
  package init(apiVersion: String = "1.0", themesHash: String, currentTheme: Int64?) {
    self.apiVersion = apiVersion
    self.themesHash = themesHash
    self.currentTheme = currentTheme
  }
}

/// `{"items":[…]}`: every home section.
package struct Items<Item: Hashable & Sendable>: Hashable, Sendable {
  package var items: [Item]
  package init(_ items: [Item]) { self.items = items }
}

/// `{"items":[…],"next_cursor":…}`: every list that can grow. Reading spec §5.7.
package struct Page<Item: Hashable & Sendable>: Hashable, Sendable {
  package var items: [Item]
  package var nextCursor: String?
  package init(_ items: [Item], nextCursor: String?) {
    self.items = items
    self.nextCursor = nextCursor
  }
}

/// Reading spec §5.2. `kind` is nil, and its key left out, on single-kind lists.
package struct Card: Hashable, Sendable {
  package var kind: String?
  package var id: Int64
  package var slug: String
  package var title: String
  package var supportingLine: String?
  package var illustration: Illustration
  package var readTimeMinutes: Int
  package var themeID: Int64?
  package init(
    kind: String?, id: Int64, slug: String, title: String, supportingLine: String?, illustration: Illustration,
    readTimeMinutes: Int, themeID: Int64?
  ) {
    self.kind = kind
    self.id = id
    self.slug = slug
    self.title = title
    self.supportingLine = supportingLine
    self.illustration = illustration
    self.readTimeMinutes = readTimeMinutes
    self.themeID = themeID
  }
}

/// A card with where the words were found. Reading spec §18: `snippet` has its matches in `**`.
package struct SearchHit: Hashable, Sendable {
  package var card: Card
  package var snippet: String
  package init(card: Card, snippet: String) {
    self.card = card
    self.snippet = snippet
  }
}

package struct SearchResult: Hashable, Sendable {
  package var items: [SearchHit]
  package var total: Int
  package var nextCursor: String?
  package init(items: [SearchHit], total: Int, nextCursor: String?) {
    self.items = items
    self.total = total
    self.nextCursor = nextCursor
  }
}

/// Reading spec §5.5. `publicationYear` and `synopsis` are present only for a book on the reading screen.
package struct Source: Hashable, Sendable {
  package var kind: String
  package var id: Int64
  package var slug: String
  package var title: String
  package var cover: String?
  package var book: BookDetail?
  package struct BookDetail: Hashable, Sendable {
    package var publicationYear: Int?
    package var synopsis: String?
    package init(publicationYear: Int?, synopsis: String?) {
      self.publicationYear = publicationYear
      self.synopsis = synopsis
    }
  }
  package init(kind: String, id: Int64, slug: String, title: String, cover: String?, book: BookDetail? = nil) {
    self.kind = kind
    self.id = id
    self.slug = slug
    self.title = title
    self.cover = cover
    self.book = book
  }
}

/// Reading spec §6.1.
package struct HeroItem: Hashable, Sendable {
  package var id: Int64
  package var slug: String
  package var quote: String
  package var source: Source?
  package var audio: String?
  package var themeID: Int64?
  package init(id: Int64, slug: String, quote: String, source: Source?, audio: String?, themeID: Int64?) {
    self.id = id
    self.slug = slug
    self.quote = quote
    self.source = source
    self.audio = audio
    self.themeID = themeID
  }
}

/// Reading spec §5.3. The grid form says `emblem`, the featured form `icon`.
package struct JourneyCard: Hashable, Sendable {
  package enum Art: Hashable, Sendable {
    case emblem(String?)
    case icon(String?)
  }
  package var id: Int64
  package var slug: String
  package var name: String
  package var editorialFraming: String?
  package var art: Art
  package var colour: String
  package var chaptersCount: Int
  package var themeID: Int64?
  package init(
    id: Int64, slug: String, name: String, editorialFraming: String?, art: Art, colour: String, chaptersCount: Int,
    themeID: Int64?
  ) {
    self.id = id
    self.slug = slug
    self.name = name
    self.editorialFraming = editorialFraming
    self.art = art
    self.colour = colour
    self.chaptersCount = chaptersCount
    self.themeID = themeID
  }
}

package struct JourneyGrid: Hashable, Sendable {
  package var journeys: [JourneyCard]
  package var sort: String
  package init(journeys: [JourneyCard], sort: String) {
    self.journeys = journeys
    self.sort = sort
  }
}

/// Reading spec §5.4.
package struct BookCard: Hashable, Sendable {
  package var id: Int64
  package var slug: String
  package var title: String
  package var publicationYear: Int?
  package var synopsis: String?
  package var cover: String?
  package var coverImage: Picture?
  package init(
    id: Int64, slug: String, title: String, publicationYear: Int?, synopsis: String?, cover: String?,
    coverImage: Picture?
  ) {
    self.id = id
    self.slug = slug
    self.title = title
    self.publicationYear = publicationYear
    self.synopsis = synopsis
    self.cover = cover
    self.coverImage = coverImage
  }
}

/// GET /api/theme-of-week/
package struct ThemeOfWeek: Hashable, Sendable {
  package var themeID: Int64?
  package var header: String
  package init(themeID: Int64?, header: String) {
    self.themeID = themeID
    self.header = header
  }
}

/// Reading spec §5.6.
package struct ThemeView: Hashable, Sendable {
  package struct Design: Hashable, Sendable {
    package var colour: String
    package var background, portalIcon, homeBackground, lottie: String?
    package init(
      colour: String, background: String? = nil, portalIcon: String? = nil, homeBackground: String? = nil,
      lottie: String? = nil
    ) {
      self.colour = colour
      self.background = background
      self.portalIcon = portalIcon
      self.homeBackground = homeBackground
      self.lottie = lottie
    }
  }
  package var id: Int64
  package var slug: String
  package var name: String
  package var framingLine: String?
  package var design: Design
  package init(id: Int64, slug: String, name: String, framingLine: String?, design: Design) {
    self.id = id
    self.slug = slug
    self.name = name
    self.framingLine = framingLine
    self.design = design
  }
}
