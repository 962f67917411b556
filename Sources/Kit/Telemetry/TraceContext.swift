import Encoding

/// W3C Trace Context, level 1: the `traceparent` field.
package struct TraceContext: Hashable, Sendable {
  /// 16 bytes, not all zero.
  package let traceID: [UInt8]
  /// 8 bytes, not all zero.
  package let parentID: [UInt8]
  package let isSampled: Bool

  /// Reads version 00, and later versions by what they have in common with it (§4.1). Nil for anything malformed: a new
  /// trace is started then.
  package init?(traceparent text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 55, bytes[2] == 45, bytes[35] == 45, bytes[52] == 45 else { return nil }
    let parts = [bytes[0..<2], bytes[3..<35], bytes[36..<52], bytes[53..<55]].map {
      String(decoding: $0, as: UTF8.self)
    }
    let isLower = parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) } }
    guard isLower, let version = Hex.decode(parts[0]), let trace = Hex.decode(parts[1]),
      let parent = Hex.decode(parts[2]),
      let flags = Hex.decode(parts[3]), version[0] != 0xFF,
      version[0] == 0 ? bytes.count == 55 : bytes.count == 55 || bytes[55] == 45,
      trace.contains(where: { $0 != 0 }), parent.contains(where: { $0 != 0 })
    else { return nil }
    (traceID, parentID, isSampled) = (trace, parent, flags[0] & 1 == 1)
  }

  package init(traceID: [UInt8], parentID: [UInt8], isSampled: Bool) {
    (self.traceID, self.parentID, self.isSampled) = (traceID, parentID, isSampled)
  }

  package var traceparent: String { "00-\(Hex.encode(traceID))-\(Hex.encode(parentID))-\(isSampled ? "01" : "00")" }
}
