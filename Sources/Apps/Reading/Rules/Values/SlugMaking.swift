extension Slug {
  /// Makes a slug from a title. Reading spec §9.2.
  ///
  /// - Parameters:
  ///   - nfkd: the title in Unicode normal form NFKD. (The special letters have no decomposition, so it is the same to
  ///     replace them after it; and "Ǿ" becomes one of them only then.)
  ///   - id: stands in for a title that leaves nothing ("日本" → `letter-7`).
  ///   - isTaken: whether another object of the kind uses or used this slug; then `-2`, `-3`, … is tried.
  package static func making(
    fromNFKD nfkd: String, kind: ContentKind, id: Int64, isTaken: (String) -> Bool
  ) -> String {
    let kindWord = kind == .journeyChapter ? "journey-chapter" : kind.rawValue
    var base = cut(hyphenated(nfkd), to: longest)
    if base.isEmpty { base = "\(kindWord)-\(id)" }
    if base.utf8.allSatisfy(isDigit) { base = cut("\(kindWord)-\(base)", to: longest) }
    if !isReserved(base, for: kind) && !isTaken(base) { return base }
    var number = 2
    while true {
      let suffix = "-\(number)"
      let candidate = cut(base, to: longest - suffix.utf8.count) + suffix
      if !isReserved(candidate, for: kind) && !isTaken(candidate) { return candidate }
      number += 1
    }
  }

  /// The stem of a picture's file names, from the name it was uploaded under, without its suffix. Reading spec §11.2.
  package static func fileStem(fromNFKD nfkd: String) -> String {
    let stem = cut(hyphenated(nfkd), to: RenditionGeometry.longestStem)
    return stem.isEmpty ? "image" : stem
  }

  private static func hyphenated(_ nfkd: String) -> String {
    var slug: [UInt8] = []
    var hyphenIsDue = false
    for scalar in nfkd.unicodeScalars {
      if isMark(scalar) || isQuote(scalar) { continue }
      let letters = spelling(scalar)
      guard let letters else {
        hyphenIsDue = !slug.isEmpty
        continue
      }
      if hyphenIsDue { slug.append(UInt8(ascii: "-")) }
      hyphenIsDue = false
      slug.append(contentsOf: letters.utf8)
    }
    return String(decoding: slug, as: UTF8.self)
  }

  /// The ASCII letters a scalar is written with in a slug; nil where it separates words.
  private static func spelling(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x30...0x39, 0x61...0x7A: String(scalar)
    case 0x41...0x5A: String(Unicode.Scalar(UInt8(scalar.value) + 32))
    case 0xDF, 0x1E9E: "ss"
    case 0xC6, 0xE6: "ae"
    case 0x152, 0x153: "oe"
    case 0xD8, 0xF8: "o"
    case 0x110, 0x111, 0xD0, 0xF0: "d"
    case 0x141, 0x142: "l"
    case 0xDE, 0xFE: "th"
    case 0x131: "i"
    default: nil
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  private static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "'" || scalar == "\u{2019}" || scalar == "\u{2018}" || scalar == "`"
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// At most `limit` bytes, ending before the last hyphen that still fits, if there is one.
  private static func cut(_ text: String, to limit: Int) -> String {
    let bytes = Array(text.utf8)
    if bytes.count <= limit { return text }
    var end = limit
    // A word that ends exactly at the limit stays whole.
    if bytes[limit] != UInt8(ascii: "-"), let hyphen = bytes[..<limit].lastIndex(of: UInt8(ascii: "-")) { end = hyphen }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
