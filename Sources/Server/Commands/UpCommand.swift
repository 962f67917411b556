import Ambient
import Arguments
import IdentityHTTP
import ReadingHTTP
import ReadingRules
import ReadingStore
import SQL

/// What `bin/up` runs: everything a first run needs, then `serve`.
enum UpCommand {
  static let command = Command(
    "up", "Migrates, imports the sample library on the first run, and serves.", settings: ServerSettings.serve
  ) { invocation in
    await reporting {
      let configuration = Configuration(settings: invocation.settings)
      let key = try await prepare(configuration)
      let wayIn = try await firstAdministrator(configuration)
      return try await Serving(configuration: configuration).run { address in
        Terminal.print("\nAtrium serves the library at \(address)/reading/")
        if let key {
          Terminal.print("An API key for the JSON side, shown this once: \(key)")
          Terminal.print("Try: curl -H \"X-API-Key: \(key)\" \(address)/api/config/")
        }
        if let wayIn {
          Terminal.print(
            "The administrator is \(invocation.settings[ServerSettings.administrator]). Set the password within the hour, with this link, once:"
          )
          Terminal.print(AdministratorCommand.link(wayIn, address))
        }
        Terminal.print("Stop it with Control-C.\n")
      }
    }
  }

  /// A way in for the administrator, as long as there is none who could sign in.
  private static func firstAdministrator(_ configuration: Configuration) async throws -> Identity.WayIn? {
    let database = try configuration.openDatabase()
    defer { database.close() }
    let hub = try HubSite(configuration, database: database, publicURL: try configuration.reading().webBase)
    let email = configuration.settings[ServerSettings.administrator]
    do {
      return try await hub.identity.firstAdministrator(email, at: configuration.ambient.now())
    } catch let refusal as Identity.AdministratorRefusal { throw CommandFailure(sentence: refusal.sentence) }
  }

  /// Migrates; on an empty library imports the sample and makes a key, which is returned.
  private static func prepare(_ configuration: Configuration) async throws -> String? {
    let database = try configuration.openDatabase()
    defer { database.close() }
    _ = try configuration.migrator.migrate(database)
    let isEmpty = try await database.read { tx in
      try LibraryExport.read(in: tx).objects.isEmpty && tx.all(APIKeys.list).isEmpty
    }
    guard isEmpty, let folder = configuration.sampleFolder else { return nil }
    Terminal.complain("Importing the sample library")
    let progress = Progress()
    let importer = LibraryImporter(
      database: database, reading: try configuration.reading(), ambient: configuration.ambient,
      renditions: configuration.renditionsProgram)
    var options = LibraryImporter.Options()
    options.applies = true
    let outcome = try await importer.run(folder, options) { progress.report($0, $1, of: $2) }
    progress.finish()
    for message in outcome.messages where message.severity == .error { Terminal.complain(message.line) }
    if outcome.hasErrors { throw CommandFailure(sentence: "The sample library could not be imported.") }
    return try await AdminCommand.newKey(database, label: "first run", ambient: configuration.ambient).key
  }
}
