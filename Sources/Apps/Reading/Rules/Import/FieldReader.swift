import Time

/// Reads one file's values by key, each with the type its field has; never guesses a type from the text.
struct FieldReader {
  let file: SourceFile
  let context: ImportContext
  var findings = Findings()
  private var known: Set<String> = []

  init(_ file: SourceFile, context: ImportContext) {
    self.file = file
    self.context = context
    self.findings.messages = file.messages
  }

  /// Whether the file says that its object is to be live.
  var isLive: Bool {
    if case .text("live")? = file.field("status")?.value { return true }
    return false
  }

  mutating func knows(_ key: String) { known.insert(key) }

  func position(of key: String) -> Position { file.field(key)?.position ?? .start }

  // MARK: Single values

  /// - Parameter allowsLines: whether the value may have more than one line.
  mutating func text(_ key: String, max: Int, isRequired: Bool = false, allowsLines: Bool = false) -> String? {
    guard let raw = scalar(key, isRequired: isRequired) else { return nil }
    return checked(raw, key, max: max, at: position(of: key), allowsLines: allowsLines)
  }

  mutating func checked(
    _ raw: String, _ name: String, max: Int, at place: Position, allowsLines: Bool = false
  ) -> String? {
    let text = FieldReader.trimmed(context.nfc(raw))
    for scalar in text.unicodeScalars where FieldReader.isForbidden(scalar) && !(allowsLines && scalar == "\n") {
      say(.invalidValue, place, "\(FieldReader.label(name)) contains a control character.")
      return nil
    }
    let count = text.unicodeScalars.count
    if count > max {
      say(.tooLong, place, "\(FieldReader.label(name)) has \(count) characters; the limit is \(max).")
      return nil
    }
    return text
  }

  mutating func number(_ key: String, in range: ClosedRange<Int>, isRequired: Bool = false) -> Int? {
    number(key, in: Int64(range.lowerBound)...Int64(range.upperBound), isRequired: isRequired).map { Int($0) }
  }

  /// The same for what may be wider than a word of WebAssembly.
  mutating func number(_ key: String, in range: ClosedRange<Int64>, isRequired: Bool = false) -> Int64? {
    guard let raw = scalar(key, isRequired: isRequired) else { return nil }
    guard let number = FieldReader.integer(raw) else {
      say(.invalidValue, position(of: key), "\(FieldReader.label(key)) must be a whole number.")
      return nil
    }
    guard range.contains(number) else {
      let text = "\(FieldReader.label(key)) must be between \(range.lowerBound) and \(range.upperBound)."
      say(.invalidValue, position(of: key), text)
      return nil
    }
    return number
  }

  mutating func year(_ key: String) -> Int? {
    guard let raw = scalar(key, isRequired: false) else { return nil }
    guard let year = FieldReader.integer(raw).map({ Int(clamping: $0) }), checkYear(year, key) else {
      if FieldReader.integer(raw) == nil { say(.dateInvalid, position(of: key), "Write the year as a number.") }
      return nil
    }
    return year
  }

  mutating func partialDate(_ key: String) -> PartialDate? {
    guard let raw = scalar(key, isRequired: false) else { return nil }
    guard let date = PartialDate(raw) else {
      say(.dateInvalid, position(of: key), "Write YYYY, YYYY-MM or YYYY-MM-DD.")
      return nil
    }
    return checkYear(date.year, key) ? date : nil
  }

  mutating func date(_ key: String) -> CalendarDate? {
    guard let raw = scalar(key, isRequired: false) else { return nil }
    guard let date = CalendarDate(iso: raw) else {
      say(.dateInvalid, position(of: key), "Write YYYY-MM-DD.")
      return nil
    }
    return checkYear(date.year, key) ? date : nil
  }

  mutating func instant(_ key: String) -> Instant? {
    guard let raw = scalar(key, isRequired: false) else { return nil }
    guard let instant = Instant(rfc3339: raw) else {
      say(.dateInvalid, position(of: key), "Write a time with its zone: 2026-03-04T12:00:00Z.")
      return nil
    }
    return instant
  }

  mutating func flag(_ key: String) -> Bool? {
    guard let raw = scalar(key, isRequired: false) else { return nil }
    switch raw {
    case "true": return true
    case "false": return false
    default:
      say(.invalidValue, position(of: key), "\(FieldReader.label(key)) must be true or false.")
      return nil
    }
  }

  mutating func colour(_ key: String) -> HexColour? {
    guard let raw = scalar(key, isRequired: true) else { return nil }
    guard let colour = HexColour(raw) else {
      say(.invalidValue, position(of: key), "Write the colour as #RRGGBB.")
      return nil
    }
    return colour
  }

  mutating func media(_ key: String, _ kind: MediaKind) -> MediaPath? {
    guard let raw = scalar(key, isRequired: false) else { return nil }
    return media(raw, kind, at: position(of: key))
  }

  mutating func media(_ raw: String, _ kind: MediaKind, at place: Position) -> MediaPath? {
    guard TreePath(raw) == .media else {
      say(.path, place, "Write the path of a file below media/.")
      return nil
    }
    let name = raw.lowercased()
    guard kind.suffixes.contains(where: { name.utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }) else {
      say(.mediaInvalid, place, "Only \(kind.suffixes.joined(separator: ", ")) can stand here.")
      return nil
    }
    let path = MediaPath(raw)
    findings.media.append(MediaMention(file: file.path, position: place, path: path))
    return path
  }

  /// A picture with its alternative text under `{key}_alt`.
  mutating func picture(_ key: String) -> PictureDraft? {
    let altKey = key + "_alt"
    knows(altKey)
    let alt = text(altKey, max: FieldLimits.alt)
    guard let path = media(key, .picture) else { return nil }
    if isLive {
      let mention = PictureMention(file: file.path, position: position(of: key), isDescribed: alt != nil)
      findings.pictures.append(mention)
    }
    return PictureDraft(path: path, alt: alt)
  }

  // MARK: References

  mutating func reference(
    _ key: String, to kinds: [ContentKind], isRequired: Bool = false
  ) -> Reference? {
    guard let raw = scalar(key, isRequired: isRequired) else { return nil }
    return reference(raw, to: kinds, at: position(of: key), weight: isRequired ? .required : .optional)
  }

  mutating func reference(
    _ raw: String, to kinds: [ContentKind], at place: Position, weight: ReferenceMention.Weight
  ) -> Reference? {
    guard let reference = Reference(raw), kinds.contains(reference.kind) else {
      let forms = kinds.map { $0.rawValue + "/…" }.joined(separator: ", ")
      say(.invalidValue, place, "Write a reference: \(forms)")
      return nil
    }
    findings.references.append(
      ReferenceMention(
        file: file.path, position: place, reference: reference, weight: weight, isFromLive: isLive))
    return reference
  }

  mutating func items(_ key: String) -> [SourceItem] {
    knows(key)
    guard let field = file.field(key) else { return [] }
    switch field.value {
    case .null: return []
    case .list(let items): return items
    case .text:
      say(.invalidValue, field.position, "\(FieldReader.label(key)) is a list: [a, b], or lines “  - a”.")
      return []
    }
  }

  // MARK: Parts

  /// A Markdown text in normal form; nil where it is empty or refused.
  mutating func markdown(_ part: SourcePart, name: String) -> (text: String, count: WordCount)? {
    let checked = context.markdown(part.text)
    var isRefused = false
    for message in checked.messages {
      let place = Position(
        line: part.textPosition.line + message.position.line - 1, column: message.position.column)
      findings.messages.append(ImportMessage(file.path, place, message.severity, message.code, message.text))
      if message.severity == .error { isRefused = true }
    }
    if isRefused { return nil }
    for link in checked.links {
      let place = Position(line: part.textPosition.line + link.position.line - 1, column: link.position.column)
      guard link.reference.kind.isResolvable else {
        say(.mdLink, place, "A link to a \(link.reference.kind.noun) is not available here.")
        continue
      }
      findings.references.append(
        ReferenceMention(
          file: file.path, position: place, reference: link.reference, weight: .link(link.reference.text),
          isFromLive: isLive))
    }
    if checked.normal.isEmpty { return nil }
    return (checked.normal, WordCount(checked.plain))
  }

  /// Every key that no field asked for.
  mutating func reportUnknownKeys() {
    for field in file.fields where !known.contains(field.key) {
      let severity: ImportMessage.Severity = context.isLenient ? .warning : .error
      findings.messages.append(
        ImportMessage(file.path, field.keyPosition, severity, .unknownKey, "There is no key \(field.key) here."))
    }
  }

  mutating func say(_ code: ImportCode, _ position: Position, _ text: String) {
    findings.messages.append(ImportMessage(file.path, position, .error, code, text))
  }

  // MARK: Pieces

  private mutating func scalar(_ key: String, isRequired: Bool) -> String? {
    knows(key)
    guard let field = file.field(key) else {
      if isRequired { say(.required, .start, "\(FieldReader.label(key)) is needed.") }
      return nil
    }
    switch field.value {
    case .text(let text):
      if isRequired, FieldReader.trimmed(text).isEmpty {
        say(.required, field.position, "\(FieldReader.label(key)) is needed.")
        return nil
      }
      return text
    case .null:
      if isRequired { say(.required, field.position, "\(FieldReader.label(key)) is needed.") }
      return nil
    case .list:
      say(.invalidValue, field.position, "\(FieldReader.label(key)) takes one value, not a list.")
      return nil
    }
  }

  private mutating func checkYear(_ year: Int, _ key: String) -> Bool {
    let seconds = context.now.seconds
    let thisYear = CalendarDate(dayNumber: Int(seconds / 86_400)).year
    if year >= FieldLimits.earliestYear && year <= thisYear + 1 { return true }
    say(.yearRange, position(of: key), "Check the year.")
    return false
  }

  static func integer(_ text: String) -> Int64? {
    let bytes = text.utf8
    let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
    guard (1...18).contains(digits.count), digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int64(text)
  }

  /// Without white space at either end, line by line at the right; CRLF has become LF already.
  static func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }

  /// Control characters, U+FEFF, and what overrides the reading direction; as in Markdown, Reading spec §10.
  static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// `supporting_line` → "Supporting line".
  static func label(_ key: String) -> String {
    var bytes = key.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }
    if let first = bytes.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) { bytes[0] = first - 32 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
