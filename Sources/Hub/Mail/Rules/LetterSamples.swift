import Time

extension LetterLanguage {
  func source(of name: LetterName) -> String {
    switch self {
    case .english: name.english
    case .arabic: name.arabic
    }
  }

  var footer: String {
    switch self {
    case .english:
      "{product} sent this because of something that happened on your account. Answers to this letter are not read."
    case .arabic: "أرسل {product} هذه الرسالة بسبب أمر حدث في حسابك. لا تُقرأ الردود عليها."
    }
  }
}

extension LetterContent {
  /// A letter of each name, for previews, for golden files, and for checking the templates.
  package static func sample(of name: LetterName) -> LetterContent {
    let time = Instant(seconds: 1_772_625_600)
    let link = "https://atrium.example/verify?token=emv_SAMPLE&from=mail"
    switch name {
    case .verifyAddress: return .verifyAddress(link: link)
    case .addressChangeNotice: return .addressChangeNotice(newAddress: "dana.new@example.org")
    case .addressChanged: return .addressChanged(newAddress: "dana.new@example.org", at: time)
    case .resetPassword: return .resetPassword(link: link)
    case .singleSignOnOnly: return .singleSignOnOnly
    case .passwordChanged: return .passwordChanged(at: time)
    case .passwordReset: return .passwordReset(at: time)
    case .accountInvitation: return .accountInvitation(link: link)
    case .accountInvitationToOrganization:
      return .accountInvitationToOrganization("Lamp & Tide", inviter: "Eli O'Neil", link: link)
    case .organizationInvitation: return .organizationInvitation("Lamp & Tide", inviter: "Eli O'Neil", link: link)
    case .secondFactorOn: return .secondFactorOn(at: time)
    case .secondFactorOff: return .secondFactorOff(at: time)
    case .secondFactorReset: return .secondFactorReset(at: time)
    case .recoveryCodeUsed: return .recoveryCodeUsed(at: time, left: 7)
    case .newSignIn: return .newSignIn(at: time, device: "Firefox on Linux", network: "203.0.113.7", link: link)
    case .sessionEnded: return .sessionEnded(at: time, link: link)
    case .accountLocked: return .accountLocked(until: time)
    case .suspended: return .suspended
    case .reactivated: return .reactivated
    case .erasureScheduled: return .erasureScheduled(on: time, link: link)
    case .erased: return .erased
    case .webhookDisabled: return .webhookDisabled(app: "Planner", endpoint: "https://hooks.example.org/in", link: link)
    case .pushCredentialFailed:
      return .pushCredentialFailed(app: "Planner", provider: "APNs", reason: "InvalidProviderToken", link: link)
    case .reviewApproved: return .reviewApproved(app: "Planner", link: link)
    case .reviewRejected:
      return .reviewRejected(
        app: "Planner", notes: "The icon is missing.\nThe description says <b>nothing</b>.", link: link)
    case .reviewSuspended: return .reviewSuspended(app: "Planner", notes: "Reported by several people.", link: link)
    case .paymentFailed: return .paymentFailed(link: link)
    case .organizationPaymentFailed: return .organizationPaymentFailed("Lamp & Tide", link: link)
    case .subscriptionEnded: return .subscriptionEnded(on: time, link: link)
    case .organizationSubscriptionEnded: return .organizationSubscriptionEnded("Lamp & Tide", on: time, link: link)
    }
  }
}
