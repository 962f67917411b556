import JSON

/// Why there are no renditions. The codes are stable; the parent process switches on them.
struct Refusal: Error {
  enum Code: String {
    case badRequest = "bad_request"
    case sourceUnreadable = "source_unreadable"
    case tooManyBytes = "too_many_bytes"
    case unknownFormat = "unknown_format"
    case tooManyPixels = "too_many_pixels"
    case sideOutOfRange = "side_out_of_range"
    case undecodable
    case outputFailed = "output_failed"
    case unavailable
  }
  let code: Code
  let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  var line: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("error")
    writer.beginObject()
    writer.name("code")
    writer.string(code.rawValue)
    writer.name("message")
    writer.string(message)
    writer.endObject()
    writer.endObject()
    return writer.bytes
  }
}
