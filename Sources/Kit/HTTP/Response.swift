package import API

/// One answer. The connection adds `Date`, `Content-Length` or `Transfer-Encoding`, `Connection` and `X-Request-ID`.
package struct Response: Sendable {
  package var status: Int
  package var headers: Headers
  package var body: ResponseBody

  package init(status: Int, headers: Headers = Headers(), body: ResponseBody = .none) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

package enum ResponseBody: Sendable {
  case none
  case bytes([UInt8])
  /// A ready-made 200, sent as it is, or its 304 when the request's If-None-Match names it. Status and headers are its own.
  /// `key` is the API key it was given for, when one was needed; later requests with that key are answered without the handler.
  case prepared(PreparedResponse, key: [UInt8]?)
  /// `length` bytes of a file from `offset`; the file is opened before the head is sent.
  case file(path: String, offset: Int64, length: Int64)
  /// Written piece by piece; `write` returns when the piece has left, so a slow reader slows the writer.
  case stream(length: Int?, @Sendable (_ write: @Sendable ([UInt8]) async throws -> Void) async throws -> Void)
}
