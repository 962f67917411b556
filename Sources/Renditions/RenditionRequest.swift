import JSON
import ReadingRules

/// What the parent asks: one line of JSON, `{"source","outDir","stem","hash8","widths":[…]}`.
struct RenditionRequest {
  var source: String
  var folder: String
  var stem: String
  var hash: String
  var widths: [Int]

  init(_ line: [UInt8]) throws(Refusal) {
    guard let value = try? JSONValue.parse(line), case .object = value else {
      throw Refusal(.badRequest, "The request is not one JSON object.")
    }
    source = try RenditionRequest.text(value, "source")
    folder = try RenditionRequest.text(value, "outDir")
    stem = try RenditionRequest.text(value, "stem")
    hash = try RenditionRequest.text(value, "hash8")
    widths = try RenditionRequest.widths(value)
    // Both become part of a file name.
    guard stem.utf8.count <= RenditionGeometry.longestStem, stem.utf8.allSatisfy(RenditionRequest.isNameByte) else {
      throw Refusal(.badRequest, "The stem must be a slug of at most 40 characters.")
    }
    guard hash.utf8.count == 8, hash.utf8.allSatisfy(RenditionRequest.isNameByte) else {
      throw Refusal(.badRequest, "hash8 must be eight hexadecimal digits.")
    }
  }

  private static func text(_ value: JSONValue, _ name: String) throws(Refusal) -> String {
    guard case .string(let text)? = value[name], !text.isEmpty, !text.utf8.contains(0) else {
      throw Refusal(.badRequest, "\(name) must be a text.")
    }
    return text
  }

  private static func widths(_ value: JSONValue) throws(Refusal) -> [Int] {
    guard let member = value["widths"] else { return RenditionGeometry.widths }
    guard case .array(let items) = member, (1...16).contains(items.count) else {
      throw Refusal(.badRequest, "widths must be a list of one to sixteen numbers.")
    }
    var widths: [Int] = []
    for item in items {
      guard case .integer(let width) = item, width >= 1, width <= RenditionGeometry.Limits.side.upperBound else {
        throw Refusal(.badRequest, "A width must be a number of pixels.")
      }
      widths.append(Int(width))
    }
    return widths.sorted()
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
    default: false
    }
  }
}
