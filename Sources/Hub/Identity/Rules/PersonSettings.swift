package import Time

/// What a person likes, for all apps. Hub spec §7.6.
package struct PersonSettings: Hashable, Sendable {
  package var locale: String
  package var timezone: String
  package var theme: Theme
  /// Channel by channel, in the order of their names.
  package var notifications: [Channel]
  package var updatedAt: Instant
  package var version: Int

  package enum Theme: String, Hashable, Sendable, CaseIterable { case light, dark, system }

  package struct Channel: Hashable, Sendable {
    package let name: String
    package var isOn: Bool

    package init(_ name: String, _ isOn: Bool) { (self.name, self.isOn) = (name, isOn) }
  }

  package static let mostChannels = 20

  package init(
    locale: String = "en-US", timezone: String = "UTC", theme: Theme = .system,
    notifications: [Channel] = [Channel("email", true)], updatedAt: Instant, version: Int = 1
  ) {
    self.locale = locale
    self.timezone = timezone
    self.theme = theme
    self.notifications = notifications
    self.updatedAt = updatedAt
    self.version = version
  }

  /// Merges one level deep: nil takes a channel away. Nil for a result with too many.
  package static func merged(_ channels: [Channel], with changes: [(name: String, isOn: Bool?)]) -> [Channel]? {
    var merged = channels
    for change in changes {
      merged.removeAll { $0.name.utf8.elementsEqual(change.name.utf8) }
      if let isOn = change.isOn { merged.append(Channel(change.name, isOn)) }
    }
    merged.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    return merged.count <= mostChannels ? merged : nil
  }

  /// `^[a-z][a-z0-9_]{0,31}$`.
  package static func isChannel(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard (1...32).contains(bytes.count), (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[0]) else {
      return false
    }
    return bytes.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || $0 == UInt8(ascii: "_")
    }
  }

  /// A language tag in its form (RFC 5646 §2.1), language first, subtags of 1 to 8 letters and digits, 35 characters at most.
  package static func isLocale(_ text: String) -> Bool {
    guard text.utf8.count <= 35 else { return false }
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let language = parts.first, (2...3).contains(language.count), language.allSatisfy({ isLetter($0) }) else {
      return false
    }
    return parts.dropFirst().allSatisfy { part in
      (1...8).contains(part.count)
        && part.allSatisfy { isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

  /// The first language of an `Accept-Language` that is a tag; quality values are not weighed, browsers list the best first.
  package static func locale(acceptLanguage: String?) -> String {
    guard let acceptLanguage else { return "en-US" }
    let first = acceptLanguage.split(separator: ",").first ?? ""
    let tag = String(first.split(separator: ";").first ?? "").filter { $0 != " " }
    return isLocale(tag) ? tag : "en-US"
  }
}
