/// An SVG picture that has been read and built again from an allow-list. Reading spec §11.2.
///
/// What is not on the list is left out with everything inside it, so that a picture drawn by an ordinary program is
/// taken; a DOCTYPE, entities, damage and sheer size are refused.
package struct Vector: Hashable, Sendable {
  /// UTF-8; reading and building them again changes nothing.
  package let bytes: [UInt8]
  /// Elements (`<script>`) and attributes (`onload=`) that were left out, each named once, in order.
  package let removed: [String]

  package enum Refusal: Error, Hashable, Sendable {
    case tooLarge
    case doctype
    /// Not well-formed XML.
    case damaged(line: Int)
    /// The root is not `svg` of the SVG namespace.
    case notSVG
    case tooDeep
    case tooManyElements

    package var sentence: String {
      switch self {
      case .tooLarge: "The drawing is larger than 512 KiB."
      case .doctype: "A drawing cannot have a DOCTYPE."
      case .damaged(let line): "The drawing is not well-formed XML (line \(line))."
      case .notSVG: "The file is not an SVG drawing."
      case .tooDeep: "The drawing's elements lie more than 32 deep."
      case .tooManyElements: "The drawing has more than 10,000 elements."
      }
    }
  }

  package enum Limits {
    package static let bytes = 524_288
    package static let depth = 32
    package static let elements = 10_000
  }

  package init(_ source: [UInt8]) throws(Refusal) {
    guard source.count <= Limits.bytes else { throw .tooLarge }
    let reader = VectorReader()
    try reader.read(source)
    bytes = Array(reader.text.utf8)
    removed = reader.removed
  }
}

/// What a drawing may hold. No script, no events, no foreign content, nothing from outside the file; no `use` and no
/// `pattern` either, by which a small file can ask a browser for endless work.
enum VectorAllowList {
  static let elements: Set<String> = [
    "svg", "g", "defs", "title", "desc", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
    "tspan", "linearGradient", "radialGradient", "stop", "clipPath",
  ]

  /// Elements whose text is kept.
  static let textElements: Set<String> = ["title", "desc", "text", "tspan"]

  static let attributes: Set<String> = [
    "id", "class", "role", "aria-label", "aria-hidden", "aria-labelledby", "lang", "style", "transform", "viewBox",
    "preserveAspectRatio", "width", "height", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy",
    "fr", "d", "points", "pathLength", "dx", "dy", "rotate", "textLength", "lengthAdjust", "fill", "fill-opacity",
    "fill-rule", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit",
    "stroke-dasharray", "stroke-dashoffset", "stroke-opacity", "opacity", "color", "display", "visibility",
    "font-family", "font-size", "font-weight", "font-style", "letter-spacing", "text-anchor", "dominant-baseline",
    "clip-path", "clip-rule", "clipPathUnits", "gradientUnits", "gradientTransform", "spreadMethod", "offset",
    "stop-color", "stop-opacity", "vector-effect", "paint-order", "shape-rendering", "text-rendering", "href",
  ]

  /// Whether a value keeps within the file: `url(#…)` and `#…` are the only references, and CSS has no way around.
  static func isHarmless(_ name: String, _ value: String) -> Bool {
    let lower = Array(value.lowercased().utf8)
    if name == "href" { return lower.first == UInt8(ascii: "#") }
    if name == "style" {
      for word in ["\\", "@", "/*", "<", "expression", "behavior", "binding"]
      where positions(of: word, in: lower).first != nil { return false }
    }
    for start in positions(of: "url(", in: lower) {
      let target = lower[(start + 4)...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\"") && $0 != 0x27 }
      if target != UInt8(ascii: "#") { return false }
    }
    for word in ["javascript:", "data:", "image("] where positions(of: word, in: lower).first != nil { return false }
    return true
  }

  private static func positions(of word: String, in bytes: [UInt8]) -> [Int] {
    let word = Array(word.utf8)
    guard bytes.count >= word.count else { return [] }
    return (0...bytes.count - word.count).filter { bytes[$0..<$0 + word.count].elementsEqual(word) }
  }
}
