package import ReadingAPI

/// What the home page shows. A nil section failed: it is hidden, and the page asks for it again by itself.
package struct HomeModel: Sendable {
  package var hero: [HeroItem]
  package var journeys: [JourneyCard]?
  package var week: ThemeOfWeek?
  package var books: [BookCard]?
  package var whatsNew: [Card]?
  package var furtherReading: [Card]?

  package init(
    hero: [HeroItem], journeys: [JourneyCard]?, week: ThemeOfWeek?, books: [BookCard]?, whatsNew: [Card]?,
    furtherReading: [Card]?
  ) {
    self.hero = hero
    self.journeys = journeys
    self.week = week
    self.books = books
    self.whatsNew = whatsNew
    self.furtherReading = furtherReading
  }
}

extension ReadingPages {
  /// The sections after the hero, in their fixed order.
  package static let sections = ["journeys", "week", "books", "new", "further"]

  package func home(_ model: HomeModel, _ context: PageContext) -> [UInt8] {
    let t = text(context)
    return page(Head(title: t("site.name"), description: t("site.description")), context) { html in
      hero(model.hero, context, &html)
      for name in ReadingPages.sections { section(name, model, context, &html) }
    }
  }

  /// One section alone, for the page that asks for it again. Empty where the section is.
  package func section(_ name: String, _ model: HomeModel, _ context: PageContext) -> [UInt8] {
    var html = HTML()
    section(name, model, context, &html)
    return html.document
  }

  /// The pool's first is seen; script shows another one at the next visit.
  private func hero(_ items: [HeroItem], _ context: PageContext, _ html: inout HTML) {
    let t = text(context)
    html.tag("section", ["class": "hero", "aria-label": t("home.hero"), "data-hero": ""]) { html in
      html.tag("h1", ["class": "eyebrow"], text: t("home.hero"))
      for (index, item) in items.enumerated() {
        html.tag("figure", ["class": "hero-item", "data-id": String(item.id), "hidden": index == 0 ? nil : ""]) {
          html in
          html.tag("blockquote", ["lang": "en", "dir": "ltr"]) { html in
            html.tag("p") { $0.tag("a", ["href": address("/read/passage/\(item.slug)", context)], text: item.quote) }
          }
          if let source = item.source {
            html.tag("figcaption", ["lang": "en", "dir": "ltr"]) { $0.tag("cite", text: source.title) }
          }
          if let audio = item.audio { player(audio, context, &html) }
        }
      }
      if items.count > 1 {
        html.tag(
          "button", ["type": "button", "class": "quiet-button", "data-another": "", "hidden": ""],
          text: t("home.another"))
      }
    }
  }

  private func section(_ name: String, _ model: HomeModel, _ context: PageContext, _ html: inout HTML) {
    switch name {
    case "journeys":
      list(name, "home.journeys", model.journeys, context, "journeys", &html) { journeyCard($0, context, &$1) }
    case "week": week(model.week, context, &html)
    case "books": list(name, "home.books", model.books, context, "books", &html) { book($0, context, &$1) }
    case "new": list(name, "home.whats_new", model.whatsNew, context, "cards tiles", &html) { card($0, context, &$1) }
    case "further":
      list(name, "home.further", model.furtherReading, context, "cards rows", &html) { card($0, context, &$1) }
    default: break
    }
  }

  private func list<Item>(
    _ name: String, _ title: String, _ items: [Item]?, _ context: PageContext, _ shape: String, _ html: inout HTML,
    _ each: (Item, inout HTML) -> Void
  ) {
    guard let items else { return failed(name, context, &html) }
    if items.isEmpty { return }
    let t = text(context)
    html.tag("section", ["class": "shelf", "aria-labelledby": "section-\(name)"]) { html in
      html.tag("div", ["class": "shelf-head"]) { html in
        html.tag("h2", ["id": "section-\(name)"], text: t(title))
        if name == "journeys" {
          html.tag("a", ["class": "more", "href": address("/journeys", context)], text: t("home.see_all"))
        }
      }
      // Books have no page of their own yet: without a stop for the keyboard nobody could bring the last of them into view.
      let isStop = name == "books"
      html.tag(
        "ul",
        [
          "class": shape, "role": "list", "tabindex": isStop ? "0" : nil,
          "aria-labelledby": isStop ? "section-\(name)" : nil,
        ]
      ) { html in
        for item in items { html.tag("li") { each(item, &$0) } }
      }
    }
  }

  private func failed(_ name: String, _ context: PageContext, _ html: inout HTML) {
    html.tag("section", ["class": "shelf failed", "data-section": address("/section/\(name)", context), "hidden": ""]) {
      $0.tag("p", ["class": "quiet"], text: text(context)("home.section_failed"))
    }
  }

  private func week(_ week: ThemeOfWeek?, _ context: PageContext, _ html: inout HTML) {
    guard let week else { return failed("week", context, &html) }
    guard let theme = context.theme(week.themeID) else { return }
    html.tag("section", ["class": "week", "data-theme": theme.slug, "aria-labelledby": "section-week"]) { html in
      if let icon = theme.design.portalIcon {
        html.open("img", ["src": icon, "alt": "", "width": "96", "height": "96", "loading": "lazy"])
      }
      html.tag("div") { html in
        html.tag(
          "h2", ["class": "eyebrow", "id": "section-week"],
          text: week.header == "Theme of the Week" ? text(context)("theme.week") : week.header)
        html.tag("p", ["class": "week-name"]) { html in
          html.tag(
            "a", ["href": address("/themes/\(theme.slug)", context), "lang": "en", "dir": "ltr"], text: theme.name)
        }
        if let line = theme.framingLine { english("p", "line", line, &html) }
      }
    }
  }

  private func book(_ book: BookCard, _ context: PageContext, _ html: inout HTML) {
    html.tag("article", ["class": "book"]) { html in
      if book.coverImage != nil {
        picture(Illustration(image: book.coverImage), sizes: "10rem", shape: "cover", &html)
      } else {
        html.tag("span", ["class": "cover cloth", "aria-hidden": "true", "lang": "en", "dir": "ltr"]) {
          $0.tag("span", text: book.title)
        }
      }
      english("h3", nil, book.title, &html)
      if let year = book.publicationYear { html.tag("p", ["class": "quiet"], text: String(year)) }
      if let synopsis = book.synopsis { english("p", "line", synopsis, &html) }
    }
  }
}
