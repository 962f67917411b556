package import Time

/// One line of a curation list whose target is live (and, for the hero, has a quote), in editorial order.
package struct CurationEntry: Hashable, Sendable {
  package var id: Int64
  package var window: Window
  package init(id: Int64, window: Window = .always) {
    self.id = id
    self.window = window
  }
}

/// What the home page shows. Pure functions of the data and the time, so that all servers agree. Reading spec §12.
package enum Curation {
  /// Setting `HOME_POOL_SIZE`.
  package static let poolSize = 10

  /// SHA-256 of a text's UTF-8 bytes.
  package typealias Hash = (String) -> [UInt8]

  /// The hero pool. Reading spec §12.1.
  ///
  /// - Parameters:
  ///   - recent: live passages with a quote, most recently published first; used when no entry is in its window.
  ///   - day: the date in the site's zone, `YYYY-MM-DD`.
  package static func hero(
    _ entries: [CurationEntry], recent: [Int64], at now: Instant, day: String, size: Int = poolSize, sha256: Hash
  ) -> [Int64] {
    let open = ids(of: entries, at: now)
    if open.isEmpty { return Array(recent.prefix(size)) }
    return daily(open, list: "hero", day: day, size: size, sha256: sha256)
  }

  /// Featured journeys or books: editorial order, the first ten in their window. Reading spec §12.2.
  package static func featured(_ entries: [CurationEntry], at now: Instant, size: Int = poolSize) -> [Int64] {
    Array(ids(of: entries, at: now).prefix(size))
  }

  /// Further reading. Reading spec §12.5.
  ///
  /// - Parameter fill: ids of live pieces that may fill a short list (the setting is on, and today's what's-new is left
  ///   out); they follow the list in the order of their hash.
  package static func furtherReading(
    _ entries: [CurationEntry], fill: [Int64], at now: Instant, day: String, size: Int = poolSize, sha256: Hash
  ) -> [Int64] {
    let open = ids(of: entries, at: now)
    if open.count >= size { return daily(open, list: "further", day: day, size: size, sha256: sha256) }
    let listed = Set(entries.map { $0.id })
    let candidates = fill.filter { !listed.contains($0) }
    let chosen = smallest(size - open.count, of: candidates, list: "further", day: day, sha256: sha256)
    return open + chosen
  }

  /// The boundaries at which any of the above changes: its windows, and the day's end.
  package static func nextChange(_ entries: [CurationEntry], dayEnds: Instant, after now: Instant) -> NextChange {
    var next = NextChange(after: now)
    next.consider(dayEnds)
    for entry in entries { next.consider(entry.window) }
    return next
  }

  private static func ids(of entries: [CurationEntry], at now: Instant) -> [Int64] {
    var ids: [Int64] = []
    for entry in entries where entry.window.contains(now) { ids.append(entry.id) }
    return ids
  }

  /// All, or the day's choice of `size` in their own order.
  private static func daily(_ ids: [Int64], list: String, day: String, size: Int, sha256: Hash) -> [Int64] {
    if ids.count <= size { return ids }
    let chosen = Set(smallest(size, of: ids, list: list, day: day, sha256: sha256))
    return ids.filter { chosen.contains($0) }
  }

  /// The `count` ids with the smallest SHA-256 of `day|list|id`, smallest first.
  private static func smallest(
    _ count: Int, of ids: [Int64], list: String, day: String, sha256: Hash
  ) -> [Int64] {
    var hashed: [(hash: [UInt8], id: Int64)] = []
    for id in ids { hashed.append((sha256("\(day)|\(list)|\(id)"), id)) }
    hashed.sort { a, b in
      a.hash == b.hash ? a.id < b.id : a.hash.lexicographicallyPrecedes(b.hash)
    }
    return hashed.prefix(count).map { $0.id }
  }
}
