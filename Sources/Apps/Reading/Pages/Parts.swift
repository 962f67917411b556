import Markdown
import ReadingAPI

/// The parts that several pages share.
extension ReadingPages {
  /// A picture in its five widths. Its point of interest is a pair of classes, so that no style stands in the page.
  func picture(
    _ illustration: Illustration, sizes: String, isFirst: Bool = false, shape: String = "wide", _ html: inout HTML
  ) {
    guard let image = illustration.image else { return }
    var seen: Set<String> = []
    let files = [image.small, image.medium, image.large, image.xlarge, image.xxlarge].filter {
      seen.insert($0.url).inserted
    }
    let classes = ["picture", shape] + focus(illustration.focal)
    html.open(
      "img",
      [
        "class": classes.joined(separator: " "), "src": image.medium.url,
        "srcset": files.map { "\($0.url) \($0.width)w" }.joined(separator: ", "),
        "sizes": sizes, "width": String(image.large.width), "height": String(image.large.height),
        "alt": illustration.alt,
        "loading": isFirst ? nil : "lazy", "decoding": "async", "fetchpriority": isFirst ? "high" : nil,
      ])
  }

  private func focus(_ point: FocalPoint?) -> [String] {
    guard let point else { return [] }
    func step(_ value: Double) -> Int { Int((value * 20).rounded()) * 5 }
    return ["fx-\(step(point.x))", "fy-\(step(point.y))"]
  }

  /// Markdown of the library: English, whatever the interface speaks.
  func prose(_ markdown: String, _ shape: String, _ html: inout HTML) {
    html.tag("div", ["class": shape, "lang": "en", "dir": "ltr"]) {
      $0.rendered(MarkdownText.parse(markdown).document?.html() ?? "")
    }
  }

  /// A text of the library in an element of its own.
  func english(_ tag: StaticString, _ shape: String? = nil, _ text: String, _ html: inout HTML) {
    html.tag(tag, ["class": shape, "lang": "en", "dir": "ltr"], text: text)
  }

  func card(_ card: Card, _ context: PageContext, _ html: inout HTML, snippet: String? = nil) {
    let t = text(context)
    let kind = card.kind ?? "passage"
    html.tag("article", ["class": "card", "data-theme": context.theme(card.themeID)?.slug]) { html in
      if card.illustration.image != nil {
        picture(
          Illustration(image: card.illustration.image, alt: "", focal: card.illustration.focal),
          sizes: "(min-width: 44rem) 16rem, 64vw", shape: "thumb", &html)
      } else {
        html.tag("span", ["class": "thumb blank", "aria-hidden": "true"])
      }
      html.tag("div", ["class": "card-text"]) { html in
        html.tag("p", ["class": "eyebrow"]) { html in
          html.tag("span", text: t("kind.\(kind)"))
          html.tag("span", text: t.counted("read.minutes", card.readTimeMinutes))
        }
        html.tag("h3") { html in
          html.tag(
            "a", ["href": address("/read/\(kind)/\(card.slug)", context), "lang": "en", "dir": "ltr"], text: card.title)
        }
        if let snippet {
          html.tag("p", ["class": "snippet", "lang": "en", "dir": "ltr"]) { marked(snippet, &$0) }
        } else if let line = card.supportingLine {
          english("p", "line", line, &html)
        }
      }
    }
  }

  /// Plain text whose matches stand between `**`.
  private func marked(_ snippet: String, _ html: inout HTML) {
    var rest = snippet[...]
    while let start = rest.firstRange(of: "**") {
      html.say(String(rest[..<start.lowerBound]))
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: "**") else { break }
      html.tag("mark", text: String(rest[..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    html.say(String(rest))
  }

  func journeyCard(_ card: JourneyCard, _ context: PageContext, _ html: inout HTML) {
    let t = text(context)
    let art: String? =
      switch card.art {
      case .emblem(let url), .icon(let url): url
      }
    html.tag(
      "article",
      ["class": "journey-card", "data-journey": String(card.id), "data-theme": context.theme(card.themeID)?.slug]
    ) { html in
      html.tag("div", ["class": "emblem"]) { html in
        if let art { html.open("img", ["src": art, "alt": "", "width": "96", "height": "96", "loading": "lazy"]) }
      }
      html.tag("h3") { html in
        html.tag(
          "a", ["href": address("/journeys/\(card.slug)", context), "lang": "en", "dir": "ltr"], text: card.name)
      }
      if let framing = card.editorialFraming { english("p", "line", framing, &html) }
      html.tag("p", ["class": "eyebrow"], text: t.counted("journey.chapters", card.chaptersCount))
    }
  }

  func source(_ source: Source, _ context: PageContext, _ html: inout HTML) {
    let t = text(context)
    html.tag("aside", ["class": "source", "aria-label": t("read.source")]) { html in
      if let cover = source.cover {
        html.open(
          "img", ["class": "cover", "src": cover, "alt": "", "loading": "lazy", "width": "120", "height": "180"])
      }
      html.tag("div") { html in
        html.tag("p", ["class": "eyebrow"], text: t("kind.\(source.kind)"))
        html.tag("p", ["class": "source-title", "lang": "en", "dir": "ltr"]) { html in
          if source.kind == "book" {
            html.say(source.title)
          } else {
            html.tag("a", ["href": address("/read/\(source.kind)/\(source.slug)", context)], text: source.title)
          }
        }
        if let year = source.book?.publicationYear { html.tag("p", ["class": "quiet"], text: String(year)) }
        if let synopsis = source.book?.synopsis { english("p", "synopsis", synopsis, &html) }
      }
    }
  }

  func prompt(_ prompt: String, _ context: PageContext, _ html: inout HTML) {
    html.tag("aside", ["class": "prompt"]) { html in
      html.tag("h2", ["class": "eyebrow"], text: text(context)("read.prompt"))
      english("p", nil, prompt, &html)
    }
  }

  func player(_ address: String, _ context: PageContext, _ html: inout HTML) {
    let t = text(context)
    html.tag(
      "div",
      [
        "class": "player", "data-player": "", "data-play": t("read.listen"), "data-pause": t("read.pause"),
        "data-position": t("read.position"),
      ]
    ) { html in
      html.tag("audio", ["controls": "", "preload": "none", "src": address, "aria-label": t("read.listen")])
    }
  }

  /// The first 155 characters or so of a text, for the head.
  func summary(_ markdown: String) -> String {
    let plain = (MarkdownText.parse(markdown).document?.plainText ?? "").split(whereSeparator: \.isWhitespace)
    var text = ""
    for word in plain {
      if text.count + word.count > 150 { return text + "…" }
      text += (text.isEmpty ? "" : " ") + word
    }
    return text
  }
}
