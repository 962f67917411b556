package import JSON

/// The check of a Lottie animation: no expressions, which are scripts, and nothing from outside the file.
/// Reading spec §11.2.
package enum Animation {
  package static let bytes = 524_288

  package enum Refusal: Error, Hashable, Sendable {
    case tooLarge
    case notJSON(offset: Int)
    /// Without version, size, frame rate or layers.
    case notLottie
    case expression
    case externalAsset

    package var sentence: String {
      switch self {
      case .tooLarge: "The animation is larger than 512 KiB."
      case .notJSON(let offset): "The animation is not valid JSON (byte \(offset))."
      case .notLottie: "The file is not a Lottie animation."
      case .expression: "The animation contains an expression."
      case .externalAsset: "The animation loads something from outside the file."
      }
    }
  }

  /// - Returns: the animation without white space, its members in the order given.
  package static func checked(_ source: [UInt8]) throws(Refusal) -> [UInt8] {
    guard source.count <= bytes else { throw .tooLarge }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.parse(source, limits: JSONLimits(bytes: bytes, depth: 64))
    } catch {
      throw .notJSON(offset: error.offset)
    }
    guard case .string? = value["v"], case .array? = value["layers"], isNumber(value["w"]), isNumber(value["h"]),
      isNumber(value["fr"]), isNumber(value["ip"]), isNumber(value["op"])
    else { throw .notLottie }
    try check(value)
    return value.bytes
  }

  private static func check(_ value: JSONValue) throws(Refusal) {
    switch value {
    case .array(let items): for item in items { try check(item) }
    case .object(let members):
      for member in members {
        switch (member.name, member.value) {
        // A property's expression is a script in a member `x`; elsewhere `x` is a number or a list.
        case ("x", .string): throw .expression
        // Where an image or a font is found: only inside the file.
        case ("p", .string(let path)), ("fPath", .string(let path)), ("u", .string(let path)):
          if !path.isEmpty && !isEmbedded(path) { throw .externalAsset }
        default: try check(member.value)
        }
      }
    default: break
    }
  }

  private static func isEmbedded(_ path: String) -> Bool {
    for prefix in ["data:image/png;base64,", "data:image/jpeg;base64,", "data:image/webp;base64,"]
    where path.utf8.starts(with: prefix.utf8) { return true }
    return false
  }

  private static func isNumber(_ value: JSONValue?) -> Bool {
    switch value {
    case .integer, .double: true
    default: false
    }
  }
}
