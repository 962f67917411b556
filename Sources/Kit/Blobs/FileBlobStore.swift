package import Ambient
package import Crypto
import Encoding
import Files
import Glibc
package import Time

/// Blobs as files: `ROOT/ab/cdef…`, named by content. An upload is written to `ROOT/incoming`, fsynced, renamed, and the folder
/// fsynced, so a name always stands for whole bytes. Several processes may share a folder.
///
/// An upload holds a lock on its file; what is in `incoming` without one was left by a process that was killed, and is swept when
/// a store is opened. Storing and removing take the lock on `ROOT/lock` in turns, so that a blob which is stored again while it
/// is being collected stays.
package final class FileBlobStore: BlobStore {
  let root: String
  let ambient: Ambient
  let threads: BoundedThreads
  let output: FileOutput
  private let signer: BlobSigner
  private let base: String

  /// - Parameters:
  ///   - root: a folder; made when it is missing.
  ///   - signer: makes and checks the addresses that let somebody in without a credential.
  ///   - base: what the addresses begin with, up to and without the blob's name: `https://…/blobs/`.
  ///   - threads: where files are written, so that a slow disk holds up no request.
  package convenience init(
    root: String, signer: BlobSigner, base: String, ambient: Ambient,
    threads: BoundedThreads = BoundedThreads(threads: 4, limit: 1_000)
  ) throws(BlobError) {
    try self.init(root: root, signer: signer, base: base, ambient: ambient, threads: threads, output: FileOutput())
  }

  init(
    root: String, signer: BlobSigner, base: String, ambient: Ambient, threads: BoundedThreads, output: FileOutput
  ) throws(BlobError) {
    (self.root, self.signer, self.base, self.ambient) = (root, signer, base, ambient)
    (self.threads, self.output) = (threads, output)
    do throws(FileError) {
      try Files.makeFolders(root, mode: 0o700)
      try Files.makeFolders(root + "/incoming", mode: 0o700)
      try Files.synchronize(folder: root)
      try sweep()
    } catch { throw BlobError(error) }
  }

  deinit { threads.close() }

  package func begin(limit: Int64) async throws(BlobError) -> any BlobUpload {
    try await onThread { [self] () throws(BlobError) in try FileBlobUpload(in: self, limit: limit) }
  }

  package func info(_ id: BlobID) async throws(BlobError) -> BlobInfo? {
    try await onThread { [self] () throws(BlobError) in try stat(id) }
  }

  package func open(_ id: BlobID, range: BlobRange?) async throws(BlobError) -> any BlobReader {
    try await onThread { [self] () throws(BlobError) in try FileBlobReader(id, at: path(of: id), range, threads) }
  }

  package func delete(_ id: BlobID, unlessStoredAfter instant: Instant) async throws(BlobError) -> Bool {
    try await onThread { [self] () throws(BlobError) in
      try locked(LOCK_EX) { () throws(BlobError) in
        guard let info = try stat(id), info.storedAt <= instant else { return false }
        do throws(FileError) {
          try Files.remove(path(of: id))
          try Files.synchronize(folder: folder(of: id))
        } catch { throw BlobError(error) }
        return true
      }
    }
  }

  package func list(after id: BlobID?, limit: Int) async throws(BlobError) -> [BlobInfo] {
    try await onThread { [self] () throws(BlobError) in
      var found: [BlobInfo] = []
      for number in Int(id?.sha256[0] ?? 0)...255 where found.count < limit {
        for name in try names(in: UInt8(number)) where found.count < limit {
          guard let blob = BlobID(Hex.encode([UInt8(number)]) + name) else { continue }
          if let id, blob <= id { continue }
          if let info = try stat(blob) { found.append(info) }
        }
      }
      return found
    }
  }

  package func address(of ticket: BlobTicket) -> String { "\(base)\(ticket.blob)?\(signer.sign(ticket))" }

  /// Whether a blob's bytes are still those that it is named for: for `atrium doctor`.
  package func isWhole(_ id: BlobID) async throws(BlobError) -> Bool {
    let reader = try await open(id, range: nil)
    var hash = SHA256()
    while let piece = try await reader.next() { hash.update(piece) }
    return hash.finish() == id.sha256
  }

  // MARK: Files

  func folder(of id: BlobID) -> String { "\(root)/\(Hex.encode([id.sha256[0]]))" }
  func path(of id: BlobID) -> String { "\(folder(of: id))/\(Hex.encode(Array(id.sha256.dropFirst())))" }

  private func stat(_ id: BlobID) throws(BlobError) -> BlobInfo? {
    var about = Glibc.stat()
    guard lstat(path(of: id), &about) == 0 else {
      if errno == ENOENT { return nil }
      throw BlobError.last(path(of: id))
    }
    guard about.st_mode & S_IFMT == S_IFREG else { throw .damaged }
    return BlobInfo(id: id, size: Int64(about.st_size), storedAt: Instant(about.st_mtim))
  }

  private func names(in number: UInt8) throws(BlobError) -> [String] {
    do throws(FileError) { return try Files.list("\(root)/\(Hex.encode([number]))").map(\.name) } catch {
      if error.isMissing { return [] }
      throw BlobError(error)
    }
  }

  /// Runs `body` while this thread holds the store's lock, shared or alone.
  func locked<Value>(_ mode: Int32, _ body: () throws(BlobError) -> Value) throws(BlobError) -> Value {
    let lock = Glibc.open(root + "/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw .last(root + "/lock") }
    defer { close(lock) }
    while flock(lock, mode) != 0 { guard errno == EINTR else { throw .last(root + "/lock") } }
    return try body()
  }

  private func sweep() throws(FileError) {
    for entry in try Files.list(root + "/incoming") {
      let path = "\(root)/incoming/\(entry.name)"
      let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      close(file)
    }
  }

  func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws(BlobError) -> Value) async throws(BlobError)
    -> Value
  {
    try await threads.answer(body)
  }
}

extension BoundedThreads {
  func answer<Value: Sendable>(_ body: @escaping @Sendable () throws(BlobError) -> Value) async throws(BlobError)
    -> Value
  {
    let result: Result<Value, BlobError>
    do throws(CryptoError) {
      result = try await run { () -> Result<Value, BlobError> in
        do throws(BlobError) { return .success(try body()) } catch { return .failure(error) }
      }
    } catch { throw .busy }
    return try result.get()
  }
}

extension BlobError {
  init(_ error: FileError) {
    switch error.code {
    case ENOSPC, EDQUOT: self = .full
    case ENOENT: self = .missing
    default: self = .unavailable(error.sentence)
    }
  }

  /// What the operating system said last.
  static func last(_ path: String) -> BlobError { BlobError(FileError(path: path, code: errno)) }
}

extension Instant {
  init(_ time: timespec) {
    self.init(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
  }
}
