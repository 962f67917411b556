package import Identifiers
package import IdentityRules
import JSON
package import SQL
package import Time

/// `hub_profiles` and `hub_settings`.
package enum Profiles {
  package static func add(
    _ person: ID<UserKind>, displayName: String, at now: Instant, in tx: Transaction
  ) throws(StoreError) {
    try tx.run(insertProfile, (person, displayName, now))
  }

  package static func add(
    _ settings: PersonSettings, of person: ID<UserKind>, in tx: Transaction
  ) throws(StoreError) {
    try tx.run(insertSettings, (person, settings))
  }

  package static func profile(of person: ID<UserKind>, in tx: Transaction) throws(StoreError) -> Profile? {
    try tx.first(findProfile, person)
  }

  package static func settings(of person: ID<UserKind>, in tx: Transaction) throws(StoreError) -> PersonSettings? {
    try tx.first(findSettings, person)
  }

  /// Nil when somebody changed the row since it was read.
  package static func save(
    _ profile: Profile, of person: ID<UserKind>, at now: Instant, in tx: Transaction
  ) throws(StoreError) -> Profile? {
    guard let version = try tx.first(saveProfile, (person, profile, now)) else { return nil }
    var saved = profile
    (saved.version, saved.updatedAt) = (version, now)
    return saved
  }

  /// Nil when somebody changed the row since it was read.
  package static func save(
    _ settings: PersonSettings, of person: ID<UserKind>, at now: Instant, in tx: Transaction
  ) throws(StoreError) -> PersonSettings? {
    guard let version = try tx.first(saveSettings, (person, settings, now)) else { return nil }
    var saved = settings
    (saved.version, saved.updatedAt) = (version, now)
    return saved
  }

  package static func erase(_ person: ID<UserKind>, in tx: Transaction) throws(StoreError) { try tx.run(wipe, person) }

  private static func text(_ channels: [PersonSettings.Channel]) -> String {
    let members = channels.map { JSONValue.Member($0.name, .bool($0.isOn)) }
    return String(decoding: JSONValue.object(members).canonicalBytes, as: UTF8.self)
  }

  private static func channels(_ text: String) throws(StoreError) -> [PersonSettings.Channel] {
    guard case .object(let members) = try? JSONValue.parse(Array(text.utf8)) else {
      throw .damaged("settings hold no notifications")
    }
    return members.map { PersonSettings.Channel($0.name, $0.value == .bool(true)) }
  }

  private static let insertProfile = Statement<(ID<UserKind>, String, Instant), Void>(
    PackageResources.profile_insert_sql, bind: { [.id($0), .text($1), .instant($2)] })
  private static let findProfile = Statement<ID<UserKind>, Profile>(
    PackageResources.profile_find_sql, bind: { [.id($0)] },
    read: { (row) throws(StoreError) in
      Profile(
        displayName: try row.text("display_name"), avatarURL: try row.textOrNull("avatar_url"),
        contactEmail: try row.textOrNull("contact_email"), contactPhone: try row.textOrNull("contact_phone"),
        updatedAt: try row.instant("updated_at"), version: Int(try row.int("version")))
    })
  private static let saveProfile = Statement<(ID<UserKind>, Profile, Instant), Int>(
    PackageResources.profile_save_sql,
    bind: { person, profile, now in
      [
        .id(person), .int(profile.version), .text(profile.displayName), .text(orNull: profile.avatarURL),
        .text(orNull: profile.contactEmail), .text(orNull: profile.contactPhone), .instant(now),
      ]
    }, read: { (row) throws(StoreError) in Int(try row.int("version")) })
  private static let wipe = Statement<ID<UserKind>, Void>(PackageResources.profile_erase_sql, bind: { [.id($0)] })
  private static let insertSettings = Statement<(ID<UserKind>, PersonSettings), Void>(
    PackageResources.settings_insert_sql,
    bind: { person, settings in
      [
        .id(person), .text(settings.locale), .text(settings.timezone), .text(settings.theme.rawValue),
        .text(text(settings.notifications)), .instant(settings.updatedAt),
      ]
    })
  private static let findSettings = Statement<ID<UserKind>, PersonSettings>(
    PackageResources.settings_find_sql, bind: { [.id($0)] },
    read: { (row) throws(StoreError) in
      PersonSettings(
        locale: try row.text("locale"), timezone: try row.text("timezone"),
        theme: PersonSettings.Theme(rawValue: try row.text("theme")) ?? .system,
        notifications: try channels(try row.text("notifications")), updatedAt: try row.instant("updated_at"),
        version: Int(try row.int("version")))
    })
  private static let saveSettings = Statement<(ID<UserKind>, PersonSettings, Instant), Int>(
    PackageResources.settings_save_sql,
    bind: { person, settings, now in
      [
        .id(person), .int(settings.version), .text(settings.locale), .text(settings.timezone),
        .text(settings.theme.rawValue), .text(text(settings.notifications)), .instant(now),
      ]
    }, read: { (row) throws(StoreError) in Int(try row.int("version")) })
}
