import Identifiers
import IdentityRules
package import SQL

/// Identity's tables. Each kind of row has an enum of its own, with the statements that are run on it.
package enum IdentityStore {
  package static let migrations = [
    Migration(noun: "identity", number: 1, name: "identity", sql: PackageResources.m0001_identity_sql)
  ]
}

extension SQLValue {
  static func id<Kind: IDKind>(_ id: ID<Kind>) -> SQLValue { .text(id.description) }
  static func id<Kind: IDKind>(orNull id: ID<Kind>?) -> SQLValue { .text(orNull: id?.description) }
}

extension Row {
  /// An id that was written as one.
  func id<Kind: IDKind>(_ name: String) throws(StoreError) -> ID<Kind> {
    guard let id = ID<Kind>(try text(name)) else { throw .damaged("column \(name) holds no id of its kind") }
    return id
  }

  func words(_ name: String) throws(StoreError) -> [String] { try text(name).split(separator: " ").map(String.init) }

  func status(_ name: String) throws(StoreError) -> PersonStatus {
    guard let status = PersonStatus(rawValue: try text(name)) else { throw .damaged("column \(name) holds no status") }
    return status
  }

  func reason(_ name: String) throws(StoreError) -> RevocationReason? {
    try textOrNull(name).map { RevocationReason(rawValue: $0) ?? .admin }
  }
}
