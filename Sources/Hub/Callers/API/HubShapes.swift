package import API
package import CallersRules
package import Identifiers
import JSON
package import Time

extension Shape {
  /// A typed id: another kind's prefix, or no ULID, is a fault.
  package static func id<Kind: IDKind>() -> Shape<ID<Kind>> where Value == ID<Kind> {
    parsed(pattern: "^\(Kind.prefix)_[0-9A-HJKMNP-TV-Z]{26}$", ID<Kind>.init, \.description)
  }

  /// A readable id, such as `app_planner`.
  package static func named<Kind: IDKind>() -> Shape<NamedID<Kind>> where Value == NamedID<Kind> {
    parsed(pattern: "^\(Kind.prefix)_[a-z0-9_-]{1,64}$", NamedID<Kind>.init, \.name)
  }

  /// Text that a type's only initialiser checks.
  package static func parsed(
    _ length: ClosedRange<Int> = 1...255, format: String? = nil, pattern: String? = nil,
    _ parse: @escaping @Sendable (String) -> Value?, _ spell: @escaping @Sendable (Value) -> String
  ) -> Shape<Value> {
    let text = Shape<String>.string(length, format: format, pattern: pattern, isValid: { parse($0) != nil })
    return Shape(
      text: .string, read: { json, field, faults in text.read(json, field, &faults).flatMap(parse) },
      write: { value, writer in text.write(spell(value), &writer) }, describe: text.describe)
  }
}

extension Shape where Value == PersonReference {
  /// `me` or `usr_…`.
  package static let person = Shape.parsed(
    pattern: "^(me|usr_[0-9A-HJKMNP-TV-Z]{26})$",
    { text in text == "me" ? .me : ID<UserKind>(text).map(PersonReference.id) },
    { reference in
      switch reference {
      case .me: "me"
      case .id(let id): id.description
      }
    })
}

extension Shape where Value == Instant {
  /// RFC 3339, UTC; whole seconds on output, fractions accepted on input. Hub spec §2.1.
  package static let instant = Shape.parsed(
    1...40, format: "date-time", { Instant(rfc3339: $0) }, { $0.rfc3339 })
}

/// One page of a list. Hub spec §2.5.
package struct Page<Item: Sendable>: Sendable {
  package var items: [Item]
  package var nextCursor: String?

  package init(_ items: [Item], nextCursor: String?) {
    self.items = items
    self.nextCursor = nextCursor
  }

  package static func shape(_ name: String, of item: Shape<Item>) -> Shape<Page<Item>> {
    let position = Shape<Position>.object(
      "PagePosition", "", Field("next_cursor", Shape<String>.string.orNull) { $0.nextCursor },
      Field("has_more", .bool) { $0.hasMore }, make: { Position(nextCursor: $0, hasMore: $1) })
    return .object(
      name, "", Field("data", item.list()) { $0.items },
      Field("page", position) { Position(nextCursor: $0.nextCursor, hasMore: $0.nextCursor != nil) },
      make: { Page($0, nextCursor: $1.nextCursor) })
  }

  private struct Position: Sendable {
    var nextCursor: String?
    var hasMore: Bool
  }
}

extension Shape where Value == Void {
  /// The body of an answer without one.
  package static let nothing = Shape(
    read: { _, _, _ in () }, write: { _, _ in }, describe: { _ in .members(("type", .string("null"))) })
}
