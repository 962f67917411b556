import JSON
package import ReadingAPI

/// What a page knows besides what it shows.
package struct PageContext: Sendable {
  package var language: Language
  /// The page's address within the reader, without the language: `/journeys`.
  package var path: String
  package var themes: [ThemeView]
  package var currentTheme: Int64?

  package init(language: Language, path: String, themes: [ThemeView], currentTheme: Int64?) {
    self.language = language
    self.path = path
    self.themes = themes
    self.currentTheme = currentTheme
  }

  func theme(_ id: Int64?) -> ThemeView? { id.flatMap { id in themes.first { $0.id == id } } }
}

/// The reader's pages. The same for everybody: what a device prefers is added there.
package struct ReadingPages: Sendable {
  let strings: [Language: Strings]
  let asset: @Sendable (String) -> String
  /// What absolute addresses of pages begin with.
  let base: String

  package init(strings: [Strings], asset: @escaping @Sendable (String) -> String, base: String) {
    self.strings = strings.reduce(into: [:]) { $0[$1.language] = $1 }
    self.asset = asset
    self.base = base
  }

  func text(_ context: PageContext) -> Strings { strings[context.language] ?? Strings(context.language, json: .null) }

  func address(_ path: String, _ context: PageContext) -> String { context.language.base + path }
}
