package import API
import JSON

extension ChapterView: Shaped {
  package static let shape = Shape<ChapterView>.object(
    "Chapter", "One chapter of a journey.", Field("id", .id) { $0.id }, Field("number", .int(1...10_000)) { $0.number },
    Field("title", .string) { $0.title }, Field("opening_question", .string) { $0.openingQuestion },
    Field("journey", JourneyReference.shape) { $0.journey }, Field("theme_id", Shape<Int64>.id.orNull) { $0.themeID },
    Field("read_time_minutes", .int(1...100_000)) { $0.readTimeMinutes },
    Field("image", Picture.shape.orNull, pictureNote) { $0.illustration.image },
    Field("image_alt", .string, altNote) { $0.illustration.alt },
    Field("image_focal", FocalPoint.shape.orNull, focalNote) { $0.illustration.focal },
    Field("introduction", Shape<String>.string.orNull) { $0.introduction },
    Field("sections", Section.shape.list()) { $0.sections },
    Field("reflection_prompt", Shape<String>.string.orNull) { $0.reflectionPrompt },
    Field("closing", Shape<String>.string.orNull) { $0.closing },
    Field("has_sealed_reveal", .bool, "There is one; its text comes with the account's own view, after completion.") {
      $0.hasSealedReveal
    },
    Field("previous", Neighbour.shape.orNull) { $0.previous }, Field("next", Neighbour.shape.orNull) { $0.next },
    make: {
      id, number, title, question, journey, theme, minutes, image, alt, focal, introduction, sections, prompt, closing,
      reveal, previous, next in
      ChapterView(
        id: id, number: number, title: title, openingQuestion: question, journey: journey, themeID: theme,
        readTimeMinutes: minutes,
        illustration: Illustration(image: image, alt: alt, focal: focal), introduction: introduction,
        sections: sections,
        reflectionPrompt: prompt, closing: closing, hasSealedReveal: reveal, previous: previous, next: next)
    })
}

extension ChapterView.JourneyReference: Shaped {
  package static let shape = Shape<ChapterView.JourneyReference>.object(
    "JourneyReference", "", Field("id", .id) { $0.id }, Field("slug", .string) { $0.slug },
    Field("name", .string) { $0.name },
    Field("emblem", Shape<String>.string.orNull) { $0.emblem }, Field("colour", .string) { $0.colour },
    Field("chapters_count", .int(1...10_000)) { $0.chaptersCount },
    make: { .init(id: $0, slug: $1, name: $2, emblem: $3, colour: $4, chaptersCount: $5) })
}

extension ChapterView.Neighbour: Shaped {
  package static let shape = Shape<ChapterView.Neighbour>.object(
    "Neighbour", "", Field("number", .int(1...10_000)) { $0.number }, Field("id", .id) { $0.id },
    Field("title", .string) { $0.title },
    make: { .init(number: $0, id: $1, title: $2) })
}

extension ChapterView.Section: Shaped {
  package static let shape = Shape<ChapterView.Section>.oneOf(
    "Section", discriminator: "type",
    [
      ("text", { describe("TextSection", "text", [("body", Shape<String>.string.describe(&$0))], &$0) }),
      (
        "content",
        {
          describe(
            "ContentSection", "content",
            [("lead_in", Shape<String>.string.orNull.describe(&$0)), ("content", Reading.shape.describe(&$0))], &$0)
        }
      ),
      (
        "quote",
        {
          describe(
            "QuoteSection", "quote",
            [("quote", Shape<String>.string.describe(&$0)), ("source", Source.shape.orNull.describe(&$0))], &$0)
        }
      ),
      (
        "image",
        {
          describe(
            "ImageSection", "image",
            [
              ("image", Picture.shape.orNull.describe(&$0)), ("image_alt", Shape<String>.string.describe(&$0)),
              ("caption", Shape<String>.string.orNull.describe(&$0)),
            ], &$0)
        }
      ),
    ], read: read, write: write)

  private static func read(_ type: String, _ members: inout MemberReader) -> ChapterView.Section? {
    let text = Shape<String>.string
    let content: Content?
    switch type {
    case "text": content = members.read("body", text).map { .text(body: $0) }
    case "content":
      let leadIn = members.read("lead_in", text.orNull)
      content = members.read("content", Reading.shape).map { .content(leadIn: leadIn ?? nil, $0) }
    case "quote":
      let source = members.read("source", Source.shape.orNull)
      content = members.read("quote", text).map { .quote($0, source: source ?? nil) }
    default:
      let (alt, caption) = (members.read("image_alt", text), members.read("caption", text.orNull))
      content = members.read("image", Picture.shape.orNull).map { .image($0, alt: alt ?? "", caption: caption ?? nil) }
    }
    guard let id = members.read("id", .id), let heading = members.read("heading", text.orNull), let content else {
      return nil
    }
    return ChapterView.Section(id: id, heading: heading, content: content)
  }

  private static func describe(
    _ name: String, _ type: String, _ own: [(String, JSONValue)], _ components: inout Components
  ) -> JSONValue {
    components.refer(to: name) { components in
      let properties =
        [
          ("type", Shape<String>.oneOf([type]).describe(&components)), ("id", Shape<Int64>.id.describe(&components)),
          ("heading", Shape<String>.string.orNull.describe(&components)),
        ] + own
      return .members(
        ("type", .string("object")), ("properties", .object(properties.map { JSONValue.Member($0.0, $0.1) })),
        ("required", .array(properties.map { .string($0.0) })))
    }
  }

  /// Keys in bytewise order.
  private static func write(_ section: ChapterView.Section, _ writer: inout JSONWriter) {
    let text = Shape<String>.string
    func common() {
      writer.name("heading")
      text.orNull.write(section.heading, &writer)
      writer.name("id")
      writer.integer(section.id)
    }
    func type(_ type: String) {
      writer.name("type")
      writer.string(type)
    }
    writer.beginObject()
    switch section.content {
    case .text(let body):
      writer.name("body")
      writer.string(body)
      common()
      type("text")
    case .content(let leadIn, let piece):
      writer.name("content")
      Reading.shape.write(piece, &writer)
      common()
      writer.name("lead_in")
      text.orNull.write(leadIn, &writer)
      type("content")
    case .quote(let quote, let source):
      common()
      writer.name("quote")
      writer.string(quote)
      writer.name("source")
      Source.shape.orNull.write(source, &writer)
      type("quote")
    case .image(let picture, let alt, let caption):
      writer.name("caption")
      text.orNull.write(caption, &writer)
      common()
      writer.name("image")
      Picture.shape.orNull.write(picture, &writer)
      writer.name("image_alt")
      writer.string(alt)
      type("image")
    }
    writer.endObject()
  }
}
