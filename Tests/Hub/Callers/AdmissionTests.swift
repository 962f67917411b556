import CallersRules
import Identifiers
import Support
import Testing

private let dana = ID<UserKind>(bits: 1)
private let erik = ID<UserKind>(bits: 2)

private func person(_ user: ID<UserKind>, _ permissions: Permission...) -> Caller {
  .person(
    PersonCaller(
      user: user, session: ID(bits: user.bits), permissions: Set(permissions), authenticatedAt: .wednesday))
}

private func key(_ scope: KeyCaller.Scope, _ permissions: Permission...) -> Caller {
  .key(KeyCaller(id: ID(bits: 9), scope: scope, permissions: Set(permissions)))
}

private let app = KeyCaller.Scope.app(NamedID("app_planner")!)

/// Hub spec §§2.4, 4.4, 4.6, 19.
@Suite struct `Who is let near a person's things` {
  struct Case: Sendable, CustomTestStringConvertible {
    let why: String
    let caller: Caller
    let subject: PersonReference
    let rules: [CallerRule]
    let outcome: Result<ID<UserKind>, AdmissionRefusal>
    var testDescription: String { why }

    init(
      _ why: String, _ caller: Caller, _ subject: PersonReference, _ rules: [CallerRule],
      _ outcome: Result<ID<UserKind>, AdmissionRefusal>
    ) {
      (self.why, self.caller, self.subject, self.rules, self.outcome) = (why, caller, subject, rules, outcome)
    }
  }

  static let staff: [CallerRule] = [.isSelf, .platform(.usersManage)]
  static let cases = [
    Case("me is the caller", person(dana), .me, staff, .success(dana)),
    Case("one's own id is oneself", person(dana), .id(dana), staff, .success(dana)),
    Case("another person looks like nobody", person(dana), .id(erik), staff, .failure(.invisible)),
    Case("a role with the permission reaches others", person(dana, .usersManage), .id(erik), staff, .success(erik)),
    Case(
      "who may read persons hears what is missing", person(dana, .usersList), .id(erik), staff,
      .failure(.needsPermission(.usersManage))),
    Case("another permission shows nothing", person(dana, .auditView), .id(erik), staff, .failure(.invisible)),
    Case("staff only is not for oneself", person(dana), .me, [.platform(.usersManage)], .failure(.invisible)),
    Case("self only is not for staff", person(dana, .usersManage), .id(erik), [.isSelf], .failure(.invisible)),
    Case("nobody is not signed in", .nobody, .me, staff, .failure(.notSignedIn)),
    Case("a key is no person", key(.platform, .usersManage), .me, staff, .failure(.needsPerson)),
    Case("a platform key reaches by permission", key(.platform, .usersManage), .id(erik), staff, .success(erik)),
    Case("a platform key without it sees nothing", key(.platform), .id(erik), staff, .failure(.invisible)),
    Case("no key acts as a person", key(.platform, .usersManage), .id(erik), [.isSelf], .failure(.needsPerson)),
    Case("an app's key is no platform key", key(app, .usersManage), .id(erik), staff, .failure(.invisible)),
    Case(
      "an app's key reaches by a confined permission", key(app, .usersList), .id(erik),
      [.isSelf, .platform(.usersList), .app(.usersList)], .success(erik)),
    Case(
      "an app's key lacks what it does not carry", key(app), .id(erik),
      [.isSelf, .platform(.usersList), .app(.usersList)], .failure(.invisible)),
    Case("any key of the app, where that is enough", key(app), .id(erik), [.isSelf, .appKey], .success(erik)),
  ]

  @Test(arguments: cases) func `is decided by`(_ c: Case) {
    let outcome = Result { () throws(AdmissionRefusal) in try c.caller.admitted(to: c.subject, as: c.rules) }
    #expect(outcome == c.outcome)
  }

  static let words: [CallerRule] =
    [.user, .isSelf, .appKey, .owner, .organizationAdmin, .member]
    + Permission.allCases.flatMap { [CallerRule.platform($0), .app($0)] }

  @Test(arguments: words) func `every rule is spelled and read back`(_ rule: CallerRule) {
    #expect(CallerRule(word: rule.word) == rule)
  }

  @Test func `words that are no rule are none`() {
    for word in ["", "P:", "P:none", "X:users.list", "User", "users.list"] { #expect(CallerRule(word: word) == nil) }
  }
}
