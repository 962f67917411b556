package import ReadingAPI

extension ReadingPages {
  package func reading(_ piece: Reading, _ context: PageContext) -> [UInt8] {
    let head = Head(
      title: piece.title, description: piece.supportingLine ?? summary(piece.body),
      image: piece.illustration.image?.large.url,
      theme: context.theme(piece.themeID))
    return page(head, context) { html in
      html.tag("article", ["class": "reading \(piece.kind == "chapter" ? "of-chapter" : piece.kind)"]) { html in
        html.tag("header", ["class": "wash"]) { opening(piece, context, heading: "h1", &$0) }
        if piece.illustration.image != nil {
          html.tag("div", ["class": "plate"]) {
            picture(piece.illustration, sizes: "(min-width: 60rem) 54rem, 94vw", isFirst: true, &$0)
          }
        }
        html.tag("div", ["class": "column"]) { html in
          tools(context, &html)
          if let audio = piece.audio { player(audio, context, &html) }
          prose(piece.body, piece.kind == "passage" ? "prose body quotation" : "prose body", &html)
          if case .passage(let interpretation?) = piece.extras {
            html.tag("section", ["class": "interpretation"]) { html in
              html.tag("h2", text: text(context)("read.interpretation"))
              prose(interpretation, "prose", &html)
            }
          }
          html.tag("span", ["class": "ornament", "aria-hidden": "true"])
          if let question = piece.reflectionPrompt { prompt(question, context, &html) }
          if let origin = piece.source { source(origin, context, &html) }
        }
      }
    }
  }

  /// Kind, title and what only this kind has.
  func opening(_ piece: Reading, _ context: PageContext, heading: StaticString, _ html: inout HTML) {
    let t = text(context)
    html.tag("p", ["class": "eyebrow"]) { html in
      html.tag("span", text: t("kind.\(piece.kind)"))
      if case .chapter(let order) = piece.extras { html.tag("span", text: t("read.order", ["n": String(order)])) }
      html.tag("span", text: t.counted("read.minutes", piece.readTimeMinutes))
    }
    english(heading, "title", piece.title, &html)
    if case .article(_, let subtitle?, _) = piece.extras { english("p", "subtitle", subtitle, &html) }
    if let line = piece.supportingLine { english("p", "line", line, &html) }
    byline(piece.extras, context, &html)
  }

  private func byline(_ extras: Reading.Extras, _ context: PageContext, _ html: inout HTML) {
    let t = text(context)
    var parts: [String] = []
    var date: String?
    switch extras {
    case .letter(let original, let recipient):
      if let recipient { parts.append(t("read.to", ["name": recipient])) }
      date = original
    case .article(let author, _, let published):
      if let author { parts.append(t("read.by", ["name": author])) }
      date = published
    default: break
    }
    if parts.isEmpty, date == nil { return }
    html.tag("p", ["class": "byline"]) { html in
      for part in parts { html.tag("span", text: part) }
      if let date { html.tag("time", ["datetime": date, "data-date": ""], text: date) }
    }
  }

  /// Text size and the link, for script.
  private func tools(_ context: PageContext, _ html: inout HTML) {
    let t = text(context)
    html.tag(
      "div",
      ["class": "reading-tools", "data-tools": "", "hidden": "", "role": "group", "aria-label": t("read.text_size")]
    ) { html in
      html.tag("button", ["type": "button", "data-smaller": "", "aria-label": t("read.smaller")], text: "A")
      html.tag("button", ["type": "button", "data-larger": "", "aria-label": t("read.larger")], text: "A")
      html.tag("button", ["type": "button", "data-share": "", "data-done": t("read.copied")], text: t("read.share"))
    }
  }
}
