package import Time

/// What's new: pieces by their first publication. Reading spec §12.4.
package enum WhatsNew {
  /// Setting `WHATS_NEW_DAYS`, in days of 24 hours.
  package static let days: Int64 = 30

  package struct Piece: Hashable, Sendable {
    package var id: Int64
    package var listedAt: Instant
    package init(id: Int64, listedAt: Instant) {
      self.id = id
      self.listedAt = listedAt
    }
  }

  /// The first instant that is still within the window.
  package static func earliest(at now: Instant, days: Int64 = days) -> Instant { now - .days(days) }

  /// Newest first, then id descending; at most `size`.
  package static func pick(
    _ pieces: [Piece], at now: Instant, days: Int64 = days, size: Int = Curation.poolSize
  ) -> [Int64] {
    let earliest = earliest(at: now, days: days)
    let open = pieces.filter { $0.listedAt >= earliest && $0.listedAt <= now }
    let newestFirst = open.sorted { a, b in a.listedAt == b.listedAt ? a.id > b.id : a.listedAt > b.listedAt }
    return newestFirst.prefix(size).map { $0.id }
  }

  /// When one of the pieces enters or has left the window.
  package static func nextChange(_ pieces: [Piece], after now: Instant, days: Int64 = days) -> NextChange {
    var next = NextChange(after: now)
    for piece in pieces {
      next.consider(piece.listedAt)
      next.consider(piece.listedAt + .days(days) + TimeSpan(microseconds: 1))
    }
    return next
  }
}
