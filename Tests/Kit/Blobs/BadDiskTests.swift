import Crypto
import Files
import Glibc
import Support
import Synchronization
import Testing
import Time

@testable import Blobs

/// A file system of 256 KB, where this user may mount one.
private func onSmallDisk(_ body: (String) async throws -> Void) async throws -> Bool {
  let folder = TestFolder.path("atrium-disk-\(getpid())-\(UInt64.random(in: 0 ... .max))")
  try Files.makeFolders(folder)
  defer { try? Files.removeTree(folder) }
  guard mount("tmpfs", folder, "tmpfs", 0, "size=256k") == 0 else { return false }
  defer { umount(folder) }
  try await body(folder)
  return true
}

@Suite struct `A store on a bad day` {
  @Test func `a full disk refuses one upload, keeps what was stored, and goes on when there is room`() async throws {
    let wasMounted = try await onSmallDisk { disk in
      try await Shelf.open(in: disk) { (shelf) async throws -> Void in
        let kept = try await shelf.store.put(noise(50_000)).id
        let large = noise(400_000, seed: 9)
        let upload = try await shelf.store.begin(limit: 400_000)
        await #expect(throws: BlobError.full) {
          for start in stride(from: 0, to: large.count, by: 20_000) {
            try await upload.write(Array(large[start..<start + 20_000]))
          }
        }
        #expect(try shelf.incoming == [])
        #expect(try await shelf.store.get(kept, limit: 50_000) == noise(50_000))
        _ = try await shelf.store.put(noise(50_000, seed: 3))
      }
    }
    if !wasMounted { try await diskThatIsFull() }
  }

  /// The same without the right to mount.
  @Test func `a disk that is full says so`() async throws { try await diskThatIsFull() }

  private func diskThatIsFull() async throws {
    let room = Mutex(100_000)
    let output = FileOutput(write: { file, bytes in
      let left = room.withLock { room in
        defer { room -= min(room, bytes.count) }
        return min(room, bytes.count)
      }
      guard left > 0 else { errno = ENOSPC; return -1 }
      return Glibc.write(file, bytes.baseAddress, left)
    })
    try await Shelf.open(output: output) { (shelf) async throws -> Void in
      let kept = try await shelf.store.put(noise(60_000)).id
      await #expect(throws: BlobError.full) { _ = try await shelf.store.put(noise(60_000, seed: 9)) }
      #expect(try shelf.incoming == [])
      #expect(try await shelf.store.list(after: nil, limit: 9).map(\.id) == [kept])
      room.withLock { $0 = 100_000 }
      _ = try await shelf.store.put(noise(60_000, seed: 9))
    }
  }

  @Test func `bytes that the disk did not take are not acknowledged`() async throws {
    try await Shelf.open(
      output: FileOutput(sync: { _ in
        errno = EIO; return -1
      })
    ) { (shelf) async throws -> Void in
      await #expect { _ = try await shelf.store.put([1, 2, 3]) } throws: {
        if case BlobError.unavailable = $0 { true } else { false }
      }
      #expect(try await shelf.store.list(after: nil, limit: 9) == [])
      #expect(try shelf.incoming == [])
    }
  }

  @Test func `what a killed process left is swept, what another one is writing is not`() async throws {
    try await Shelf.open { (shelf) async throws -> Void in
      let live = try await shelf.store.begin(limit: 10)
      try await live.write([1, 2, 3])
      // A killed process leaves a file that nobody holds a lock on.
      try Files.writeAtomically(noise(1_000), to: shelf.root + "/incoming/0123456789abcdef0123456789abcdef")
      #expect(try shelf.incoming.count == 2)
      let other = try shelf.again()
      #expect(try shelf.incoming.count == 1)
      let id = try await live.finish(expecting: nil, size: 3).id
      #expect(try await other.get(id, limit: 10) == [1, 2, 3])
    }
  }

  @Test func `a blob that was cut short or changed is found out`() async throws {
    try await Shelf.open { (shelf) async throws -> Void in
      let id = try await shelf.store.put(noise(100_000)).id
      let reader = try await shelf.store.open(id, range: nil)
      truncate(shelf.store.path(of: id), 70_000)
      await #expect(throws: BlobError.damaged) { while try await reader.next() != nil {} }
      #expect(try await !shelf.store.isWhole(id))
      // Storing it again mends it.
      _ = try await shelf.store.put(noise(100_000))
      #expect(try await shelf.store.isWhole(id))
    }
  }

  @Test func `a link in a blob's place is not followed`() async throws {
    try await Shelf.open { (shelf) async throws -> Void in
      let id = BlobID(of: [1])
      try Files.writeAtomically([9], to: shelf.root + "/secret")
      try Files.makeFolders(shelf.store.folder(of: id))
      #expect(symlink(shelf.root + "/secret", shelf.store.path(of: id)) == 0)
      await #expect(throws: BlobError.damaged) { _ = try await shelf.store.info(id) }
      await #expect { _ = try await shelf.store.open(id, range: nil) } throws: {
        if case BlobError.unavailable = $0 { true } else { false }
      }
      _ = try await shelf.store.put([1])
      #expect(try Files.read(shelf.root + "/secret") == [9])
      #expect(try await shelf.store.get(id, limit: 1) == [1])
    }
  }

  @Test func `nobody else on the machine may read it`() async throws {
    try await Shelf.open { (shelf) async throws -> Void in
      let id = try await shelf.store.put([1, 2]).id
      for path in [
        shelf.root, shelf.root + "/incoming", shelf.store.folder(of: id), shelf.store.path(of: id),
        shelf.root + "/lock",
      ] {
        var about = stat()
        #expect(stat(path, &about) == 0 && about.st_mode & 0o077 == 0, "\(path)")
      }
    }
  }

  @Test func `too much at once is refused at once`() async throws {
    let gate = Gate()
    let threads = BoundedThreads(threads: 1, limit: 1)
    try await Shelf.open(
      output: FileOutput(write: {
        gate.wait(); return Glibc.write($0, $1.baseAddress, $1.count)
      }), threads: threads
    ) {
      (shelf) async throws -> Void in
      let upload = try await shelf.store.begin(limit: 10)
      async let slow: Void = upload.write([1])
      while gate.waiting == 0 { await Task.yield() }
      // One place in the queue: of two more, one is refused.
      let answers = await withTaskGroup(of: BlobError?.self) { group in
        for _ in 0..<2 {
          group.addTask {
            do { _ = try await shelf.store.info(BlobID(of: [1])); return nil } catch { return error as? BlobError }
          }
        }
        let first = await group.next()
        gate.open()
        return [first, await group.next()]
      }
      #expect(answers == [.busy, .some(nil)])
      try await slow
      #expect(try await upload.finish(expecting: nil, size: 1).size == 1)
    }
  }
}

/// Holds a thread until it is opened.
private final class Gate: @unchecked Sendable {
  private var lock = pthread_mutex_t()
  private var changed = pthread_cond_t()
  private var isOpen = false
  private var count = 0

  init() {
    pthread_mutex_init(&lock, nil)
    pthread_cond_init(&changed, nil)
  }

  var waiting: Int {
    pthread_mutex_lock(&lock)
    defer { pthread_mutex_unlock(&lock) }
    return count
  }

  func wait() {
    pthread_mutex_lock(&lock)
    count += 1
    while !isOpen { pthread_cond_wait(&changed, &lock) }
    pthread_mutex_unlock(&lock)
  }

  func open() {
    pthread_mutex_lock(&lock)
    isOpen = true
    pthread_cond_broadcast(&changed)
    pthread_mutex_unlock(&lock)
  }
}
