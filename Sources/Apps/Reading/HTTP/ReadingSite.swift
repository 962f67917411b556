package import API
package import Ambient
import Crypto
import Encoding
package import HTTP
import JSON
package import ReadingAPI
import ReadingRules
import ReadingStore
package import SQL
import Synchronization
package import Telemetry
package import Time

/// The public side of Reading: composes what the database holds, keeps it ready-made, and answers.
package final class ReadingSite: Sendable {
  let database: Database
  package let options: ReadingOptions
  let ambient: Ambient
  let log: Log
  let cache: ResponseCache
  let keys: KeyRing
  let buckets: TokenBuckets
  private let polledAt: Mutex<Instant>
  private let compositions = Atomic<Int>(0)

  package init(database: Database, options: ReadingOptions, ambient: Ambient, log: Log) {
    self.database = database
    self.options = options
    self.ambient = ambient
    self.log = log
    cache = ResponseCache(ambient: ambient)
    keys = KeyRing(ambient: ambient)
    buckets = TokenBuckets(perMinute: options.publicRate, ambient: ambient)
    polledAt = Mutex(Instant(microseconds: .min))
  }

  // MARK: Reading

  /// Reads one payload from one snapshot. The server-rendered pages read the same way.
  func compose<Value: Sendable>(
    _ length: ReadLength = .quick, _ body: @escaping @Sendable (Snapshot) throws -> Composed<Value>
  ) async throws -> Composed<Value> {
    let now = ambient.now()
    let options = options
    compositions.wrappingAdd(1, ordering: .relaxed)
    do {
      return try await database.read(length) { tx in try body(Snapshot(tx, now: now, options: options)) }
    } catch let error as StoreError {
      log(.error, "database", [.init("error", .string("\(error)"))])
      throw Problem(.unavailable, headers: ["Retry-After": "1"])
    }
  }

  /// How many payloads were composed: what stampede tests count.
  package var compositionCount: Int { compositions.load(ordering: .relaxed) }

  /// A composed payload as a ready-made answer. Reading spec §13.
  func prepare(_ body: [UInt8], generation: Int64, nextChange: Instant?) -> PreparedResponse {
    let now = ambient.now()
    var headers = ReadingSite.publicHeaders
    var change = NextChange(after: now)
    change.consider(nextChange)
    headers["Cache-Control"] = cacheControl(maxAge: change.maxAge(atMost: options.publicCacheSeconds))
    // Until `limit` before the change the header stays as it is; from then on it is another one each second.
    let limit = TimeSpan.seconds(Int64(options.publicCacheSeconds))
    var freshUntil = Instant(microseconds: .max)
    if let next = change.instant { freshUntil = next - limit > now ? next - limit : min(next, now + .seconds(1)) }
    return PreparedResponse(
      body: body, contentType: "application/json", tag: ReadingSite.tag(of: body), headers: headers,
      compress: options.compresses,
      freshUntil: freshUntil, epoch: cache.epoch, epochNumber: epochNumber(for: generation))
  }

  /// The epoch in which an answer from `generation` holds; -1, which is no epoch, for one that is not to be kept.
  func epochNumber(for generation: Int64) -> Int {
    isNewsFresh && options.keepsResponses ? cache.epochNumber(for: generation) : -1
  }

  /// The first 32 digits of SHA-256 over the canonical bytes. Reading spec §13.3.
  static func tag(of body: [UInt8]) -> String { String(Hex.encode(SHA256.hash(body)).prefix(32)) }

  func cacheControl(maxAge: Int) -> String {
    guard options.publicCacheSeconds > 0 else { return "public, no-cache" }
    var text = "public, max-age=\(maxAge)"
    if options.staleWhileRevalidateSeconds > 0 {
      text += ", stale-while-revalidate=\(options.staleWhileRevalidateSeconds)"
    }
    if options.staleIfErrorSeconds > 0 { text += ", stale-if-error=\(options.staleIfErrorSeconds)" }
    return text
  }

  // MARK: News of edits

  /// Looks for edits and for keys. Called once a second, when PostgreSQL notifies, and right after an edit here.
  package func refresh() async throws {
    let (generation, active) = try await database.read { tx in
      (try tx.first(LibraryQueries.generation) ?? 0, try tx.all(APIKeys.active))
    }
    keys.replace(active)
    cache.learn(generation)
    polledAt.withLock { $0 = ambient.now() }
  }

  /// The present generation, from the database: whether it answers.
  package func generation() async throws -> Int64 {
    try await database.read { tx in try tx.first(LibraryQueries.generation) ?? 0 }
  }

  /// How old the last news of edits is. News from the future counts as old: the clock went back, and the
  /// next poll, a second later at most, sets it right.
  package var newsAge: TimeSpan {
    let age = ambient.now() - polledAt.withLock { $0 }
    return age < .seconds(-1) ? .hours(1) : age
  }

  /// Older news than this is not trusted, and `/readyz` says so. Reading spec §14.1.
  package static let newsLimit = TimeSpan.seconds(10)

  /// Gives up every ready-made answer once the news is too old; called apart from the poll, which may be the one that hangs.
  package func distrustOldNews() {
    if !isNewsFresh { cache.distrust() }
  }

  var isNewsFresh: Bool { newsAge <= ReadingSite.newsLimit }

  /// Publishes and unpublishes what is due, if this server holds the lease.
  package func flipDue(holder: String) async throws {
    let now = ambient.now()
    let minutes = options.wordsPerMinute
    let changed = try await database.write { tx in
      guard try LibraryActions.takeLease("scheduler", holder: holder, until: now + .seconds(15), now: now, in: tx)
      else { return 0 }
      return try LibraryActions.flipDue(now: now, wordsPerMinute: minutes, in: tx)
    }
    guard changed > 0 else { return }
    log(.info, "scheduled", [.init("changed", .integer(Int64(changed)))])
    try await refresh()
  }

  /// Notes on which day each key was last used; apart from the requests, so that no read waits for a write.
  package func noteUsedKeys() async throws {
    let used = keys.takeUsed()
    if used.isEmpty { return }
    let day = ambient.now().rfc3339.prefix(10)
    try await database.write { tx in for id in used { try tx.run(APIKeys.used, (id, String(day))) } }
  }

  /// True when the home page would have no quotation.
  package func isHeroEmpty() async -> Bool {
    guard let hero = try? await compose(.quick, { try $0.hero() }) else { return false }
    return hero.value.items.isEmpty
  }
}

extension ReadingSite: FastGate {
  package var version: Int { keys.version }

  package func admits(key: ArraySlice<UInt8>?, address: String) -> Bool {
    if buckets.count == 0 { return true }
    return buckets.take(ReadingSite.caller(key.map { String(decoding: $0, as: UTF8.self) }, address)) == nil
  }

  static func caller(_ key: String?, _ address: String) -> String { address + "|" + (key ?? "") }
}
