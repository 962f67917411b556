/// Pages that say why there is none.
extension ReadingPages {
  package func notFound(_ context: PageContext) -> [UInt8] {
    notice("notice.not_found_title", "notice.not_found_text", context) { html, t in
      html.tag("a", ["class": "button", "href": address("/", context)], text: t("nav.back"))
    }
  }

  /// Something failed here: the same address can be tried again.
  package func failure(_ context: PageContext) -> [UInt8] {
    notice("notice.error_title", "notice.error_text", context) { html, t in
      html.tag("a", ["class": "button", "href": address(context.path, context)], text: t("notice.retry"))
    }
  }

  /// The home page without a quotation is a page error, and not a page with a hole.
  package func emptyLibrary(_ context: PageContext) -> [UInt8] {
    notice("home.empty_title", "home.empty_text", context) { html, t in
      html.tag("a", ["class": "button", "href": address("/", context)], text: t("notice.retry"))
    }
  }

  package func offline(_ context: PageContext) -> [UInt8] {
    notice("notice.offline_title", "notice.offline_text", context) { html, t in
      html.tag("a", ["class": "button", "href": address("/", context)], text: t("nav.back"))
    }
  }

  private func notice(
    _ title: String, _ sentence: String, _ context: PageContext, _ action: (inout HTML, Strings) -> Void
  ) -> [UInt8] {
    let t = text(context)
    return page(Head(title: t(title), description: t(sentence), isPassing: true), context) { html in
      html.tag("section", ["class": "notice-page"]) { html in
        html.tag("span", ["class": "lamp large", "aria-hidden": "true"])
        html.tag("h1", text: t(title))
        html.tag("p", ["class": "line"], text: t(sentence))
        html.tag("p") { action(&$0, t) }
      }
    }
  }
}
