/// Appends JSON to a byte buffer, without white space and with `/` unescaped. The caller writes object members in the
/// order wanted: sorted bytewise by name for the canonical form (Reading spec §13.3).
public struct JSONWriter: Sendable {
  /// Room for what comes; only the first `count` bytes are text.
  private var buffer: [UInt8]
  private var count = 0
  private var needsComma = false

  public init(reserving capacity: Int = 256) { buffer = [UInt8](repeating: 0, count: max(64, capacity)) }

  /// What was written so far, copied.
  public var bytes: [UInt8] { Array(buffer[..<count]) }

  public mutating func beginObject() { open(UInt8(ascii: "{")) }
  public mutating func endObject() { close(UInt8(ascii: "}")) }
  public mutating func beginArray() { open(UInt8(ascii: "[")) }
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  public mutating func name(_ name: String) {
    quote(name, then: UInt8(ascii: ":"))
    needsComma = false
  }

  public mutating func string(_ value: String) {
    quote(value, then: nil)
    needsComma = true
  }

  public mutating func null() { word("null") }
  public mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

  public mutating func integer(_ value: Int64) {
    var magnitude = value.magnitude
    var length = value < 0 ? 2 : 1
    var rest = magnitude
    while rest >= 10 {
      rest /= 10
      length &+= 1
    }
    write(upTo: length) { text in
      var at = length
      repeat {
        at &-= 1
        text[at] = 48 &+ UInt8(truncatingIfNeeded: magnitude % 10)
        magnitude /= 10
      } while magnitude > 0
      if value < 0 { text[0] = UInt8(ascii: "-") }
      return length
    }
  }

  /// The shortest digits that read back as the same number, laid out as ECMAScript does (RFC 8785 §3.2.2.3). A value that
  /// is not finite has no JSON form and is written as null.
  public mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    if let whole = Int64(exactly: value) { return integer(whole) }
    if !shortDecimal(value) { raw(shortestDecimal(value)) }
  }

  /// Writes a number of at most 15 digits, eight of them after the point: it reads back as itself, and no shorter one does,
  /// because two decimals of 15 digits are never the same double. False, and nothing written, for others.
  private mutating func shortDecimal(_ value: Double) -> Bool {
    let magnitude = value.magnitude
    guard magnitude >= 1e-6, magnitude < 1e14 else { return false }
    var power = 1.0
    for decimals in 1...8 {
      power *= 10
      guard magnitude * power < 1e15 - 1 else { return false }
      let scaled = Double(UInt64(magnitude * power + 0.5))
      guard scaled / power == magnitude else { continue }
      var rest = UInt64(scaled)
      let isNegative = value < 0
      write(upTo: 25) { text in
        var length = isNegative ? 3 : 2
        var whole = UInt64(magnitude)
        while whole >= 10 {
          whole /= 10
          length &+= 1
        }
        length &+= decimals
        var at = length
        for digit in 0..<18 {
          at &-= 1
          if digit == decimals {
            text[at] = UInt8(ascii: ".")
            continue
          }
          text[at] = 48 &+ UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
          if at == (isNegative ? 1 : 0) { break }
        }
        if isNegative { text[0] = UInt8(ascii: "-") }
        return length
      }
      return true
    }
    return false
  }

  /// Bytes that are one complete JSON value already.
  public mutating func raw(_ value: [UInt8]) {
    value.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      write(upTo: source.count) { text in
        text.update(from: base, count: source.count)
        return source.count
      }
    }
  }

  private mutating func open(_ bracket: UInt8) {
    write(upTo: 1) { text in
      text[0] = bracket
      return 1
    }
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    needsComma = false
    write(upTo: 1) { text in
      text[0] = bracket
      return 1
    }
  }

  private mutating func word(_ word: StaticString) {
    let length = word.utf8CodeUnitCount
    write(upTo: length) { text in
      text.update(from: word.utf8Start, count: length)
      return length
    }
  }

  /// Makes room for a comma and `length` bytes, and lets `body` write at most so many and say how many.
  @inline(__always)
  private mutating func write(upTo length: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
    let comma = needsComma ? 1 : 0
    if count + comma + length > buffer.count { grow(by: comma + length) }
    let start = count + comma
    count = buffer.withUnsafeMutableBufferPointer { all in
      guard let base = all.baseAddress else { return start }
      if comma == 1 { base[start - 1] = UInt8(ascii: ",") }
      return start + body(base + start)
    }
    needsComma = true
  }

  @inline(never)
  private mutating func grow(by length: Int) {
    buffer.append(contentsOf: repeatElement(0, count: max(buffer.count, length)))
  }
}

// MARK: Strings

extension JSONWriter {
  @inline(__always)
  private mutating func quote(_ text: String, then last: UInt8?) {
    if text.utf8.withContiguousStorageIfAvailable({ quote($0, then: last) }) == nil {
      Array(text.utf8).withUnsafeBufferPointer { quote($0, then: last) }
    }
  }

  private mutating func quote(_ source: UnsafeBufferPointer<UInt8>, then last: UInt8?) {
    let end = source.count
    var length = end + 2 + (last == nil ? 0 : 1)
    var plain = 0
    if let base = source.baseAddress {
      plain = JSONWriter.plainEnd(base, from: 0, to: end)
      if plain < end { length += JSONWriter.escapeLength(base, from: plain, to: end) }
    }
    write(upTo: length) { text in
      text[0] = UInt8(ascii: "\"")
      if let base = source.baseAddress {
        (text + 1).update(from: base, count: plain)
        var at = 1 + plain
        var index = plain
        while index < end {
          JSONWriter.escape(base[index], to: text, at: &at)
          let start = index + 1
          index = JSONWriter.plainEnd(base, from: start, to: end)
          (text + at).update(from: base + start, count: index - start)
          at += index - start
        }
      }
      text[length - (last == nil ? 1 : 2)] = UInt8(ascii: "\"")
      if let last { text[length - 1] = last }
      return length
    }
  }

  /// How many bytes the escapes from there on add.
  private static func escapeLength(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    var length = 0
    var at = start
    while at < end {
      switch base[at] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x0A, 0x0D, 0x09, 0x08, 0x0C: length &+= 1
      default: length &+= 5
      }
      at = plainEnd(base, from: at &+ 1, to: end)
    }
    return length
  }

  /// Writes one byte that needs it as its escape.
  private static func escape(_ byte: UInt8, to text: UnsafeMutablePointer<UInt8>, at: inout Int) {
    text[at] = UInt8(ascii: "\\")
    let letter: UInt8
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter = byte
    case 0x0A: letter = UInt8(ascii: "n")
    case 0x0D: letter = UInt8(ascii: "r")
    case 0x09: letter = UInt8(ascii: "t")
    case 0x08: letter = UInt8(ascii: "b")
    case 0x0C: letter = UInt8(ascii: "f")
    default:
      text[at + 1] = UInt8(ascii: "u")
      text[at + 2] = 48
      text[at + 3] = 48
      text[at + 4] = 48 + byte >> 4
      text[at + 5] = byte & 15 < 10 ? 48 + byte & 15 : 87 + byte & 15
      at &+= 6
      return
    }
    text[at + 1] = letter
    at &+= 2
  }

  /// The first index at or after `start` whose byte needs an escape, or `end`.
  @inline(__always)
  static func plainEnd(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    var at = start
    while at &+ 8 <= end {
      let word = UInt64(littleEndian: UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self))
      let stops = stops(in: word)
      if stops != 0 { return at &+ stops.trailingZeroBitCount &>> 3 }
      at &+= 8
    }
    while at < end, !needsEscape(base[at]) { at &+= 1 }
    return at
  }

  /// Sets the top bit of each byte that needs an escape; bits above the lowest one set may be wrong (Mycroft 1987).
  @inline(__always)
  private static func stops(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let slashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let low = (word &- ones &* 0x20) & ~word
    return (low | ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)) & (ones &* 0x80)
  }

  @inline(__always)
  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }
}
