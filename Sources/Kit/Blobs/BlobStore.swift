import Encoding
package import Time

/// A blob's name: the SHA-256 of its bytes. Two blobs of one content are one blob.
package struct BlobID: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let sha256: [UInt8]

  package init?(sha256: [UInt8]) {
    guard sha256.count == 32 else { return nil }
    self.sha256 = sha256
  }

  /// Reads 64 small hexadecimal digits, and nothing else: what comes out can stand in a path.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 64, text.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }),
      let bytes = Hex.decode(String(text))
    else { return nil }
    sha256 = bytes
  }

  package var description: String { Hex.encode(sha256) }

  package static func < (a: BlobID, b: BlobID) -> Bool { a.sha256.lexicographicallyPrecedes(b.sha256) }
}

/// What is known of a stored blob.
package struct BlobInfo: Hashable, Sendable {
  package let id: BlobID
  package let size: Int64
  /// When it was stored, the last time.
  package let storedAt: Instant
}

/// A part of a blob, from `offset` on; nil is to its end.
package struct BlobRange: Hashable, Sendable {
  package let offset: Int64
  package let count: Int64?
  package init(_ offset: Int64, _ count: Int64? = nil) { (self.offset, self.count) = (offset, count) }
}

package enum BlobError: Error, Hashable, Sendable {
  case missing
  /// More bytes came than were allowed.
  case tooLarge
  /// Another number of bytes came than was announced.
  case wrongSize(Int64)
  /// The bytes are not those that were announced.
  case wrongContent(BlobID)
  /// A range that begins behind the end.
  case outOfRange(size: Int64)
  /// No room is left.
  case full
  /// Too much is going on; try again soon.
  case busy
  /// The stored bytes are not all there.
  case damaged
  /// It was finished or abandoned before.
  case closed
  case unavailable(String)
}

/// Where audio, pictures and exports are kept: by content, whole or not at all. Files by default; an S3 store follows the same
/// shape. Design §6.
package protocol BlobStore: Sendable {
  /// Begins an upload of at most `limit` bytes.
  func begin(limit: Int64) async throws(BlobError) -> any BlobUpload
  /// Nil when there is no such blob.
  func info(_ id: BlobID) async throws(BlobError) -> BlobInfo?
  /// Reads a blob, or a part of it.
  func open(_ id: BlobID, range: BlobRange?) async throws(BlobError) -> any BlobReader
  /// Removes a blob unless it was stored after `instant`: somebody may be about to point to it. False when it was left or was
  /// not there.
  func delete(_ id: BlobID, unlessStoredAfter instant: Instant) async throws(BlobError) -> Bool
  /// Blobs in the order of their names: for finding those that nobody points to.
  func list(after id: BlobID?, limit: Int) async throws(BlobError) -> [BlobInfo]
  /// An address at which whoever knows it may do what the ticket says, and nothing else, until it ends.
  func address(of ticket: BlobTicket) -> String
}

/// Bytes on their way in. Each `write` returns when its bytes are taken, and the next is only asked for then, so a slow store
/// slows its client down. Nothing of it can be seen before `finish`; dropped without it, nothing stays.
package protocol BlobUpload: Sendable {
  /// Throws `.tooLarge` as soon as it is; the upload is over then, as after any error.
  func write(_ bytes: [UInt8]) async throws(BlobError)
  /// Makes the blob durable, then visible. Throws `.wrongSize` or `.wrongContent` when it is not what was announced.
  func finish(expecting id: BlobID?, size: Int64?) async throws(BlobError) -> BlobInfo
  func abandon() async
}

/// Bytes on their way out.
package protocol BlobReader: Sendable {
  var info: BlobInfo { get }
  /// How many bytes come in all.
  var count: Int64 { get }
  /// The next piece, 64 KB at most; nil at the end.
  func next() async throws(BlobError) -> [UInt8]?
}

extension BlobStore {
  /// Stores bytes that are at hand.
  package func put(_ bytes: [UInt8]) async throws(BlobError) -> BlobInfo {
    let upload = try await begin(limit: Int64(bytes.count))
    try await upload.write(bytes)
    return try await upload.finish(expecting: nil, size: nil)
  }

  /// Reads a whole blob; `.tooLarge` when it has more than `limit` bytes.
  package func get(_ id: BlobID, limit: Int64) async throws(BlobError) -> [UInt8] {
    let reader = try await open(id, range: nil)
    guard reader.count <= limit else { throw .tooLarge }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(reader.count))
    while let piece = try await reader.next() { bytes += piece }
    return bytes
  }
}
