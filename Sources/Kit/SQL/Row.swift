package import Time

/// Names of a result's columns. Columns are mostly read in their order, so the next one is tried first.
final class Columns {
  private let names: [String]
  private var next = 0

  init(_ names: [String]) { self.names = names }

  func index(_ name: String) throws(StoreError) -> Int32 {
    if next < names.count, names[next] == name {
      next += 1
      return Int32(next - 1)
    }
    guard let found = names.firstIndex(of: name) else { throw .misuse("the statement has no column \(name)") }
    next = found + 1
    return Int32(found)
  }
}

/// Where a row's values are read from.
protocol RowSource: AnyObject {
  func isNull(_ column: Int32) -> Bool
  func int(_ column: Int32) throws(StoreError) -> Int64
  func double(_ column: Int32) throws(StoreError) -> Double
  func text(_ column: Int32) throws(StoreError) -> String
  func bytes(_ column: Int32) throws(StoreError) -> [UInt8]
  func bool(_ column: Int32) throws(StoreError) -> Bool
}

/// One row of a result; valid only inside the closure that is handed it.
package struct Row {
  let source: any RowSource
  let columns: Columns

  package func isNull(_ name: String) throws(StoreError) -> Bool { source.isNull(try columns.index(name)) }
  package func int(_ name: String) throws(StoreError) -> Int64 { try source.int(try required(name)) }
  package func double(_ name: String) throws(StoreError) -> Double { try source.double(try required(name)) }
  package func text(_ name: String) throws(StoreError) -> String { try source.text(try required(name)) }
  package func bytes(_ name: String) throws(StoreError) -> [UInt8] { try source.bytes(try required(name)) }
  package func bool(_ name: String) throws(StoreError) -> Bool { try source.bool(try required(name)) }
  package func instant(_ name: String) throws(StoreError) -> Instant { Instant(microseconds: try int(name)) }

  package func intOrNull(_ name: String) throws(StoreError) -> Int64? {
    guard let column = try present(name) else { return nil }
    return try source.int(column)
  }
  package func doubleOrNull(_ name: String) throws(StoreError) -> Double? {
    guard let column = try present(name) else { return nil }
    return try source.double(column)
  }
  package func textOrNull(_ name: String) throws(StoreError) -> String? {
    guard let column = try present(name) else { return nil }
    return try source.text(column)
  }
  package func bytesOrNull(_ name: String) throws(StoreError) -> [UInt8]? {
    guard let column = try present(name) else { return nil }
    return try source.bytes(column)
  }
  package func instantOrNull(_ name: String) throws(StoreError) -> Instant? {
    try intOrNull(name).map { Instant(microseconds: $0) }
  }

  private func present(_ name: String) throws(StoreError) -> Int32? {
    let column = try columns.index(name)
    return source.isNull(column) ? nil : column
  }

  private func required(_ name: String) throws(StoreError) -> Int32 {
    let column = try columns.index(name)
    if source.isNull(column) { throw .misuse("column \(name) is null") }
    return column
  }
}
