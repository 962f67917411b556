import Crypto
import Encoding
package import Time

/// What somebody may do with one blob, until when: `put` exactly these bytes, or `get` them.
package struct BlobTicket: Hashable, Sendable {
  package enum Action: String, Hashable, Sendable { case get = "GET", put = "PUT" }
  package let action: Action
  package let blob: BlobID
  package let size: Int64
  /// Whole seconds; the first instant at which it no longer holds.
  package let expires: Instant

  package init(_ action: Action, _ blob: BlobID, size: Int64, expires: Instant) {
    (self.action, self.blob, self.size, self.expires) = (action, blob, size, Instant(seconds: expires.seconds))
  }
}

package enum BlobTicketError: Error, Hashable, Sendable {
  case malformed
  /// It was not signed here, or was signed for something else.
  case forged
  case expired
}

/// Signs tickets into the query of an address: `size=1024&expires=1772629200&signature=…`. The signature is HMAC-SHA256 over
/// action, name (which is the content's SHA-256), size and end, so none of them can be changed. Design §6.
package struct BlobSigner: Sendable {
  private let key: [UInt8]

  /// - Parameter secret: the server's own key; tickets get one that is derived from it.
  package init(secret: [UInt8]) { key = HKDF.derive(32, from: secret, info: Array("atrium blob ticket 1".utf8)) }

  package func sign(_ ticket: BlobTicket) -> String {
    "size=\(ticket.size)&expires=\(ticket.expires.seconds)&signature=\(Base64URL.encode(code(ticket)))"
  }

  /// The ticket that a request carries. The method is the request's, the name its path's last segment, the query as received.
  package func check(
    _ method: String, _ name: some StringProtocol, query: some StringProtocol, at now: Instant
  ) throws(BlobTicketError) -> BlobTicket {
    let fields = query.split(separator: "&", omittingEmptySubsequences: false)
    guard fields.count == 3, fields[0].hasPrefix("size="), fields[1].hasPrefix("expires="),
      fields[2].hasPrefix("signature="),
      let action = BlobTicket.Action(rawValue: method), let blob = BlobID(name),
      let size = BlobSigner.number(fields[0].dropFirst(5)), let expires = BlobSigner.number(fields[1].dropFirst(8)),
      let signature = Base64URL.decode(String(fields[2].dropFirst(10)))
    else { throw .malformed }
    let ticket = BlobTicket(action, blob, size: size, expires: Instant(seconds: expires))
    guard constantTimeEqual(signature, code(ticket)) else { throw .forged }
    guard now < ticket.expires else { throw .expired }
    return ticket
  }

  private func code(_ ticket: BlobTicket) -> [UInt8] {
    HMAC.authenticate(
      Array("\(ticket.action.rawValue)\n\(ticket.blob)\n\(ticket.size)\n\(ticket.expires.seconds)".utf8), key: key)
  }

  /// A whole number as `description` writes it, and no other way.
  private static func number(_ text: some StringProtocol) -> Int64? {
    guard let number = Int64(text), number >= 0, String(number) == text else { return nil }
    return number
  }
}
