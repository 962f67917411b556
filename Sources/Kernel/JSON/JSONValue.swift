/// Any JSON value (RFC 8259). Objects keep the order of their members; names are unique, byte for byte.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// Finite; never a whole number that `integer` can hold exactly.
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  public struct Member: Hashable, Sendable {
    public let name: String
    public let value: JSONValue
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The member of that name, or nil where this is no object or has none.
  public subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    for member in members where sameBytes(member.name, name) { return member.value }
    return nil
  }
}

/// Order of names by their UTF-8 bytes. Swift's own order of strings is by canonical equivalence.
public func bytewise(_ a: String, _ b: String) -> Bool { compareBytes(a, b) < 0 }

/// Equality of names by their UTF-8 bytes. Swift's own equality takes `é` and `e` with an accent for one.
func sameBytes(_ a: String, _ b: String) -> Bool { a.utf8.count == b.utf8.count && compareBytes(a, b) == 0 }

/// Negative, zero or positive, as the bytes of `a` come before, with or after those of `b`.
private func compareBytes(_ a: String, _ b: String) -> Int {
  let fast = a.utf8.withContiguousStorageIfAvailable { left in
    b.utf8.withContiguousStorageIfAvailable { right in
      for index in 0..<min(left.count, right.count) where left[index] != right[index] {
        return Int(left[index]) - Int(right[index])
      }
      return left.count - right.count
    }
  }
  if let fast, let order = fast { return order }
  if a.utf8.elementsEqual(b.utf8) { return 0 }
  return a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : 1
}
