/// What another noun says of a person who wants into an app. Hub spec §§7.3, 19.
package enum LaunchDecision: Hashable, Sendable {
  /// No such app, or one that the person may not know of.
  case absent
  /// It is suspended or not approved yet.
  case notAvailable
  /// The person has no active path to it.
  case denied(entitlementStatus: String)
  case allowed(AppAccess)
}
