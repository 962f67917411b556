import Crypto
import Files
import Glibc
import Support
import Time

@testable import Blobs

/// A folder with a store in it, gone after the test.
struct Shelf: Sendable {
  let root: String
  let clock: FakeClock
  let signer: BlobSigner
  let store: FileBlobStore

  static func open<Value>(
    in parent: String = TestFolder.parent, output: FileOutput = FileOutput(), threads: BoundedThreads? = nil,
    _ body: (Shelf) async throws -> Value
  ) async throws -> Value {
    let root = "\(parent)/atrium-blobs-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    defer { try? Files.removeTree(root) }
    let clock = FakeClock()
    let signer = BlobSigner(secret: Array(1...32))
    return try await body(
      Shelf(
        root: root, clock: clock, signer: signer,
        store: try FileBlobStore(
          root: root, signer: signer, base: "/blobs/", ambient: clock.ambient(),
          threads: threads ?? BoundedThreads(threads: 2, limit: 100), output: output)))
  }

  /// The store as another process would open it.
  func again() throws -> FileBlobStore {
    try FileBlobStore(root: root, signer: signer, base: "/blobs/", ambient: clock.ambient(seed: 7))
  }

  var incoming: [String] { get throws { try Files.list(root + "/incoming").map(\.name) } }
}

extension BlobID {
  init(of bytes: [UInt8]) { self = BlobID(sha256: SHA256.hash(bytes)) ?? BlobID(String(repeating: "0", count: 64))! }
}

/// Bytes that are random to look at.
func noise(_ count: Int, seed: UInt64 = 5) -> [UInt8] {
  var generator = SeededBytes(seed: seed)
  return generator.bytes(count)
}
