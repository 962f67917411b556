package import Time

/// What an operator sets. Reading spec §21.
package struct ReadingOptions: Sendable {
  /// What addresses of pictures and sound begin with, without a slash at the end.
  package var mediaBase = "http://127.0.0.1:8080/media"
  /// What addresses of pages begin with.
  package var webBase = "http://127.0.0.1:8080"
  package var publicCacheSeconds = 30
  package var staleWhileRevalidateSeconds = 0
  package var staleIfErrorSeconds = 0
  package var compresses = true
  package var poolSize = 10
  package var whatsNewDays: Int64 = 30
  package var fillsFurtherReading = true
  package var zone = ZoneRules.utc
  package var wordsPerMinute = 238
  /// Public requests a minute for each key and address; 0 is no limit.
  package var publicRate = 600
  /// Keeps ready-made answers; off composes each anew.
  package var keepsResponses = true
  /// Where media files lie.
  package var mediaFolder = "media"

  package init() {}
}
