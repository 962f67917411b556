import Encoding

extension ID: CustomStringConvertible, LosslessStringConvertible {
  /// `usr_01J…`: the kind's prefix, an underscore, 26 digits of Crockford's base 32.
  public var description: String { "\(Kind.prefix)_" + Crockford.encode(bits) }

  /// Nil for another kind's prefix and for anything that is no ULID.
  public init?(_ text: String) {
    let prefix = "\(Kind.prefix)_"
    guard text.utf8.starts(with: prefix.utf8), let bits = Crockford.decode(text.utf8.dropFirst(prefix.utf8.count))
    else { return nil }
    self.init(bits: bits)
  }
}
