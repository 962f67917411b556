package import ReadingAPI

extension ReadingPages {
  /// The question alone first; then introduction, sections, prompt, closing. Reading spec §20.
  package func chapter(_ chapter: ChapterView, _ context: PageContext) -> [UInt8] {
    let t = text(context)
    let head = Head(
      title: chapter.title, description: chapter.openingQuestion, image: chapter.illustration.image?.large.url,
      theme: context.theme(chapter.themeID))
    return page(head, context) { html in
      html.tag("article", ["class": "chapter"]) { html in
        html.tag("header", ["class": "wash question"]) { html in
          html.tag("p", ["class": "eyebrow"]) { html in
            html.tag(
              "a", ["href": address("/journeys/\(chapter.journey.slug)", context), "lang": "en", "dir": "ltr"],
              text: chapter.journey.name)
            html.tag(
              "span",
              text: t("journey.position", ["n": String(chapter.number), "m": String(chapter.journey.chaptersCount)]))
          }
          english("p", "opening", chapter.openingQuestion, &html)
          html.tag("div", ["class": "question-foot"]) { html in
            english("h1", "title", chapter.title, &html)
            html.tag("a", ["class": "read-on", "href": "#reading"], text: t("journey.read_on"))
            steps(chapter, &html)
          }
        }
        if chapter.illustration.image != nil {
          html.tag("div", ["class": "plate"]) {
            picture(chapter.illustration, sizes: "(min-width: 60rem) 54rem, 94vw", isFirst: true, &$0)
          }
        }
        html.tag("div", ["class": "column", "id": "reading"]) { html in
          if let introduction = chapter.introduction { prose(introduction, "prose introduction", &html) }
          for part in chapter.sections { section(part, context, &html) }
          html.tag("span", ["class": "ornament", "aria-hidden": "true"])
          if let question = chapter.reflectionPrompt { prompt(question, context, &html) }
          if let closing = chapter.closing { prose(closing, "prose closing", &html) }
          if chapter.next == nil { html.tag("p", ["class": "end"], text: t("journey.end")) }
          neighbours(chapter, context, &html)
        }
      }
    }
  }

  /// Where in the journey this is, drawn; the words above say it.
  private func steps(_ chapter: ChapterView, _ html: inout HTML) {
    let count = chapter.journey.chaptersCount
    guard (2...24).contains(count) else { return }
    html.tag("ol", ["class": "steps", "aria-hidden": "true"]) { html in
      for number in 1...count {
        html.tag("li", ["class": number == chapter.number ? "here" : number < chapter.number ? "past" : nil])
      }
    }
  }

  private func section(_ part: ChapterView.Section, _ context: PageContext, _ html: inout HTML) {
    html.tag("section", ["class": "part", "id": "part-\(part.id)"]) { html in
      if let heading = part.heading { english("h2", nil, heading, &html) }
      switch part.content {
      case .text(let body): prose(body, "prose", &html)
      case .content(let leadIn, let piece):
        if let leadIn { prose(leadIn, "prose lead-in", &html) }
        html.tag("div", ["class": "embedded", "data-theme": context.theme(piece.themeID)?.slug]) { html in
          opening(piece, context, heading: "h3", &html)
          if let audio = piece.audio { player(audio, context, &html) }
          prose(piece.body, piece.kind == "passage" ? "prose body quotation" : "prose body", &html)
          html.tag("p", ["class": "more"]) { html in
            html.tag(
              "a", ["href": address("/read/\(piece.kind)/\(piece.slug)", context)], text: text(context)("read.read_it"))
          }
        }
      case .quote(let quote, let origin):
        html.tag("figure", ["class": "pull", "lang": "en", "dir": "ltr"]) { html in
          html.tag("blockquote") { $0.tag("p", text: quote) }
          if let origin { html.tag("figcaption") { $0.tag("cite", text: origin.title) } }
        }
      case .image(let image, let alt, let caption):
        html.tag("figure", ["class": "shown"]) { html in
          picture(Illustration(image: image, alt: alt), sizes: "(min-width: 48rem) 42rem, 92vw", &html)
          if let caption { english("figcaption", "quiet", caption, &html) }
        }
      }
    }
  }

  private func neighbours(_ chapter: ChapterView, _ context: PageContext, _ html: inout HTML) {
    let t = text(context)
    html.tag("nav", ["class": "neighbours", "aria-label": t("journey.list")]) { html in
      if let previous = chapter.previous { neighbour(previous, "prev", t("journey.previous"), chapter, context, &html) }
      if let next = chapter.next {
        neighbour(next, "next", t("journey.next"), chapter, context, &html)
      } else {
        html.tag("a", ["class": "next", "href": address("/journeys/\(chapter.journey.slug)", context)]) { html in
          html.tag("span", ["class": "eyebrow"], text: t("journey.back"))
          english("span", nil, chapter.journey.name, &html)
        }
      }
    }
  }

  private func neighbour(
    _ other: ChapterView.Neighbour, _ direction: String, _ label: String, _ chapter: ChapterView,
    _ context: PageContext, _ html: inout HTML
  ) {
    html.tag(
      "a",
      [
        "class": direction, "rel": direction,
        "href": address("/journeys/\(chapter.journey.slug)/\(other.number)", context),
      ]
    ) { html in
      html.tag("span", ["class": "eyebrow"], text: label)
      english("span", nil, other.title, &html)
    }
  }
}
