import Money
import Support
import Testing

private let dollar = Currency("USD")!
private let yen = Currency("JPY")!
private func dollars(_ cents: Int64) -> Money { Money(minorUnits: cents, dollar) }

@Suite struct `Amounts of money` {
  @Test(arguments: [("USD", 2), ("JPY", 0), ("KWD", 3), ("EUR", 2)])
  func `a currency knows its decimals`(_ code: String, _ decimals: Int) {
    #expect(Currency(code)?.decimals == decimals)
  }

  @Test(arguments: ["", "US", "USDX", "usd", "U$D", "ÜSD"])
  func `another code is refused`(_ code: String) { #expect(Currency(code) == nil) }

  @Test func `sums are checked`() throws {
    #expect(try dollars(150).adding(dollars(-50)) == dollars(100))
    #expect(throws: MoneyError.overflow) { try dollars(.max).adding(dollars(1)) }
    #expect(throws: MoneyError.differentCurrencies) { try dollars(1).adding(Money(minorUnits: 1, yen)) }
    #expect(throws: MoneyError.overflow) { try dollars(.min).multiplied(by: -1) }
    #expect(try dollars(600).multiplied(by: 7) == dollars(4200))
  }

  static let halves: [(cents: Int64, numerator: Int64, denominator: Int64, expected: Int64)] = [
    (1, 1, 2, 0), (3, 1, 2, 2), (5, 1, 2, 2), (-1, 1, 2, 0), (-3, 1, 2, -2), (-5, 1, 2, -2), (7, 1, 3, 2), (8, 1, 3, 3),
    (-8, 1, 3, -3), (100, 19, 100, 19), (.max, 1, 1, .max), (.max, .max, .max, .max), (0, 5, 7, 0),
  ]

  @Test(arguments: halves)
  func `a share is rounded half to even`(_ c: (cents: Int64, numerator: Int64, denominator: Int64, expected: Int64))
    throws
  {
    #expect(try dollars(c.cents).scaled(by: c.numerator, over: c.denominator) == dollars(c.expected))
  }

  @Test func `a share that cannot be held is an error`() {
    #expect(throws: MoneyError.overflow) { try dollars(.max).scaled(by: 2, over: 1) }
    #expect(throws: MoneyError.overflow) { try dollars(1).scaled(by: 1, over: 0) }
  }

  static let splits: [(cents: Int64, weights: [Int64], expected: [Int64])] = [
    (100, [1, 1, 1], [34, 33, 33]), (-100, [1, 1, 1], [-34, -33, -33]), (5, [3, 7], [2, 3]),
    (1, [0, 1, 1], [0, 1, 0]),
    (0, [1, 2], [0, 0]), (.max, [1], [.max]), (.min, [1], [.min]), (7, [0, 0, 5], [0, 0, 7]),
  ]

  @Test(arguments: splits)
  func `a split loses nothing and favours the largest remainder, then the first`(
    _ c: (cents: Int64, weights: [Int64], expected: [Int64])
  ) throws {
    #expect(try dollars(c.cents).allocated(by: c.weights).map(\.minorUnits) == c.expected)
  }

  @Test(arguments: 1...32) func `the parts add up, whatever the weights`(seed: Int) throws {
    var random = SeededBytes(seed: UInt64(seed))
    for _ in 0..<50 {
      let amount = Int64(bitPattern: random.next()) >> 2
      var weights = (0..<Int.random(in: 1...9, using: &random)).map { _ in Int64.random(in: 0...1000, using: &random) }
      weights[0] += 1
      let parts = try dollars(amount).allocated(by: weights)
      #expect(parts.reduce(Int64(0)) { $0 + $1.minorUnits } == amount)
      for (part, weight) in zip(parts, weights) where weight == 0 { #expect(part.minorUnits == 0) }
    }
  }

  @Test(arguments: [[], [0], [0, 0], [-1, 2]] as [[Int64]])
  func `weights that share nothing are refused`(_ weights: [Int64]) {
    #expect(throws: MoneyError.noShares) { try dollars(1).allocated(by: weights) }
  }
}
