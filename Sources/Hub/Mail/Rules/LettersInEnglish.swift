extension LetterName {
  /// The letter in English. Its values are named in `LetterContent.parts`, its form in `LetterTemplate`.
  var english: String {
    switch self {
    case .verifyAddress:
      """
      Subject: Confirm your e-mail address

      # Confirm your e-mail address

      One step is left: tell us that this address is yours. Then you can get back in if you ever lose your password.

      [Confirm this address]({link})

      The link works once, for 24 hours. If you did not create an account with {product}, you need not do anything.
      """
    case .addressChangeNotice:
      """
      Subject: Your e-mail address is about to change

      # Your e-mail address is about to change

      Somebody who is signed in to your {product} account asked to change its address to {address}. It changes once that address is confirmed.

      If it was you, you need not do anything. If it was not, sign in now, change your password, and sign out all other devices.
      """
    case .addressChanged:
      """
      Subject: Your e-mail address was changed

      # Your e-mail address was changed

      Since {time} your {product} account belongs to the address {address}. Letters go there from now on.

      If this was not you, reset your password at once, or write to support.
      """
    case .resetPassword:
      """
      Subject: Choose a new password

      # Choose a new password

      You, or somebody who typed your address, asked for a new password for your {product} account.

      [Choose a new password]({link})

      The link works once, for one hour. If it was not you, leave this letter alone: your password stays as it is.
      """
    case .singleSignOnOnly:
      """
      Subject: Your account has no password

      # Your account has no password

      You asked for a new password for {product}. Your account signs in through your organisation or another provider, so it has none.

      Choose that way on the sign-in page. If you do not know which it is, ask whoever looks after accounts in your organisation.
      """
    case .passwordChanged:
      """
      Subject: Your password was changed

      # Your password was changed

      The password of your {product} account was changed on {time}. All other devices were signed out.

      If this was not you, reset your password now, and look through your devices and your two-step verification.
      """
    case .passwordReset:
      """
      Subject: You have a new password

      # You have a new password

      The password of your {product} account was reset on {time}. You were signed out everywhere.

      If this was not you, somebody can read your mail: secure your mailbox first, then reset your password again.
      """
    case .accountInvitation:
      """
      Subject: You are invited to {product}

      # You are invited to {product}

      An account was prepared for you. Choose a password, and it is yours.

      [Accept the invitation]({link})

      The link works once, for 7 days. If you did not expect this, you need not do anything.
      """
    case .accountInvitationToOrganization:
      """
      Subject: {inviter} invites you to {organization}

      # You are invited to {organization}

      {inviter} would like you to join {organization} on {product}. Accept, and choose a password for your new account.

      [Accept the invitation]({link})

      The link works once, for 7 days. If you do not know who this is, you need not do anything.
      """
    case .organizationInvitation:
      """
      Subject: {inviter} invites you to {organization}

      # You are invited to {organization}

      {inviter} would like you to join {organization} on {product}. You decide whether you do; until then nothing changes.

      [See the invitation]({link})
      """
    case .secondFactorOn:
      """
      Subject: Two-step verification is on

      # Two-step verification is on

      Since {time} signing in to your {product} account takes a second step. Keep your recovery codes where you find them without your phone.

      If this was not you, sign in, turn it off, and change your password.
      """
    case .secondFactorOff:
      """
      Subject: Two-step verification is off

      # Two-step verification is off

      Since {time} your {product} account is protected by its password alone.

      If this was not you, change your password now, sign out all other devices, and turn it on again.
      """
    case .secondFactorReset:
      """
      Subject: Two-step verification was reset

      # Two-step verification was reset

      Support removed two-step verification from your {product} account on {time}, and you were signed out everywhere. You can set it up again after signing in.

      If you did not ask for this, reset your password and write to support.
      """
    case .recoveryCodeUsed:
      """
      Subject: A recovery code was used

      # A recovery code was used

      Somebody signed in to your {product} account with a recovery code on {time}. Recovery codes left: {left}.

      If this was not you, change your password and make new codes.
      """
    case .newSignIn:
      """
      Subject: New sign-in to your account

      # New sign-in to your account

      Your {product} account was opened from a place we had not seen before.

      - Time: {time}
      - Device: {device}
      - Network: {network}

      If it was you, you need not do anything.

      [Look through your devices]({link})
      """
    case .sessionEnded:
      """
      Subject: We signed out one of your devices

      # We signed out one of your devices

      On {time} a sign-in key of your {product} account was used twice. That happens when somebody has copied it, so we ended that session, on whichever device it was.

      Sign in again, and look through your devices.

      [Look through your devices]({link})
      """
    case .accountLocked:
      """
      Subject: Sign-in is locked for a while

      # Sign-in is locked for a while

      Somebody typed a wrong password for your {product} account several times. Until {time} nobody can sign in with a password, not even with the right one.

      If it was you, wait, or reset your password. If it was not, your password has held; you need not do anything.
      """
    case .suspended:
      """
      Subject: Your account was suspended

      # Your account was suspended

      Your {product} account was suspended, and you were signed out everywhere. Nothing was deleted.

      If you think this is a mistake, write to support.
      """
    case .reactivated:
      """
      Subject: Your account is open again

      # Your account is open again

      Your {product} account is no longer suspended. You can sign in as before.
      """
    case .erasureScheduled:
      """
      Subject: Your account will be deleted

      # Your account will be deleted

      As you asked, your {product} account and everything in it will be deleted on {time}. Until then you can change your mind.

      [Keep my account]({link})

      If you did not ask for this, keep the account with this link and change your password.
      """
    case .erased:
      """
      Subject: Your account was deleted

      # Your account was deleted

      Your {product} account and everything in it are gone. This is our last letter: we no longer have your address.
      """
    case .webhookDisabled:
      """
      Subject: A webhook of {app} was switched off

      # A webhook of {app} was switched off

      The endpoint {endpoint} has not taken a delivery for five days, so nothing is sent to it any more. Its events are kept for 30 days and can be sent again.

      [Open the webhook]({link})
      """
    case .pushCredentialFailed:
      """
      Subject: Push messages of {app} are not delivered

      # Push messages of {app} are not delivered

      {provider} refused the credential of {app}:

      > {reason}

      Until it is replaced, messages reach people in their inbox only.

      [Replace the credential]({link})
      """
    case .reviewApproved:
      """
      Subject: {app} was approved

      # {app} was approved

      Your app passed its review and can be opened by the people it is for.

      [Open {app}]({link})
      """
    case .reviewRejected:
      """
      Subject: {app} was not approved

      # {app} was not approved

      The reviewer wrote:

      > {notes}

      Change what is asked for, and hand it in again.

      [Open {app}]({link})
      """
    case .reviewSuspended:
      """
      Subject: {app} was suspended

      # {app} was suspended

      Nobody can open your app while it is suspended. The reviewer wrote:

      > {notes}

      [Open {app}]({link})
      """
    case .paymentFailed:
      """
      Subject: Your payment did not go through

      # Your payment did not go through

      We could not collect the payment for your Standard plan. Everything stays open while we try again. Please look at your payment method.

      [Manage billing]({link})
      """
    case .organizationPaymentFailed:
      """
      Subject: The payment of {organization} did not go through

      # The payment of {organization} did not go through

      We could not collect the payment for the Standard plan of {organization}. Its members keep their apps while we try again. Please look at the payment method.

      [Manage billing]({link})
      """
    case .subscriptionEnded:
      """
      Subject: Your Standard plan has ended

      # Your Standard plan has ended

      Your Standard plan ended on {time}. Free apps stay open, and what you made in the others is kept.

      [See your plan]({link})
      """
    case .organizationSubscriptionEnded:
      """
      Subject: The Standard plan of {organization} has ended

      # The Standard plan of {organization} has ended

      The Standard plan of {organization} ended on {time}. Its members keep free apps, and what they made in the others is kept.

      [See the plan]({link})
      """
    }
  }
}
