extension JSONParser {
  /// RFC 8259 §6. A number too large for a double is refused; one too small is 0. One that is whole and fits Int64 is an
  /// integer, however it is written, and `-0` is 0; other whole numbers are the nearest double.
  @inline(__always)
  mutating func number() throws(JSONError) -> JSONValue {
    let start = at
    let isNegative = base[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    let first = at
    var value: Int64 = 0
    while at < count, base[at] &- 48 < 10, at &- first < 18 {
      value = value &* 10 &+ Int64(base[at] &- 48)
      at &+= 1
    }
    let taken = at - first
    let isPlain = at == count || (base[at] &- 48 > 9 && base[at] != UInt8(ascii: ".") && base[at] | 0x20 != 0x65)
    if isPlain, taken == 1 || (taken > 1 && base[first] != 48), at - start <= limits.numberLength {
      return .integer(isNegative ? -value : value)
    }
    if taken > 0, taken == 1 || base[first] != 48, let value = shortFraction(from: start, first, value, isNegative) {
      return .double(value)
    }
    at = first
    return try longNumber(from: start, isNegative)
  }

  /// Digits, a point and digits, fifteen in all at most and not all of the latter zero: one division of two exact doubles
  /// rounds once (Clinger 1990). Nil, with nothing taken, for other numbers.
  @inline(__always)
  private mutating func shortFraction(from start: Int, _ first: Int, _ whole: Int64, _ isNegative: Bool) -> Double? {
    guard at < count, base[at] == UInt8(ascii: "."), at &- first < 15 else { return nil }
    var value = whole
    var power = 1.0
    var index = at &+ 1
    while index < count, base[index] &- 48 < 10, index &- first <= 15 {
      value = value &* 10 &+ Int64(base[index] &- 48)
      power *= 10
      index &+= 1
    }
    let isEnd = index == count || (base[index] &- 48 > 9 && base[index] | 0x20 != 0x65)
    guard isEnd, index &- at > 1, index &- start <= limits.numberLength else { return nil }
    let magnitude = Double(value) / power
    guard magnitude != Double(Int64(magnitude)) else { return nil }
    at = index
    return isNegative ? -magnitude : magnitude
  }

  private mutating func longNumber(from start: Int, _ isNegative: Bool) throws(JSONError) -> JSONValue {
    var decimal = Decimal()
    let whole = try digits(of: start, into: &decimal)
    if whole > 1, base[at - whole] == UInt8(ascii: "0") { throw JSONError(.invalidNumber, at: at - whole + 1) }
    if at < count, base[at] == UInt8(ascii: ".") {
      at += 1
      decimal.exponent -= try digits(of: start, into: &decimal)
    }
    if at < count, base[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      let isBelow = at < count && base[at] == UInt8(ascii: "-")
      if at < count, isBelow || base[at] == UInt8(ascii: "+") { at += 1 }
      let power = try power(of: start)
      decimal.exponent += isBelow ? -power : power
    }
    if let integer = decimal.integer(isNegative: isNegative) { return .integer(integer) }
    guard let magnitude = decimal.magnitude else { throw JSONError(.numberOutOfRange, at: start) }
    let value = isNegative ? -magnitude : magnitude
    if let integer = Int64(exactly: value) { return .integer(integer) }
    return .double(value)
  }

  /// Takes one or more digits, and says how many.
  private mutating func digits(of start: Int, into decimal: inout Decimal) throws(JSONError) -> Int {
    let first = at
    while at < count, base[at] &- 48 < 10 {
      decimal.append(base[at] &- 48)
      at += 1
      if at - start > limits.numberLength { throw JSONError(.numberTooLong, at: start) }
    }
    if at == first { throw fail(at == count ? .unexpectedEnd : .invalidNumber) }
    return at - first
  }

  /// The digits of an exponent; all above 99,999 are as good as that.
  private mutating func power(of start: Int) throws(JSONError) -> Int {
    let first = at
    var value = 0
    while at < count, base[at] &- 48 < 10 {
      value = min(value * 10 + Int(base[at] &- 48), 99_999)
      at += 1
      if at - start > limits.numberLength { throw JSONError(.numberTooLong, at: start) }
    }
    if at == first { throw fail(at == count ? .unexpectedEnd : .invalidNumber) }
    return value
  }
}
