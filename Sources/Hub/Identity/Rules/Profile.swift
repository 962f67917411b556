package import Time

/// What a person shows of themselves. Hub spec §7.6.
package struct Profile: Hashable, Sendable {
  package var displayName: String
  package var avatarURL: String?
  package var contactEmail: String?
  package var contactPhone: String?
  package var updatedAt: Instant
  package var version: Int

  package init(
    displayName: String, avatarURL: String? = nil, contactEmail: String? = nil, contactPhone: String? = nil,
    updatedAt: Instant, version: Int = 1
  ) {
    self.displayName = displayName
    self.avatarURL = avatarURL
    self.contactEmail = contactEmail
    self.contactPhone = contactPhone
    self.updatedAt = updatedAt
    self.version = version
  }

  /// Scalars.
  package static let nameLength = 1...100
  /// Bytes.
  package static let longestAvatarURL = 2_048

  /// A name is one line of visible text: neither control characters nor what turns the direction round.
  package static func isName(_ text: String) -> Bool {
    guard nameLength.contains(text.unicodeScalars.count) else { return false }
    var isVisible = false
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: return false
      case 0x20, 0xA0, 0x200B...0x200F: continue
      default: isVisible = true
      }
    }
    return isVisible
  }

  /// `https:`, a host, no space and no control character.
  package static func isAvatarURL(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard text.hasPrefix("https://"), bytes.count <= longestAvatarURL, bytes.count > 8 else { return false }
    let host = bytes[8...].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard !host.isEmpty, !host.contains(UInt8(ascii: "@")), host.first != UInt8(ascii: ":") else { return false }
    return bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "<") }
  }

  /// E.164: `^\+[1-9][0-9]{7,14}$`.
  package static func isPhone(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard (9...16).contains(bytes.count), bytes[0] == UInt8(ascii: "+"), bytes[1] != UInt8(ascii: "0") else {
      return false
    }
    return bytes.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
