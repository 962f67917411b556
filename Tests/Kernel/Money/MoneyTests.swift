import Money
import Support
import Testing

@Suite struct `Money, tried` {
  let euro = Currency("EUR")!

  @Test func `currencies never mix and sums never wrap`() throws {
    #expect(throws: MoneyError.differentCurrencies) {
      try Money(minorUnits: 1, euro).adding(Money(minorUnits: 1, Currency("JPY")!))
    }
    #expect(throws: MoneyError.overflow) { try Money(minorUnits: .max, euro).adding(Money(minorUnits: 1, euro)) }
    #expect(throws: MoneyError.overflow) { try Money(minorUnits: .max, euro).multiplied(by: 2) }
    #expect(
      Currency("eur") == nil && Currency("EURO") == nil && Currency("JPY")?.decimals == 0
        && Currency("KWD")?.decimals == 3)
  }

  static let shares: [(Int64, Int64, Int64, Int64)] = [
    (5, 1, 2, 2), (15, 1, 10, 2), (25, 1, 10, 2), (-5, 1, 2, -2), (-15, 1, 10, -2), (100, 1, 3, 33), (200, 1, 3, 67),
  ]

  @Test(arguments: shares) func `a share is rounded half to even`(
    _ amount: Int64, _ numerator: Int64, _ denominator: Int64, _ expected: Int64
  ) throws {
    #expect(try Money(minorUnits: amount, euro).scaled(by: numerator, over: denominator).minorUnits == expected)
  }

  @Test(arguments: UInt64(0)..<32) func `nothing is lost when an amount is split`(_ seed: UInt64) throws {
    var random = SeededBytes(seed: seed)
    for _ in 0..<100 {
      let amount = Int64(bitPattern: random.next()) / 4
      let weights = (0...random.next() % 7).map { _ in Int64(random.next() % 1000) } + [1]
      let parts = try Money(minorUnits: amount, euro).allocated(by: weights)
      #expect(parts.reduce(0) { $0 + $1.minorUnits } == amount)
    }
    #expect(try Money(minorUnits: 100, euro).allocated(by: [1, 1, 1]).map(\.minorUnits) == [34, 33, 33])
    #expect(throws: MoneyError.noShares) { try Money(minorUnits: 1, euro).allocated(by: []) }
  }
}
