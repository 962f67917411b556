// atrium-renditions: makes the WebP files of one picture in a process of its own, bounded in time and memory.
// One request line on standard input or as the only argument; one answer line on standard output. Exit 0, or 1 with
// `{"error":{"code","message"}}`. A hostile picture can cost this process its life and nothing else.

import CVips
import Glibc

/// Seconds of processor time, bytes of address space, bytes of one file.
let cpuSeconds: rlim_t = 60
let addressSpace: rlim_t = 3 << 30
let fileSize: rlim_t = 64 << 20

func answer(_ line: [UInt8], exitCode: Int32) -> Never {
  var rest = line[...]
  rest.append(UInt8(ascii: "\n"))
  while !rest.isEmpty {
    let written = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    if written <= 0 { break }
    rest = rest.dropFirst(written)
  }
  // Not exit: the library's clean-up has nothing to save here.
  _exit(exitCode)
}

/// The argument, or the first line of standard input, at most 64 KiB.
func requestLine() -> [UInt8] {
  if CommandLine.argc == 2 { return Array(CommandLine.arguments[1].utf8) }
  var line: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4_096)
  while line.count < 65_536 {
    let count = read(0, &buffer, buffer.count)
    if count <= 0 { break }
    line.append(contentsOf: buffer[..<count])
    if buffer[..<count].contains(UInt8(ascii: "\n")) { break }
  }
  return Array(line.prefix { $0 != UInt8(ascii: "\n") })
}

do throws(Refusal) {
  let request = try RenditionRequest(requestLine())
  guard atrium_limit_process(cpuSeconds, addressSpace, fileSize) == 0, atrium_vips_start() == 0 else {
    throw Refusal(.unavailable, "The picture library cannot be started.")
  }
  let renderer = try Renderer(request)
  answer(renderer.line(try renderer.make()), exitCode: 0)
} catch {
  answer(error.line, exitCode: 1)
}
