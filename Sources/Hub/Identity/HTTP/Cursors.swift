import API
import Crypto
import Encoding
import JSON
import Time

/// Places in lists, signed: bound to the filters that they were given out under, and to a day. Hub spec §2.5.
struct Cursors: Sendable {
  private let key: [UInt8]
  private static let life = TimeSpan.hours(24)

  init(serverKey: [UInt8]) { key = HKDF.derive(32, from: serverKey, info: Array("cursor".utf8)) }

  func make(after created: Instant, _ id: String, filter: String, at now: Instant) -> String {
    let place = JSONValue.array([
      .integer(created.microseconds), .string(id), .integer((now + Cursors.life).seconds),
    ]).canonicalBytes
    return Base64URL.encode(proof(place, filter) + place)
  }

  /// Throws `invalid_cursor` for one that is over, was changed, or belongs to another list.
  func read(_ text: String, filter: String, at now: Instant) throws(Problem) -> (Instant, String) {
    guard let bytes = Base64URL.decode(text), bytes.count > 16 else { throw Problem(.invalidCursor) }
    let place = Array(bytes[16...])
    guard constantTimeEqual(Array(bytes[..<16]), proof(place, filter)),
      case .array(let parts) = try? JSONValue.parse(place), parts.count == 3, case .integer(let created) = parts[0],
      case .string(let id) = parts[1], case .integer(let end) = parts[2], now < Instant(seconds: end)
    else { throw Problem(.invalidCursor) }
    return (Instant(microseconds: created), id)
  }

  private func proof(_ place: [UInt8], _ filter: String) -> [UInt8] {
    Array(HMAC.authenticate(place + Array(filter.utf8), key: key).prefix(16))
  }
}
