/// What an identifier names. Each kind is one line in the registry, `IDKinds.swift`.
public protocol IDKind: Sendable {
  /// Two to eight lower-case letters, without the underscore.
  static var prefix: StaticString { get }
}

/// A ULID that knows what it names: `usr_…` cannot be passed where `ent_…` is wanted. 48 bits of milliseconds since 1970,
/// then 80 random bits, so that ids sort by the time they were made.
public struct ID<Kind: IDKind>: Hashable, Sendable {
  public let bits: UInt128

  public init(bits: UInt128) { self.bits = bits }

  /// Makes an id from a time and ten random bytes.
  public init(milliseconds: Int64, random: [UInt8]) {
    var bits = UInt128(UInt64(clamping: milliseconds) & 0xFFFF_FFFF_FFFF)
    for index in 0..<10 { bits = bits << 8 | UInt128(index < random.count ? random[index] : 0) }
    self.bits = bits
  }
}

extension ID: Comparable {
  public static func < (a: ID, b: ID) -> Bool { a.bits < b.bits }
}

/// A readable name that a specification fixes, such as `app_planner`: the kind's prefix, then 1 to 64 lower-case letters,
/// digits, underscores and hyphens.
public struct NamedID<Kind: IDKind>: Hashable, Sendable {
  public let name: String

  public init?(_ text: String) {
    let prefix = "\(Kind.prefix)_"
    guard text.hasPrefix(prefix) else { return nil }
    let body = text.utf8.dropFirst(prefix.utf8.count)
    guard (1...64).contains(body.count),
      body.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || $0 == 95 || $0 == 45 })
    else {
      return nil
    }
    name = text
  }
}

/// A plain number from 1 to 2^53 - 1, the largest that every JSON reader keeps exact.
public struct NumberedID<Kind>: Hashable, Sendable {
  public let number: Int64

  public init?(_ number: Int64) {
    guard number >= 1, number <= 9_007_199_254_740_991 else { return nil }
    self.number = number
  }

  /// Reads `[1-9][0-9]*`: no sign, no leading zero, no overflow. Reading spec §2.
  public init?(pathSegment text: some StringProtocol) {
    let digits = text.utf8
    guard let first = digits.first, (49...57).contains(first), digits.count <= 16,
      digits.allSatisfy({ (48...57).contains($0) }),
      let number = Int64(text)
    else { return nil }
    self.init(number)
  }
}
