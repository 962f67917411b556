import Arguments
import Files
import Glibc

/// What the operating system tells about this process.
enum Process {
  static func environment() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let pointer = entry.pointee {
      let text = String(cString: pointer)
      if let equals = text.firstIndex(of: "=") {
        variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      entry += 1
    }
    return variables
  }

  /// The folder in which the running program lies, links followed.
  static func programFolder() -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
    guard count > 0 else { return "." }
    let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  static func isFolder(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}

extension Process {
  /// The text of a settings file.
  static func settingsFile(_ path: String) throws(Misuse) -> String {
    do throws(FileError) { return String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self) } catch {
      throw .sentences(["The settings file cannot be read: \(error.sentence)."])
    }
  }

  /// Runs a program of the system with its output where ours goes, and waits. Answers its status; -1 when it did not start.
  static func run(_ words: [String], environment: [String: String] = [:]) -> Int32 {
    var pid = pid_t()
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      Process.environment().merging(environment) { _, new in new }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    guard posix_spawnp(&pid, words[0], nil, nil, &arguments, &variables) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
