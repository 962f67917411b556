package import API
import CallersAPI
package import IdentityRules
package import Identifiers
import JSON
import Time

/// Hub spec §7.6.
package struct ProfileView: Hashable, Sendable {
  package var user: ID<UserKind>
  package var profile: Profile
  /// Mirrors the settings.
  package var locale: String

  package init(user: ID<UserKind>, profile: Profile, locale: String) {
    self.user = user
    self.profile = profile
    self.locale = locale
  }

  package static let shape = Shape<ProfileView>.object(
    "Profile", "What a person shows.", Field("user_id", .id()) { $0.user },
    Field("display_name", .string) { $0.profile.displayName },
    Field("avatar_url", Shape<String>.string.orNull) { $0.profile.avatarURL },
    Field("contact_email", Shape<String>.string.orNull) { $0.profile.contactEmail },
    Field("contact_phone", Shape<String>.string.orNull) { $0.profile.contactPhone },
    Field("locale", .string) { $0.locale }, Field("updated_at", .instant) { $0.profile.updatedAt },
    make: { user, name, avatar, email, phone, locale, updated in
      ProfileView(
        user: user,
        profile: Profile(
          displayName: name, avatarURL: avatar, contactEmail: email, contactPhone: phone, updatedAt: updated),
        locale: locale)
    })
}

package struct ProfileChange: Hashable, Sendable {
  package var displayName: String?
  package var avatarURL: Patch<String>
  package var contactEmail: Patch<EmailAddress>
  package var contactPhone: Patch<String>

  package static let shape = Shape<ProfileChange>.object(
    "ProfileChange", "", .change("display_name", \.displayName, .displayName),
    .patch(
      "avatar_url", \.avatarURL,
      .string(1...Profile.longestAvatarURL, format: "uri", pattern: "^https://", isValid: Profile.isAvatarURL)),
    .patch("contact_email", \.contactEmail, .email),
    .patch(
      "contact_phone", \.contactPhone, .string(1...255, pattern: #"^\+[1-9][0-9]{7,14}$"#, isValid: Profile.isPhone)),
    make: { ProfileChange(displayName: $0, avatarURL: $1, contactEmail: $2, contactPhone: $3) }
  ).refusing("locale", "user_id", "updated_at")
}

package struct SettingsView: Hashable, Sendable {
  package var user: ID<UserKind>
  package var settings: PersonSettings

  package init(user: ID<UserKind>, settings: PersonSettings) {
    self.user = user
    self.settings = settings
  }

  package static let shape = Shape<SettingsView>.object(
    "Settings", "What a person likes, for all apps.", Field("user_id", .id()) { $0.user },
    Field("locale", .string) { $0.settings.locale }, Field("timezone", .string) { $0.settings.timezone },
    Field("theme", .oneOf(PersonSettings.Theme.allCases.map(\.rawValue))) { $0.settings.theme.rawValue },
    Field("notifications", .channels) { $0.settings.notifications.map { ChannelChange(name: $0.name, isOn: $0.isOn) } },
    Field("updated_at", .instant) { $0.settings.updatedAt },
    make: { user, locale, zone, theme, channels, updated in
      SettingsView(
        user: user,
        settings: PersonSettings(
          locale: locale, timezone: zone, theme: PersonSettings.Theme(rawValue: theme) ?? .system,
          notifications: channels.map { PersonSettings.Channel($0.name, $0.isOn ?? false) }, updatedAt: updated))
    })
}

/// One channel of notifications: on, off, or taken away.
package struct ChannelChange: Hashable, Sendable {
  package var name: String
  package var isOn: Bool?
}

extension Shape where Value == [ChannelChange] {
  /// A map of names to true, false or null.
  package static let channels = Shape<[ChannelChange]>(
    read: { json, field, faults in
      guard case .object(let members) = json else {
        faults.append(FieldFault(field, .invalidType, "This takes an object."))
        return nil
      }
      var changes: [ChannelChange] = []
      let before = faults.count
      for member in members {
        let place = "\(field).\(member.name)"
        guard PersonSettings.isChannel(member.name) else {
          faults.append(FieldFault(field, .undeclaredKey, "Names are ^[a-z][a-z0-9_]{0,31}$."))
          continue
        }
        switch member.value {
        case .bool(let isOn): changes.append(ChannelChange(name: member.name, isOn: isOn))
        case .null: changes.append(ChannelChange(name: member.name, isOn: nil))
        default: faults.append(FieldFault(place, .invalidType, "This takes true, false or null."))
        }
      }
      if members.count > PersonSettings.mostChannels {
        faults.append(FieldFault(field, .tooLong, "This takes at most \(PersonSettings.mostChannels) names."))
      }
      return faults.count == before ? changes : nil
    },
    write: { changes, writer in
      writer.beginObject()
      for change in changes {
        writer.name(change.name)
        if let isOn = change.isOn { writer.bool(isOn) } else { writer.null() }
      }
      writer.endObject()
    },
    describe: { _ in
      .members(
        ("type", .string("object")),
        ("additionalProperties", .members(("type", .array([.string("boolean"), .string("null")])))),
        ("maxProperties", .integer(Int64(PersonSettings.mostChannels))))
    })
}

package struct SettingsChange: Hashable, Sendable {
  package var locale: String?
  package var timezone: String?
  package var theme: String?
  package var notifications: [ChannelChange]?

  package static let shape = Shape<SettingsChange>.object(
    "SettingsChange", "",
    .change("locale", \.locale, .string(2...35, pattern: "BCP 47", isValid: PersonSettings.isLocale)),
    .change("timezone", \.timezone, .string(1...64, pattern: "IANA")),
    .change("theme", \.theme, .oneOf(PersonSettings.Theme.allCases.map(\.rawValue))),
    .change("notifications", \.notifications, .channels),
    make: { SettingsChange(locale: $0, timezone: $1, theme: $2, notifications: $3) }
  ).refusing("user_id", "updated_at")
}

/// What the caller can do, for clients to show or hide what they offer; never what decides. Hub spec §7.7.
package struct CapabilitiesView: Hashable, Sendable {
  package var user: ID<UserKind>
  package var plan: String
  package var permissions: [String]
  package var administers: [String]
  package var owns: [String]
  package var features: [Feature]
  package var webPushKey: String?

  package struct Feature: Hashable, Sendable {
    package var name: String
    package var isOn: Bool
    package init(_ name: String, _ isOn: Bool) { (self.name, self.isOn) = (name, isOn) }
  }

  package init(
    user: ID<UserKind>, plan: String, permissions: [String], administers: [String], owns: [String],
    features: [Feature], webPushKey: String?
  ) {
    self.user = user
    self.plan = plan
    self.permissions = permissions
    self.administers = administers
    self.owns = owns
    self.features = features
    self.webPushKey = webPushKey
  }

  private static let switches = Shape<[Feature]>(
    read: { json, _, _ in
      guard case .object(let members) = json else { return nil }
      return members.map { Feature($0.name, $0.value == .bool(true)) }
    },
    write: { features, writer in
      writer.beginObject()
      for feature in features.sorted(by: { bytewise($0.name, $1.name) }) {
        writer.name(feature.name)
        writer.bool(feature.isOn)
      }
      writer.endObject()
    },
    describe: { _ in
      .members(("type", .string("object")), ("additionalProperties", .members(("type", .string("boolean")))))
    })

  package static let shape = Shape<CapabilitiesView>.object(
    "Capabilities", "What the caller can do; the server checks again.", Field("user_id", .id()) { $0.user },
    Field("plan", .string) { $0.plan },
    Field("platform_permissions", Shape<String>.string.list()) { $0.permissions },
    Field("org_admin_of", Shape<String>.string.list()) { $0.administers },
    Field("owned_application_ids", Shape<String>.string.list()) { $0.owns },
    Field("features", switches) { $0.features },
    Field("web_push_public_key", Shape<String>.string.orNull) { $0.webPushKey },
    Field("api_version", .string) { _ in "v1" },
    make: { user, plan, permissions, administers, owns, features, key, _ in
      CapabilitiesView(
        user: user, plan: plan, permissions: permissions, administers: administers, owns: owns, features: features,
        webPushKey: key)
    })
}
