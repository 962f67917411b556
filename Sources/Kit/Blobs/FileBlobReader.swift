import Crypto
import Glibc
import Synchronization
import Time

/// A file on its way out. It goes on being readable when the blob is deleted meanwhile.
final class FileBlobReader: BlobReader {
  let info: BlobInfo
  let count: Int64
  private let threads: BoundedThreads
  private let file: Int32
  private let end: Int64
  private let place: Mutex<Int64>
  private static let piece = 65_536

  init(_ id: BlobID, at path: String, _ range: BlobRange?, _ threads: BoundedThreads) throws(BlobError) {
    file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { throw .last(path) }
    var about = stat()
    let size = fstat(file, &about) == 0 && about.st_mode & S_IFMT == S_IFREG ? Int64(about.st_size) : -1
    let offset = range?.offset ?? 0
    guard size >= 0, offset >= 0, offset <= size, range?.count ?? 0 >= 0 else {
      close(file)
      if size < 0 { throw .damaged }
      throw .outOfRange(size: size)
    }
    info = BlobInfo(id: id, size: size, storedAt: Instant(about.st_mtim))
    count = min(size - offset, range?.count ?? .max)
    end = offset + count
    place = Mutex(offset)
    self.threads = threads
  }

  deinit { close(file) }

  func next() async throws(BlobError) -> [UInt8]? {
    let from = place.withLock { $0 }
    guard from < end else { return nil }
    let bytes = try await threads.answer { [file, end] () throws(BlobError) in
      try FileBlobReader.read(file, from: from, to: end)
    }
    place.withLock { $0 = from + Int64(bytes.count) }
    return bytes
  }

  private static func read(_ file: Int32, from: Int64, to end: Int64) throws(BlobError) -> [UInt8] {
    let wanted = Int(min(Int64(piece), end - from))
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      var count = pread(file, buffer.baseAddress, wanted, Int(from))
      while count < 0, errno == EINTR { count = pread(file, buffer.baseAddress, wanted, Int(from)) }
      code = count < 0 ? errno : 0
      filled = max(0, count)
    }
    guard code == 0 else { throw .unavailable(String(cString: strerror(code))) }
    // It was cut short under our hands.
    guard !bytes.isEmpty else { throw .damaged }
    return bytes
  }
}
