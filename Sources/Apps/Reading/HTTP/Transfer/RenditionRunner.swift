import Files
import Glibc
import JSON
import ReadingRules

/// Starts `atrium-renditions` for one picture and reads its answer. A picture that kills the program is refused, no more.
struct RenditionRunner: Sendable {
  let program: String

  struct Refusal: Error, Hashable {
    let message: String
  }

  /// The oriented size of the picture whose five files were written into `folder`.
  func run(source: String, folder: String, stem: String, hash8: String) throws(Refusal) -> PixelSize {
    let request = JSONValue.members(
      ("source", .string(source)), ("outDir", .string(folder)), ("stem", .string(stem)), ("hash8", .string(hash8)))
    let (status, output) = try spawn(String(decoding: request.canonicalBytes, as: UTF8.self))
    guard let answer = try? JSONValue.parse(output) else {
      throw Refusal(message: "The picture could not be decoded within the limits of time and memory.")
    }
    if case .string(let message)? = answer["error"]?["message"] { throw Refusal(message: message) }
    guard status == 0, case .integer(let width)? = answer["width"], case .integer(let height)? = answer["height"] else {
      throw Refusal(message: "The program that makes renditions gave no answer.")
    }
    return PixelSize(width: Int(width), height: Int(height))
  }

  private func spawn(_ argument: String) throws(Refusal) -> (status: Int32, output: [UInt8]) {
    var pipe: (read: Int32, write: Int32) = (-1, -1)
    let made = withUnsafeMutablePointer(to: &pipe) { pointer in
      pointer.withMemoryRebound(to: Int32.self, capacity: 2) { pipe2($0, O_CLOEXEC) }
    }
    guard made == 0 else { throw Refusal(message: "There is no pipe to spare.") }
    defer { close(pipe.read) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipe.write, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var pid = pid_t()
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(argument), nil]
    defer { for argument in arguments { free(argument) } }
    // Nothing of the server's environment goes along.
    var environment: [UnsafeMutablePointer<CChar>?] = [strdup("PATH=/usr/bin:/bin"), strdup("VIPS_CONCURRENCY=1"), nil]
    defer { for variable in environment { free(variable) } }
    let code = posix_spawn(&pid, program, &actions, nil, &arguments, &environment)
    close(pipe.write)
    guard code == 0 else { throw Refusal(message: "\(program) could not be started: \(String(cString: strerror(code))).") }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while output.count < 1 << 20 {
      let count = read(pipe.read, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      output += buffer[..<count]
    }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return (status, output)
  }
}
