package import Time

/// A letter that an account causes. Another noun renders and sends it; a token is in it once and is logged nowhere.
/// Hub spec §12.
package enum IdentityLetter: Hashable, Sendable {
  case verifyAddress(token: String)
  case addressChangeNotice(newAddress: String)
  case resetPassword(token: String)
  case singleSignOnOnly
  case passwordChanged
  case invitation(token: String)
  case suspended
  case reactivated
  case erasureScheduled(for: Instant)
  case erased
}
