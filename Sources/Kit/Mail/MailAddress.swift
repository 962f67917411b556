/// An address of e-mail with the name of whom it belongs to. It holds no more than an envelope needs: whether a person may have
/// such an address is decided elsewhere.
package struct MailAddress: Hashable, Sendable {
  package let name: String?
  /// `local@domain`, up to 254 bytes; other scripts are allowed (RFC 6531).
  package let address: String

  /// Nil for anything that could be more than one address, or none: spaces, controls, angle brackets, commas, no `@`.
  package init?(_ address: String, name: String? = nil) {
    let parts = address.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, address.utf8.count <= 254,
      address.unicodeScalars.allSatisfy({
        $0.value > 0x20 && !(0x7F...0xA0).contains($0.value) && !MailAddress.special.contains($0)
      })
    else { return nil }
    self.address = address
    let shown = name.map(HeaderText.plain) ?? ""
    self.name = shown.isEmpty ? nil : shown
  }

  private static let special = Set("<>,;:()[]\\\"\u{2028}\u{2029}".unicodeScalars)

  /// Whether only a server that speaks SMTPUTF8 can take it.
  var isInternational: Bool { !address.utf8.allSatisfy { $0 < 0x80 } }

  package var domain: String { address.split(separator: "@").last.map(String.init) ?? "" }
}
