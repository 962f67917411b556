import Crypto
import Files
import Support
import Testing
import Time

@testable import Blobs

@Suite struct `A blob` {
  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
  func `comes out as it went in, under the name of its content`(_ size: Int)
    async throws
  {
    try await Shelf.open { (shelf) async throws -> Void in
      let bytes = noise(size)
      let upload = try await shelf.store.begin(limit: 300_000)
      for start in stride(from: 0, to: size, by: 10_000) {
        try await upload.write(Array(bytes[start..<min(size, start + 10_000)]))
      }
      let info = try await upload.finish(expecting: BlobID(of: bytes), size: Int64(size))
      #expect(info == BlobInfo(id: BlobID(of: bytes), size: Int64(size), storedAt: .wednesday))
      #expect(try await shelf.store.info(info.id) == info)
      #expect(try await shelf.store.get(info.id, limit: 300_000) == bytes)
      #expect(try await shelf.store.isWhole(info.id))
      #expect(try shelf.incoming == [])
      #expect(try await shelf.again().get(info.id, limit: 300_000) == bytes)
    }
  }

  static let ranges: [(BlobRange, Range<Int>?)] = [
    (BlobRange(0), 0..<100_000), (BlobRange(0, 10), 0..<10), (BlobRange(99_999), 99_999..<100_000),
    (BlobRange(100_000), 100_000..<100_000), (BlobRange(100_001), nil),
    (BlobRange(50_000, 1_000_000), 50_000..<100_000),
    (BlobRange(10, 70_000), 10..<70_010), (BlobRange(5, 0), 5..<5), (BlobRange(-1), nil), (BlobRange(0, -1), nil),
    (BlobRange(.max, .max), nil), (BlobRange(1, .max), 1..<100_000),
  ]

  @Test func `is read in parts`() async throws {
    try await Shelf.open { (shelf) async throws -> Void in
      let bytes = noise(100_000)
      let id = try await shelf.store.put(bytes).id
      for (range, expected) in `A blob`.ranges {
        do {
          let reader = try await shelf.store.open(id, range: range)
          var found: [UInt8] = []
          while let piece = try await reader.next() { found += piece }
          #expect(found == expected.map { Array(bytes[$0]) } && reader.count == Int64(found.count), "\(range)")
        } catch let error as BlobError { #expect(expected == nil && error == .outOfRange(size: 100_000), "\(range)") }
      }
    }
  }

  @Test func `stored twice at once is one`() async throws {
    try await Shelf.open { (shelf) async throws -> Void in
      let bytes = noise(50_000)
      let other = try shelf.again()
      let ids = try await withThrowingTaskGroup(of: BlobID.self) { group in
        for store in [shelf.store, other, shelf.store, other] { group.addTask { try await store.put(bytes).id } }
        return try await group.reduce(into: []) { $0.insert($1) } as Set<BlobID>
      }
      #expect(ids == [BlobID(of: bytes)])
      #expect(try await shelf.store.list(after: nil, limit: 10).map(\.id) == [BlobID(of: bytes)])
      #expect(try shelf.incoming == [])
    }
  }

  @Test func `that is larger, or other, than announced is not kept`() async throws {
    try await Shelf.open { (shelf) async throws -> Void in
      let bytes = noise(1_000)
      let cases: [(why: String, limit: Int64, id: BlobID?, size: Int64?, error: BlobError)] = [
        ("larger than allowed", 999, nil, nil, .tooLarge),
        ("larger than announced", 2_000, nil, 999, .wrongSize(1_000)),
        ("smaller than announced", 2_000, nil, 1_001, .wrongSize(1_000)),
        ("another content", 2_000, BlobID(of: [1]), 1_000, .wrongContent(BlobID(of: bytes))),
      ]
      for row in cases {
        let upload = try await shelf.store.begin(limit: row.limit)
        await #expect(throws: row.error, "\(row.why)") {
          try await upload.write(bytes)
          _ = try await upload.finish(expecting: row.id, size: row.size)
        }
        await #expect(throws: BlobError.closed) { try await upload.write([1]) }
        await #expect(throws: BlobError.closed) { _ = try await upload.finish(expecting: nil, size: nil) }
        #expect(try shelf.incoming == [], "\(row.why)")
      }
      #expect(try await shelf.store.list(after: nil, limit: 10) == [])
      let fits = try await shelf.store.begin(limit: 1_000)
      try await fits.write(bytes)
      await #expect(throws: BlobError.tooLarge) { try await fits.write([1]) }
    }
  }

  @Test func `that was never finished leaves nothing`() async throws {
    try await Shelf.open { (shelf) async throws -> Void in
      let abandoned = try await shelf.store.begin(limit: 10)
      try await abandoned.write([1, 2, 3])
      #expect(try shelf.incoming.count == 1)
      await abandoned.abandon()
      #expect(try shelf.incoming == [])
      do {
        let dropped = try await shelf.store.begin(limit: 10)
        try await dropped.write([1, 2, 3])
      }
      while try shelf.incoming != [] { await Task.yield() }
    }
  }

  @Test func `is missing before it is stored and after it was removed, but is read to its end`() async throws {
    try await Shelf.open { (shelf) async throws -> Void in
      let bytes = noise(200_000)
      let id = BlobID(of: bytes)
      #expect(try await shelf.store.info(id) == nil)
      await #expect(throws: BlobError.missing) { _ = try await shelf.store.open(id, range: nil) }
      #expect(try await !shelf.store.delete(id, unlessStoredAfter: .wednesday))
      _ = try await shelf.store.put(bytes)
      let reader = try await shelf.store.open(id, range: nil)
      #expect(try await shelf.store.delete(id, unlessStoredAfter: .wednesday))
      var found: [UInt8] = []
      while let piece = try await reader.next() { found += piece }
      #expect(found == bytes)
      #expect(try await shelf.store.info(id) == nil)
    }
  }

  @Test func `that is stored again while it is being collected stays`() async throws {
    try await Shelf.open { (shelf) async throws -> Void in
      let id = try await shelf.store.put([1, 2, 3]).id
      shelf.clock.advance(.hours(2))
      let seen = shelf.clock.now - .hours(1)
      #expect(try await shelf.store.info(id)?.storedAt ?? .wednesday <= seen)
      _ = try await shelf.store.put([1, 2, 3])
      #expect(try await !shelf.store.delete(id, unlessStoredAfter: seen))
      #expect(try await shelf.store.get(id, limit: 10) == [1, 2, 3])
    }
  }

  @Test func `is listed once, in order, page by page`() async throws {
    try await Shelf.open { (shelf) async throws -> Void in
      var stored: Set<BlobID> = []
      for number in 0..<300 { stored.insert(try await shelf.store.put(noise(8, seed: UInt64(number))).id) }
      // What is none of ours is passed over.
      try Files.writeAtomically([1], to: shelf.root + "/00-notes")
      try Files.makeFolders(shelf.root + "/0a")
      try Files.writeAtomically([1], to: shelf.root + "/0a/README")
      var listed: [BlobID] = []
      while true {
        let page = try await shelf.store.list(after: listed.last, limit: 37)
        if page.isEmpty { break }
        #expect(page.count <= 37)
        listed += page.map(\.id)
      }
      #expect(listed == stored.sorted())
    }
  }

  static let names: [(String, Bool)] = [
    (String(repeating: "a", count: 64), true), (String(repeating: "A", count: 64), false), ("", false),
    (String(repeating: "a", count: 63), false), (String(repeating: "a", count: 65), false),
    ("../../../../../../../../../../../../../../../../../../etc/passwd.", false),
    (String(repeating: "a", count: 62) + "/.", false),
    (String(repeating: "a", count: 63) + "\0", false), (String(repeating: "é", count: 32), false),
    (String(repeating: "a", count: 63) + "\n", false), (String(repeating: "٠", count: 32), false),
  ]

  @Test(arguments: names) func `has a name that can stand in a path`(_ name: String, _ isName: Bool) {
    #expect((BlobID(name) != nil) == isName, "\(name.debugDescription)")
    if let id = BlobID(name) { #expect(id.description == name) }
  }
}
