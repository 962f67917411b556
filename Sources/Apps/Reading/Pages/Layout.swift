import ReadingAPI

/// What is said about a page in its head.
struct Head {
  var title: String
  var description: String
  var image: String?
  /// The theme that washes the page; nil leaves it to the reader's pick or the week's.
  var theme: ThemeView?
  /// Not for search engines.
  var isPassing = false
}

extension ReadingPages {
  /// A whole document around a page's main part.
  func page(_ head: Head, _ context: PageContext, _ main: (inout HTML) -> Void) -> [UInt8] {
    let t = text(context)
    let week = context.theme(context.currentTheme)
    var html = HTML()
    html.doctype()
    html.tag(
      "html",
      [
        "lang": context.language.rawValue, "dir": context.language.isRightToLeft ? "rtl" : "ltr",
        "data-theme": (head.theme ?? week)?.slug ?? "plain",
        "data-week": week?.slug ?? "plain", "data-fixed": head.theme == nil ? nil : "",
      ]
    ) { html in
      html.tag("head") { headElements(head, context, t, &$0) }
      html.tag("body") { html in
        html.tag("a", ["class": "skip", "href": "#main"], text: t("nav.skip"))
        header(context, t, &html)
        html.tag(
          "p", ["class": "notice", "role": "status", "data-offline": "", "hidden": ""], text: t("notice.offline"))
        html.tag("main", ["id": "main", "tabindex": "-1"], main)
        footer(context, t, &html)
      }
    }
    return html.document
  }

  private func headElements(_ head: Head, _ context: PageContext, _ t: Strings, _ html: inout HTML) {
    html.open("meta", ["charset": "utf-8"])
    html.tag("title", text: head.title == t("site.name") ? head.title : "\(head.title) · \(t("site.name"))")
    html.open("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    html.open("meta", ["name": "description", "content": head.description])
    if head.isPassing { html.open("meta", ["name": "robots", "content": "noindex"]) }
    html.open("link", ["rel": "canonical", "href": base + address(context.path, context)])
    for language in Language.allCases {
      html.open(
        "link", ["rel": "alternate", "hreflang": language.rawValue, "href": base + language.base + context.path])
    }
    html.open("meta", ["property": "og:title", "content": head.title])
    html.open("meta", ["property": "og:description", "content": head.description])
    if let image = head.image { html.open("meta", ["property": "og:image", "content": image]) }
    html.open(
      "meta",
      [
        "name": "theme-color",
        "content": (head.theme ?? context.theme(context.currentTheme))?.design.colour ?? "#3B3A36",
      ])
    html.open("link", ["rel": "icon", "href": asset("kit/icon.svg"), "type": "image/svg+xml"])
    html.open("link", ["rel": "manifest", "href": "/reading/manifest.webmanifest"])
    html.tag("script", ["src": asset("kit/early.js")])
    for sheet in ["kit/tokens.css", "kit/base.css", "reading/reader.css"] {
      html.open("link", ["rel": "stylesheet", "href": asset(sheet)])
    }
    html.open("link", ["rel": "stylesheet", "href": "/reading/themes.css"])
    html.tag("script", ["type": "module", "src": asset("reading/reader.js")])
  }

  private func header(_ context: PageContext, _ t: Strings, _ html: inout HTML) {
    html.tag("header", ["class": "bar"]) { html in
      html.tag("a", ["class": "wordmark", "href": address("/", context)]) { html in
        html.tag("span", ["class": "lamp", "aria-hidden": "true"])
        html.say(t("site.name"))
      }
      html.tag("nav", ["aria-label": t("nav.main")]) { html in
        html.tag("ul") { html in
          for (path, key) in [("/journeys", "nav.journeys"), ("/themes", "nav.themes"), ("/search", "nav.search")] {
            let isHere = context.path == path || context.path.hasPrefix(path + "/")
            html.tag("li") {
              $0.tag("a", ["href": address(path, context), "aria-current": isHere ? "page" : nil], text: t(key))
            }
          }
        }
      }
      html.tag("div", ["class": "tools"]) { html in
        let other = context.language.other
        html.tag(
          "a",
          [
            "class": "language", "href": other.base + context.path, "hreflang": other.rawValue, "lang": other.rawValue,
            "aria-label": t("nav.language_label"),
          ],
          text: t("nav.language"))
        html.tag(
          "button",
          [
            "type": "button", "class": "appearance", "data-appearance": "", "hidden": "",
            "aria-label": t("nav.appearance"),
          ]
        ) {
          $0.tag("span", ["aria-hidden": "true"])
        }
      }
    }
  }

  private func footer(_ context: PageContext, _ t: Strings, _ html: inout HTML) {
    html.tag("footer", ["class": "foot"]) { html in
      html.tag("p") { html in
        html.tag("strong", text: t("site.name"))
        html.say(t("site.description"))
      }
      html.tag("nav", ["aria-label": t("nav.foot")]) { html in
        html.tag("ul") { html in
          for (path, key) in [
            ("/", "nav.home"), ("/journeys", "nav.journeys"), ("/themes", "nav.themes"), ("/search", "nav.search"),
          ] {
            html.tag("li") { $0.tag("a", ["href": address(path, context)], text: t(key)) }
          }
        }
      }
    }
  }
}
