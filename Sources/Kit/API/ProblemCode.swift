/// Every error that an API can name: one alphabetical, append-only list of code, status and the words said when nobody has
/// better ones. Clients switch on the code; an API whose specification gives a code another status or spelling says so in its
/// `APIStyle`. Reading spec §3, Hub spec §2.9, `docs/http-status.md`.
package enum ProblemCode: String, CaseIterable, Sendable {
  case accountSuspended = "account_suspended"
  case alreadyMember = "already_member"
  case apiKeyInvalid = "api_key_invalid"
  case apiKeyMissing = "api_key_missing"
  case apiKeyNotFound = "api_key_not_found"
  case apiKeyRevoked = "api_key_revoked"
  case appRoleInUse = "app_role_in_use"
  case appRoleNotDeclared = "app_role_not_declared"
  case applicationNotAvailable = "application_not_available"
  case applicationNotFound = "application_not_found"
  case auditEventNotFound = "audit_event_not_found"
  case badRequest = "bad_request"
  case deliveryNotFound = "delivery_not_found"
  case destructiveOperationRestricted = "destructive_operation_restricted"
  case deviceInactive = "device_inactive"
  case deviceNotFound = "device_not_found"
  case disabledReasonRequired = "disabled_reason_required"
  case endsAtRequired = "ends_at_required"
  case entitlementAlreadyExists = "entitlement_already_exists"
  case entitlementNotFound = "entitlement_not_found"
  case entitlementOrderLinked = "entitlement_order_linked"
  case entitlementPlatformManaged = "entitlement_platform_managed"
  case entitlementRequired = "entitlement_required"
  case entitlementTooOld = "entitlement_too_old"
  case erasureNotScheduled = "erasure_not_scheduled"
  case erasureScheduled = "erasure_scheduled"
  case forbidden
  case headersTooLarge = "headers_too_large"
  case idempotencyConflict = "idempotency_conflict"
  case idempotencyKeyInFlight = "idempotency_key_in_flight"
  case idempotencyKeyRequired = "idempotency_key_required"
  case idempotencyKeyReused = "idempotency_key_reused"
  case immutableField = "immutable_field"
  case internalError = "internal"
  case invalidCursor = "invalid_cursor"
  case invalidJSON = "invalid_json"
  case invalidMFACode = "invalid_mfa_code"
  case invalidParameter = "invalid_parameter"
  case invalidPushCredential = "invalid_push_credential"
  case invalidRequest = "invalid_request"
  case invalidReviewTransition = "invalid_review_transition"
  case invalidSettingsSchema = "invalid_settings_schema"
  case invalidSource = "invalid_source"
  case invalidStatusTransition = "invalid_status_transition"
  case invalidWebhookURL = "invalid_webhook_url"
  case lastOrgAdmin = "last_org_admin"
  case lastSuperadmin = "last_superadmin"
  case limitReached = "limit_reached"
  case memberNotFound = "member_not_found"
  case memberOverrideNotAMember = "member_override_not_a_member"
  case memberRoleRequired = "member_role_required"
  case methodNotAllowed = "method_not_allowed"
  case mfaAlreadyEnabled = "mfa_already_enabled"
  case mfaEnrollmentExpired = "mfa_enrollment_expired"
  case mfaNotApplicable = "mfa_not_applicable"
  case mfaNotEnabled = "mfa_not_enabled"
  case mfaTokenInvalid = "mfa_token_invalid"
  case noBillingAccount = "no_billing_account"
  case noSubscription = "no_subscription"
  case notAnOrgGrant = "not_an_org_grant"
  case notFound = "not_found"
  case notImplemented = "not_implemented"
  case notUnique = "not_unique"
  case notificationNotFound = "notification_not_found"
  case organizationNotFound = "organization_not_found"
  case organizationSuspended = "organization_suspended"
  case passkeyNotFound = "passkey_not_found"
  case payloadTooLarge = "payload_too_large"
  case permissionInUse = "permission_in_use"
  case permissionNotGrantableToScope = "permission_not_grantable_to_scope"
  case preconditionRequired = "precondition_required"
  case pushCredentialExists = "push_credential_exists"
  case pushCredentialNotFound = "push_credential_not_found"
  case rangeNotSatisfiable = "range_not_satisfiable"
  case rateLimited = "rate_limited"
  case readOnlyField = "read_only_field"
  case redirectURINotRegistered = "redirect_uri_not_registered"
  case reservedSettingsKey = "reserved_settings_key"
  case reviewNotesRequired = "review_notes_required"
  case roleEscalationForbidden = "role_escalation_forbidden"
  case roleInUse = "role_in_use"
  case roleNotFound = "role_not_found"
  case roleScopeMismatch = "role_scope_mismatch"
  case seedRoleImmutable = "seed_role_immutable"
  case serviceUnavailable = "service_unavailable"
  case sessionNotFound = "session_not_found"
  case sessionRevoked = "session_revoked"
  case settingsSchemaViolation = "settings_schema_violation"
  case slugTaken = "slug_taken"
  case statusChangeForbidden = "status_change_forbidden"
  case stepUpRequired = "step_up_required"
  case subscriptionExists = "subscription_exists"
  case tokenExpired = "token_expired"
  case tokenInvalid = "token_invalid"
  case tokenMissing = "token_missing"
  case unauthenticated
  case unavailable
  case unknownEventType = "unknown_event_type"
  case unknownPermission = "unknown_permission"
  case unsupportedMediaType = "unsupported_media_type"
  case uriTooLong = "uri_too_long"
  case userNotFound = "user_not_found"
  case userTokenRequired = "user_token_required"
  case validationFailed = "validation_failed"
  case versionConflict = "version_conflict"
  case webhookNotFound = "webhook_not_found"

  package var status: Int {
    switch self {
    case .badRequest, .idempotencyKeyRequired, .invalidCursor, .invalidJSON, .invalidParameter, .invalidRequest,
      .userTokenRequired:
      400
    case .invalidMFACode, .mfaTokenInvalid, .sessionRevoked, .tokenExpired, .tokenInvalid, .tokenMissing,
      .unauthenticated:
      401
    case .accountSuspended, .apiKeyInvalid, .apiKeyMissing, .destructiveOperationRestricted, .entitlementRequired,
      .forbidden, .organizationSuspended, .roleEscalationForbidden, .roleScopeMismatch, .seedRoleImmutable,
      .statusChangeForbidden, .stepUpRequired:
      403
    case .apiKeyNotFound, .applicationNotFound, .auditEventNotFound, .deliveryNotFound, .deviceNotFound,
      .entitlementNotFound, .erasureNotScheduled, .memberNotFound, .notFound, .notificationNotFound,
      .organizationNotFound, .passkeyNotFound, .pushCredentialNotFound, .roleNotFound, .sessionNotFound, .userNotFound,
      .webhookNotFound:
      404
    case .methodNotAllowed: 405
    case .alreadyMember, .apiKeyRevoked, .appRoleInUse, .applicationNotAvailable, .deviceInactive,
      .entitlementAlreadyExists, .entitlementOrderLinked, .entitlementPlatformManaged, .entitlementTooOld,
      .erasureScheduled, .idempotencyConflict, .idempotencyKeyInFlight, .idempotencyKeyReused, .invalidReviewTransition,
      .invalidStatusTransition, .lastOrgAdmin, .lastSuperadmin, .limitReached, .memberRoleRequired, .mfaAlreadyEnabled,
      .mfaEnrollmentExpired, .mfaNotApplicable, .mfaNotEnabled, .noBillingAccount, .noSubscription, .notUnique,
      .permissionInUse, .pushCredentialExists, .roleInUse, .slugTaken, .subscriptionExists:
      409
    case .versionConflict: 412
    case .payloadTooLarge: 413
    case .uriTooLong: 414
    case .unsupportedMediaType: 415
    case .rangeNotSatisfiable: 416
    case .appRoleNotDeclared, .disabledReasonRequired, .endsAtRequired, .immutableField, .invalidPushCredential,
      .invalidSettingsSchema, .invalidSource, .invalidWebhookURL, .memberOverrideNotAMember, .notAnOrgGrant,
      .permissionNotGrantableToScope, .readOnlyField, .redirectURINotRegistered, .reservedSettingsKey,
      .reviewNotesRequired, .settingsSchemaViolation, .unknownEventType, .unknownPermission, .validationFailed:
      422
    case .preconditionRequired: 428
    case .rateLimited: 429
    case .headersTooLarge: 431
    case .internalError: 500
    case .notImplemented: 501
    case .serviceUnavailable, .unavailable: 503
    }
  }

  /// One short sentence, safe to log: it never holds what a person wrote.
  package var message: String {
    switch self {
    case .accountSuspended: "This account is suspended."
    case .alreadyMember: "This person is a member already."
    case .apiKeyInvalid: "The X-API-Key is not known, or was revoked."
    case .apiKeyMissing: "Send the app's key in X-API-Key."
    case .apiKeyNotFound: "There is no such API key."
    case .apiKeyRevoked: "This API key was revoked or has expired."
    case .appRoleInUse: "People still hold this role."
    case .appRoleNotDeclared: "The app declares no such role."
    case .applicationNotAvailable: "This app is not available."
    case .applicationNotFound: "There is no such app."
    case .auditEventNotFound: "There is no such audit event."
    case .badRequest: "The request is not well formed."
    case .deliveryNotFound: "There is no such delivery."
    case .destructiveOperationRestricted: "This API key may not do what cannot be undone."
    case .deviceInactive: "This device is no longer active."
    case .deviceNotFound: "There is no such device."
    case .disabledReasonRequired: "Say why access is switched off."
    case .endsAtRequired: "A trial needs an end."
    case .entitlementAlreadyExists: "There is access of this kind already."
    case .entitlementNotFound: "There is no such entitlement."
    case .entitlementOrderLinked: "This access belongs to an order and cannot be removed."
    case .entitlementPlatformManaged: "The platform keeps this access; it can only be switched off and on."
    case .entitlementRequired: "There is no active access to this app."
    case .entitlementTooOld: "Only access granted within the last day can be removed."
    case .erasureNotScheduled: "No erasure is scheduled."
    case .erasureScheduled: "This account is about to be erased."
    case .forbidden: "This is not allowed for you."
    case .headersTooLarge: "The request's header is larger than 16 KiB or has more than 100 fields."
    case .idempotencyConflict: "This Idempotency-Key was used with another body."
    case .idempotencyKeyInFlight: "A request with this Idempotency-Key is still being answered."
    case .idempotencyKeyRequired: "Send an Idempotency-Key."
    case .idempotencyKeyReused: "This Idempotency-Key was used for another request."
    case .immutableField: "This value is set once and cannot be changed."
    case .internalError: "Something went wrong here. Try again later."
    case .invalidCursor: "The cursor is not one that this list gave, or it is too old."
    case .invalidJSON: "The body is not JSON."
    case .invalidMFACode: "The code is not right."
    case .invalidParameter: "A query parameter has a value that it cannot have."
    case .invalidPushCredential: "The credential was not accepted."
    case .invalidRequest: "The request is not well formed; see details."
    case .invalidReviewTransition: "The review cannot go from its present state to that one."
    case .invalidSettingsSchema: "The schema of settings is not one that is accepted here."
    case .invalidSource: "Access cannot be granted with this source."
    case .invalidStatusTransition: "It cannot go from its present state to that one."
    case .invalidWebhookURL: "Webhooks cannot be sent to this address."
    case .lastOrgAdmin: "An organisation needs an administrator."
    case .lastSuperadmin: "This is the last way in for an administrator."
    case .limitReached: "There are as many as there may be."
    case .memberNotFound: "There is no such member."
    case .memberOverrideNotAMember: "An override names somebody who is no member."
    case .memberRoleRequired: "Everybody holds the member role."
    case .methodNotAllowed: "This address does not know that method; see Allow."
    case .mfaAlreadyEnabled: "Two-factor sign-in is on already."
    case .mfaEnrollmentExpired: "The set-up of two-factor sign-in has expired; start again."
    case .mfaNotApplicable: "This account has no password, so it has no second factor here."
    case .mfaNotEnabled: "Two-factor sign-in is off."
    case .mfaTokenInvalid: "The sign-in took too long or was tried too often; start again."
    case .noBillingAccount: "There is no billing account yet."
    case .noSubscription: "There is no subscription."
    case .notAnOrgGrant: "This access was not granted to an organisation."
    case .notFound: "There is nothing at this address."
    case .notImplemented: "This is switched off here."
    case .notUnique: "This is taken."
    case .notificationNotFound: "There is no such notification."
    case .organizationNotFound: "There is no such organisation."
    case .organizationSuspended: "This organisation is suspended."
    case .passkeyNotFound: "There is no such passkey."
    case .payloadTooLarge: "The body is larger than is accepted here."
    case .permissionInUse: "Roles still carry this permission."
    case .permissionNotGrantableToScope: "A key of this scope cannot carry that permission."
    case .preconditionRequired: "Send If-Match with the version that you read."
    case .pushCredentialExists: "There is a credential for this provider already."
    case .pushCredentialNotFound: "There is no such push credential."
    case .rangeNotSatisfiable: "The range lies outside of the file."
    case .rateLimited: "Too many requests; wait as long as Retry-After says."
    case .readOnlyField: "This value cannot be written."
    case .redirectURINotRegistered: "The app has not registered this redirect address."
    case .reservedSettingsKey: "This name of a setting is reserved."
    case .reviewNotesRequired: "Say why."
    case .roleEscalationForbidden: "Nobody can give what they do not hold."
    case .roleInUse: "People still hold this role."
    case .roleNotFound: "There is no such role."
    case .roleScopeMismatch: "This role belongs to another scope."
    case .seedRoleImmutable: "This role is part of the platform and cannot be changed."
    case .serviceUnavailable: "This cannot be answered right now. Try again soon."
    case .sessionNotFound: "There is no such session."
    case .sessionRevoked: "This session has ended."
    case .settingsSchemaViolation: "Some settings have values that the app does not accept."
    case .slugTaken: "Another object uses or used this address."
    case .statusChangeForbidden: "The state of an account is not changed this way."
    case .stepUpRequired: "Confirm that it is you first."
    case .subscriptionExists: "There is a subscription already."
    case .tokenExpired: "The token has expired."
    case .tokenInvalid: "The token is not valid."
    case .tokenMissing: "Send a token in Authorization."
    case .unauthenticated: "Sign in first."
    case .unavailable: "This cannot be answered right now. Try again soon."
    case .unknownEventType: "There is no such type of event."
    case .unknownPermission: "There is no such permission."
    case .unsupportedMediaType: "Send the body as application/json."
    case .uriTooLong: "The address is longer than 4 KiB."
    case .userNotFound: "There is no such person."
    case .userTokenRequired: "Only a person's own session can do this, no API key."
    case .validationFailed: "Some fields have values that they cannot have; see the fields."
    case .versionConflict: "It was changed since you read it."
    case .webhookNotFound: "There is no such webhook."
    }
  }
}
