import Ambient
import Arguments
import AuditStore
import Crypto
import Files
import Idempotency
import IdentityStore
import Jobs
import MailStore
import ReadingHTTP
import ReadingStore
import SQL
import Telemetry
import Time

/// Why a command could not do its work, as one sentence for a person.
struct CommandFailure: Error {
  let sentence: String
}

/// The settings of one run, typed; what every command that touches data begins with.
struct Configuration: Sendable {
  let settings: Settings
  let ambient = Ambient.live

  var dataFolder: String { settings[ServerSettings.data] }
  var mediaFolder: String { dataFolder + "/media" }

  var databaseURL: String {
    let url = settings[ServerSettings.database]
    return url.isEmpty ? "sqlite:\(dataFolder)/atrium.db" : url
  }

  var log: Log {
    Log(Log.Level.allCases.first { $0.name == settings[ServerSettings.logLevel] } ?? .info, ambient: ambient)
  }

  static let migrations =
    ReadingStore.migrations + IdempotencyStore.migrations + AuditStore.migrations + IdentityStore.migrations
    + JobQueue.migrations + Outbox.migrations

  var migrator: Migrator { Migrator(Configuration.migrations, ambient: ambient) }

  func openDatabase() throws -> Database {
    do throws(FileError) { try Files.makeFolders(dataFolder, mode: 0o750) } catch {
      throw CommandFailure(sentence: error.sentence + ".")
    }
    do {
      return try Database(databaseURL, connections: settings[ServerSettings.databaseConnections])
    } catch {
      throw CommandFailure(sentence: Configuration.sentence(for: error))
    }
  }

  /// A database whose schema is the one that this program knows.
  func openCurrentDatabase() throws -> Database {
    let database = try openDatabase()
    do {
      let pending = try migrator.pending(database)
      guard pending.isEmpty else {
        throw CommandFailure(sentence: "The database lacks \(pending.count) migrations. Run: atrium migrate")
      }
      return database
    } catch {
      database.close()
      throw error
    }
  }

  /// The name of a database without its password, for messages.
  static func sentence(for error: any Error) -> String {
    switch error {
    case let failure as CommandFailure: failure.sentence
    case let refusal as MigrationRefusal: refusal.sentence
    case let error as FileError: error.sentence + "."
    case CryptoError.sealed:
      "The key file atrium.key in the data folder is not the one that this database was sealed with: put the right one back."
    case StoreError.unavailable(let text): "The database does not answer: \(text)."
    case StoreError.damaged(let text):
      "The database is damaged: \(text). Restore a back-up, or look at it before anything else writes to it."
    case StoreError.diskFull: "The disk is full. Nothing was changed."
    case StoreError.busy: "Another process holds the database. Nothing was changed; try again."
    case let error: "Something unforeseen went wrong: \(error)."
    }
  }

  /// - Parameter port: the one that is listened on, where addresses are to name it.
  func reading(port: Int? = nil) throws -> ReadingOptions {
    let host = settings[ServerSettings.host]
    let shown = host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "localhost" : host.contains(":") ? "[\(host)]" : host
    let own = "http://\(shown):\(port ?? settings[ServerSettings.port])"
    var options = ReadingOptions()
    options.webBase = settings.isSet(ServerSettings.webBaseURL) ? settings[ServerSettings.webBaseURL] : own
    options.mediaBase =
      settings.isSet(ServerSettings.cdnBaseURL) ? settings[ServerSettings.cdnBaseURL] : options.webBase + "/media"
    options.publicCacheSeconds = settings[ServerSettings.publicCacheSeconds]
    options.staleWhileRevalidateSeconds = settings[ServerSettings.publicSWRSeconds]
    options.staleIfErrorSeconds = settings[ServerSettings.publicSIESeconds]
    options.compresses = settings[ServerSettings.compression]
    options.poolSize = settings[ServerSettings.homePoolSize]
    options.whatsNewDays = Int64(settings[ServerSettings.whatsNewDays])
    options.fillsFurtherReading = settings[ServerSettings.furtherReadingAutofill]
    options.zone = try Configuration.zone(settings[ServerSettings.siteTimeZone])
    options.wordsPerMinute = settings[ServerSettings.readWPM]
    options.publicRate = settings[ServerSettings.publicRate]
    options.keepsResponses = settings[ServerSettings.responseCache]
    options.mediaFolder = mediaFolder
    return options
  }

  /// A zone by its name in the IANA database.
  static func zone(_ name: String) throws -> ZoneRules {
    if name == "UTC" { return .utc }
    let isName =
      !name.hasPrefix("/") && !name.contains("..")
      && name.utf8.allSatisfy {
        (65...90).contains($0) || (97...122).contains($0) || (48...57).contains($0) || "/_+-".utf8.contains($0)
      }
    guard isName, let bytes = try? Files.read("/usr/share/zoneinfo/" + name, limit: 1 << 20),
      let rules = try? ZoneRules(tzif: bytes)
    else {
      throw CommandFailure(sentence: "site-timezone is “\(name)”; there is no such zone in /usr/share/zoneinfo.")
    }
    return rules
  }

  var renditionsProgram: String {
    let set = settings[ServerSettings.renditions]
    return set.isEmpty ? Process.programFolder() + "/atrium-renditions" : set
  }

  /// The folder of scripts, styles and strings: beside the program, or in the source tree that it was built in.
  var webFolder: String {
    let set = settings[ServerSettings.web]
    if !set.isEmpty { return set }
    let program = Process.programFolder()
    return ["/Web", "/../share/atrium/Web", "/../../../Web"].map { program + $0 }.first(where: Process.isFolder)
      ?? "Web"
  }

  /// The sample library, where there is one.
  var sampleFolder: String? {
    let program = Process.programFolder()
    return ["/Samples/library", "/../share/atrium/library", "/../../../Samples/library"].map { program + $0 }.first(
      where: Process.isFolder)
  }
}
