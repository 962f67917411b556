package import Files
package import ReadingRules

/// The folder of a library on disk. Reading spec §17.1.
package struct TreeFolder: Sendable {
  package let path: String

  package enum Limits {
    /// Bytes of one text file: four for each character of the longest text, and its front matter.
    package static let text = 1_048_576
    package static let depth = 12
  }

  package init(_ path: String) { self.path = path }

  package struct Contents {
    package var files: [TreeFile] = []
    /// Paths below `media/`, from the root of the tree.
    package var media: Set<String> = []
    /// Links, special files and texts too large to be one.
    package var messages: [ImportMessage] = []
  }

  package func read() throws(FileError) -> Contents {
    var contents = Contents()
    try read("", depth: 0, into: &contents)
    return contents
  }

  private func read(_ folder: String, depth: Int, into contents: inout Contents) throws(FileError) {
    for entry in try Files.list(folder.isEmpty ? path : path + "/" + folder) {
      if entry.name.hasPrefix(".") || entry.name.hasPrefix("_") { continue }
      let place = folder.isEmpty ? entry.name : folder + "/" + entry.name
      switch entry.kind {
      case .link: say(.symbolicLink, place, "A symbolic link cannot be part of a library.", &contents)
      case .other: say(.path, place, "This is neither a file nor a folder.", &contents)
      case .folder where depth == Limits.depth:
        say(.path, place, "Folders lie too deep in one another here.", &contents)
      case .folder: try read(place, depth: depth + 1, into: &contents)
      case .file where place.hasPrefix("media/"): contents.media.insert(place)
      case .file:
        if try Files.size(path + "/" + place) > Int64(Limits.text) {
          say(.mdTooLarge, place, "The file is larger than 1 MiB.", &contents)
        } else {
          contents.files.append(TreeFile(path: place, bytes: try Files.read(path + "/" + place)))
        }
      }
    }
  }

  private func say(_ code: ImportCode, _ place: String, _ text: String, _ contents: inout Contents) {
    contents.messages.append(ImportMessage(place, .start, .error, code, text))
  }
}
