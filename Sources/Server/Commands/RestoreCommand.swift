import Arguments
import Files
import JSON
import SQL

enum RestoreCommand {
  static let command = Command(
    "restore", "Puts a back-up in place. Atrium must not be running.",
    discussion:
      "Every file is checked against its hash first. Data that is there is left alone unless --replace is said.",
    arguments: [.init("DIR", "A folder that atrium backup wrote.")],
    flags: [.init("replace", nil, "Writes over the data that is there.")], settings: ServerSettings.store
  ) { invocation in
    await reporting {
      let configuration = Configuration(settings: invocation.settings)
      let folder = invocation.arguments[0]
      let (engine, files) = try check(folder)
      let isPostgres = configuration.databaseURL.hasPrefix("postgres")
      guard isPostgres == (engine == "postgres") else {
        throw CommandFailure(sentence: "The back-up is of \(engine), and the database that is set is not.")
      }
      let path = String(configuration.databaseURL.dropFirst("sqlite:".count))
      if !invocation.has("replace"), isPostgres ? try hasData(configuration) : Files.kind(path) != nil {
        throw CommandFailure(sentence: "There is data already. To write over it, add --replace.")
      }
      try Files.makeFolders(configuration.dataFolder, mode: 0o750)
      if isPostgres {
        let words = [
          "pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction",
          "--dbname=\(configuration.databaseURL)", folder + "/database.dump",
        ]
        guard Process.run(words) == 0 else {
          throw CommandFailure(sentence: "pg_restore failed. Nothing was changed in the database.")
        }
      } else {
        // A log of the old database must not be played into the new one.
        for suffix in ["-wal", "-shm"] { try Files.remove(path + suffix) }
        try Files.writeAtomically(try Files.read(folder + "/database.sqlite", limit: 64 << 30), to: path)
      }
      var copied: [(String, String)] = []
      try BackupFolder.copy(folder + "/media", to: configuration.mediaFolder, "media", &copied)
      Terminal.print("Restored \(files) files. Run atrium migrate, then serve.")
      return .done
    }
  }

  /// Checks every file of a back-up against its hash.
  private static func check(_ folder: String) throws -> (engine: String, files: Int) {
    let limits = JSONLimits(bytes: 256 << 20)
    guard let manifest = try? JSONValue.parse(try Files.read(folder + "/backup.json"), limits: limits),
      case .string(let engine)? = manifest["engine"],
      case .object(let hashes)? = manifest["sha256"]
    else { throw CommandFailure(sentence: "\(folder) holds no back-up: backup.json is missing or cannot be read.") }
    for entry in hashes {
      guard !entry.name.hasPrefix("/"), !entry.name.contains(".."), case .string(let expected) = entry.value,
        (try? BackupFolder.hash(folder + "/" + entry.name)) == expected
      else {
        throw CommandFailure(
          sentence: "\(entry.name) is missing from the back-up or was changed. Nothing was restored.")
      }
    }
    return (engine, hashes.count)
  }

  private static func hasData(_ configuration: Configuration) throws -> Bool {
    let database = try configuration.openDatabase()
    defer { database.close() }
    return try configuration.migrator.pending(database).count < Configuration.migrations.count
  }
}
