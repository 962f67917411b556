package import Time

/// A letter to one person, as a handler asks for it in the transaction of what the letter is about. Hub spec §12.
package struct Letter: Hashable, Sendable {
  package var to: Recipient
  package var content: LetterContent
  /// An app's `email_from_name` when the letter was caused inside of an app; else the product's name stands there.
  package var sender: String?
  /// Not before; at once when nil.
  package var sendAfter: Instant?

  package init(to: Recipient, _ content: LetterContent, sender: String? = nil, sendAfter: Instant? = nil) {
    (self.to, self.content, self.sender, self.sendAfter) = (to, content, sender, sendAfter)
  }
}

package struct Recipient: Hashable, Sendable {
  /// As it is on file.
  package var address: String
  package var name: String?
  /// A BCP 47 tag such as `ar-EG`, from `settings.locale`.
  package var locale: String
  /// An IANA name such as `Europe/Berlin`, from `settings.timezone`: only how dates are written depends on it.
  package var timezone: String

  package init(_ address: String, name: String? = nil, locale: String = "en", timezone: String = "UTC") {
    (self.address, self.name, self.locale, self.timezone) = (address, name, locale, timezone)
  }
}

/// What letters there are, each with what it needs. A link carries its token once and is logged nowhere. Hub spec §§9.2, 12.
package enum LetterContent: Hashable, Sendable {
  case verifyAddress(link: String)
  /// To the old address, when a change was asked for.
  case addressChangeNotice(newAddress: String)
  /// To both addresses, when it was done.
  case addressChanged(newAddress: String, at: Instant)
  case resetPassword(link: String)
  case singleSignOnOnly
  case passwordChanged(at: Instant)
  case passwordReset(at: Instant)
  case accountInvitation(link: String)
  case accountInvitationToOrganization(String, inviter: String, link: String)
  case organizationInvitation(String, inviter: String, link: String)
  case secondFactorOn(at: Instant)
  case secondFactorOff(at: Instant)
  case secondFactorReset(at: Instant)
  case recoveryCodeUsed(at: Instant, left: Int)
  case newSignIn(at: Instant, device: String, network: String, link: String)
  case sessionEnded(at: Instant, link: String)
  case accountLocked(until: Instant)
  case suspended
  case reactivated
  case erasureScheduled(on: Instant, link: String)
  case erased
  case webhookDisabled(app: String, endpoint: String, link: String)
  case pushCredentialFailed(app: String, provider: String, reason: String, link: String)
  case reviewApproved(app: String, link: String)
  case reviewRejected(app: String, notes: String, link: String)
  case reviewSuspended(app: String, notes: String, link: String)
  case paymentFailed(link: String)
  case organizationPaymentFailed(String, link: String)
  case subscriptionEnded(on: Instant, link: String)
  case organizationSubscriptionEnded(String, on: Instant, link: String)
}

/// A letter's name: in the outbox, in previews, in the names of golden files.
package enum LetterName: String, CaseIterable, Sendable {
  case verifyAddress = "verify-address"
  case addressChangeNotice = "address-change-notice"
  case addressChanged = "address-changed"
  case resetPassword = "reset-password"
  case singleSignOnOnly = "single-sign-on-only"
  case passwordChanged = "password-changed"
  case passwordReset = "password-reset"
  case accountInvitation = "account-invitation"
  case accountInvitationToOrganization = "account-invitation-to-organization"
  case organizationInvitation = "organization-invitation"
  case secondFactorOn = "second-factor-on"
  case secondFactorOff = "second-factor-off"
  case secondFactorReset = "second-factor-reset"
  case recoveryCodeUsed = "recovery-code-used"
  case newSignIn = "new-sign-in"
  case sessionEnded = "session-ended"
  case accountLocked = "account-locked"
  case suspended
  case reactivated
  case erasureScheduled = "erasure-scheduled"
  case erased
  case webhookDisabled = "webhook-disabled"
  case pushCredentialFailed = "push-credential-failed"
  case reviewApproved = "review-approved"
  case reviewRejected = "review-rejected"
  case reviewSuspended = "review-suspended"
  case paymentFailed = "payment-failed"
  case organizationPaymentFailed = "organization-payment-failed"
  case subscriptionEnded = "subscription-ended"
  case organizationSubscriptionEnded = "organization-subscription-ended"
}

/// A language that letters are written in.
package enum LetterLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case arabic = "ar"

  /// The locale's language, else English. Hub spec §2.15.
  package init(locale: String) {
    let language = locale.utf8.prefix { $0 != 45 && $0 != 95 }.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
    self = LetterLanguage(rawValue: String(decoding: language, as: UTF8.self)) ?? .english
  }

  package var isRightToLeft: Bool { self == .arabic }
}
