package import Files
package import ReadingRules

/// A folder that holds a library, read from disk: texts in full, media by their paths.
package struct TreeWalk: Sendable {
  package private(set) var files: [TreeFile] = []
  package private(set) var media: Set<String> = []
  package private(set) var messages: [ImportMessage] = []

  /// Bytes of one text file; a body may have 200,000 scalars, and a file some more.
  private static let longestText = 4 << 20

  /// Reads the folder. Throws when it is not there; a file that cannot be read is a message.
  package init(_ folder: String) throws(FileError) {
    guard Files.kind(folder) == .folder else { throw FileError(path: folder, code: 20) }  // ENOTDIR
    try walk(folder, "")
  }

  private mutating func walk(_ folder: String, _ prefix: String) throws(FileError) {
    for entry in try Files.list(folder) where !entry.name.hasPrefix(".") && !entry.name.hasPrefix("_") {
      let path = prefix + entry.name
      switch entry.kind {
      case .folder: try walk(folder + "/" + entry.name, path + "/")
      case .file:
        if path.hasPrefix("media/") {
          media.insert(path)
        } else if path != "manifest.json" {
          read(folder + "/" + entry.name, path)
        }
      case .link, .other:
        messages.append(ImportMessage(path, .start, .error, .symbolicLink, "Only files and folders are imported; this is a link or a device."))
      }
    }
  }

  private mutating func read(_ file: String, _ path: String) {
    do throws(FileError) {
      files.append(TreeFile(path: path, bytes: try Files.read(file, limit: TreeWalk.longestText)))
    } catch {
      messages.append(ImportMessage(path, .start, .error, .path, "The file cannot be read: \(error.sentence)"))
    }
  }
}
