/// A currency by its ISO 4217 code, with the number of decimal places of its minor unit.
public struct Currency: Hashable, Sendable {
  public let code: String
  public let decimals: Int

  /// Three capital letters. Currencies without a minor unit, and those with three decimals, are known; the rest have two.
  public init?(_ code: String) {
    guard code.utf8.count == 3, code.utf8.allSatisfy({ (65...90).contains($0) }) else { return nil }
    self.code = code
    switch code {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF":
      decimals = 0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": decimals = 3
    default: decimals = 2
    }
  }
}

public enum MoneyError: Error, Hashable, Sendable { case overflow, differentCurrencies, noShares }

/// An amount in whole minor units (cents); never a fraction, never a float.
public struct Money: Hashable, Sendable {
  public let minorUnits: Int64
  public let currency: Currency

  public init(minorUnits: Int64, _ currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  public func adding(_ other: Money) throws(MoneyError) -> Money {
    guard currency == other.currency else { throw .differentCurrencies }
    let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
    guard !overflow else { throw .overflow }
    return Money(minorUnits: sum, currency)
  }

  public func multiplied(by factor: Int64) throws(MoneyError) -> Money {
    let (product, overflow) = minorUnits.multipliedReportingOverflow(by: factor)
    guard !overflow else { throw .overflow }
    return Money(minorUnits: product, currency)
  }

  /// `numerator / denominator` of the amount, rounded half to even.
  public func scaled(by numerator: Int64, over denominator: Int64) throws(MoneyError) -> Money {
    guard denominator > 0 else { throw .overflow }
    let product = Int128(minorUnits) * Int128(numerator)
    var (quotient, remainder) = product.quotientAndRemainder(dividingBy: Int128(denominator))
    let twice = remainder.magnitude * 2
    if twice > Int128(denominator).magnitude || (twice == Int128(denominator).magnitude && quotient % 2 != 0) {
      quotient += product < 0 ? -1 : 1
    }
    guard let whole = Int64(exactly: quotient) else { throw .overflow }
    return Money(minorUnits: whole, currency)
  }

  /// Splits the amount by weights without losing a unit: units left over go to the largest remainders, first come first served.
  public func allocated(by weights: [Int64]) throws(MoneyError) -> [Money] {
    let total = weights.reduce(Int128(0)) { $0 + Int128($1) }
    guard total > 0, weights.allSatisfy({ $0 >= 0 }) else { throw .noShares }
    let shares = weights.map { weight -> (whole: Int128, remainder: UInt128) in
      let (whole, remainder) = (Int128(minorUnits) * Int128(weight)).quotientAndRemainder(dividingBy: total)
      return (whole, remainder.magnitude)
    }
    var left = Int128(minorUnits) - shares.reduce(Int128(0)) { $0 + $1.whole }
    var amounts = shares.map { $0.whole }
    for index in shares.indices.sorted(by: { (shares[$0].remainder, $1) > (shares[$1].remainder, $0) }) where left != 0
    {
      amounts[index] += left > 0 ? 1 : -1
      left -= left > 0 ? 1 : -1
    }
    return amounts.map { Money(minorUnits: Int64($0), currency) }
  }
}
