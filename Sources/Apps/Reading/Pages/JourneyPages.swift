package import ReadingAPI

extension ReadingPages {
  package func journeys(_ grid: JourneyGrid, _ context: PageContext) -> [UInt8] {
    let t = text(context)
    return page(Head(title: t("nav.journeys"), description: t("journey.intro")), context) { html in
      html.tag("header", ["class": "page-head"]) { html in
        html.tag("h1", text: t("nav.journeys"))
        html.tag("p", ["class": "line"], text: t("journey.intro"))
      }
      if grid.journeys.isEmpty { return html.tag("p", ["class": "empty"], text: t("journey.empty")) }
      html.tag("nav", ["class": "chips", "aria-label": t("journey.sort")]) { html in
        for sort in ReadingAPI.sorts {
          let address = address("/journeys" + (sort == "editorial" ? "" : "?sort=\(sort)"), context)
          html.tag(
            "a", ["href": address, "aria-current": sort == grid.sort ? "true" : nil], text: t("journey.sort_\(sort)"))
        }
      }
      html.tag("h2", ["class": "visually-hidden"], text: t("journey.all"))
      html.tag("ul", ["class": "journeys grid", "role": "list"]) { html in
        for journey in grid.journeys { html.tag("li") { journeyCard(journey, context, &$0) } }
      }
    }
  }

  package func journey(_ journey: JourneyLanding, _ context: PageContext) -> [UInt8] {
    let t = text(context)
    let theme = context.theme(journey.themeID)
    let head = Head(title: journey.name, description: journey.editorialFraming ?? t("journey.intro"), theme: theme)
    return page(head, context) { html in
      html.tag("header", ["class": "wash journey-head"]) { html in
        html.tag("div", ["class": "emblem"]) { html in
          if let emblem = journey.emblem {
            html.open("img", ["src": emblem, "alt": "", "width": "144", "height": "144"])
          }
        }
        html.tag("p", ["class": "eyebrow"]) { html in
          html.tag("span", text: t("kind.journey"))
          html.tag("span", text: t.counted("journey.chapters", journey.chapters.count))
        }
        english("h1", "title", journey.name, &html)
        if let framing = journey.editorialFraming { english("p", "line", framing, &html) }
        html.tag("p") {
          $0.tag(
            "a", ["class": "button", "href": address("/journeys/\(journey.slug)/1", context)], text: t("journey.begin"))
        }
      }
      html.tag("section", ["class": "column", "aria-labelledby": "chapters"]) { html in
        html.tag("h2", ["id": "chapters", "class": "visually-hidden"], text: t("journey.list"))
        html.tag("ol", ["class": "chapters", "role": "list"]) { html in
          for chapter in journey.chapters { html.tag("li") { row(chapter, journey, context, &$0) } }
        }
      }
    }
  }

  private func row(
    _ chapter: JourneyLanding.Chapter, _ journey: JourneyLanding, _ context: PageContext, _ html: inout HTML
  ) {
    html.tag("span", ["class": "number", "aria-hidden": "true"], text: String(chapter.number))
    html.tag("div") { html in
      html.tag("h3") { html in
        html.tag(
          "a", ["href": address("/journeys/\(journey.slug)/\(chapter.number)", context), "lang": "en", "dir": "ltr"],
          text: chapter.title)
      }
      english("p", "line", chapter.openingQuestion, &html)
      html.tag("p", ["class": "eyebrow"], text: text(context).counted("read.minutes", chapter.readTimeMinutes))
    }
  }
}
