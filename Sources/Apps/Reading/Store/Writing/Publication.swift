import ReadingRules
import SQL
import Time

/// When an object is, was and will be seen: the columns that every kind has.
struct Publication: Hashable {
  var status: String
  var goLiveAt: Instant?
  var expireAt: Instant?
  var firstPublishedAt: Instant?
  var publishedAt: Instant?

  /// What a file's `status`, `publish_at` and `expire_at` make of the object now. First publication is never moved.
  init(_ head: DraftHead, now: Instant, stored: Stored?) {
    expireAt = head.expireAt
    firstPublishedAt = stored?.firstPublishedAt
    publishedAt = stored?.publishedAt
    let wasPublished = stored?.firstPublishedAt != nil
    guard head.status == .live else {
      status = wasPublished ? "unpublished" : "draft"
      return
    }
    if let publishAt = head.publishAt, publishAt > now {
      goLiveAt = publishAt
      status = stored?.status == "live" ? "live" : wasPublished ? "unpublished" : "draft"
    } else if let expireAt, expireAt <= now {
      status = "unpublished"
    } else {
      status = "live"
      firstPublishedAt = firstPublishedAt ?? head.publishAt ?? now
      publishedAt = now
    }
  }

  var isLive: Bool { status == "live" }

  /// status · go_live_at · expire_at · first_published_at · published_at · updated_at · digest · source_text
  func values(now: Instant, digest: [UInt8], text: String) -> [SQLValue] {
    [
      .text(status), .instant(orNull: goLiveAt), .instant(orNull: expireAt), .instant(orNull: firstPublishedAt),
      .instant(orNull: publishedAt), .instant(now), .bytes(digest), .text(text),
    ]
  }
}
