/// If-None-Match (RFC 9110 §13.1.2), read the way Reading spec §13.2 fixes it.
package enum ConditionalRequest {
  /// Whether the field's value names `tag` (the hash alone, without quotes), by weak comparison. Quoted strings are scanned,
  /// so a comma inside one belongs to it; `*` matches; unquoted tokens match nothing; garbage is no match.
  package static func matches(_ value: some RandomAccessCollection<UInt8>, tag: [UInt8]) -> Bool {
    var rest = value[...]
    while true {
      while let byte = rest.first, byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: ",") { rest = rest.dropFirst() }
      guard let first = rest.first else { return false }
      if first == UInt8(ascii: "*") {
        let after = rest.dropFirst().first { $0 != 0x20 && $0 != 0x09 }
        return after == nil || after == UInt8(ascii: ",")
      }
      if first == UInt8(ascii: "W"), rest.dropFirst().first == UInt8(ascii: "/") { rest = rest.dropFirst(2) }
      if rest.first == UInt8(ascii: "\"") {
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return false }
        if rest[rest.startIndex..<end].elementsEqual(tag) { return true }
        rest = rest[end...].dropFirst()
      } else {
        guard let comma = rest.firstIndex(of: UInt8(ascii: ",")) else { return false }
        rest = rest[comma...]
      }
    }
  }
}
