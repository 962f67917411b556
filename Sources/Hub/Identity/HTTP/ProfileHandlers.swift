import API
import CallersHTTP
import CallersRules
import IdentityAPI
import IdentityRules
import IdentityStore
import SQL

// Hub spec §§7.6, 7.7.

extension Identity {
  func readProfile(_ reference: PersonReference, _ call: Call) async throws -> Reply<ProfileView> {
    let id = try call.subject(reference)
    return try await database.read { [self] tx in
      _ = try visible(id, call, in: tx)
      guard let profile = try Profiles.profile(of: id, in: tx) else { throw Problem(.userNotFound) }
      let locale = try Profiles.settings(of: id, in: tx)?.locale ?? "en-US"
      return Reply(ProfileView(user: id, profile: profile, locale: locale), version: profile.version)
    }
  }

  func changeProfile(_ wanted: ProfilesAPI.ChangedProfile, _ call: Call) async throws -> Reply<ProfileView> {
    let id = try call.subject(wanted.user)
    let change = wanted.change
    return try await database.write { [self] tx in
      _ = try visible(id, call, in: tx)
      guard var profile = try Profiles.profile(of: id, in: tx) else { throw Problem(.userNotFound) }
      try call.checkVersion(profile.version)
      let before = profile
      profile.displayName = change.displayName ?? profile.displayName
      profile.avatarURL = change.avatarURL.applied(to: profile.avatarURL)
      switch change.contactEmail {
      case .absent: break
      case .null: profile.contactEmail = nil
      case .value(let email): profile.contactEmail = email.text
      }
      profile.contactPhone = change.contactPhone.applied(to: profile.contactPhone)
      if profile != before {
        guard let saved = try Profiles.save(profile, of: id, at: call.now, in: tx) else { throw StoreError.busy }
        profile = saved
        if !call.isSelf(id) {
          let fields =
            (before.displayName != profile.displayName ? ["display_name"] : [])
            + (before.avatarURL != profile.avatarURL ? ["avatar_url"] : [])
            + (before.contactEmail != profile.contactEmail ? ["contact_email"] : [])
            + (before.contactPhone != profile.contactPhone ? ["contact_phone"] : [])
          try others.record([.profileChangedByStaff(id, fields: fields)], circumstances(call), tx)
        }
      }
      let locale = try Profiles.settings(of: id, in: tx)?.locale ?? "en-US"
      return Reply(ProfileView(user: id, profile: profile, locale: locale), version: profile.version)
    }
  }

  func readSettings(_ reference: PersonReference, _ call: Call) async throws -> Reply<SettingsView> {
    let id = try call.subject(reference)
    return try await database.read { [self] tx in
      _ = try visible(id, call, in: tx)
      guard let settings = try Profiles.settings(of: id, in: tx) else { throw Problem(.userNotFound) }
      return Reply(SettingsView(user: id, settings: settings), version: settings.version)
    }
  }

  func changeSettings(_ wanted: ProfilesAPI.ChangedSettings, _ call: Call) async throws -> Reply<SettingsView> {
    let id = try call.subject(wanted.user)
    let change = wanted.change
    if let zone = change.timezone, !others.isZone(zone) {
      throw Problem(
        .validationFailed, fields: [FieldFault("timezone", .unknownValue, "There is no such time zone.")])
    }
    return try await database.write { [self] tx in
      _ = try visible(id, call, in: tx)
      guard var settings = try Profiles.settings(of: id, in: tx) else { throw Problem(.userNotFound) }
      try call.checkVersion(settings.version)
      let before = settings
      settings.locale = change.locale ?? settings.locale
      settings.timezone = change.timezone ?? settings.timezone
      settings.theme = change.theme.flatMap(PersonSettings.Theme.init) ?? settings.theme
      if let channels = change.notifications {
        let merged = PersonSettings.merged(settings.notifications, with: channels.map { ($0.name, $0.isOn) })
        guard let merged else {
          throw Problem(
            .validationFailed,
            fields: [FieldFault("notifications", .tooLong, "There are at most \(PersonSettings.mostChannels) names.")])
        }
        settings.notifications = merged
      }
      if settings != before {
        guard let saved = try Profiles.save(settings, of: id, at: call.now, in: tx) else { throw StoreError.busy }
        settings = saved
        if !call.isSelf(id) {
          let fields =
            (before.locale != settings.locale ? ["locale"] : [])
            + (before.timezone != settings.timezone ? ["timezone"] : [])
            + (before.theme != settings.theme ? ["theme"] : [])
            + (before.notifications != settings.notifications ? ["notifications"] : [])
          try others.record([.settingsChangedByStaff(id, fields: fields)], circumstances(call), tx)
        }
      }
      return Reply(SettingsView(user: id, settings: settings), version: settings.version)
    }
  }

  func capabilities(_ call: Call) async throws -> Reply<CapabilitiesView> {
    let caller = try call.person()
    let plan = try await database.read { [others] tx in try others.plan(caller.user, tx) }
    return Reply(
      CapabilitiesView(
        user: caller.user, plan: plan, permissions: caller.permissions.map(\.rawValue).sorted(), administers: [],
        owns: [], features: options.features, webPushKey: nil))
  }
}
