/// A number as it is written: digits times a power of ten.
struct Decimal {
  /// Significant digits, 0 to 9, without leading zeros.
  private(set) var digits: [UInt8] = []
  var exponent = 0

  mutating func append(_ digit: UInt8) {
    if digit != 0 || !digits.isEmpty { digits.append(digit) }
  }

  /// The value, where it is whole and within Int64.
  func integer(isNegative: Bool) -> Int64? {
    if digits.isEmpty { return 0 }
    var kept = digits.count
    while digits[kept - 1] == 0 { kept -= 1 }
    let zeros = exponent + digits.count - kept
    guard zeros >= 0, kept + zeros <= 19 else { return nil }
    var value: Int64 = 0
    for index in 0..<kept + zeros {
      let digit = Int64(index < kept ? digits[index] : 0)
      let (tens, isOver) = value.multipliedReportingOverflow(by: 10)
      let (sum, isBeyond) = tens.addingReportingOverflow(isNegative ? -digit : digit)
      if isOver || isBeyond { return nil }
      value = sum
    }
    return value
  }

  /// The nearest double, ties to the even one; nil when it would be infinite.
  ///
  /// Exact for every input and the same on every machine: `strtod` is not there in bare WebAssembly.
  var magnitude: Double? {
    let scale = digits.count + exponent
    if digits.isEmpty || scale < -330 { return 0 }
    if scale > 310 { return nil }
    if digits.count <= 15, abs(exponent) <= 22 {
      // Both factors are exact in a double, so one operation rounds once (Clinger 1990).
      let value = Double(digits.reduce(Int64(0)) { $0 * 10 + Int64($1) })
      return exponent < 0 ? value / Decimal.power(-exponent) : value * Decimal.power(exponent)
    }
    var numerator = Natural()
    for digit in digits { numerator.multiply(by: 10, adding: UInt32(digit)) }
    var denominator = Natural(1)
    for _ in 0..<abs(exponent) {
      if exponent > 0 { numerator.multiply(by: 10, adding: 0) } else { denominator.multiply(by: 10, adding: 0) }
    }
    return Decimal.nearest(numerator, over: denominator)
  }

  /// 10 to a power of at most 22, which a double holds exactly.
  private static func power(_ exponent: Int) -> Double {
    var value = 1.0
    for _ in 0..<exponent { value *= 10 }
    return value
  }

  /// Divides to 63 or 64 bits and rounds these, with whatever remains, to the 53 bits of a double or the fewer of a
  /// subnormal one.
  private static func nearest(_ numerator: Natural, over denominator: Natural) -> Double? {
    let shift = 63 - (numerator.bitWidth - denominator.bitWidth)
    var rest = numerator
    var divisor = denominator
    if shift > 0 { rest.shiftLeft(by: shift) } else { divisor.shiftLeft(by: -shift) }
    let quotient = rest.takeQuotient(by: divisor)
    let width = 64 - quotient.leadingZeroBitCount
    let exponent = width - 1 - shift
    let dropped = width - min(53, 1075 + exponent)
    if dropped > 64 { return 0 }
    let half: UInt64 = 1 << UInt64(dropped - 1)
    let below = quotient & (half &<< 1 &- 1 | half)
    var kept = dropped == 64 ? 0 : quotient >> UInt64(dropped)
    if below > half || (below == half && (!rest.isZero || kept & 1 == 1)) { kept += 1 }
    let value = Double(sign: .plus, exponent: dropped - shift, significand: Double(kept))
    return value.isFinite ? value : nil
  }
}

/// A natural number of any size, least significant limb first.
private struct Natural {
  private var limbs: [UInt32]

  init(_ value: UInt32 = 0) { limbs = value == 0 ? [] : [value] }

  var isZero: Bool { limbs.isEmpty }
  var bitWidth: Int { limbs.count * 32 - (limbs.last?.leadingZeroBitCount ?? 0) }

  mutating func multiply(by factor: UInt32, adding carry: UInt32) {
    var carry = UInt64(carry)
    for index in limbs.indices {
      carry += UInt64(limbs[index]) * UInt64(factor)
      limbs[index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    if carry > 0 { limbs.append(UInt32(truncatingIfNeeded: carry)) }
  }

  mutating func shiftLeft(by bits: Int) {
    if bits % 32 > 0 { multiply(by: 1 << UInt32(bits % 32), adding: 0) }
    limbs.insert(contentsOf: repeatElement(0, count: bits / 32), at: 0)
  }

  /// Leaves the remainder and gives the quotient, which is below 2^64.
  mutating func takeQuotient(by divisor: Natural) -> UInt64 {
    var shifted = divisor
    shifted.shiftLeft(by: 63)
    var quotient: UInt64 = 0
    for _ in 0..<64 {
      quotient <<= 1
      if shifted.isAtMost(self) {
        subtract(shifted)
        quotient |= 1
      }
      shifted.halve()
    }
    return quotient
  }

  private func isAtMost(_ other: Natural) -> Bool {
    if limbs.count != other.limbs.count { return limbs.count < other.limbs.count }
    for index in limbs.indices.reversed() where limbs[index] != other.limbs[index] {
      return limbs[index] < other.limbs[index]
    }
    return true
  }

  private mutating func subtract(_ other: Natural) {
    var borrow: Int64 = 0
    for index in limbs.indices {
      let difference = Int64(limbs[index]) - (index < other.limbs.count ? Int64(other.limbs[index]) : 0) + borrow
      limbs[index] = UInt32(truncatingIfNeeded: difference)
      borrow = difference < 0 ? -1 : 0
    }
    while limbs.last == 0 { limbs.removeLast() }
  }

  private mutating func halve() {
    var carry: UInt32 = 0
    for index in limbs.indices.reversed() {
      let limb = limbs[index]
      limbs[index] = limb >> 1 | carry << 31
      carry = limb & 1
    }
    while limbs.last == 0 { limbs.removeLast() }
  }
}
