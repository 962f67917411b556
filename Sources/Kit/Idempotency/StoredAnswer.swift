package import API

/// An answer as it was first given, to be given again.
package struct StoredAnswer: Hashable, Sendable {
  package let status: Int
  package let headers: Headers
  package let body: [UInt8]

  package init(status: Int, headers: Headers = Headers(), body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// Whether a repetition gets it again. What a later attempt may change (a new sign-in, a wait, a repair of ours) is not
  /// kept: the key is free then. Hub spec §2.8.
  package var isKept: Bool { (200..<500).contains(status) && status != 401 && status != 429 }

  /// Headers and body in one piece: a count of fields, then each name, each value and the body behind their lengths.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    func add(_ number: Int) {
      for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    add(headers.fields.count)
    for piece in headers.fields.flatMap({ [Array($0.name.utf8), Array($0.value.utf8)] }) + [body] {
      add(piece.count)
      bytes += piece
    }
    return bytes
  }

  /// Nil for what `bytes` did not make.
  init?(status: Int, bytes: [UInt8]) {
    var rest = bytes[...]
    func number() -> Int? {
      guard rest.count >= 4 else { return nil }
      defer { rest = rest.dropFirst(4) }
      return rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
    func piece() -> ArraySlice<UInt8>? {
      guard let count = number(), count <= rest.count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    guard let count = number(), count <= rest.count else { return nil }
    var fields: [Headers.Field] = []
    for _ in 0..<count {
      guard let name = piece(), let value = piece() else { return nil }
      fields.append(Headers.Field(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
    }
    guard let body = piece(), rest.isEmpty else { return nil }
    self.init(status: status, headers: Headers(fields), body: Array(body))
  }
}
