import Ambient
import Arguments
import Crypto
import Encoding
import Files
import JSON
import SQL
import Time

/// A back-up: `database.sqlite` or `database.dump`, `media/`, and `backup.json` with the hash of every file.
enum BackupCommand {
  static let command = Command(
    "backup", "Writes a consistent copy of database and media, while Atrium runs.",
    arguments: [.init("DIR", "A folder that is empty or not there yet.")], settings: ServerSettings.store
  ) { invocation in
    await reporting {
      let configuration = Configuration(settings: invocation.settings)
      let folder = invocation.arguments[0]
      if let entries = try? Files.list(folder), !entries.isEmpty {
        throw CommandFailure(sentence: "\(folder) is not empty. Back up into a new folder.")
      }
      try Files.makeFolders(folder, mode: 0o700)
      let database = try configuration.openCurrentDatabase()
      defer { database.close() }
      // The database first: every medium that its rows name is on disk before they are written, so the copy lacks none.
      let name: String
      switch database.engine {
      case .sqlite:
        name = "database.sqlite"
        try database.copy(to: folder + "/" + name)
      case .postgres:
        name = "database.dump"
        guard
          Process.run([
            "pg_dump", "--format=custom", "--no-owner", "--file=\(folder)/\(name)",
            "--dbname=\(configuration.databaseURL)",
          ]) == 0
        else {
          throw CommandFailure(sentence: "pg_dump failed; is it installed, and of the server's version?")
        }
      }
      var hashes: [(String, String)] = [(name, try BackupFolder.hash(folder + "/" + name))]
      try BackupFolder.copy(configuration.mediaFolder, to: folder + "/media", "media", &hashes)
      let files = hashes.map { JSONValue.Member($0.0, .string($0.1)) }
      let manifest = JSONValue.object([
        .init("engine", .string(database.engine.rawValue)), .init("format", .integer(1)),
        .init("made_at", .string(configuration.ambient.now().rfc3339)), .init("sha256", .object(files)),
        .init("version", .string(Release.version)),
      ])
      try Files.writeAtomically(manifest.bytes + [0x0A], to: folder + "/backup.json")
      Terminal.print("Backed up \(hashes.count) files to \(folder).")
      return .done
    }
  }
}

enum BackupFolder {
  static func hash(_ path: String) throws(FileError) -> String {
    Hex.encode(SHA256.hash(try Files.read(path, limit: 64 << 30)))
  }

  /// Copies a tree, file by file, and notes each file's hash.
  static func copy(_ source: String, to target: String, _ name: String, _ hashes: inout [(String, String)])
    throws(FileError)
  {
    guard Files.kind(source) == .folder else { return }
    try Files.makeFolders(target)
    for entry in try Files.list(source) where !entry.name.hasSuffix(".tmp") {
      switch entry.kind {
      case .folder: try copy(source + "/" + entry.name, to: target + "/" + entry.name, name + "/" + entry.name, &hashes)
      case .file:
        let bytes = try Files.read(source + "/" + entry.name)
        try Files.writeAtomically(bytes, to: target + "/" + entry.name)
        hashes.append((name + "/" + entry.name, Hex.encode(SHA256.hash(bytes))))
      case .link, .other: break
      }
    }
  }
}
