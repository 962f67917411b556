/// Every letter in every language, read once.
package struct LetterBook: Sendable {
  private struct Key: Hashable {
    let name: LetterName
    let language: LetterLanguage
  }
  private let templates: [Key: LetterTemplate]
  private let footers: [LetterLanguage: LetterTemplate]
  private let product: String

  /// Throws when a template is faulty, or names what its letter does not have: the program does not start with one.
  package init(product: String) throws(LetterTemplateFault) {
    var (templates, footers): ([Key: LetterTemplate], [LetterLanguage: LetterTemplate]) = ([:], [:])
    for language in LetterLanguage.allCases {
      for name in LetterName.allCases {
        let template = try LetterTemplate(language.source(of: name))
        try LetterBook.check(template, against: LetterContent.sample(of: name).parts.values)
        templates[Key(name: name, language: language)] = template
      }
      footers[language] = try LetterTemplate("Subject: {product}\n\n" + language.footer)
    }
    (self.templates, self.footers, self.product) = (templates, footers, product)
  }

  package func render(_ letter: Letter, zone: LetterZone) throws(LetterRefusal) -> RenderedLetter {
    let language = LetterLanguage(locale: letter.to.locale)
    let (name, values) = letter.content.parts
    guard let template = templates[Key(name: name, language: language)],
      case .paragraph(let footer) = footers[language]?.blocks.first
    else { preconditionFailure("every letter was read in every language") }
    var named = values
    if named["product"] == nil { named["product"] = .text(product) }
    return try LetterWriter(template: template, values: named, language: language, zone: zone, footer: footer).written()
  }

  static func check(_ template: LetterTemplate, against values: [String: LetterValue]) throws(LetterTemplateFault) {
    let names = template.names
    for name in names.sorted() where values[name] == nil && name != "product" {
      throw LetterTemplateFault(1, .unknownValue(name))
    }
    for block in template.blocks {
      guard case .button(_, let link) = block else { continue }
      guard case .link = values[link] else { throw LetterTemplateFault(1, .brokenButton) }
    }
    if values["link"] != nil, !names.contains("link") { throw LetterTemplateFault(1, .unusedLink) }
  }
}
