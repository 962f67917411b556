import Glibc

/// Standard output for results, standard error for everything said about them.
enum Terminal {
  static func print(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }
  static func print(bytes: [UInt8]) { write(bytes: bytes, to: STDOUT_FILENO) }
  static func complain(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

  /// True when a person watches standard error.
  static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

  static func write(_ text: String, to descriptor: Int32) { write(bytes: Array(text.utf8), to: descriptor) }

  static func write(bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        return  // The reader is gone; there is nobody left to tell.
      }
      rest = rest.dropFirst(written)
    }
  }
}
