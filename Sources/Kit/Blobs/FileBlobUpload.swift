import Ambient
import Crypto
import Encoding
import Files
import Glibc
import Synchronization
import Time

/// What writes to a file, to be broken in tests.
struct FileOutput: Sendable {
  var write: @Sendable (_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int = {
    Glibc.write($0, $1.baseAddress, $1.count)
  }
  var sync: @Sendable (_ file: Int32) -> Int32 = { fsync($0) }
}

/// An upload into a file under a temporary name. Its calls come one after the other.
final class FileBlobUpload: BlobUpload {
  private struct State: ~Copyable {
    /// Negative once it is over.
    var file: Int32
    var hash: SHA256?
    var size: Int64 = 0
  }
  private let store: FileBlobStore
  private let limit: Int64
  private let path: String
  private let state: Mutex<State>

  init(in store: FileBlobStore, limit: Int64) throws(BlobError) {
    let (file, path) = try FileBlobUpload.create(in: store)
    (self.store, self.limit, self.path) = (store, limit, path)
    state = Mutex(State(file: file, hash: SHA256()))
  }

  deinit { state.withLock { discard(&$0) } }

  /// A file of a name that nobody has, locked. A store that is opened in that moment may sweep it before it is.
  private static func create(in store: FileBlobStore) throws(BlobError) -> (Int32, String) {
    for _ in 0..<16 {
      let path = "\(store.root)/incoming/\(Hex.encode(store.ambient.bytes(16)))"
      let file = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard file >= 0 else {
        if errno == EEXIST { continue }
        throw .last(path)
      }
      var about = stat()
      if flock(file, LOCK_EX | LOCK_NB) == 0, fstat(file, &about) == 0, about.st_nlink == 1 { return (file, path) }
      close(file)
    }
    throw .busy
  }

  func write(_ bytes: [UInt8]) async throws(BlobError) {
    try await store.onThread { [self] () throws(BlobError) in
      try ending { (state) throws(BlobError) in
        guard Int64(bytes.count) <= limit - state.size else { throw .tooLarge }
        try append(bytes, to: state.file)
        state.hash?.update(bytes)
        state.size += Int64(bytes.count)
      }
    }
  }

  func finish(expecting id: BlobID?, size: Int64?) async throws(BlobError) -> BlobInfo {
    try await store.onThread { [self] () throws(BlobError) in
      try ending { (state) throws(BlobError) in
        if let size, size != state.size { throw .wrongSize(state.size) }
        guard let found = BlobID(sha256: state.hash.take()?.finish() ?? []) else { throw .closed }
        if let id, id != found { throw .wrongContent(found) }
        let info = BlobInfo(id: found, size: state.size, storedAt: store.ambient.now())
        try keep(info, state.file)
        close(state.file)
        state.file = -1
        return info
      }
    }
  }

  func abandon() async { _ = try? await store.onThread { [self] in state.withLock { discard(&$0) } } }

  /// After an error nothing stays.
  private func ending<Value: Sendable>(_ body: (inout State) throws(BlobError) -> Value) throws(BlobError) -> Value {
    let result = state.withLock { state -> Result<Value, BlobError> in
      guard state.file >= 0 else { return .failure(.closed) }
      do throws(BlobError) { return .success(try body(&state)) } catch {
        discard(&state)
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func discard(_ state: inout State) {
    guard state.file >= 0 else { return }
    unlink(path)
    close(state.file)
    state.file = -1
  }

  private func append(_ bytes: [UInt8], to file: Int32) throws(BlobError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { store.output.write(file, UnsafeRawBufferPointer(rebasing: $0[done...])) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .last(path)
      }
      done += count
    }
  }

  /// Bytes first, then the name, then the folder that holds the name.
  private func keep(_ info: BlobInfo, _ file: Int32) throws(BlobError) {
    let time = timespec(
      tv_sec: Int(info.storedAt.seconds),
      tv_nsec: Int(info.storedAt.microseconds - info.storedAt.seconds * 1_000_000) * 1_000)
    guard futimens(file, [time, time]) == 0, store.output.sync(file) == 0 else { throw .last(path) }
    let folder = store.folder(of: info.id)
    if mkdir(folder, 0o700) == 0 {
      do throws(FileError) { try Files.synchronize(folder: store.root) } catch { throw BlobError(error) }
    } else if errno != EEXIST {
      throw .last(folder)
    }
    try store.locked(LOCK_SH) { () throws(BlobError) in
      guard rename(path, store.path(of: info.id)) == 0 else { throw .last(path) }
    }
    do throws(FileError) { try Files.synchronize(folder: folder) } catch { throw BlobError(error) }
  }
}
