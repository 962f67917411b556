/// Why a password is not accepted; each is a field code of the wire. Hub spec §§1 (D11), 3.5.
package enum PasswordFault: String, Error, Hashable, Sendable, CaseIterable {
  case tooShort = "too_short"
  case tooLong = "too_long"
  case breached
  case matchesEmail = "matches_email"
}

/// What a password must be: 12 to 128 Unicode scalars in NFC, none that guessers try first, not the address. No rule about kinds
/// of characters and no expiry, as NIST SP 800-63B §5.1.1.2 advises. Hub spec §3.5.
package enum PasswordPolicy {
  /// Scalars.
  package static let length = 12...128

  /// Nil when the password is good.
  ///
  /// - Parameters:
  ///   - password: in NFC.
  ///   - isListed: whether a list that the operator has installed names it, in lower case.
  package static func fault(
    of password: String, email: EmailAddress?, isListed: (String) -> Bool = { _ in false }
  ) -> PasswordFault? {
    let count = password.unicodeScalars.count
    if count < length.lowerBound { return .tooShort }
    if count > length.upperBound { return .tooLong }
    let lowered = password.lowercased()
    if let email, lowered.utf8.elementsEqual(email.key.utf8) { return .matchesEmail }
    return CommonPassword.isCommon(lowered) || isListed(lowered) ? .breached : nil
  }
}
