import CExpat

/// Feeds a drawing through expat and writes down what the allow-list lets through.
final class VectorReader {
  private(set) var text = ""
  private(set) var removed: [String] = []
  private var open: [Element] = []
  /// How many elements deep inside one that is left out.
  private var skipped = 0
  private var elements = 0
  private var depth = 0
  private var refusal: Vector.Refusal?
  private var parser: XML_Parser?

  private struct Element {
    var name: String
    /// The start tag is written, but not yet closed by `>` or `/>`.
    var isOpenTag: Bool
  }

  private static let namespace = "http://www.w3.org/2000/svg"

  func read(_ source: [UInt8]) throws(Vector.Refusal) {
    // The encoding is fixed: a declaration of another one could hide markup from whoever reads the file as UTF-8.
    guard let parser = XML_ParserCreate("UTF-8") else { throw .tooLarge }
    self.parser = parser
    defer {
      XML_ParserFree(parser)
      self.parser = nil
    }
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { data, name, attributes in VectorReader.of(data).start(name, attributes) },
      { data, name in VectorReader.of(data).end() })
    XML_SetCharacterDataHandler(parser) { data, characters, count in VectorReader.of(data).text(characters, count) }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in VectorReader.of(data).refuse(.doctype) }
    let status = source.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { XML_Parse(parser, $0.baseAddress, Int32($0.count), 1) }
    }
    if let refusal { throw refusal }
    guard status == XML_STATUS_OK else { throw .damaged(line: Int(XML_GetCurrentLineNumber(parser))) }
    guard !text.isEmpty else { throw .notSVG }
    text += "\n"
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> VectorReader {
    guard let data else { preconditionFailure("expat lost its user data") }
    return Unmanaged<VectorReader>.fromOpaque(data).takeUnretainedValue()
  }

  private func refuse(_ reason: Vector.Refusal) {
    guard refusal == nil else { return }
    refusal = reason
    XML_StopParser(parser, 0)
  }

  // MARK: Events

  private func start(
    _ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    guard refusal == nil, let name else { return }
    elements += 1
    depth += 1
    if elements > Vector.Limits.elements { return refuse(.tooManyElements) }
    if depth > Vector.Limits.depth { return refuse(.tooDeep) }
    let element = String(cString: name)
    let pairs = VectorReader.pairs(attributes)
    if depth == 1 {
      let isSVG = element == "svg" && pairs.contains { $0.name == "xmlns" && $0.value == VectorReader.namespace }
      if !isSVG { return refuse(.notSVG) }
    }
    if skipped > 0 || !VectorAllowList.elements.contains(element) || (depth > 1 && element == "svg") {
      if skipped == 0 { note("<\(element)>") }
      skipped += 1
      return
    }
    closeTag()
    text += "<" + element
    if depth == 1 { text += " xmlns=\"\(VectorReader.namespace)\"" }
    for (name, value) in pairs { attribute(name, value, isRoot: depth == 1) }
    open.append(Element(name: element, isOpenTag: true))
  }

  private func end() {
    guard refusal == nil else { return }
    depth -= 1
    if skipped > 0 {
      skipped -= 1
      return
    }
    guard let element = open.popLast() else { return }
    text += element.isOpenTag ? "/>" : "</\(element.name)>"
  }

  private func text(_ characters: UnsafePointer<XML_Char>?, _ count: Int32) {
    guard refusal == nil, skipped == 0, let characters, let element = open.last,
      VectorAllowList.textElements.contains(element.name)
    else { return }
    closeTag()
    let bytes = UnsafeRawBufferPointer(start: characters, count: Int(count))
    text += VectorReader.escaped(String(decoding: bytes, as: UTF8.self))
  }

  private func attribute(_ name: String, _ value: String, isRoot: Bool) {
    if name == "xmlns" || name.hasPrefix("xmlns:") { return }
    let plain = name == "xlink:href" ? "href" : name
    guard VectorAllowList.attributes.contains(plain), VectorAllowList.isHarmless(plain, value) else {
      return note("\(name)=")
    }
    text += " \(plain)=\"\(VectorReader.escaped(value))\""
  }

  /// Ends the start tag of the innermost element, which turns out to have content.
  private func closeTag() {
    guard let last = open.indices.last, open[last].isOpenTag else { return }
    open[last].isOpenTag = false
    text += ">"
  }

  private func note(_ what: String) {
    if removed.count < 50, !removed.contains(what) { removed.append(what) }
  }

  private static func pairs(
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) -> [(name: String, value: String)] {
    guard let attributes else { return [] }
    var pairs: [(name: String, value: String)] = []
    var index = 0
    while let name = attributes[index], let value = attributes[index + 1] {
      pairs.append((String(cString: name), String(cString: value)))
      index += 2
    }
    return pairs
  }

  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\""): bytes.append(contentsOf: "&quot;".utf8)
      case 0x09: bytes.append(contentsOf: "&#9;".utf8)
      case 0x0A: bytes.append(contentsOf: "&#10;".utf8)
      case 0x0D: bytes.append(contentsOf: "&#13;".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
