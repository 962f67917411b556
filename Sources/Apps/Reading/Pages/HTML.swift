/// Builds HTML. Text and attribute values are escaped because there is no way to add them without.
package struct HTML: Sendable {
  private var bytes: [UInt8] = []

  package init() { bytes.reserveCapacity(16 * 1024) }

  package var document: [UInt8] { bytes }

  /// Text between tags.
  package mutating func say(_ text: String) { escape(text) }

  /// HTML that was rendered from a parsed tree with all text escaped: Markdown's only.
  mutating func rendered(_ html: String) { bytes += html.utf8 }

  /// An element with what is in it. An attribute whose value is nil is left out; "" stands for one without a value.
  mutating func tag(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:],
    _ body: (inout HTML) -> Void = { _ in }
  ) {
    open(name, attributes)
    body(&self)
    bytes += [60, 47]
    append(name)
    bytes.append(62)
  }

  /// An element with one text in it.
  mutating func tag(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], text: String) {
    tag(name, attributes) { $0.say(text) }
  }

  /// An element that holds nothing: `img`, `meta`, `link`.
  mutating func open(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:]) {
    bytes.append(60)
    append(name)
    for (key, value) in attributes {
      guard let value else { continue }
      bytes.append(32)
      append(key)
      // `alt=""` says something, and is the one of three letters.
      if value.isEmpty, key.utf8CodeUnitCount != 3 { continue }
      bytes += [61, 34]
      escape(value)
      bytes.append(34)
    }
    bytes.append(62)
  }

  mutating func doctype() { bytes += "<!doctype html>".utf8 }

  private mutating func append(_ name: StaticString) {
    bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
  }

  private mutating func escape(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      default: bytes.append(byte)
      }
    }
  }
}
