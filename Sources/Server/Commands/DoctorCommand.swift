import Ambient
import Arguments
import Files
import Glibc
import IdentityStore
import JSON
import ReadingHTTP
import ReadingStore
import SQL

/// Looks for what is usually wrong, and says what to do.
enum DoctorCommand {
  struct Finding {
    var check: String
    var isWell: Bool
    var text: String
  }

  static let command = Command(
    "doctor", "Looks for what is usually wrong and says what to do.", flags: [.init("json", nil, "Prints JSON.")],
    settings: ServerSettings.serve
  ) { invocation in
    await reporting {
      let findings = await examine(Configuration(settings: invocation.settings))
      if invocation.has("json") {
        let rows = findings.map { finding in
          JSONValue.object([
            .init("check", .string(finding.check)), .init("text", .string(finding.text)),
            .init("well", .bool(finding.isWell)),
          ])
        }
        Terminal.print(bytes: JSONValue.array(rows).bytes + [0x0A])
      } else {
        for finding in findings { Terminal.print("\(finding.isWell ? "✓" : "✗") \(finding.check): \(finding.text)") }
      }
      return findings.allSatisfy(\.isWell) ? .done : .failed
    }
  }

  private static func examine(_ configuration: Configuration) async -> [Finding] {
    var findings: [Finding] = []
    func note(_ check: String, _ isWell: Bool, _ text: String) {
      findings.append(Finding(check: check, isWell: isWell, text: text))
    }
    let folder = configuration.dataFolder
    note(
      "data folder", access(folder, W_OK) == 0,
      access(folder, W_OK) == 0 ? folder : "\(folder) is not there or cannot be written")
    note(
      "renditions", access(configuration.renditionsProgram, X_OK) == 0,
      access(configuration.renditionsProgram, X_OK) == 0
        ? configuration.renditionsProgram
        : "the program \(configuration.renditionsProgram) is missing; build it, or set renditions")
    note(
      "web folder", Process.isFolder(configuration.webFolder),
      Process.isFolder(configuration.webFolder)
        ? configuration.webFolder : "\(configuration.webFolder) is missing; set web")
    do { _ = try configuration.reading(); note("settings", true, "every value can be used") } catch {
      note("settings", false, Configuration.sentence(for: error))
    }
    for (name, setting) in [("cdn-base-url", ServerSettings.cdnBaseURL), ("web-base-url", ServerSettings.webBaseURL)] {
      let value = configuration.settings[setting]
      let isPublic = configuration.settings[ServerSettings.host] != "127.0.0.1"
      if isPublic, value.isEmpty {
        note(name, false, "the server listens to others, and addresses in payloads will name its own port; set \(name)")
      }
    }
    await examineDatabase(configuration, note)
    return findings
  }

  /// Opens what the database has sealed, so that a wrong key is found before a start is.
  private static func examineKey(
    _ configuration: Configuration, _ database: Database, _ note: (String, Bool, String) -> Void
  ) async {
    do {
      // Looking makes no key: a database that nobody started on has none yet.
      guard access(configuration.keyFile, F_OK) == 0 else {
        let now = configuration.ambient.now()
        let isNew = try await database.read { tx in try SigningKeys.all(at: now, in: tx) }.isEmpty
        return note(
          "key file", isNew,
          isNew ? "the first start makes it" : "\(configuration.keyFile) is missing; put the one of this database back")
      }
      let hub = try HubSite(configuration, database: database, publicURL: try configuration.reading().webBase)
      try await hub.checkKey()
      note("key file", true, "opens what the database has sealed; keep a copy apart from the back-ups")
    } catch { note("key file", false, Configuration.sentence(for: error)) }
  }

  private static func examineDatabase(_ configuration: Configuration, _ note: (String, Bool, String) -> Void) async {
    do {
      let database = try configuration.openDatabase()
      defer { database.close() }
      note("database", true, "\(database.engine.rawValue) answers")
      let pending = try configuration.migrator.pending(database)
      note(
        "schema", pending.isEmpty,
        pending.isEmpty ? "up to date" : "\(pending.count) migrations are missing; run atrium migrate")
      guard pending.isEmpty else { return }
      await examineKey(configuration, database, note)
      let keys = try await database.read { tx in try tx.all(APIKeys.active) }
      note(
        "API keys", !keys.isEmpty,
        keys.isEmpty
          ? "there are none, so no app can read; run atrium admin api-key create --label TEXT"
          : "\(keys.count) in force")
      let site = ReadingSite(
        database: database, options: try configuration.reading(), ambient: configuration.ambient, log: configuration.log
      )
      let isEmpty = await site.isHeroEmpty()
      note(
        "home page", !isEmpty,
        isEmpty ? "there is no quotation for its top; publish a passage with a quote" : "has a quotation")
      let missing = try await site.missingMedia()
      note(
        "media", missing.isEmpty,
        missing.isEmpty
          ? "every file is in place" : "\(missing.count) files are missing, \(missing[0]) for one; import again")
    } catch {
      note("database", false, Configuration.sentence(for: error))
    }
  }
}
