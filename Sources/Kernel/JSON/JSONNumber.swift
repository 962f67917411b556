extension JSONParser {
  /// RFC 8259 §6. A number outside a double's range is refused; one that is whole and fits Int64 is an integer.
  mutating func number() throws(JSONError) -> JSONValue {
    let start = at
    let isNegative = bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    guard at < bytes.count else { throw fail(.unexpectedEnd) }
    guard isDigit(at) else { throw fail(.invalidNumber) }
    var magnitude: UInt64 = 0
    var fits = true
    if bytes[at] == UInt8(ascii: "0") {
      at += 1
      if isDigit(at) { throw fail(.invalidNumber) }
    } else {
      while isDigit(at) {
        let (tens, over1) = magnitude.multipliedReportingOverflow(by: 10)
        let (sum, over2) = tens.addingReportingOverflow(UInt64(bytes[at] - UInt8(ascii: "0")))
        if over1 || over2 { fits = false }
        magnitude = sum
        at += 1
      }
    }
    var isWhole = true
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      isWhole = false
      at += 1
      guard at < bytes.count else { throw fail(.unexpectedEnd) }
      guard isDigit(at) else { throw fail(.invalidNumber) }
      while isDigit(at) { at += 1 }
    }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      at += 1
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
      guard at < bytes.count else { throw fail(.unexpectedEnd) }
      guard isDigit(at) else { throw fail(.invalidNumber) }
      while isDigit(at) { at += 1 }
    }
    if at - start > limits.numberLength { throw JSONError(reason: .numberTooLong, offset: start) }
    if isWhole, fits {
      if isNegative, magnitude <= UInt64(Int64.max) + 1 { return .integer(Int64(truncatingIfNeeded: 0 &- magnitude)) }
      if !isNegative, magnitude <= UInt64(Int64.max) { return .integer(Int64(magnitude)) }
    }
    guard let value = Double(String(decoding: bytes[start..<at], as: UTF8.self)), value.isFinite else {
      throw JSONError(reason: .numberOutOfRange, offset: start)
    }
    if let integer = Int64(exactly: value) { return .integer(integer) }
    return .double(value)
  }

  private func isDigit(_ index: Int) -> Bool {
    index < bytes.count && bytes[index] >= UInt8(ascii: "0") && bytes[index] <= UInt8(ascii: "9")
  }
}
