package import API
package import CallersAPI
package import CallersRules
import IdentityRules
package import Identifiers
package import JSON
import Time

/// Signing up, in and out. Hub spec §7.1.
package enum SignInAPI {
  package static let signUp = Endpoint(
    .post, "/v1/auth/signup", "Makes an account and signs in.", access: .anyone, input: .only(.body(SignUp.shape)),
    status: 201, output: AuthSession.shape, problems: [.notUnique], cache: .noStore)
  package static let signIn = Endpoint(
    .post, "/v1/auth/login", "Signs in, or asks for a second proof.", access: .anyone,
    input: .only(.body(SignInRequest.shape)), output: SignInAnswer.shape,
    problems: [.unauthenticated, .accountSuspended],
    cache: .noStore)
  package static let refresh = Endpoint(
    .post, "/v1/auth/token/refresh", "Answers a new pair of tokens.", access: .anyone,
    input: .only(.body(RefreshRequest.shape)), output: AuthSession.shape, problems: [.sessionRevoked], cache: .noStore)
  package static let signOut = Endpoint(
    .post, "/v1/auth/logout", "Ends this session, or all.", access: .hub(.user), input: .only(.body(SignOut.shape)),
    status: 204, output: .nothing, cache: .noStore)
  package static let verifyEmail = Endpoint(
    .post, "/v1/auth/email/verify", "Proves an address.", access: .anyone, input: .only(.body(TokenRequest.shape)),
    status: 204, output: .nothing, problems: [.tokenInvalid, .notUnique], cache: .noStore)
  package static let resend = Endpoint(
    .post, "/v1/auth/email/verify/resend", "Sends the letter again, if there is something to prove.", access: .anyone,
    input: .only(.body(AddressRequest.shape)), status: 202, output: Accepted.shape, cache: .noStore)
  package static let forgot = Endpoint(
    .post, "/v1/auth/password/forgot", "Sends a letter to reset the password, if there is an account.",
    access: .anyone, input: .only(.body(AddressRequest.shape)), status: 202, output: Accepted.shape, cache: .noStore)
  package static let reset = Endpoint(
    .post, "/v1/auth/password/reset", "Sets a new password and signs out everywhere.", access: .anyone,
    input: .only(.body(PasswordReset.shape)), status: 204, output: .nothing, problems: [.tokenInvalid], cache: .noStore)
  package static let acceptInvitation = Endpoint(
    .post, "/v1/auth/invitations/accept", "Completes an invited account and signs in.", access: .anyone,
    input: .only(.body(InvitationAnswer.shape)), output: AuthSession.shape, problems: [.tokenInvalid], cache: .noStore)
  package static let administrator = Endpoint(
    .post, "/v1/auth/administrator", "Signs in with what the program printed.", access: .anyone,
    input: .only(.body(TokenRequest.shape)), output: AuthSession.shape, problems: [.tokenInvalid], cache: .noStore)
}

/// A person's password and sessions. Hub spec §7.2.
package enum SessionsAPI {
  package struct One: Hashable, Sendable {
    package var user: PersonReference
    package var session: ID<SessionKind>
  }

  package struct Change: Hashable, Sendable {
    package var user: PersonReference
    package var passwords: PasswordChange
  }

  package static let changePassword = Endpoint(
    .post, "/v1/users/{id}/password", "Changes one's password and signs out elsewhere.", access: .hub(.isSelf),
    input: .of(
      .path("id", \.user, .person, "Whose.", absent: .userNotFound), .body(\.passwords, PasswordChange.shape),
      make: { Change(user: $0, passwords: $1) }), status: 204, output: .nothing,
    problems: [.unauthenticated, .userNotFound], cache: .noStore)
  package static let list = Endpoint(
    .get, "/v1/users/{id}/sessions", "A person's sessions in force.", access: .hub(.isSelf, .platform(.usersManage)),
    input: .only(.path("id", .person, "Whose.", absent: .userNotFound)),
    output: Page.shape("SessionPage", of: SessionView.shape), problems: [.userNotFound], cache: .noStore)
  package static let end = Endpoint(
    .delete, "/v1/users/{id}/sessions/{sessionId}", "Ends a session.",
    access: .hub(.isSelf, .platform(.usersManage)),
    input: .of(
      .path("id", \.user, .person, "Whose.", absent: .userNotFound),
      .path("sessionId", \.session, .id(), "Which.", absent: .sessionNotFound),
      make: { One(user: $0, session: $1) }), status: 204, output: .nothing,
    problems: [.userNotFound, .sessionNotFound], cache: .noStore)
}

/// Tokens for apps. Hub spec §7.3.
package enum AppTokensAPI {
  package static let mint = Endpoint(
    .post, "/v1/auth/app-tokens", "A token for one app.", access: .hub(.user),
    input: .only(.body(AppTokenRequest.shape)), output: AppToken.shape,
    problems: [.entitlementRequired, .accountSuspended, .applicationNotFound, .applicationNotAvailable], cache: .noStore
  )
  package static let code = Endpoint(
    .post, "/v1/auth/oauth/authorization-codes", "A code for an app that signs people in here.", access: .hub(.user),
    input: .only(.body(CodeRequest.shape)), status: 201, output: CodeAnswer.shape,
    problems: [
      .entitlementRequired, .accountSuspended, .applicationNotFound, .applicationNotAvailable,
      .redirectURINotRegistered,
      .notImplemented,
    ], cache: .noStore)
}

/// Persons. Hub spec §§7.4, 7.5.
package enum PersonsAPI {
  package struct Change: Hashable, Sendable {
    package var user: PersonReference
    package var change: PersonChange
  }

  package struct WithReason: Hashable, Sendable {
    package var user: PersonReference
    package var reason: Reason
  }

  // Each with its type: together they would keep the compiler busy for minutes.
  private typealias Part<Value: Sendable> = InputField<PersonFilter, Value>
  private static let status = Part<String?>.optionalQuery(
    "status", { $0.status }, .oneOf(PersonStatus.allCases.map(\.rawValue)), "In this state.")
  private static let email = Part<EmailAddress?>.optionalQuery("email", { $0.email }, .email, "With this address.")
  private static let prefix = Part<String?>.optionalQuery(
    "q", { $0.prefix }, .string(3...254), "Whose address or name begins so.")
  private static let after = Part<Instant?>.optionalQuery(
    "created_after", { $0.createdAfter }, .instant, "Made later.")
  private static let before = Part<Instant?>.optionalQuery(
    "created_before", { $0.createdBefore }, .instant, "Made earlier.")
  private static let cursor = Part<String?>.optionalQuery(
    "cursor", { $0.cursor }, .string(1...1_024), "`next_cursor` of the page before.")
  private static let limit = Part<Int64>.query(
    "limit", { $0.limit }, .integer(1...1_000_000), "1 to 100; more is 100.", standard: 25)
  private static let filter = InputShape<PersonFilter>.of(
    status, email, prefix, after, before, cursor, limit, make: PersonFilter.init)
  package static let list = Endpoint<PersonFilter, Page<PersonView>>(
    .get, "/v1/users", "Persons, newest first.", access: .hub(.platform(.usersList), .platform(.usersManage)),
    input: filter, output: Page.shape("PersonPage", of: PersonView.shape), problems: [.invalidCursor], cache: .noStore)
  package static let add = Endpoint(
    .post, "/v1/users", "Makes an account for somebody.", access: .hub(.platform(.usersManage)),
    input: .only(.body(NewPerson.shape)), status: 201, output: PersonView.shape, problems: [.notUnique],
    cache: .noStore,
    repetition: .optional, isVersioned: true)
  package static let read = Endpoint(
    .get, "/v1/users/{id}", "A person.", access: .hub(.isSelf, .platform(.usersList), .platform(.usersManage)),
    input: .only(.path("id", .person, "Whom.", absent: .userNotFound)), output: PersonView.shape,
    problems: [.userNotFound], cache: .noStore, isVersioned: true)
  package static let change = Endpoint(
    .patch, "/v1/users/{id}", "Changes an address or a state.", access: .hub(.isSelf, .platform(.usersManage)),
    input: .of(
      .path("id", \.user, .person, "Whom.", absent: .userNotFound), .body(\.change, PersonChange.shape),
      make: { Change(user: $0, change: $1) }), output: PersonView.shape,
    problems: [
      .userNotFound, .statusChangeForbidden, .notUnique, .invalidStatusTransition, .erasureScheduled, .versionConflict,
      .readOnlyField, .lastSuperadmin,
    ], cache: .noStore, isVersioned: true)
  package static let delete = Endpoint(
    .delete, "/v1/users/{id}", "Deletes an account; it can be restored until it is erased.",
    access: .hub(.isSelf, .platform(.usersManage)),
    input: .only(.path("id", .person, "Whom.", absent: .userNotFound)), status: 204, output: .nothing,
    problems: [.userNotFound, .versionConflict, .lastSuperadmin], cache: .noStore)
  package static let suspend = Endpoint(
    .post, "/v1/users/{id}/suspend", "Suspends a person and ends their sessions.",
    access: .hub(.platform(.usersManage)),
    input: .of(
      .path("id", \.user, .person, "Whom.", absent: .userNotFound), .body(\.reason, Reason.shape),
      make: { WithReason(user: $0, reason: $1) }), output: PersonView.shape,
    problems: [.userNotFound, .invalidStatusTransition, .lastSuperadmin], cache: .noStore, repetition: .optional,
    isVersioned: true)
  package static let invite = Endpoint(
    .post, "/v1/users/{id}/invitation", "Sends the invitation again.", access: .hub(.platform(.usersManage)),
    input: .only(.path("id", .person, "Whom.", absent: .userNotFound)), status: 202, output: Accepted.shape,
    problems: [.userNotFound, .invalidStatusTransition], cache: .noStore, repetition: .optional)
  package static let export = Endpoint(
    .get, "/v1/users/{id}/export", "Everything that is held of a person.",
    access: .hub(.isSelf, .platform(.usersManage)),
    input: .only(.path("id", .person, "Whose.", absent: .userNotFound)), output: .anyObject, problems: [.userNotFound],
    cache: .noStore)
  package static let requestErasure = Endpoint(
    .post, "/v1/users/{id}/erasure-requests", "Deletes an account now and forgets it in seven days.",
    access: .hub(.isSelf, .platform(.usersManage)),
    input: .of(
      .path("id", \.user, .person, "Whom.", absent: .userNotFound), .body(\.reason, Reason.shape),
      make: { WithReason(user: $0, reason: $1) }), status: 202, output: ErasureView.shape,
    problems: [.userNotFound, .lastSuperadmin], cache: .noStore, repetition: .optional)
  package static let readErasure = Endpoint(
    .get, "/v1/users/{id}/erasure-requests/current", "The erasure that is scheduled.",
    access: .hub(.platform(.usersManage)), input: .only(.path("id", .person, "Whom.", absent: .userNotFound)),
    output: ErasureView.shape, problems: [.userNotFound, .erasureNotScheduled], cache: .noStore)
  package static let cancelErasure = Endpoint(
    .delete, "/v1/users/{id}/erasure-requests/current", "Cancels the erasure; the person stays deleted.",
    access: .hub(.platform(.usersManage)), input: .only(.path("id", .person, "Whom.", absent: .userNotFound)),
    status: 204, output: .nothing, problems: [.userNotFound, .erasureNotScheduled], cache: .noStore)
}

/// Profiles, settings and capabilities. Hub spec §§7.6, 7.7.
package enum ProfilesAPI {
  package struct ChangedProfile: Hashable, Sendable {
    package var user: PersonReference
    package var change: ProfileChange
  }

  package struct ChangedSettings: Hashable, Sendable {
    package var user: PersonReference
    package var change: SettingsChange
  }

  package static let profile = Endpoint(
    .get, "/v1/users/{id}/profile", "What a person shows.",
    access: .hub(.isSelf, .platform(.usersList), .platform(.usersManage)),
    input: .only(.path("id", .person, "Whose.", absent: .userNotFound)), output: ProfileView.shape,
    problems: [.userNotFound], cache: .noStore, isVersioned: true)
  package static let changeProfile = Endpoint(
    .patch, "/v1/users/{id}/profile", "Changes what a person shows.",
    access: .hub(.isSelf, .platform(.usersManage)),
    input: .of(
      .path("id", \.user, .person, "Whose.", absent: .userNotFound),
      .body(\.change, ProfileChange.shape), make: { ChangedProfile(user: $0, change: $1) }), output: ProfileView.shape,
    problems: [.userNotFound, .readOnlyField, .versionConflict], cache: .noStore, isVersioned: true)
  package static let settings = Endpoint(
    .get, "/v1/users/{id}/settings", "What a person likes.",
    access: .hub(.isSelf, .platform(.usersList), .platform(.usersManage)),
    input: .only(.path("id", .person, "Whose.", absent: .userNotFound)), output: SettingsView.shape,
    problems: [.userNotFound], cache: .noStore, isVersioned: true)
  package static let changeSettings = Endpoint(
    .patch, "/v1/users/{id}/settings", "Changes what a person likes.",
    access: .hub(.isSelf, .platform(.usersManage)),
    input: .of(
      .path("id", \.user, .person, "Whose.", absent: .userNotFound),
      .body(\.change, SettingsChange.shape), make: { ChangedSettings(user: $0, change: $1) }),
    output: SettingsView.shape, problems: [.userNotFound, .readOnlyField, .versionConflict], cache: .noStore,
    isVersioned: true)
  package static let capabilities = Endpoint(
    .get, "/v1/users/me/capabilities", "What the caller can do.", access: .hub(.user), input: .none,
    output: CapabilitiesView.shape, cache: .noStore)
}

extension Shape where Value == JSONValue {
  /// Any object.
  package static let anyObject = Shape<JSONValue>(
    read: { json, _, _ in json }, write: { value, writer in writer.raw(value.canonicalBytes) },
    describe: { _ in .members(("type", .string("object"))) })
}
