package import API

/// A request's head as it came, in one buffer, with places instead of strings. Reused from request to request.
struct RequestHead {
  /// Target, names and values, one after another.
  private(set) var bytes: [UInt8] = []
  private(set) var target: Range<Int> = 0..<0
  private(set) var fields: [(name: Range<Int>, value: Range<Int>)] = []
  private var isInValue = true

  init() { bytes.reserveCapacity(2048) }

  mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    target = 0..<0
    isInValue = true
  }

  mutating func appendTarget(_ part: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: part)
    target = 0..<bytes.count
  }

  mutating func appendName(_ part: UnsafeBufferPointer<UInt8>) {
    if isInValue {
      fields.append((bytes.count..<bytes.count, bytes.count..<bytes.count))
      isInValue = false
    }
    bytes.append(contentsOf: part)
    fields[fields.count - 1].name = fields[fields.count - 1].name.lowerBound..<bytes.count
  }

  mutating func appendValue(_ part: UnsafeBufferPointer<UInt8>) {
    guard !fields.isEmpty else { return }
    if !isInValue {
      isInValue = true
      fields[fields.count - 1].value = bytes.count..<bytes.count
    }
    bytes.append(contentsOf: part)
    fields[fields.count - 1].value = fields[fields.count - 1].value.lowerBound..<bytes.count
  }

  /// Takes scheme and authority off an absolute target (RFC 9112 §3.2.2); answers the authority.
  mutating func takeAuthority() -> Range<Int>? {
    // Only at the very start: `/sign-in?next=http://a/` is a path like any other.
    var start = target.lowerBound
    switch bytes[target].first {
    case UInt8(ascii: "h"), UInt8(ascii: "H"): break
    default: return nil
    }
    let isHTTPS = isPrefix(of: target, "https://")
    guard isHTTPS || isPrefix(of: target, "http://") else { return nil }
    start += isHTTPS ? 8 : 7
    let end = bytes[start..<target.upperBound].firstIndex { $0 == 47 || $0 == 63 } ?? target.upperBound
    target = end..<target.upperBound
    return start..<end
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  var headers: Headers { Headers(fields.map { Headers.Field(text($0.name), text($0.value)) }) }

  /// The values' places of the fields of that lower-case name.
  func value(_ name: StaticString) -> (value: Range<Int>, count: Int)? {
    var found: Range<Int>?
    var count = 0
    for field in fields where field.name.count == name.utf8CodeUnitCount && isSame(field.name, name) {
      if found == nil { found = field.value }
      count += 1
    }
    return found.map { ($0, count) }
  }

  /// True when there is one field of that lower-case name and its value is that one, whatever the case.
  func isOnly(_ name: StaticString, _ value: StaticString) -> Bool {
    guard let found = self.value(name), found.count == 1 else { return false }
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let end = bytes[found.value].lastIndex { !isBlank($0) }.map { $0 + 1 } ?? found.value.lowerBound
    let range = found.value.lowerBound..<end
    return range.count == value.utf8CodeUnitCount && isSame(range, value)
  }

  private func isPrefix(of range: Range<Int>, _ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    return range.count >= count && isSame(range.lowerBound..<range.lowerBound + count, name)
  }

  private func isSame(_ range: Range<Int>, _ name: StaticString) -> Bool {
    for offset in 0..<range.count {
      let byte = bytes[range.lowerBound + offset]
      let lower = byte >= 65 && byte <= 90 ? byte | 0x20 : byte
      if lower != name.utf8Start[offset] { return false }
    }
    return true
  }
}
