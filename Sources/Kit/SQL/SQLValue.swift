package import Time

/// A value on its way into a statement.
package enum SQLValue: Hashable, Sendable {
  case null
  case int(Int64)
  case double(Double)
  case text(String)
  case bytes([UInt8])
  case bool(Bool)

  package static func int(_ value: Int) -> SQLValue { .int(Int64(value)) }
  /// Microseconds since 1970, UTC, in a BIGINT: the form of every `…_at` column.
  package static func instant(_ value: Instant) -> SQLValue { .int(value.microseconds) }

  package static func int(orNull value: Int64?) -> SQLValue { value.map(SQLValue.int) ?? .null }
  package static func int(orNull value: Int?) -> SQLValue { value.map { .int(Int64($0)) } ?? .null }
  package static func text(orNull value: String?) -> SQLValue { value.map(SQLValue.text) ?? .null }
  package static func bytes(orNull value: [UInt8]?) -> SQLValue { value.map(SQLValue.bytes) ?? .null }
  package static func double(orNull value: Double?) -> SQLValue { value.map(SQLValue.double) ?? .null }
  package static func instant(orNull value: Instant?) -> SQLValue { value.map(SQLValue.instant) ?? .null }
}
