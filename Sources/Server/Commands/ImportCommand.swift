import Arguments
import JSON
import ReadingHTTP
import ReadingRules
import ReadingStore
import SQL

enum ImportCommand {
  static let command = Command(
    "import", "Brings a folder of texts into the library.",
    discussion:
      "Without --apply it only says what it would do. With an error nothing is changed. Nothing is deleted but by --prune.",
    arguments: [.init("DIR", "The folder: themes/, books/, letters/, …, curation.md.")],
    flags: [
      .init("apply", nil, "Does it."), .init("prune", nil, "Archives what the folder does not have."),
      .init("lenient", nil, "Takes unknown keys as warnings."),
      .init("coerce", nil, "Rewrites Markdown that is not available here, with warnings."),
      .init("preserve-ids", nil, "Gives objects the ids that the files or the manifest name."),
      .init("json", nil, "Prints the report as JSON."),
    ], settings: ServerSettings.library
  ) { invocation in
    await reporting {
      let configuration = Configuration(settings: invocation.settings)
      let database = try configuration.openCurrentDatabase()
      defer { database.close() }
      var options = LibraryImporter.Options()
      options.applies = invocation.has("apply")
      options.prunes = invocation.has("prune")
      options.isLenient = invocation.has("lenient")
      options.coerces = invocation.has("coerce")
      options.preservesIDs = invocation.has("preserve-ids")
      let progress = Progress()
      let importer = LibraryImporter(
        database: database, reading: try configuration.reading(), ambient: configuration.ambient,
        renditions: configuration.renditionsProgram)
      let outcome = try await importer.run(invocation.arguments[0], options) { progress.report($0, $1, of: $2) }
      progress.finish()
      if invocation.has("json") {
        Terminal.print(bytes: json(outcome, applied: options.applies))
      } else {
        say(outcome, applied: options.applies)
      }
      return outcome.hasErrors || outcome.report == nil ? .failed : .done
    }
  }

  private static func say(_ outcome: LibraryImporter.Outcome, applied: Bool) {
    for message in outcome.messages {
      Terminal.complain("\(message.severity == .warning ? "warning: " : "")\(message.line)")
    }
    guard let report = outcome.report else {
      let errors = outcome.messages.count { $0.severity == .error }
      return Terminal.complain("Nothing was changed: \(errors) \(errors == 1 ? "error" : "errors").")
    }
    let counts = ImportReport.Action.allCases.map { "\(report.count($0)) \($0.participle)" }.joined(separator: ", ")
    Terminal.print("\(counts)\(report.changedCuration ? "; the home page's lists changed" : "").")
    if !applied { Terminal.print("This was a rehearsal. To do it, add --apply.") }
  }

  private static func json(_ outcome: LibraryImporter.Outcome, applied: Bool) -> [UInt8] {
    let messages = outcome.messages.map { message in
      JSONValue.object([
        .init("code", .string(message.code.rawValue)), .init("column", .integer(Int64(message.position.column))),
        .init("file", .string(message.file)), .init("line", .integer(Int64(message.position.line))),
        .init("severity", .string(message.severity.rawValue)), .init("text", .string(message.text)),
      ])
    }
    var members: [JSONValue.Member] = [
      .init("applied", .bool(applied && outcome.report != nil)), .init("messages", .array(messages)),
    ]
    if let report = outcome.report {
      for action in ImportReport.Action.allCases {
        members.append(.init(action.rawValue, .integer(Int64(report.count(action)))))
      }
      members.append(.init("generation", .integer(report.generation)))
    }
    return JSONValue.object(members).bytes + [0x0A]
  }
}

extension ImportReport.Action {
  fileprivate var participle: String {
    switch self {
    case .create: "created"
    case .update: "updated"
    case .unchanged: "unchanged"
    case .archive: "archived"
    }
  }
}
