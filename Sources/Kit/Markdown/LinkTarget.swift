/// Where a link may lead. Reading spec §10.
package enum LinkTarget: Hashable, Sendable {
  /// `https://`, `http://` or `mailto:`, as written.
  case url(String)
  /// `ref:{kind}/{name}`; the name is a slug, or an id in what is stored.
  case reference(kind: String, name: String)

  /// - Parameter text: with character references and backslash escapes resolved already.
  package init?(_ text: String) {
    guard text.unicodeScalars.count <= MarkdownText.Limits.linkTarget else { return nil }
    let decoded = LinkTarget.percentDecoded(text)
    guard LinkTarget.isQuiet(text), LinkTarget.isQuiet(decoded) else { return nil }
    if let rest = LinkTarget.dropping("ref:", from: text) {
      guard let reference = LinkTarget.reference(rest) else { return nil }
      self = reference
      return
    }
    for scheme in ["https://", "http://"] {
      guard let rest = LinkTarget.dropping(scheme, from: text),
        let plainRest = LinkTarget.dropping(scheme, from: decoded)
      else { continue }
      let hasHost = !LinkTarget.authority(of: rest).isEmpty
      // "%40" in the host part is refused like "@": some clients decode before they look for a user name.
      let hasUser = LinkTarget.authority(of: rest).contains("@") || LinkTarget.authority(of: plainRest).contains("@")
      guard hasHost, !hasUser else { return nil }
      self = .url(text)
      return
    }
    guard let address = LinkTarget.dropping("mailto:", from: text), !address.isEmpty else { return nil }
    self = .url(text)
  }

  package var text: String {
    switch self {
    case .url(let url): url
    case .reference(let kind, let name): "ref:\(kind)/\(name)"
    }
  }

  private static func reference(_ rest: Substring) -> LinkTarget? {
    let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty,
      parts[0].utf8.allSatisfy({ isLower($0) || $0 == UInt8(ascii: "_") }),
      parts[1].utf8.allSatisfy({ isLower($0) || isDigit($0) || $0 == UInt8(ascii: "-") })
    else { return nil }
    return .reference(kind: String(parts[0]), name: String(parts[1]))
  }

  /// The text after an ASCII prefix that may be in either case.
  private static func dropping(_ prefix: String, from text: String) -> Substring? {
    let head = text.utf8.prefix(prefix.utf8.count).map { isUpper($0) ? $0 + 32 : $0 }
    guard head.elementsEqual(prefix.utf8) else { return nil }
    return Substring(text.utf8.dropFirst(prefix.utf8.count))
  }

  private static func authority(of rest: Substring) -> Substring {
    rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
  }

  /// No control character, white space or backslash, and nothing that turns the reading direction.
  private static func isQuiet(_ text: String) -> Bool {
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar.properties.isWhitespace || Scalars.isForbidden(scalar) || scalar == "\n" {
        return false
      }
    }
    return true
  }

  /// One round; invalid UTF-8 becomes U+FFFD, a stray `%` stays.
  private static func percentDecoded(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = nibble(bytes[index + 1]),
        let low = nibble(bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  private static func nibble(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte - UInt8(ascii: "0") }
    let lower = isUpper(byte) ? byte + 32 : byte
    return (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(lower) ? lower - UInt8(ascii: "a") + 10 : nil
  }

  private static func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
  private static func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
