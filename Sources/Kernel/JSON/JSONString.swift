extension JSONParser {
  /// A string, from its quotation mark to the byte after its end. RFC 8259 §7.
  @inline(__always)
  mutating func string() throws(JSONError) -> String {
    at += 1
    let start = at
    at = JSONWriter.plainEnd(base, from: at, to: count)
    // Most strings have no escape: they are found, checked and made in one go.
    if at < count, base[at] == UInt8(ascii: "\"") {
      guard let text = validString(slice(start, at)) else { throw JSONError(.invalidUTF8, at: start) }
      at += 1
      return text
    }
    return try escapedString(from: start)
  }

  /// Nil where the bytes are not UTF-8. What is not valid comes out of the standard library's decoding mended, so a string
  /// of other bytes than it was made of tells; `String(validating:)` does the same, but unspecialised and slower.
  @inline(__always)
  private func validString(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.count == bytes.count else { return nil }
    let isSame = text.utf8.withContiguousStorageIfAvailable { made in
      for index in 0..<bytes.count where made[index] != bytes[index] { return false }
      return true
    }
    return isSame == true ? text : nil
  }

  private func slice(_ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + start, count: end - start)
  }

  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(at - start + 64)
    text.append(contentsOf: slice(start, at))
    while true {
      guard at < count else { throw fail(.unexpectedEnd) }
      switch base[at] {
      case UInt8(ascii: "\""):
        guard let text = text.withUnsafeBufferPointer({ validString($0) }) else {
          throw JSONError(.invalidUTF8, at: start)
        }
        at += 1
        return text
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw fail(.controlCharacter)
      default:
        let end = JSONWriter.plainEnd(base, from: at, to: count)
        text.append(contentsOf: slice(at, end))
        at = end
      }
    }
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    let start = at
    at += 1
    guard at < count else { throw fail(.unexpectedEnd) }
    let letter = base[at]
    at += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): append(try escapedScalar(from: start), to: &text)
    default: throw JSONError(.invalidEscape, at: start)
    }
  }

  /// `\u` and four digits, or the two of a surrogate pair.
  private mutating func escapedScalar(from start: Int) throws(JSONError) -> UInt32 {
    let first = try hexQuad(from: start)
    if first < 0xD800 || first >= 0xE000 { return first }
    guard first < 0xDC00, at + 1 < count, base[at] == UInt8(ascii: "\\"), base[at + 1] == UInt8(ascii: "u") else {
      throw JSONError(.loneSurrogate, at: start)
    }
    at += 2
    let second = try hexQuad(from: start)
    guard second >= 0xDC00, second < 0xE000 else { throw JSONError(.loneSurrogate, at: start) }
    return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
  }

  private mutating func hexQuad(from start: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard at < count else { throw fail(.unexpectedEnd) }
      let digit: UInt8
      switch base[at] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = base[at] - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = base[at] - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = base[at] - UInt8(ascii: "A") + 10
      default: throw JSONError(.invalidEscape, at: start)
      }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }

  private func append(_ scalar: UInt32, to text: inout [UInt8]) {
    switch scalar {
    case 0..<0x80: text.append(UInt8(scalar))
    case 0x80..<0x800: text += [UInt8(0xC0 | scalar >> 6), UInt8(0x80 | scalar & 0x3F)]
    case 0x800..<0x10000:
      text += [UInt8(0xE0 | scalar >> 12), UInt8(0x80 | scalar >> 6 & 0x3F), UInt8(0x80 | scalar & 0x3F)]
    default:
      text += [
        UInt8(0xF0 | scalar >> 18), UInt8(0x80 | scalar >> 12 & 0x3F), UInt8(0x80 | scalar >> 6 & 0x3F),
        UInt8(0x80 | scalar & 0x3F),
      ]
    }
  }
}
