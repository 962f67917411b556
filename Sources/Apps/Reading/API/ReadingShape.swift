package import API
import JSON

extension Reading: Shaped {
  /// Reading spec §6.2: the common keys, then those of one kind; `related` only where the piece stands alone.
  package static let shape = Shape<Reading>.oneOf(
    "Reading", discriminator: "kind",
    ["passage", "letter", "essay", "chapter", "article"].map { kind in (kind, { describe(kind, &$0) }) }, read: read,
    write: write)

  private static func read(_ kind: String, _ members: inout MemberReader) -> Reading? {
    let text = Shape<String>.string
    let extras: Extras?
    switch kind {
    case "passage": extras = members.read("interpretation", text.orNull).map { .passage(interpretation: $0) }
    case "letter":
      let (date, recipient) = (members.read("original_date", text.orNull), members.read("recipient", text.orNull))
      extras = .letter(originalDate: date ?? nil, recipient: recipient ?? nil)
    case "chapter": extras = members.read("order", .int(1...100_000)).map { .chapter(order: $0) }
    case "article":
      let (author, subtitle) = (members.read("author", text.orNull), members.read("subtitle", text.orNull))
      let date = members.read("publication_date", text.orNull)
      extras = .article(author: author ?? nil, subtitle: subtitle ?? nil, publicationDate: date ?? nil)
    default: extras = .essay
    }
    let picture = members.read("image", Picture.shape.orNull)
    let focal = members.read("image_focal", FocalPoint.shape.orNull)
    guard let id = members.read("id", .id), let slug = members.read("slug", text),
      let title = members.read("title", text), let line = members.read("supporting_line", text.orNull),
      let minutes = members.read("read_time_minutes", .int(1...100_000)), let body = members.read("body", text),
      let prompt = members.read("reflection_prompt", text.orNull), let audio = members.read("audio", text.orNull),
      let source = members.read("source", Source.shape.orNull),
      let theme = members.read("theme_id", Shape<Int64>.id.orNull),
      let alt = members.read("image_alt", text), let picture, let focal, let extras
    else { return nil }
    return Reading(
      id: id, slug: slug, title: title, supportingLine: line, readTimeMinutes: minutes, body: body,
      reflectionPrompt: prompt, audio: audio, source: source, themeID: theme,
      illustration: Illustration(image: picture, alt: alt, focal: focal), extras: extras,
      isEmbedded: !members.has("related"))
  }

  /// Keys in bytewise order, so that the canonical form needs no sorting.
  private static func write(_ piece: Reading, _ writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(piece, &writer)
    writer.endObject()
  }

  // Made once: a shape made anew for every member would cost more than what it writes.
  private static let pictureOrNull = Picture.shape.orNull
  private static let focalOrNull = FocalPoint.shape.orNull
  private static let sourceOrNull = Source.shape.orNull
  private static let idOrNull = Shape<Int64>.id.orNull

  private static func writeMembers(_ piece: Reading, _ writer: inout JSONWriter) {
    func text(_ name: String, _ value: String?) {
      writer.name(name)
      if let value { writer.string(value) } else { writer.null() }
    }
    text("audio", piece.audio)
    if case .article(let author, _, _) = piece.extras { text("author", author) }
    text("body", piece.body)
    writer.name("id")
    writer.integer(piece.id)
    writer.name("image")
    pictureOrNull.write(piece.illustration.image, &writer)
    text("image_alt", piece.illustration.alt)
    writer.name("image_focal")
    focalOrNull.write(piece.illustration.focal, &writer)
    if case .passage(let interpretation) = piece.extras { text("interpretation", interpretation) }
    text("kind", piece.kind)
    if case .chapter(let order) = piece.extras {
      writer.name("order")
      writer.integer(Int64(order))
    }
    if case .letter(let date, _) = piece.extras { text("original_date", date) }
    if case .article(_, _, let date) = piece.extras { text("publication_date", date) }
    writer.name("read_time_minutes")
    writer.integer(Int64(piece.readTimeMinutes))
    if case .letter(_, let recipient) = piece.extras { text("recipient", recipient) }
    text("reflection_prompt", piece.reflectionPrompt)
    if !piece.isEmbedded {
      writer.name("related")
      writer.beginArray()
      writer.endArray()
    }
    text("slug", piece.slug)
    writer.name("source")
    sourceOrNull.write(piece.source, &writer)
    if case .article(_, let subtitle, _) = piece.extras { text("subtitle", subtitle) }
    text("supporting_line", piece.supportingLine)
    writer.name("theme_id")
    idOrNull.write(piece.themeID, &writer)
    text("title", piece.title)
  }

  private static func describe(_ kind: String, _ components: inout Components) -> JSONValue {
    components.refer(to: kind.prefix(1).uppercased() + kind.dropFirst() + "Reading") { components in
      let text = Shape<String>.string
      var properties: [(String, JSONValue)] = [
        ("kind", Shape<String>.oneOf([kind]).describe(&components)), ("id", Shape<Int64>.id.describe(&components)),
        ("slug", text.describe(&components)), ("title", text.describe(&components)),
        ("supporting_line", text.orNull.describe(&components)),
        ("read_time_minutes", Shape<Int>.int(1...100_000).describe(&components)),
        (
          "body",
          text.describe(&components).adding(
            ("description", .string("Markdown: bold, italic, links, lists, hard breaks.")))
        ),
        ("reflection_prompt", text.orNull.describe(&components)), ("audio", text.orNull.describe(&components)),
        ("source", Source.shape.orNull.describe(&components)),
        ("theme_id", Shape<Int64>.id.orNull.describe(&components)),
        ("image", Picture.shape.orNull.describe(&components)), ("image_alt", text.describe(&components)),
        ("image_focal", FocalPoint.shape.orNull.describe(&components)),
      ]
      switch kind {
      case "passage": properties.append(("interpretation", text.orNull.describe(&components)))
      case "letter":
        properties += [
          ("original_date", text.orNull.describe(&components)), ("recipient", text.orNull.describe(&components)),
        ]
      case "chapter": properties.append(("order", Shape<Int>.int(1...100_000).describe(&components)))
      case "article":
        properties += ["author", "subtitle", "publication_date"].map { ($0, text.orNull.describe(&components)) }
      default: break
      }
      let required = properties.map { JSONValue.string($0.0) }
      let related = JSONValue.members(
        ("type", .string("array")), ("maxItems", .integer(0)),
        ("description", .string("Always empty; left out where the piece is embedded.")))
      return .members(
        ("type", .string("object")),
        ("properties", .object((properties + [("related", related)]).map { JSONValue.Member($0.0, $0.1) })),
        ("required", .array(required)))
    }
  }
}
