package import Identifiers

/// One of the kinds of callers that an operation is for; any one is enough. Hub spec §4.6.
package enum CallerRule: Hashable, Sendable {
  /// Any person with a live session.
  case user
  /// The person whom the path names, or `me`.
  case isSelf
  /// A person by role, or a platform key, with the permission.
  case platform(Permission)
  /// A key of one app with the permission, confined to that app.
  case app(Permission)
  /// Any key of the app that the path names.
  case appKey
  /// Who owns the app: a person, or an administrator of the organisation.
  case owner
  /// An administrator, or an active member, of the organisation that the path names.
  case organizationAdmin, member

  /// The specification's word for it.
  package var word: String {
    switch self {
    case .user: "user"
    case .isSelf: "self"
    case .platform(let permission): "P:" + permission.rawValue
    case .app(let permission): "A:" + permission.rawValue
    case .appKey: "appkey"
    case .owner: "owner"
    case .organizationAdmin: "org_admin"
    case .member: "member"
    }
  }

  package init?(word: String) {
    switch word {
    case "user": self = .user
    case "self": self = .isSelf
    case "appkey": self = .appKey
    case "owner": self = .owner
    case "org_admin": self = .organizationAdmin
    case "member": self = .member
    default:
      guard let permission = Permission(rawValue: String(word.dropFirst(2))) else { return nil }
      if word.hasPrefix("P:") {
        self = .platform(permission)
      } else if word.hasPrefix("A:") {
        self = .app(permission)
      } else {
        return nil
      }
    }
  }

  /// It can be decided without knowing whose thing is asked for.
  package var isAboutNoObject: Bool {
    switch self {
    case .user, .platform, .app: true
    case .isSelf, .appKey, .owner, .organizationAdmin, .member: false
    }
  }

  /// Only a person can meet it: it speaks of someone's own things.
  package var isPersonal: Bool {
    switch self {
    case .user, .isSelf, .organizationAdmin, .member: true
    case .platform, .app, .appKey, .owner: false
    }
  }
}

/// A person as a path names them.
package enum PersonReference: Hashable, Sendable {
  /// The caller. Hub spec §2.4.
  case me
  case id(ID<UserKind>)
}

/// Why a caller is not let in.
package enum AdmissionRefusal: Error, Hashable, Sendable {
  /// There is no credential, or none that counts.
  case notSignedIn
  /// An API key where only a person's session will do.
  case needsPerson
  /// A permission is missing, of an object that the caller may know of.
  case needsPermission(Permission)
  /// The object is not the caller's to know of: the same answer as for one that does not exist. Hub spec §19.
  case invisible
}

extension Caller {
  /// Lets the caller near a person's things, as themselves or by permission, and says whose they are.
  ///
  /// Whoever may read persons at all hears `needsPermission`; everybody else cannot tell another person from nobody.
  package func admitted(to subject: PersonReference, as rules: [CallerRule]) throws(AdmissionRefusal) -> ID<UserKind> {
    switch (self, subject) {
    case (.nobody, _): throw .notSignedIn
    case (.key, .me): throw .needsPerson
    case (.person(let person), .me):
      guard rules.contains(.isSelf) || rules.contains(.user) else { return try permitted(person.user, rules) }
      return person.user
    case (.person(let person), .id(let id)):
      if id == person.user, rules.contains(.isSelf) || rules.contains(.user) { return id }
      return try permitted(id, rules)
    case (.key(let key), .id(let id)):
      if rules.allSatisfy({ $0.isPersonal }) { throw .needsPerson }
      if case .app = key.scope {
        // Whether the person has to do with this app at all is for the noun to say.
        guard rules.contains(.appKey) || rules.contains(where: { $0.isMet(byAppKey: key) }) else { throw .invisible }
        return id
      }
      return try permitted(id, rules)
    }
  }

  /// Lets the caller near what belongs to nobody in particular.
  package func admitted(as rules: [CallerRule]) throws(AdmissionRefusal) {
    switch self {
    case .nobody: throw .notSignedIn
    case .person:
      if rules.contains(.user) { return }
      if rules.contains(where: { if case .platform(let permission) = $0 { holds(permission) } else { false } }) {
        return
      }
      throw .needsPermission(CallerRule.firstPermission(of: rules) ?? .usersManage)
    case .key(let key):
      if rules.allSatisfy({ $0.isPersonal }) { throw .needsPerson }
      if rules.contains(where: { if case .platform(let permission) = $0 { holds(permission) } else { false } }) {
        return
      }
      if rules.contains(where: { $0.isMet(byAppKey: key) }) { return }
      throw .needsPermission(CallerRule.firstPermission(of: rules) ?? .usersManage)
    }
  }

  private func permitted(_ id: ID<UserKind>, _ rules: [CallerRule]) throws(AdmissionRefusal) -> ID<UserKind> {
    for case .platform(let permission) in rules where holds(permission) { return id }
    guard holds(.usersList) || holds(.usersManage), let needed = CallerRule.firstPermission(of: rules) else {
      throw .invisible
    }
    throw .needsPermission(needed)
  }
}

extension CallerRule {
  func isMet(byAppKey key: KeyCaller) -> Bool {
    guard case .app(let permission) = self, case .app = key.scope else { return false }
    return permission.isConfinable && key.permissions.contains(permission)
  }

  static func firstPermission(of rules: [CallerRule]) -> Permission? {
    for case .platform(let permission) in rules { return permission }
    for case .app(let permission) in rules { return permission }
    return nil
  }
}
