/// An address of e-mail as Atrium accepts it: a dot-atom, one `@`, a domain of at least two labels (RFC 5321 §4.1.2, RFC 6531 for
/// letters beyond ASCII). Comments, quoted parts, address literals and everything invisible are refused.
///
/// It is kept as it was typed, in NFC, and compares by `key`. Hub spec §17. Letters are sent to the address that is on file,
/// never to one that only compares equal to it.
package struct EmailAddress: Sendable {
  /// As it was typed, in NFC.
  package let text: String
  /// What two spellings of one address have in common: NFC and lower case.
  package let key: String

  /// Bytes. RFC 5321 §4.5.3.1.3 leaves 254 for the address itself.
  package static let longest = 254

  /// - Parameter nfc: puts text into Unicode's composed form.
  package init?(_ typed: String, nfc: (String) -> String) {
    guard typed.utf8.count <= 4 * EmailAddress.longest else { return nil }
    let text = nfc(typed)
    guard text.utf8.count <= EmailAddress.longest, EmailAddress.isWellFormed(text) else { return nil }
    self.text = text
    key = nfc(text.lowercased())
  }

  /// The part before the `@`: what a person is called until they say otherwise. Hub spec §7.1.
  package var localPart: String { String(text.unicodeScalars.prefix { $0 != "@" }) }

  private static func isWellFormed(_ text: String) -> Bool {
    let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].reduce(0, { $0 + UTF8.width($1) }) <= 64 else { return false }
    let atoms = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    guard atoms.allSatisfy({ atom in !atom.isEmpty && atom.allSatisfy { isAtom($0) } }) else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ isLabel($0) }), let last = labels.last else { return false }
    // A name of digits only is an IPv4 address in disguise.
    return !last.allSatisfy { ("0"..."9").contains($0) }
  }

  private static func isLabel(_ label: Substring.UnicodeScalarView.SubSequence) -> Bool {
    guard (1...63).contains(label.count), label.first != "-", label.last != "-" else { return false }
    return label.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-": true
      default: isVisibleBeyondASCII(scalar)
      }
    }
  }

  private static func isAtom(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    case "!", "#", "$", "%", "&", "'", "*", "+", "-", "/", "=", "?", "^", "_", "`", "{", "|", "}", "~": true
    default: isVisibleBeyondASCII(scalar)
    }
  }

  /// Letters and marks, without what hides, joins, turns the direction round or looks like an ASCII sign of its own.
  private static func isVisibleBeyondASCII(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0xBF, 0xD7, 0xF7: false
    case 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x3164: false
    case 0x2000...0x2BFF, 0x2E00...0x2E7F, 0x3000...0x3004, 0x3008...0x3020: false
    case 0xD800...0xF8FF, 0xFE00...0xFE1F, 0xFE30...0xFE6F, 0xFEFF...0xFF0F, 0xFF1A...0xFF20, 0xFF3B...0xFF40: false
    case 0xFF5B...0xFF65, 0xFFA0, 0xFFE0...0xFFFF, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0x10FFFF: false
    default: true
    }
  }
}

extension EmailAddress: Hashable {
  package static func == (a: EmailAddress, b: EmailAddress) -> Bool { a.key.utf8.elementsEqual(b.key.utf8) }
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
