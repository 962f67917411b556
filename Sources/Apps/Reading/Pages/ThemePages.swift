package import ReadingAPI
import ReadingRules

extension ReadingPages {
  package func themes(_ context: PageContext) -> [UInt8] {
    let t = text(context)
    return page(Head(title: t("nav.themes"), description: t("theme.intro")), context) { html in
      html.tag("header", ["class": "page-head"]) { html in
        html.tag("h1", text: t("nav.themes"))
        html.tag("p", ["class": "line"], text: t("theme.intro"))
        html.tag(
          "button", ["type": "button", "class": "quiet-button", "data-clear-theme": "", "hidden": ""],
          text: t("theme.clear"))
      }
      html.tag("ul", ["class": "portals", "role": "list"]) { html in
        for theme in context.themes { html.tag("li") { portal(theme, context, &$0) } }
      }
    }
  }

  package func theme(_ theme: ThemeView, _ context: PageContext) -> [UInt8] {
    let t = text(context)
    return page(
      Head(title: theme.name, description: theme.framingLine ?? t("theme.intro"), image: nil, theme: theme), context
    ) { html in
      html.tag("div", ["class": "wash portal-page"]) { html in
        if let background = theme.design.homeBackground ?? theme.design.background {
          html.open("img", ["class": "backdrop", "src": background, "alt": ""])
        }
        html.tag("div", ["class": "portal-text"]) { html in
          if let icon = theme.design.portalIcon {
            html.open("img", ["src": icon, "alt": "", "width": "120", "height": "120"])
          }
          english("h1", "title", theme.name, &html)
          if let line = theme.framingLine { english("p", "line", line, &html) }
          pick(theme, t, &html)
          html.tag("p") { $0.tag("a", ["href": address("/themes", context)], text: t("nav.themes")) }
        }
      }
    }
  }

  private func portal(_ theme: ThemeView, _ context: PageContext, _ html: inout HTML) {
    let t = text(context)
    html.tag("article", ["class": "portal", "data-theme": theme.slug]) { html in
      if let background = theme.design.background {
        html.open("img", ["class": "backdrop", "src": background, "alt": "", "loading": "lazy"])
      }
      html.tag("div", ["class": "portal-text"]) { html in
        if let icon = theme.design.portalIcon {
          html.open("img", ["src": icon, "alt": "", "width": "72", "height": "72", "loading": "lazy"])
        }
        html.tag("h2") {
          $0.tag(
            "a", ["href": address("/themes/\(theme.slug)", context), "lang": "en", "dir": "ltr"], text: theme.name)
        }
        if let line = theme.framingLine { english("p", "line", line, &html) }
        pick(theme, t, &html)
      }
    }
  }

  private func pick(_ theme: ThemeView, _ t: Strings, _ html: inout HTML) {
    html.tag(
      "button",
      [
        "type": "button", "class": "pick", "data-pick": theme.slug, "data-on": t("theme.in_use"),
        "aria-pressed": "false", "hidden": "",
      ],
      text: t("theme.use"))
  }

  /// One rule a theme, so that the content policy needs no style in a page: the colour, its dimmed form for dark rooms, for
  /// each the ink that reads on it at 4.5:1 or better, and the theme's view.
  package func themeStyles(_ themes: [ThemeView]) -> [UInt8] {
    var css = ""
    for theme in themes {
      guard let colour = HexColour(theme.design.colour), let night = dimmed(colour) else { continue }
      let view = theme.design.homeBackground ?? theme.design.background
      css += "[data-theme=\"\(theme.slug)\"]{--theme:\(colour.text);--theme-ink:\(ink(on: colour).text);"
      css += "--theme-night:\(night.text);--theme-night-ink:\(ink(on: night).text);"
      css += "--view:\(view.map { "url(\"\(quoted($0))\")" } ?? "none")}\n"
    }
    return Array(css.utf8)
  }

  /// Seven tenths of a colour, the rest nearly black.
  private func dimmed(_ colour: HexColour) -> HexColour? {
    func part(_ value: UInt8, _ dark: Int) -> String {
      let mixed = (Int(value) * 70 + dark * 30) / 100
      return (mixed < 16 ? "0" : "") + String(mixed, radix: 16)
    }
    return HexColour("#" + part(colour.red, 12) + part(colour.green, 13) + part(colour.blue, 16))
  }

  /// Warm paper where that reads, otherwise whichever of black and white does.
  private func ink(on colour: HexColour) -> HexColour {
    guard let paper = HexColour("#FBF7EE"), paper.contrast(with: colour) >= 4.5 else { return colour.ink }
    return paper
  }

  /// An address within a style sheet's quotation marks: what could end them is percent-encoded.
  private func quoted(_ address: String) -> String {
    var text = ""
    for scalar in address.unicodeScalars {
      switch scalar {
      case "\"": text += "%22"
      case "\\": text += "%5C"
      case "\u{0}"..."\u{1F}", "\u{7F}": continue
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
