/// What staff and API keys may be allowed to do. Hub spec §4.1. An app's own permissions (`app.<slug>.…`) never appear here:
/// they authorise nothing on the Hub.
package enum Permission: String, CaseIterable, Hashable, Sendable {
  case apiKeysManage = "api_keys.manage"
  case applicationsManage = "applications.manage"
  case auditView = "audit.view"
  case billingManage = "billing.manage"
  case billingRefund = "billing.refund"
  case entitlementsManage = "entitlements.manage"
  case notificationsSend = "notifications.send"
  case organizationsManage = "organizations.manage"
  case rolesManage = "roles.manage"
  case usersList = "users.list"
  case usersManage = "users.manage"
  case webhooksManage = "webhooks.manage"

  /// May stand on the key of one app, where it reaches no further than that app.
  package var isConfinable: Bool {
    switch self {
    case .usersList, .entitlementsManage, .rolesManage, .auditView, .notificationsSend: true
    default: false
    }
  }
}
