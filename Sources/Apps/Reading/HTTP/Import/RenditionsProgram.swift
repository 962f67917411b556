import Glibc
import JSON
package import ReadingRules

/// `atrium-renditions`, run once for each picture and at most so many at a time. One thread waits for all of them.
package struct RenditionsProgram: Sendable {
  /// The program's file.
  package let path: String
  /// How many pictures are made at the same time: the number of cores.
  package let width: Int

  /// Seconds of the wall clock; the program limits its own processor time to 60.
  package static let patience = 120

  package init(path: String, width: Int = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) {
    self.path = path
    self.width = width
  }

  package struct Request: Sendable {
    package var source: String
    package var folder: String
    package var stem: String
    package var hash: String
    package init(source: String, folder: String, stem: String, hash: String) {
      self.source = source
      self.folder = folder
      self.stem = stem
      self.hash = hash
    }

    fileprivate var line: String {
      var writer = JSONWriter()
      writer.beginObject()
      for (name, value) in [("source", source), ("outDir", folder), ("stem", stem), ("hash8", hash)] {
        writer.name(name)
        writer.string(value)
      }
      writer.endObject()
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }

  package struct Rendition: Hashable, Sendable {
    /// 360 … 2048: which key of an image object this is.
    package var keyWidth: Int
    package var file: String
    package var size: PixelSize
    package var bytes: Int
    package init(keyWidth: Int, file: String, size: PixelSize, bytes: Int) {
      self.keyWidth = keyWidth
      self.file = file
      self.size = size
      self.bytes = bytes
    }
  }

  package struct Made: Hashable, Sendable {
    package var format: String
    /// After EXIF orientation.
    package var original: PixelSize
    package var renditions: [Rendition]
  }

  /// The program's own code (`undecodable`, `too_many_pixels`, …), or `unavailable` and `too_slow` said for it.
  package struct Failure: Error, Hashable, Sendable {
    package var code: String
    package var message: String
    package init(code: String, message: String) {
      self.code = code
      self.message = message
    }
  }

  /// One answer for each request, in their order.
  package func run(_ requests: [Request]) -> [Result<Made, Failure>] {
    var answers = [Result<Made, Failure>](
      repeating: .failure(Failure(code: "unavailable", message: "The program did not run.")), count: requests.count)
    var running: [Child] = []
    var next = 0
    while next < requests.count || !running.isEmpty {
      while next < requests.count, running.count < width {
        if let child = Child(program: path, argument: requests[next].line, index: next) {
          running.append(child)
        } else {
          answers[next] = .failure(Failure(code: "unavailable", message: "The program \(path) cannot be started."))
        }
        next += 1
      }
      wait(for: &running) { answers[$0] = $1 }
    }
    return answers
  }

  /// Waits until one of the children says something or has had its time.
  private func wait(for running: inout [Child], finished: (Int, Result<Made, Failure>) -> Void) {
    guard !running.isEmpty else { return }
    var polled = running.map { pollfd(fd: $0.output, events: Int16(POLLIN), revents: 0) }
    poll(&polled, nfds_t(polled.count), 1_000)
    var left: [Child] = []
    for (index, child) in running.enumerated() {
      var child = child
      let hasEnded = polled[index].revents != 0 && child.readMore()
      if hasEnded {
        finished(child.index, RenditionsProgram.answer(child.finish()))
      } else if child.age > RenditionsProgram.patience {
        _ = child.kill()
        finished(child.index, .failure(Failure(code: "too_slow", message: "The picture takes too long.")))
      } else {
        left.append(child)
      }
    }
    running = left
  }

  private static func answer(_ bytes: [UInt8]) -> Result<Made, Failure> {
    let unusable = Failure(code: "unavailable", message: "The program ended without an answer.")
    guard let value = try? JSONValue.parse(bytes) else { return .failure(unusable) }
    if let error = value["error"], case .string(let code)? = error["code"], case .string(let text)? = error["message"] {
      return .failure(Failure(code: code, message: text))
    }
    guard case .string(let format)? = value["format"], let original = size(value),
      case .array(let items)? = value["renditions"]
    else { return .failure(unusable) }
    var made = Made(format: format, original: original, renditions: [])
    for item in items {
      guard case .string(let file)? = item["file"], case .integer(let key)? = item["key_width"],
        case .integer(let bytes)? = item["bytes"], let size = size(item)
      else { return .failure(unusable) }
      made.renditions.append(Rendition(keyWidth: Int(key), file: file, size: size, bytes: Int(bytes)))
    }
    return .success(made)
  }

  private static func size(_ value: JSONValue) -> PixelSize? {
    guard case .integer(let width)? = value["width"], case .integer(let height)? = value["height"] else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }
}

/// A running program with the read end of its standard output.
private struct Child {
  let index: Int
  let output: Int32
  private let process: pid_t
  private let startedAt: Int
  private var bytes: [UInt8] = []

  /// Nil where it cannot be started. It gets no environment and no standard input.
  init?(program: String, argument: String, index: Int) {
    // A socket pair, because it can be made close-on-exec in one step: no other program may inherit an end of it.
    var pipe: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &pipe) == 0 else { return nil }
    defer { close(pipe[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, pipe[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(argument), nil]
    defer { for argument in arguments { free(argument) } }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var process: pid_t = 0
    guard posix_spawn(&process, program, &actions, nil, &arguments, &environment) == 0 else {
      close(pipe[0])
      return nil
    }
    self.index = index
    self.output = pipe[0]
    self.process = process
    self.startedAt = Child.now
  }

  var age: Int { Child.now - startedAt }

  /// - Returns: whether the output has ended.
  mutating func readMore() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = read(output, &buffer, buffer.count)
    if count > 0 { bytes.append(contentsOf: buffer[..<count]) }
    // An answer has a few hundred bytes: whoever writes more is not the program.
    return count == 0 || (count < 0 && errno != EINTR) || bytes.count > 65_536
  }

  func kill() -> [UInt8] {
    Glibc.kill(process, SIGKILL)
    return finish()
  }

  /// Closes the pipe and waits for the program's end. What it wrote, without the final LF.
  func finish() -> [UInt8] {
    close(output)
    if bytes.count > 65_536 { Glibc.kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return Array(bytes.prefix { $0 != UInt8(ascii: "\n") })
  }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}
