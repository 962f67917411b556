import Arguments
import JSON
import SQL

enum MigrateCommand {
  static let command = Command(
    "migrate", "Brings the database to this version.",
    discussion: "Safe to interrupt and to run twice at once. A database that is newer than this program is left alone.",
    flags: [.init("json", nil, "Prints what was applied as JSON.")], settings: ServerSettings.store
  ) { invocation in
    await reporting {
      let configuration = Configuration(settings: invocation.settings)
      let database = try configuration.openDatabase()
      defer { database.close() }
      let applied = try configuration.migrator.migrate(database)
      if invocation.has("json") {
        let rows = applied.map { step in
          JSONValue.object([
            .init("name", .string(step.name)), .init("noun", .string(step.noun)),
            .init("number", .integer(Int64(step.number))),
          ])
        }
        Terminal.print(bytes: JSONValue.object([.init("applied", .array(rows))]).bytes + [0x0A])
      } else if applied.isEmpty {
        Terminal.print("The database is up to date.")
      } else {
        for step in applied { Terminal.print("Applied \(step.noun) \(step.number), \(step.name).") }
      }
      return .done
    }
  }
}
