// The texts behind the front matter, by type. Reading spec §17.3.

extension BookDraft {
  mutating func readParts(_ reader: inout FieldReader) {
    for part in reader.parts(named: ["body"]) {
      let text = reader.checked(
        part.text, "synopsis", max: FieldLimits.synopsis, at: part.textPosition, allowsLines: true)
      if let text, !text.isEmpty { synopsis = text }
    }
  }
}

extension PieceDraft {
  mutating func readParts(_ reader: inout FieldReader) {
    let names = kind == .passage ? ["body", "interpretation"] : ["body"]
    for part in reader.parts(named: names) {
      guard let (text, count) = reader.markdown(part, name: part.name) else { continue }
      if part.name == "body" { body = text } else { interpretation = text }
      self.count += count
    }
    let isWritten = reader.file.parts.contains { $0.name == "body" && !$0.text.isEmpty }
    if reader.isLive && !isWritten { reader.say(.required, .start, "Body is needed before publishing.") }
  }
}

extension JourneyChapterDraft {
  mutating func readParts(_ reader: inout FieldReader) {
    for part in reader.parts(named: ["introduction", "closing", "reveal"], sections: true) {
      if part.words[0] == "section" {
        if let section = SectionDraft(part, reader: &reader, count: &ownCount) { sections.append(section) }
        continue
      }
      guard let (text, count) = reader.markdown(part, name: part.name) else { continue }
      switch part.name {
      case "introduction": introduction = text
      case "closing": closing = text
      default: reveal = text
      }
      // The sealed reveal is not on the page that the time is for.
      if part.name != "reveal" { ownCount += count }
    }
  }
}

extension SectionDraft {
  fileprivate init?(_ part: SourcePart, reader: inout FieldReader, count: inout WordCount) {
    var allowed = ["uid", "heading"]
    defer { reader.reportUnknownArguments(part, allowed: allowed) }
    let heading = reader.argument("heading", of: part, max: FieldLimits.heading)
    let uid = reader.argument("uid", of: part, max: 64)
    let content: Content
    switch part.words.count == 2 ? part.words[1] : "" {
    case "text":
      guard let (text, words) = reader.markdown(part, name: "text") else {
        if part.text.isEmpty { reader.say(.required, part.position, "A text section needs its text.") }
        return nil
      }
      count += words
      content = .text(body: text)
    case "content":
      allowed.append("ref")
      guard let argument = part.argument("ref") else {
        reader.say(.required, part.position, "A content section needs ref=kind/slug.")
        return nil
      }
      guard
        let piece = reader.reference(
          argument.text, to: ContentKind.readable, at: argument.position, weight: .optional)
      else { return nil }
      let leadIn = reader.markdown(part, name: "lead-in")
      if let leadIn { count += leadIn.count }
      content = .content(piece, leadIn: leadIn?.text)
    case "quote":
      allowed.append("source")
      let text = reader.checked(
        part.text, "quote", max: FieldLimits.quote, at: part.textPosition, allowsLines: true)
      guard let text, !text.isEmpty else {
        if text != nil { reader.say(.required, part.position, "A quote section needs its words.") }
        return nil
      }
      var source: Reference?
      if let argument = part.argument("source") {
        source = reader.reference(
          argument.text, to: ContentKind.allCases.filter { $0.isSource }, at: argument.position, weight: .optional)
      }
      count += WordCount(text)
      content = .quote(text, source: source)
    case "image":
      allowed += ["src", "alt"]
      guard let (picture, caption) = SectionDraft.picture(part, reader: &reader) else { return nil }
      if let caption { count += WordCount(caption) }
      content = .image(picture, caption: caption)
    default:
      reader.say(.part, part.position, "A section is text, content, quote or image.")
      allowed = part.arguments.map { $0.key }
      return nil
    }
    self.init(uid: uid, heading: heading, content: content)
  }

  private static func picture(_ part: SourcePart, reader: inout FieldReader) -> (PictureDraft, caption: String?)? {
    guard let argument = part.argument("src") else {
      reader.say(.required, part.position, "An image section needs src=media/….")
      return nil
    }
    guard let path = reader.media(argument.text, .picture, at: argument.position) else { return nil }
    var alt: String?
    if let argument = part.argument("alt") {
      alt = reader.checked(argument.text, "alt", max: FieldLimits.alt, at: argument.position)
    }
    if reader.isLive {
      let mention = PictureMention(file: reader.file.path, position: argument.position, isDescribed: alt != nil)
      reader.findings.pictures.append(mention)
    }
    let caption = reader.checked(part.text, "caption", max: FieldLimits.caption, at: part.textPosition)
    return (PictureDraft(path: path, alt: alt), caption == "" ? nil : caption)
  }
}

extension FieldReader {
  /// The parts with one of the names, each at most once; and sections, as often as they come. Others are errors.
  mutating func parts(named names: [String], sections: Bool = false) -> [SourcePart] {
    var seen: Set<String> = []
    var parts: [SourcePart] = []
    for part in file.parts where !part.words.isEmpty {
      if sections && part.words[0] == "section" {
        parts.append(part)
      } else if !names.contains(part.name) {
        let known = (names.filter { $0 != "body" } + (sections ? ["section …"] : [])).joined(separator: ", ")
        say(
          .part, part.name == "body" ? part.textPosition : part.position,
          part.name == "body"
            ? "There is no text without a part name here."
            : known.isEmpty
              ? "There are no parts here." : "There is no part \(part.name) here; there is: \(known).")
      } else if seen.contains(part.name) {
        say(.duplicateKey, part.position, "The part \(part.name) stands here a second time.")
      } else {
        seen.insert(part.name)
        reportUnknownArguments(part, allowed: [])
        parts.append(part)
      }
    }
    return parts
  }

  fileprivate mutating func argument(_ key: String, of part: SourcePart, max: Int) -> String? {
    guard let argument = part.argument(key) else { return nil }
    let text = checked(argument.text, key, max: max, at: argument.position)
    return text == "" ? nil : text
  }

  fileprivate mutating func reportUnknownArguments(_ part: SourcePart, allowed: [String]) {
    for argument in part.arguments where !allowed.contains(argument.key) {
      let severity: ImportMessage.Severity = context.isLenient ? .warning : .error
      findings.messages.append(
        ImportMessage(
          file.path, argument.value.position, severity, .unknownKey,
          "There is no argument \(argument.key) here."))
    }
  }
}
