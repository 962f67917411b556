package import API
import Compression
import Synchronization
package import Time

/// Says until when prepared answers hold: one number, moved when anything they were made from changes.
package final class PreparedEpoch: Sendable {
  private let number = Atomic<Int>(1)
  package init() {}
  package var current: Int { number.load(ordering: .acquiring) }
  /// Makes every prepared answer of before invalid.
  package func advance() { number.wrappingAdd(1, ordering: .acquiringAndReleasing) }
}

/// Who may have a prepared answer without a look at the router, and how often.
package protocol FastGate: Sendable {
  /// Changes when a key is added or revoked; a loop forgets the keys it knew.
  var version: Int { get }
  /// Takes one request from the budget of that key and address; false sends the request the long way, where it is refused.
  func admits(key: ArraySlice<UInt8>?, address: String) -> Bool
}

/// A 200 answer made once: head and body as bytes, plain and coded, with its 304. Only `Date`, `Connection` and
/// `X-Request-ID` are added when it is sent. Reading spec §13.
package final class PreparedResponse: Sendable {
  struct Variant: Sendable {
    /// Status line and fields, each ended by CR LF, without the empty line.
    let head: [UInt8]
    let body: [UInt8]
  }

  /// The entity tag's hash, without quotes.
  package let tag: [UInt8]
  let identity: Variant
  let gzip: Variant?
  let br: Variant?
  let notModifiedStrong: [UInt8]
  let notModifiedWeak: [UInt8]
  package let freshUntil: Instant
  let epoch: PreparedEpoch
  package let epochNumber: Int
  /// The body as it was composed.
  package var body: [UInt8] { identity.body }
  package let headers: Headers

  /// Bodies from this size on are kept compressed as well.
  package static let compressedFrom = 1024

  /// - Parameters:
  ///   - headers: what every 200 and 304 of it carries, without `ETag`, `Content-Type`, `Content-Length` and `Vary`.
  ///   - freshUntil: when it must be composed anew although nothing changed.
  package init(
    body: [UInt8], contentType: String, tag: String, headers: Headers, compress: Bool, freshUntil: Instant,
    epoch: PreparedEpoch,
    epochNumber: Int
  ) {
    self.tag = Array(tag.utf8)
    self.freshUntil = freshUntil
    self.epoch = epoch
    self.epochNumber = epochNumber
    self.headers = headers
    func head(_ status: String, _ etag: String, coding: String?, length: Int?) -> [UInt8] {
      var text = "HTTP/1.1 \(status)\r\n"
      if let length { text += "Content-Type: \(contentType)\r\nContent-Length: \(length)\r\n" }
      if let coding { text += "Content-Encoding: \(coding)\r\n" }
      for field in headers.fields where length != nil || PreparedResponse.isKept(field.name) {
        text += "\(field.name): \(field.value)\r\n"
      }
      text += "ETag: \(etag)\r\nVary: Accept-Encoding\r\n"
      return Array(text.utf8)
    }
    identity = Variant(head: head("200 OK", "\"\(tag)\"", coding: nil, length: body.count), body: body)
    let isCoded = compress && body.count >= PreparedResponse.compressedFrom
    gzip =
      isCoded
      ? Gzip.compress(body).map {
        Variant(head: head("200 OK", "W/\"\(tag)\"", coding: "gzip", length: $0.count), body: $0)
      } : nil
    br =
      isCoded
      ? Brotli.compress(body).map {
        Variant(head: head("200 OK", "W/\"\(tag)\"", coding: "br", length: $0.count), body: $0)
      } : nil
    notModifiedStrong = head("304 Not Modified", "\"\(tag)\"", coding: nil, length: nil)
    notModifiedWeak = head("304 Not Modified", "W/\"\(tag)\"", coding: nil, length: nil)
  }

  /// What a 304 carries besides ETag, Vary and Date (Reading spec §13.2).
  private static func isKept(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == "cache-control" || name.hasPrefix("access-control-") || name == "x-content-type-options"
      || name == "cache-tag"
  }

  package func isCurrent(at now: Instant) -> Bool { epochNumber == epoch.current && now < freshUntil }

  /// Bytes this answer keeps in memory.
  package var cost: Int { identity.body.count + (gzip?.body.count ?? 0) + (br?.body.count ?? 0) + 2048 }

  func variant(_ coding: ContentCoding) -> Variant {
    switch coding {
    case .br: br ?? gzip ?? identity
    case .gzip: gzip ?? identity
    case .identity: identity
    }
  }
}
