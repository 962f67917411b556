// The registry: one line a kind, in alphabetical order of prefixes, append-only. A prefix is never used for two kinds.
// Hub spec §2.3.

/// An entry of the catalogue of apps: `app_` and its slug.
public enum ApplicationKind: IDKind { public static var prefix: StaticString { "app" } }
/// One attempt to deliver a webhook event.
public enum WebhookDeliveryKind: IDKind { public static var prefix: StaticString { "dlv" } }
/// A device that takes pushes.
public enum DeviceKind: IDKind { public static var prefix: StaticString { "dvc" } }
/// One right of one holder to one app.
public enum EntitlementKind: IDKind { public static var prefix: StaticString { "ent" } }
/// One entry of the audit log.
public enum AuditEventKind: IDKind { public static var prefix: StaticString { "evt" } }
/// A unit of background work.
public enum JobKind: IDKind { public static var prefix: StaticString { "job" } }
/// An API key, not its secret.
public enum APIKeyKind: IDKind { public static var prefix: StaticString { "key" } }
/// One letter in the outbox.
public enum LetterKind: IDKind { public static var prefix: StaticString { "ltr" } }
/// A message in a person's inbox.
public enum NotificationKind: IDKind { public static var prefix: StaticString { "ntf" } }
/// An organisation.
public enum OrganizationKind: IDKind { public static var prefix: StaticString { "org" } }
/// A push provider's credential.
public enum PushCredentialKind: IDKind { public static var prefix: StaticString { "pcr" } }
/// One push to one device.
public enum PushDeliveryKind: IDKind { public static var prefix: StaticString { "pdl" } }
/// A passkey: a WebAuthn credential of a person.
public enum PasskeyKind: IDKind { public static var prefix: StaticString { "psk" } }
/// One request, in logs and in `X-Request-ID`.
public enum RequestKind: IDKind { public static var prefix: StaticString { "req" } }
/// A role: `role_platform_<name>` or `role_<slug>_<name>`.
public enum RoleKind: IDKind { public static var prefix: StaticString { "role" } }
/// A subscription of a payer.
public enum SubscriptionKind: IDKind { public static var prefix: StaticString { "sbn" } }
/// One sign-in and everything that came of it.
public enum SessionKind: IDKind { public static var prefix: StaticString { "ses" } }
/// One way in of a person: a password, an account elsewhere.
public enum LoginIdentityKind: IDKind { public static var prefix: StaticString { "uid" } }
/// A person with an account.
public enum UserKind: IDKind { public static var prefix: StaticString { "usr" } }
/// One event that webhooks carry.
public enum WebhookEventKind: IDKind { public static var prefix: StaticString { "wev" } }
/// A subscription to webhook events.
public enum WebhookKind: IDKind { public static var prefix: StaticString { "whk" } }
