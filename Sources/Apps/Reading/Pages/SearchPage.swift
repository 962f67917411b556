import Encoding
package import ReadingAPI

/// What was asked, and what came of it.
package struct SearchModel: Sendable {
  package var query: String
  package var kind: String?
  /// Nil where nothing was asked, or it could not be.
  package var result: SearchResult?
  package var isInvalid: Bool
  /// What to offer where nothing was found or asked.
  package var suggestions: [Card]

  package init(query: String, kind: String?, result: SearchResult?, isInvalid: Bool, suggestions: [Card]) {
    self.query = query
    self.kind = kind
    self.result = result
    self.isInvalid = isInvalid
    self.suggestions = suggestions
  }
}

extension ReadingPages {
  package func search(_ model: SearchModel, _ context: PageContext) -> [UInt8] {
    let t = text(context)
    var head = Head(title: t("nav.search"), description: t("search.label"))
    head.isPassing = !model.query.isEmpty
    return page(head, context) { html in
      html.tag("header", ["class": "page-head narrow"]) { html in
        html.tag("h1", text: t("search.label"))
        form(model, context, &html)
      }
      html.tag("div", ["class": "results"]) { results(model, context, &$0) }
    }
  }

  private func form(_ model: SearchModel, _ context: PageContext, _ html: inout HTML) {
    let t = text(context)
    html.tag("form", ["role": "search", "action": address("/search", context), "method": "get", "class": "search"]) {
      html in
      html.tag("label", ["class": "visually-hidden", "for": "q"], text: t("search.label"))
      html.open(
        "input",
        [
          "id": "q", "name": "q", "type": "search", "value": model.query.isEmpty ? nil : model.query,
          "maxlength": "200", "placeholder": t("search.placeholder"),
          "autocomplete": "off", "aria-describedby": "q-hint", "enterkeyhint": "search",
        ])
      if let kind = model.kind { html.open("input", ["type": "hidden", "name": "kind", "value": kind]) }
      html.tag("button", ["type": "submit", "class": "button"], text: t("search.go"))
    }
    html.tag("p", ["id": "q-hint", "class": "quiet"], text: t("search.hint"))
    guard !model.query.isEmpty else { return }
    html.tag("nav", ["class": "chips", "aria-label": t("search.all")]) { html in
      for kind in [nil, "passage", "letter", "essay", "chapter", "article"] {
        let query = "?q=" + PercentEncoding.encode(model.query) + (kind.map { "&kind=\($0)" } ?? "")
        html.tag(
          "a", ["href": address("/search", context) + query, "aria-current": kind == model.kind ? "true" : nil],
          text: kind.map { t("kind.\($0)") } ?? t("search.all"))
      }
    }
  }

  private func results(_ model: SearchModel, _ context: PageContext, _ html: inout HTML) {
    let t = text(context)
    if model.isInvalid { html.tag("p", ["class": "empty", "role": "status"], text: t("search.invalid")) }
    if let result = model.result {
      let key = result.total == 0 ? "search.none" : "search.results"
      html.tag("div", ["role": "status"]) { html in
        html.tag("h2") { html in
          html.say(t(key, ["query": model.query]))
          if result.total > 0 { html.tag("span", ["class": "quiet"], text: t.counted("search.total", result.total)) }
        }
      }
      html.tag("ul", ["class": "cards rows list", "role": "list"]) { html in
        for hit in result.items { html.tag("li") { card(hit.card, context, &$0, snippet: hit.snippet) } }
      }
      if let cursor = result.nextCursor {
        let query =
          "?q=" + PercentEncoding.encode(model.query) + (model.kind.map { "&kind=\($0)" } ?? "") + "&cursor=" + cursor
        html.tag("p", ["class": "more"]) {
          $0.tag("a", ["class": "button", "href": address("/search", context) + query], text: t("search.more"))
        }
      }
    }
    guard !model.suggestions.isEmpty else { return }
    html.tag("h2", text: t("search.suggest"))
    html.tag("ul", ["class": "cards rows list", "role": "list"]) { html in
      for suggestion in model.suggestions { html.tag("li") { card(suggestion, context, &$0) } }
    }
  }
}
