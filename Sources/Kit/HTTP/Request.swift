package import API

/// One request, its head complete and its body perhaps still arriving.
package struct Request: Sendable {
  package var method: HTTPMethod
  /// The request target in origin form, exactly as received: never decoded, never normalised.
  package var target: String
  package var headers: Headers
  package var body: RequestBody
  /// The client's address: the peer's, or what a trusted proxy says it is.
  package var remoteAddress: String
  /// True when the client's connection is HTTPS, by a trusted proxy's word.
  package var isSecure: Bool
  /// The `X-Request-ID` that the answer carries.
  package var id: String

  package init(
    method: HTTPMethod, target: String, headers: Headers = Headers(), body: RequestBody = .empty,
    remoteAddress: String = "127.0.0.1", isSecure: Bool = false, id: String = "test"
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.remoteAddress = remoteAddress
    self.isSecure = isSecure
    self.id = id
  }

  /// The target before the first `?`, not decoded.
  package var path: Substring { target[..<(target.firstIndex(of: "?") ?? target.endIndex)] }

  /// The target after the first `?`, not decoded; nil where there is none.
  package var query: Substring? {
    target.firstIndex(of: "?").map { target[target.index(after: $0)...] }
  }
}

/// A body as it arrives, in chunks. Reading pauses the connection until the next chunk is asked for, so a fast sender
/// never fills memory.
package struct RequestBody: Sendable {
  /// Returns the next chunk, or nil at the end. Throws when the client went away or sent a malformed body.
  package var next: @Sendable () async throws -> [UInt8]?
  /// The announced `Content-Length`; nil when chunked, 0 when there is no body.
  package var length: Int?

  package init(length: Int?, next: @escaping @Sendable () async throws -> [UInt8]?) {
    self.length = length
    self.next = next
  }

  package static let empty = RequestBody(length: 0) { nil }
}

extension RequestBody {
  /// The whole body. Throws `BodyError.tooLarge` as soon as it is known to be over `limit` bytes: at once when it was announced.
  package func collect(limit: Int) async throws -> [UInt8] {
    if let length, length > limit { throw BodyError.tooLarge }
    var bytes: [UInt8] = []
    while let chunk = try await next() {
      if bytes.count + chunk.count > limit { throw BodyError.tooLarge }
      bytes += chunk
    }
    return bytes
  }

  /// A body that is there already.
  package init(_ bytes: [UInt8]) {
    let channel = BodyChannel {}
    if !bytes.isEmpty { _ = channel.add(bytes) }
    channel.end()
    self.init(length: bytes.count) { try await channel.next() }
  }
}
