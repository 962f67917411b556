package import Ambient
import Encoding
import Glibc

/// The file with the server's own key: 32 random bytes, made on first start, readable by its owner only.
///
/// It stands outside of the database, so that a copy of the database opens nothing. Design §6.
package enum KeyFile {
  package enum Failure: Error, Hashable, Sendable {
    case cannot(String, path: String)
    /// Anybody else on the machine may read it.
    case readableByOthers(path: String)
    /// It is empty, of another length than 32 bytes, or a key that somebody published.
    case unfit(path: String)

    /// For the operator, with what to do.
    package var sentence: String {
      switch self {
      case .cannot(let why, let path): "The key file \(path) cannot be used: \(why)."
      case .readableByOthers(let path): "The key file \(path) can be read by others: chmod 600 \(path)."
      case .unfit(let path):
        "The key file \(path) does not hold 32 random bytes. Put the right one back, or move it away to begin with a new one; what was sealed with the old one is then lost."
      }
    }
  }

  /// Reads the key, or makes one where there is no file. Two processes that start at once get the same key.
  package static func open(_ path: String, ambient: Ambient) throws(Failure) -> [UInt8] {
    if access(path, F_OK) != 0, errno == ENOENT { try make(path, ambient) }
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { throw .cannot(reason(), path: path) }
    defer { close(file) }
    var about = stat()
    guard fstat(file, &about) == 0 else { throw .cannot(reason(), path: path) }
    guard about.st_mode & S_IFMT == S_IFREG else { throw .cannot("it is no file", path: path) }
    guard about.st_mode & 0o077 == 0 else { throw .readableByOthers(path: path) }
    var bytes = [UInt8](repeating: 0, count: 33)
    let count = read(file, &bytes, bytes.count)
    guard count >= 0 else { throw .cannot(reason(), path: path) }
    bytes = Array(bytes.prefix(count))
    guard isFit(bytes) else { throw .unfit(path: path) }
    return bytes
  }

  /// Not what random bytes look like: one byte repeated, a counted row, text that somebody typed, or a published example.
  static func isFit(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 32, Set(bytes).count >= 8 else { return false }
    if zip(bytes, bytes.dropFirst()).allSatisfy({ $1 == $0 &+ 1 }) { return false }
    return !bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x0D }
  }

  private static func make(_ path: String, _ ambient: Ambient) throws(Failure) {
    let bytes = ambient.bytes(32)
    let temporary = "\(path).\(Hex.encode(ambient.bytes(8)))"
    let file = Glibc.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .cannot(reason(), path: path) }
    let isWritten = write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
    let why = reason()
    close(file)
    defer { unlink(temporary) }
    guard isWritten else { throw .cannot(why, path: path) }
    // A link is never made over another one: of two that start at once, the first one's key stays.
    guard link(temporary, path) == 0 || errno == EEXIST else { throw .cannot(reason(), path: path) }
  }

  private static func reason() -> String { String(cString: strerror(errno)) }
}
