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

/// A 200 answer made once: head and body as bytes with its 304, and each coding from the first request that accepts it.
/// Only `Date`, `Connection` and `X-Request-ID` are added when it is sent. Reading spec §13.
package final class PreparedResponse: Sendable {
  struct Variant: Sendable {
    /// Status line and fields, each ended by CR LF, without the empty line.
    let head: [UInt8]
    let body: [UInt8]
  }

  /// The codings that were asked for so far. Most answers are sent in one coding, and one that is composed for a single
  /// request in none or one: compressing both beforehand cost more than everything else about an answer.
  private struct Coded {
    var gzip: Variant?
    var br: Variant?
  }

  /// The entity tag's hash, without quotes.
  package let tag: [UInt8]
  let identity: Variant
  /// Whether the body is offered in codings besides identity.
  let isCoded: Bool
  private let contentType: String
  private let coded = Mutex(Coded())
  private let notModifiedStrong: [UInt8]
  private let notModifiedWeak: [UInt8]
  package let freshUntil: Instant
  let epoch: PreparedEpoch
  package let epochNumber: Int
  /// The body as it was composed.
  package var body: [UInt8] { identity.body }
  package let headers: Headers

  /// Bodies from this size on are sent compressed to those who accept it.
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
    self.contentType = contentType
    isCoded = compress && body.count >= PreparedResponse.compressedFrom
    let strong = "\"\(tag)\""
    func head(_ status: String, _ etag: String, length: Int?) -> [UInt8] {
      PreparedResponse.head(status, etag, coding: nil, length: length, contentType: contentType, headers: headers)
    }
    identity = Variant(head: head("200 OK", strong, length: body.count), body: body)
    // An answer that is sent once is hardly ever sent as a 304.
    let isSentOften = epochNumber >= 0
    notModifiedStrong = isSentOften ? head("304 Not Modified", strong, length: nil) : []
    notModifiedWeak = isSentOften && isCoded ? head("304 Not Modified", "W/" + strong, length: nil) : []
  }

  private static func head(
    _ status: String, _ etag: String, coding: String?, length: Int?, contentType: String, headers: Headers
  ) -> [UInt8] {
    var text = "HTTP/1.1 \(status)\r\n"
    if let length { text += "Content-Type: \(contentType)\r\nContent-Length: \(length)\r\n" }
    if let coding { text += "Content-Encoding: \(coding)\r\n" }
    for field in headers.fields where length != nil || isKept(field.name) {
      text += "\(field.name): \(field.value)\r\n"
    }
    text += "ETag: \(etag)\r\nVary: Accept-Encoding\r\n"
    return Array(text.utf8)
  }

  /// The 304 in place of a coded answer, or of a plain one.
  func notModified(isCoded: Bool) -> [UInt8] {
    let made = isCoded ? notModifiedWeak : notModifiedStrong
    if !made.isEmpty { return made }
    let strong = "\"\(String(decoding: tag, as: UTF8.self))\""
    return PreparedResponse.head(
      "304 Not Modified", isCoded ? "W/" + strong : strong, coding: nil, length: nil, contentType: contentType,
      headers: headers)
  }

  /// What a 304 carries besides ETag, Vary and Date (Reading spec §13.2).
  private static func isKept(_ name: String) -> Bool {
    switch name.utf8.count {
    case 9: Headers.same(name, "cache-tag")
    case 13: Headers.same(name, "cache-control")
    case 22: Headers.same(name, "x-content-type-options") || isCrossOrigin(name)
    default: isCrossOrigin(name)
    }
  }

  private static func isCrossOrigin(_ name: String) -> Bool {
    name.utf8.count > 15 && Headers.same(String(name.prefix(15)), "access-control-")
  }

  package func isCurrent(at now: Instant) -> Bool { epochNumber == epoch.current && now < freshUntil }

  /// Bytes this answer may come to keep in memory: text comes to less than half its size in each coding.
  package var cost: Int { (isCoded ? 2 : 1) * identity.body.count + 2048 }

  /// Compresses on first use, under the lock, so that two loops do not do it twice. Identity if the encoder gives up.
  func variant(_ coding: ContentCoding) -> Variant {
    if !isCoded || coding == .identity { return identity }
    return coded.withLock { coded in
      if coding == .br {
        if coded.br == nil { coded.br = encoded("br", Brotli.compress(body, quality: isKept ? 9 : 2)) }
        return coded.br ?? identity
      }
      if coded.gzip == nil { coded.gzip = encoded("gzip", Gzip.compress(body, level: isKept ? 9 : 1)) }
      return coded.gzip ?? identity
    }
  }

  /// An answer of no epoch is sent once: the best compression would never earn back its time.
  private var isKept: Bool { epochNumber >= 0 }

  private func encoded(_ coding: String, _ bytes: [UInt8]?) -> Variant? {
    guard let bytes else { return nil }
    let etag = "W/\"\(String(decoding: tag, as: UTF8.self))\""
    let head = PreparedResponse.head(
      "200 OK", etag, coding: coding, length: bytes.count, contentType: contentType, headers: headers)
    return Variant(head: head, body: bytes)
  }
}
