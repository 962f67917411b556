import Time

/// What may stand in a place that a template names.
enum LetterValue: Hashable, Sendable {
  case text(String)
  case link(String)
  case instant(Instant)
  case number(Int)
}

extension LetterContent {
  /// Which letter it is, and what its template may name.
  var parts: (name: LetterName, values: [String: LetterValue]) {
    switch self {
    case .verifyAddress(let link): (.verifyAddress, ["link": .link(link)])
    case .addressChangeNotice(let new): (.addressChangeNotice, ["address": .text(new)])
    case .addressChanged(let new, let at): (.addressChanged, ["address": .text(new), "time": .instant(at)])
    case .resetPassword(let link): (.resetPassword, ["link": .link(link)])
    case .singleSignOnOnly: (.singleSignOnOnly, [:])
    case .passwordChanged(let at): (.passwordChanged, ["time": .instant(at)])
    case .passwordReset(let at): (.passwordReset, ["time": .instant(at)])
    case .accountInvitation(let link): (.accountInvitation, ["link": .link(link)])
    case .accountInvitationToOrganization(let organization, let inviter, let link):
      (
        .accountInvitationToOrganization,
        ["organization": .text(organization), "inviter": .text(inviter), "link": .link(link)]
      )
    case .organizationInvitation(let organization, let inviter, let link):
      (.organizationInvitation, ["organization": .text(organization), "inviter": .text(inviter), "link": .link(link)])
    case .secondFactorOn(let at): (.secondFactorOn, ["time": .instant(at)])
    case .secondFactorOff(let at): (.secondFactorOff, ["time": .instant(at)])
    case .secondFactorReset(let at): (.secondFactorReset, ["time": .instant(at)])
    case .recoveryCodeUsed(let at, let left): (.recoveryCodeUsed, ["time": .instant(at), "left": .number(left)])
    case .newSignIn(let at, let device, let network, let link):
      (.newSignIn, ["time": .instant(at), "device": .text(device), "network": .text(network), "link": .link(link)])
    case .sessionEnded(let at, let link): (.sessionEnded, ["time": .instant(at), "link": .link(link)])
    case .accountLocked(let until): (.accountLocked, ["time": .instant(until)])
    case .suspended: (.suspended, [:])
    case .reactivated: (.reactivated, [:])
    case .erasureScheduled(let on, let link): (.erasureScheduled, ["time": .instant(on), "link": .link(link)])
    case .erased: (.erased, [:])
    case .webhookDisabled(let app, let endpoint, let link):
      (.webhookDisabled, ["app": .text(app), "endpoint": .text(endpoint), "link": .link(link)])
    case .pushCredentialFailed(let app, let provider, let reason, let link):
      (
        .pushCredentialFailed,
        ["app": .text(app), "provider": .text(provider), "reason": .text(reason), "link": .link(link)]
      )
    case .reviewApproved(let app, let link): (.reviewApproved, ["app": .text(app), "link": .link(link)])
    case .reviewRejected(let app, let notes, let link):
      (.reviewRejected, ["app": .text(app), "notes": .text(notes), "link": .link(link)])
    case .reviewSuspended(let app, let notes, let link):
      (.reviewSuspended, ["app": .text(app), "notes": .text(notes), "link": .link(link)])
    case .paymentFailed(let link): (.paymentFailed, ["link": .link(link)])
    case .organizationPaymentFailed(let organization, let link):
      (.organizationPaymentFailed, ["organization": .text(organization), "link": .link(link)])
    case .subscriptionEnded(let on, let link): (.subscriptionEnded, ["time": .instant(on), "link": .link(link)])
    case .organizationSubscriptionEnded(let organization, let on, let link):
      (
        .organizationSubscriptionEnded,
        ["organization": .text(organization), "time": .instant(on), "link": .link(link)]
      )
    }
  }

  package var name: LetterName { parts.name }
}
