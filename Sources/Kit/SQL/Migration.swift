/// One step of a noun's schema. Forward only, and never changed once released.
package struct Migration: Sendable {
  package let noun: String
  package let number: Int
  package let name: String
  let sqlite: [UInt8]
  let postgres: [UInt8]

  package init(noun: String, number: Int, name: String, sql: [UInt8]) {
    self.init(noun: noun, number: number, name: name, sqlite: sql, postgres: sql)
  }

  package init(noun: String, number: Int, name: String, sqlite: [UInt8], postgres: [UInt8]) {
    self.noun = noun
    self.number = number
    self.name = name
    self.sqlite = sqlite
    self.postgres = postgres
  }

  func text(for engine: Engine) -> [UInt8] { engine == .sqlite ? sqlite : postgres }
}

/// Why a schema was left as it is.
package enum MigrationRefusal: Error, Hashable, Sendable {
  /// The database has a migration that this program does not know.
  case newer(noun: String, number: Int, name: String)
  /// A migration was changed after it was applied.
  case changed(noun: String, number: Int, name: String)

  package var sentence: String {
    switch self {
    case .newer(let noun, let number, let name):
      "The database is newer than this program: it has migration \(noun) \(number) (\(name)), which is not known here. Run the newer program."
    case .changed(let noun, let number, let name):
      "Migration \(noun) \(number) (\(name)) is not the one that was applied to this database. Released migrations must not be edited."
    }
  }
}
