package import API
package import CallersHTTP
package import HTTP
import IdentityAPI
import Time

extension RateLimit {
  /// Refreshing has a limit for each session; this one is only against floods.
  fileprivate static let refreshes = RateLimit("refreshes", 1_200, per: .minutes(1), each: .address)
}

extension Identity {
  /// Every operation of §§7.1–7.7 that is this noun's.
  package func routes(_ door: Doorway) -> [Route] {
    signInRoutes(door) + personRoutes(door) + [tokenRoute] + wellKnownRoutes
  }

  /// What of it the document tells.
  package static let endpoints: [AnyEndpoint] = [
    AnyEndpoint(SignInAPI.signUp), AnyEndpoint(SignInAPI.signIn), AnyEndpoint(SignInAPI.refresh),
    AnyEndpoint(SignInAPI.signOut), AnyEndpoint(SignInAPI.verifyEmail), AnyEndpoint(SignInAPI.resend),
    AnyEndpoint(SignInAPI.forgot), AnyEndpoint(SignInAPI.reset), AnyEndpoint(SignInAPI.acceptInvitation),
    AnyEndpoint(SignInAPI.administrator), AnyEndpoint(SessionsAPI.changePassword), AnyEndpoint(SessionsAPI.list),
    AnyEndpoint(SessionsAPI.end), AnyEndpoint(AppTokensAPI.mint), AnyEndpoint(AppTokensAPI.code),
    AnyEndpoint(PersonsAPI.list), AnyEndpoint(PersonsAPI.add), AnyEndpoint(PersonsAPI.read),
    AnyEndpoint(PersonsAPI.change), AnyEndpoint(PersonsAPI.delete), AnyEndpoint(PersonsAPI.suspend),
    AnyEndpoint(PersonsAPI.invite), AnyEndpoint(PersonsAPI.export), AnyEndpoint(PersonsAPI.requestErasure),
    AnyEndpoint(PersonsAPI.readErasure), AnyEndpoint(PersonsAPI.cancelErasure), AnyEndpoint(ProfilesAPI.profile),
    AnyEndpoint(ProfilesAPI.changeProfile), AnyEndpoint(ProfilesAPI.settings), AnyEndpoint(ProfilesAPI.changeSettings),
    AnyEndpoint(ProfilesAPI.capabilities),
  ]

  private func signInRoutes(_ door: Doorway) -> [Route] {
    [
      door.route(SignInAPI.signUp, limit: .signIn) { try await signUp($0, $1) },
      door.route(SignInAPI.signIn, limit: .signIn) { try await signIn($0, $1) },
      door.route(SignInAPI.refresh, limit: .refreshes) { try await refresh($0, $1) },
      door.route(SignInAPI.signOut) { try await signOut($0, $1) },
      door.route(SignInAPI.verifyEmail) { try await verifyEmail($0, $1) },
      door.route(SignInAPI.resend, limit: .letters) { try await resend($0, $1) },
      door.route(SignInAPI.forgot, limit: .letters) { try await forgot($0, $1) },
      door.route(SignInAPI.reset) { try await reset($0, $1) },
      door.route(SignInAPI.acceptInvitation) { try await acceptInvitation($0, $1) },
      door.route(SignInAPI.administrator, limit: .signIn) { try await signInPrinted($0, $1) },
      door.route(SessionsAPI.changePassword) { try await changePassword($0, $1) },
      door.route(SessionsAPI.list) { try await listSessions($0, $1) },
      door.route(SessionsAPI.end) { try await endSession($0, $1) },
      door.route(AppTokensAPI.mint, limit: .tokens) { try await mintAppToken($0, $1) },
      door.route(AppTokensAPI.code) { try await makeCode($0, $1) },
    ]
  }

  private func personRoutes(_ door: Doorway) -> [Route] {
    [
      door.route(PersonsAPI.list) { try await listPersons($0, $1) },
      door.command(PersonsAPI.add, limit: .grants) { try addPerson($0, $1, $2) },
      door.route(PersonsAPI.read) { try await readPerson($0, $1) },
      door.route(PersonsAPI.change) { try await changePerson($0, $1) },
      door.route(PersonsAPI.delete) { try await deletePerson($0, $1) },
      door.command(PersonsAPI.suspend) { try suspend($0, $1, $2) },
      door.command(PersonsAPI.invite) { try inviteAgain($0, $1, $2) },
      door.route(PersonsAPI.export) { try await export($0, $1) },
      door.command(PersonsAPI.requestErasure) { try requestErasure($0, $1, $2) },
      door.route(PersonsAPI.readErasure) { try await readErasure($0, $1) },
      door.route(PersonsAPI.cancelErasure) { try await cancelErasure($0, $1) },
      door.route(ProfilesAPI.profile) { try await readProfile($0, $1) },
      door.route(ProfilesAPI.changeProfile) { try await changeProfile($0, $1) },
      door.route(ProfilesAPI.settings) { try await readSettings($0, $1) },
      door.route(ProfilesAPI.changeSettings) { try await changeSettings($0, $1) },
      door.route(ProfilesAPI.capabilities) { try await capabilities($1) },
    ]
  }
}
