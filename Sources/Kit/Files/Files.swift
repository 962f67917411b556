import Glibc

/// What the operating system said about a file, in words.
package struct FileError: Error, Hashable, Sendable {
  package let path: String
  package let code: Int32

  package init(path: String, code: Int32) { (self.path, self.code) = (path, code) }

  package var isMissing: Bool { code == ENOENT }
  package var sentence: String { "\(path): \(String(cString: strerror(code)))" }

  static func last(_ path: String) -> FileError { FileError(path: path, code: errno) }
}

/// Files and folders on Glibc.
package enum Files {
  package enum Kind: Sendable { case file, folder, link, other }

  package struct Entry: Sendable {
    package let name: String
    package let kind: Kind
  }

  /// Reads a whole file. `EFBIG` when it is larger than `limit` bytes.
  package static func read(_ path: String, limit: Int = 1 << 30) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(path) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw .last(path) }
    guard info.st_mode & S_IFMT == S_IFREG else { throw FileError(path: path, code: EISDIR) }
    guard info.st_size <= limit else { throw FileError(path: path, code: EFBIG) }
    var bytes = [UInt8](repeating: 0, count: Int(info.st_size))
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + done, $0.count - done) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .last(path)
      }
      if count == 0 { break }
      done += count
    }
    bytes.removeSubrange(done...)
    return bytes
  }

  /// Writes so that a reader, also after a crash, sees the old file or the whole new one: temporary name, fsync, rename,
  /// fsync of the folder.
  package static func writeAtomically(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o644) throws(FileError) {
    let temporary = path + ".\(getpid()).\(UInt64.random(in: .min ... .max)).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .last(temporary) }
    do throws(FileError) {
      defer { close(descriptor) }
      try write(bytes, to: descriptor, path)
      guard fsync(descriptor) == 0 else { throw .last(path) }
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, path) == 0 else {
      let error = FileError.last(path)
      unlink(temporary)
      throw error
    }
    try synchronize(folder: parent(of: path))
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + done, $0.count - done) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .last(path)
      }
      done += count
    }
  }

  /// Makes a rename in the folder durable.
  package static func synchronize(folder path: String) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .last(path) }
  }

  /// Makes the folder and those above it.
  package static func makeFolders(_ path: String, mode: UInt32 = 0o755) throws(FileError) {
    if kind(path) == .folder { return }
    let above = parent(of: path)
    if above != path, above != "." { try makeFolders(above, mode: mode) }
    guard mkdir(path, mode) == 0 || errno == EEXIST else { throw .last(path) }
  }

  /// What stands at a path, links not followed; nil when nothing does.
  package static func kind(_ path: String) -> Kind? {
    var info = stat()
    guard lstat(path, &info) == 0 else { return nil }
    switch info.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .other
    }
  }

  /// Bytes of a regular file.
  package static func size(_ path: String) throws(FileError) -> Int64 {
    var info = stat()
    guard stat(path, &info) == 0 else { throw .last(path) }
    guard info.st_mode & S_IFMT == S_IFREG else { throw FileError(path: path, code: EISDIR) }
    return Int64(info.st_size)
  }

  /// The entries of a folder in bytewise order of their names.
  package static func list(_ path: String) throws(FileError) -> [Entry] {
    guard let folder = opendir(path) else { throw .last(path) }
    defer { closedir(folder) }
    var entries: [Entry] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      entries.append(Entry(name: name, kind: kind(path + "/" + name) ?? .other))
    }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Removes a file; one that is not there is no error.
  package static func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .last(path) }
  }

  /// Removes a folder with all that is in it; links are removed, not followed.
  package static func removeTree(_ path: String) throws(FileError) {
    guard kind(path) == .folder else { return try remove(path) }
    for entry in try list(path) { try removeTree(path + "/" + entry.name) }
    guard rmdir(path) == 0 || errno == ENOENT else { throw .last(path) }
  }

  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
