import API

/// Appends answers to a connection's output.
struct ResponseWriter {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(16 * 1024) }

  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  mutating func takeAll() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  mutating func append(_ part: [UInt8]) { bytes += part }
  mutating func append(_ text: String) { bytes += text.utf8 }

  /// The end of every head: what only the connection knows, and the empty line.
  mutating func finishHead(date: [UInt8], id: ArraySlice<UInt8>, close: Bool) {
    bytes += date
    bytes += ResponseWriter.idName
    bytes += id
    bytes += close ? ResponseWriter.closeEnd : ResponseWriter.end
  }

  private static let idName = Array("X-Request-ID: ".utf8)
  private static let end = Array("\r\n\r\n".utf8)
  private static let closeEnd = Array("\r\nConnection: close\r\n\r\n".utf8)

  mutating func beginHead(_ status: Int, _ headers: Headers) {
    append("HTTP/1.1 \(status) \(ResponseWriter.reason(status))\r\n")
    for field in headers.fields where !ResponseWriter.isOurs(field.name) {
      bytes += field.name.utf8
      bytes += [0x3A, 0x20]
      // Whatever a value holds, it stays in its line.
      for byte in field.value.utf8 { bytes.append(byte < 0x20 && byte != 0x09 || byte == 0x7F ? 0x20 : byte) }
      bytes += [0x0D, 0x0A]
    }
  }

  /// Fields that only the connection can know; a handler's own would contradict them (RFC 9112 §6).
  private static func isOurs(_ name: String) -> Bool {
    switch name.utf8.count {
    case 4: name.lowercased() == "date"
    case 10: ["connection", "keep-alive"].contains(name.lowercased())
    case 12: name.lowercased() == "x-request-id"
    case 14: name.lowercased() == "content-length"
    case 17: name.lowercased() == "transfer-encoding"
    default: false
    }
  }

  /// RFC 9110 §6.4.1; a HEAD request is the other case.
  static func hasNoBody(_ status: Int) -> Bool { status == 204 || status == 304 || status < 200 }

  mutating func appendChunk(_ chunk: [UInt8]) {
    append(String(chunk.count, radix: 16) + "\r\n")
    bytes += chunk
    bytes += [0x0D, 0x0A]
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 206: "Partial Content"
    case 304: "Not Modified"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 416: "Range Not Satisfiable"
    case 422: "Unprocessable Content"
    case 428: "Precondition Required"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    default: "Status"
    }
  }
}
