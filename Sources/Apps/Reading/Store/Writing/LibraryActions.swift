package import ReadingRules
package import SQL
package import Time

/// What happens to one object, or by the clock, outside of imports.
package enum LibraryActions {
  /// Takes an object out of every public payload, or puts it back. False when there is none, or it was so already; what
  /// was never seen cannot be taken out.
  package static func set(
    _ reference: Reference, live: Bool, now: Instant, wordsPerMinute: Int = ReadTime.wordsPerMinute, in tx: Transaction
  ) throws(StoreError) -> Bool {
    try Generation.lock(in: tx)
    guard let stored = try KnownObjects(tx).stored(reference), live || stored.status == "live" else { return false }
    let status = live ? "live" : "unpublished"
    guard try tx.run(LibraryWriter.setStatus(reference.kind), (stored.id, status, now)) > 0 else { return false }
    try settle(wordsPerMinute: wordsPerMinute, in: tx)
    return true
  }

  /// Publishes and unpublishes what is due, by its state and not from a list, so that a restart loses nothing. Returns how
  /// many changed: none while an import is under way, since what is due stays due. Reading spec §16.2.
  package static func flipDue(now: Instant, wordsPerMinute: Int = ReadTime.wordsPerMinute, in tx: Transaction)
    throws(StoreError) -> Int
  {
    guard try Generation.isFree(in: tx) else { return 0 }
    var changed = 0
    for statement in due { changed += try tx.run(statement, now) }
    if changed > 0 { try settle(wordsPerMinute: wordsPerMinute, in: tx) }
    return changed
  }

  /// Takes the named lease until `until`, or keeps it. False while another holder has it.
  package static func takeLease(_ name: String, holder: String, until: Instant, now: Instant, in tx: Transaction)
    throws(StoreError) -> Bool
  {
    try tx.run(lease, (name, holder, until, now)) > 0
  }

  private static func settle(wordsPerMinute: Int, in tx: Transaction) throws(StoreError) {
    try LibraryWriter.refreshReadTimes(wordsPerMinute: wordsPerMinute, in: tx)
    try SearchIndex.repair(in: tx)
    try Generation.advance(in: tx)
  }

  private static func timed(_ sql: [UInt8]) -> Statement<Instant, Void> { Statement(sql, bind: { [.instant($0)] }) }
  private static let due = [
    timed(PackageResources.theme_go_live_sql), timed(PackageResources.book_go_live_sql),
    timed(PackageResources.content_go_live_sql),
    timed(PackageResources.journey_go_live_sql), timed(PackageResources.journey_chapter_go_live_sql),
    timed(PackageResources.theme_expire_sql),
    timed(PackageResources.book_expire_sql), timed(PackageResources.content_expire_sql),
    timed(PackageResources.journey_expire_sql),
    timed(PackageResources.journey_chapter_expire_sql),
  ]
  private static let lease = Statement<(String, String, Instant, Instant), Void>(
    PackageResources.lease_take_sql, bind: { [.text($0), .text($1), .instant($2), .instant($3)] })
}
