package import JSON

/// What is wrong with one field of a body or of a query.
package struct FieldFault: Hashable, Sendable {
  package enum Code: String, Sendable, CaseIterable {
    case breached
    case invalidChoice = "invalid_choice"
    case invalidFormat = "invalid_format"
    case invalidType = "invalid_type"
    case matchesEmail = "matches_email"
    case notUnique = "not_unique"
    case outOfRange = "out_of_range"
    case readOnly = "read_only"
    case required
    case tooLong = "too_long"
    case tooShort = "too_short"
    case undeclaredKey = "undeclared_key"
    case unknownField = "unknown_field"
    case unknownValue = "unknown_value"
  }

  /// Dotted, with indices: `content.kind`, `bookmarks[3].id`.
  package let field: String
  package let code: Code
  package let message: String
  /// What would have been accepted, for forms to say in their own words: `min`, `max`, `allowed`, `pattern`.
  package let bounds: [JSONValue.Member]

  package init(_ field: String, _ code: Code, _ message: String, bounds: [JSONValue.Member] = []) {
    self.field = field
    self.code = code
    self.message = message
    self.bounds = bounds
  }
}

/// The faults found while one value is read, and how strictly it is read.
package struct FieldFaults: Sendable {
  package private(set) var all: [FieldFault] = []
  /// Members that no shape names are passed over instead of being faults.
  let ignoresUnknownMembers: Bool

  package init(ignoresUnknownMembers: Bool = false) { self.ignoresUnknownMembers = ignoresUnknownMembers }

  package var count: Int { all.count }
  package mutating func append(_ fault: FieldFault) { all.append(fault) }
}
