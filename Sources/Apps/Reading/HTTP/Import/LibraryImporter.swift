package import Ambient
package import Files
package import ReadingRules
package import ReadingStore
package import SQL
package import Time

/// Brings a folder into the library: reads and checks everything, puts media in place, and writes all or nothing.
/// Reading spec §17.4.
package struct LibraryImporter: Sendable {
  package struct Options: Sendable {
    package var applies = false
    package var prunes = false
    package var isLenient = false
    package var coerces = false
    package var preservesIDs = false
    package init() {}
  }

  package struct Outcome: Sendable {
    package var messages: [ImportMessage]
    /// Nil when there were errors.
    package var report: ImportReport?
    package var hasErrors: Bool { messages.contains { $0.severity == .error } }
  }

  private let database: Database
  private let reading: ReadingOptions
  private let ambient: Ambient
  private let renditions: String

  /// - Parameter renditions: the program that makes pictures' files.
  package init(database: Database, reading: ReadingOptions, ambient: Ambient, renditions: String) {
    self.database = database
    self.reading = reading
    self.ambient = ambient
    self.renditions = renditions
  }

  /// What a transaction throws so that nothing of a rehearsal stays.
  private struct Rehearsed: Error {
    let report: ImportReport
  }

  package func run(
    _ folder: String, _ options: Options,
    progress: @escaping @Sendable (_ what: String, _ done: Int, _ total: Int) -> Void = { _, _, _ in }
  ) async throws -> Outcome {
    let source = TreeFolder(folder)
    let walk = try source.read()
    let now = ambient.now()
    var context = ImportContext.engines(now: now, coerces: options.coerces)
    context.isLenient = options.isLenient
    let known = try KnownLibrary(database)
    // What the tree does not have is archived by `--prune`: nothing may count on it, and its place in a book is free.
    context.existing = { reference in
      known.existing(reference).map { options.prunes ? .init(isLive: false) : $0 }
    }
    context.isRetired = { known.isRetired($0) }
    context.chapter = { order, book in options.prunes ? nil : known.chapter(order, book) }
    let checked = ContentTree.read(walk.files, media: walk.media, context: context)
    var messages = walk.messages + checked.messages
    var tree = checked.tree
    if options.preservesIDs { try Manifest.read(folder)?.give(to: &tree) }
    if messages.contains(where: { $0.severity == .error }) { return Outcome(messages: messages, report: nil) }

    let stage = MediaStage(folder: reading.mediaFolder, program: RenditionsProgram(path: renditions))
    let media: [MediaPath: MediaItem]
    if options.applies {
      progress("pictures and sound", 0, tree.media.count)
      let kept = try MediaKnown(database)
      let stored = stage.store(tree.media, from: source, known: { kept.content($0) })
      messages += stored.messages
      media = stored.stored.mapValues(MediaItem.init)
      progress("pictures and sound", tree.media.count, tree.media.count)
    } else {
      messages += stage.check(tree.media, in: source)
      media = try stage.rehearsed(tree.media, in: source)
    }
    messages += tree.media.filter { !walk.media.contains($0.text) }.map {
      ImportMessage($0.text, .start, .error, .mediaMissing, "The file is not there.")
    }
    if messages.contains(where: { $0.severity == .error }) { return Outcome(messages: messages, report: nil) }

    var writing = LibraryWriter.Options(now: now)
    writing.wordsPerMinute = reading.wordsPerMinute
    writing.zone = reading.zone
    writing.preservesIDs = options.preservesIDs
    writing.prunes = options.prunes
    let (whole, items, settings, applies) = (tree, media, writing, options.applies)
    do {
      let report = try await database.write { tx in
        let report = try LibraryWriter.apply(whole, media: items, options: settings, in: tx)
        if !applies { throw Rehearsed(report: report) }
        return report
      }
      return Outcome(messages: messages, report: report)
    } catch let rehearsed as Rehearsed {
      return Outcome(messages: messages, report: rehearsed.report)
    } catch let refusal as WriteRefusal {
      messages.append(message(for: refusal))
      return Outcome(messages: messages, report: nil)
    }
  }

  private func message(for refusal: WriteRefusal) -> ImportMessage {
    switch refusal {
    case .dangling(let reference): ImportMessage("", .start, .error, .refMissing, "There is no \(reference).")
    case .missingMedia(let path): ImportMessage(path, .start, .error, .mediaMissing, "The file is not there.")
    case .idTaken(let slug, let id):
      ImportMessage("", .start, .error, .idTaken, "The id \(id) of \(slug) belongs to another object.")
    }
  }
}
