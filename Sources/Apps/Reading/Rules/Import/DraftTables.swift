import Time

extension ThemeDraft {
  static var fields: [Field<ThemeDraft>] {
    Field.head({ $0.head }, { $1(&$0.head) }) + [
      .text("name", max: FieldLimits.title, isRequired: true, { $0.name }, { $0.name = $1 }),
      .text("framing_line", max: FieldLimits.framingLine, { $0.framingLine }, { $0.framingLine = $1 }),
      .colour({ $0.colour }, { $0.colour = $1 }),
      .media("background", .vector, { $0.background }, { $0.background = $1 }),
      .media("portal_icon", .vector, { $0.portalIcon }, { $0.portalIcon = $1 }),
      .media("home_background", .vector, { $0.homeBackground }, { $0.homeBackground = $1 }),
      .media("lottie", .lottie, { $0.lottie }, { $0.lottie = $1 }),
    ]
  }
}

extension BookDraft {
  static var fields: [Field<BookDraft>] {
    Field.head({ $0.head }, { $1(&$0.head) }) + [
      .text("title", max: FieldLimits.title, isRequired: true, { $0.title }, { $0.title = $1 }),
      .text("author", max: FieldLimits.author, { $0.author }, { $0.author = $1 }),
      Field(
        key: "publication_year",
        read: { reader, draft in draft.publicationYear = reader.year("publication_year") },
        write: { $0.publicationYear.map { .text(String($0)) } }),
    ] + Field.picture("cover", { $0.cover }, { $0.cover = $1 }) + [
      .reference("theme", to: [.theme], { $0.theme }, { $0.theme = $1 })
    ]
  }
}

extension PieceDraft {
  static func fields(of kind: ContentKind) -> [Field<PieceDraft>] {
    var fields = Field<PieceDraft>.head({ $0.head }, { $1(&$0.head) })
    fields.append(.text("title", max: FieldLimits.title, isRequired: true, { $0.title }, { $0.title = $1 }))
    switch kind {
    case .passage:
      fields.append(.text("quote", max: FieldLimits.quote, allowsLines: true, { $0.quote }, { $0.quote = $1 }))
    case .letter:
      fields.append(
        Field(
          key: "original_date",
          read: { reader, draft in draft.originalDate = reader.partialDate("original_date") },
          write: { $0.originalDate.map { .text($0.text) } }))
      fields.append(.text("recipient", max: FieldLimits.recipient, { $0.recipient }, { $0.recipient = $1 }))
    case .article:
      fields.append(.text("author", max: FieldLimits.author, { $0.author }, { $0.author = $1 }))
      fields.append(.text("subtitle", max: FieldLimits.subtitle, { $0.subtitle }, { $0.subtitle = $1 }))
      fields.append(
        Field(
          key: "publication_date",
          read: { reader, draft in draft.publicationDate = reader.date("publication_date") },
          write: { $0.publicationDate.map { .text($0.iso) } }))
    default: break
    }
    let isChapter = kind == .chapter
    let supportingLine = Field<PieceDraft>.text(
      "supporting_line", max: FieldLimits.supportingLine, { $0.supportingLine }, { $0.supportingLine = $1 })
    let source = Field<PieceDraft>.reference(
      "source", to: isChapter ? [.book] : ContentKind.allCases.filter { $0.isSource }, isRequired: isChapter,
      { $0.source }, { $0.source = $1 })
    if isChapter {
      fields += [
        supportingLine, source,
        .number("order", in: 1...100_000, isRequired: true, { $0.order }, { $0.order = $1 }),
      ]
    } else {
      fields += [supportingLine, source]
    }
    fields.append(.reference("theme", to: [.theme], { $0.theme }, { $0.theme = $1 }))
    fields += Field.picture("image", { $0.image }, { $0.image = $1 })
    fields += [
      .media("audio", .audio, { $0.audio }, { $0.audio = $1 }),
      .text(
        "reflection_prompt", max: FieldLimits.reflectionPrompt, { $0.reflectionPrompt }, { $0.reflectionPrompt = $1 }),
      .number("read_time", in: FieldLimits.readTime, { $0.readTime }, { $0.readTime = $1 }),
    ]
    return fields
  }
}

extension JourneyDraft {
  static var fields: [Field<JourneyDraft>] {
    Field.head({ $0.head }, { $1(&$0.head) }) + [
      .text("name", max: FieldLimits.title, isRequired: true, { $0.name }, { $0.name = $1 }),
      .colour({ $0.colour }, { $0.colour = $1 }),
      .text(
        "editorial_framing", max: FieldLimits.editorialFraming, { $0.editorialFraming }, { $0.editorialFraming = $1 }),
      .media("icon", .vector, { $0.icon }, { $0.icon = $1 }),
      .media("emblem", .vector, { $0.emblem }, { $0.emblem = $1 }),
    ] + Field.picture("image", { $0.image }, { $0.image = $1 }) + [
      .reference("theme", to: [.theme], { $0.theme }, { $0.theme = $1 }),
      .number("position", in: 0...1_000_000_000, { $0.position }, { $0.position = $1 }),
      Field(
        key: "related",
        read: { reader, draft in
          for item in reader.items("related") {
            let place = item.position
            guard let journey = reader.reference(item.text, to: [.journey], at: place, weight: .optional) else {
              continue
            }
            if journey.slug == draft.head.slug || draft.related.contains(journey) {
              reader.say(.invalidValue, place, "A journey is related to another one, and once.")
            } else {
              draft.related.append(journey)
            }
          }
        },
        write: { $0.related.isEmpty ? nil : .list($0.related.map { $0.text }) }),
    ]
  }
}

extension JourneyChapterDraft {
  static var fields: [Field<JourneyChapterDraft>] {
    Field.head({ $0.head }, { $1(&$0.head) }) + [
      .text("uid", max: 64, { $0.uid }, { $0.uid = $1 }),
      .text("title", max: FieldLimits.title, isRequired: true, { $0.title }, { $0.title = $1 }),
      .text(
        "opening_question", max: FieldLimits.openingQuestion, isRequired: true, { $0.openingQuestion },
        { $0.openingQuestion = $1 }),
      .reference("theme", to: [.theme], { $0.theme }, { $0.theme = $1 }),
    ] + Field.picture("image", { $0.image }, { $0.image = $1 }) + [
      .text(
        "reflection_prompt", max: FieldLimits.reflectionPrompt, { $0.reflectionPrompt }, { $0.reflectionPrompt = $1 }),
      .number("read_time", in: FieldLimits.readTime, { $0.readTime }, { $0.readTime = $1 }),
    ]
  }
}
