import API
import Encoding
import JSON
import Time

/// Where a page ended: opaque to clients, the sort key inside. Reading spec §5.7.
struct PassageCursor: Hashable {
  var at: Instant
  var id: Int64

  static let start = PassageCursor(at: Instant(microseconds: .max), id: .max)

  init(at: Instant, id: Int64) {
    self.at = at
    self.id = id
  }

  init(_ text: String) throws(Problem) {
    guard case .array(let parts)? = cursorValue(text), parts.count == 3, parts[0] == .string("p"),
      case .integer(let at) = parts[1],
      case .integer(let id) = parts[2]
    else { throw badCursor }
    self.init(at: Instant(microseconds: at), id: id)
  }

  var text: String { cursorText(.array([.string("p"), .integer(at.microseconds), .integer(id)])) }
}

/// A place among search results: the rank as the engine gave it, and the number.
struct SearchCursor: Hashable {
  var rank: Double
  var id: Int64

  static let start = SearchCursor(rank: -1e300, id: 0)

  init(rank: Double, id: Int64) {
    self.rank = rank
    self.id = id
  }

  init(_ text: String) throws(Problem) {
    guard case .array(let parts)? = cursorValue(text), parts.count == 3, parts[0] == .string("s"),
      case .string(let digits) = parts[1],
      let bits = UInt64(digits, radix: 16), Double(bitPattern: bits).isFinite, case .integer(let id) = parts[2]
    else { throw badCursor }
    self.init(rank: Double(bitPattern: bits), id: id)
  }

  /// The rank's bits, so that not a digit is lost on the way.
  var text: String { cursorText(.array([.string("s"), .string(String(rank.bitPattern, radix: 16)), .integer(id)])) }
}

private let badCursor = Problem(.invalidParameter, details: [.init("parameter", .string("cursor"))])

private func cursorText(_ value: JSONValue) -> String { Base64URL.encode(value.canonicalBytes) }

private func cursorValue(_ text: String) -> JSONValue? { Base64URL.decode(text).flatMap { try? JSONValue.parse($0) } }
