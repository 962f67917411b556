import Arguments
import ReadingHTTP
import SQL

enum ExportCommand {
  static let command = Command(
    "export", "Writes the library as a folder that can be imported.",
    arguments: [.init("DIR", "A folder that is empty or not there yet.")],
    flags: [.init("published-only", nil, "Leaves drafts and what was unpublished out.")],
    settings: ServerSettings.library
  ) { invocation in
    await reporting {
      let configuration = Configuration(settings: invocation.settings)
      let database = try configuration.openCurrentDatabase()
      defer { database.close() }
      let exporter = LibraryExporter(
        database: database, ambient: configuration.ambient, originals: configuration.mediaFolder + "/originals")
      do {
        let outcome = try await exporter.run(invocation.arguments[0], drafts: !invocation.has("published-only"))
        Terminal.print("Wrote \(outcome.files) texts and \(outcome.media) media files to \(invocation.arguments[0]).")
        return .done
      } catch LibraryExporter.Refusal.folderInUse(let folder) {
        throw CommandFailure(sentence: "\(folder) is not empty. Export into a new folder.")
      } catch LibraryExporter.Refusal.originalMissing(let path) {
        throw CommandFailure(sentence: "The original of \(path) is not in the data folder; import it again first.")
      } catch LibraryExporter.Refusal.unreadable(let message) {
        throw CommandFailure(sentence: "Nothing was written, for a stored text cannot be read again: \(message)")
      }
    }
  }
}
