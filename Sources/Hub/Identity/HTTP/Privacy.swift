import API
import AuditRules
import CallersHTTP
import CallersRules
import Identifiers
import IdentityAPI
import IdentityRules
import IdentityStore
import JSON
import SQL
package import Time

// What is held of a person, and how it is forgotten. Hub spec §7.5.

extension Identity {
  // MARK: GET /v1/users/{id}/export

  func export(_ reference: PersonReference, _ call: Call) async throws -> Reply<JSONValue> {
    let id = try call.subject(reference)
    try call.take(.exports, for: id.description)
    let bundle = try await database.read(.long) { [self] tx in
      let person = try visible(id, call, in: tx)
      return JSONValue.object(
        [.init("exported_at", .string(call.now.rfc3339))] + (try sections(of: person, at: call.now, in: tx)))
    }
    var reply = Reply(bundle)
    reply.headers["Content-Disposition"] = "attachment; filename=\"\(id)-export.json\""
    return reply
  }

  private func sections(of person: Person, at now: Instant, in tx: Transaction) throws -> [JSONValue.Member] {
    let profile = try Profiles.profile(of: person.id, in: tx)
    let settings = try Profiles.settings(of: person.id, in: tx)
    let hasSecondFactor = try others.hasSecondFactor(person.id, tx)
    let identities = try Passwords.waysIn(of: person.id, in: tx).map { way in
      JSONValue.object([
        .init("id", .string(way.id.description)), .init("method", .string(way.method)),
        .init("mfa_enabled", .bool(hasSecondFactor)),
        .init("last_used_at", way.lastUsedAt.map { .string($0.rfc3339) } ?? .null),
        .init("created_at", .string(way.createdAt.rfc3339)),
      ])
    }
    let sessions = try Sessions.live(of: person.id, at: now, in: tx).map {
      SessionView.shape.value(of: SessionView($0, isCurrent: false))
    }
    let roles = try Roles.of(person.id, in: tx).map(JSONValue.string)
    var members: [JSONValue.Member] = [
      .init("user", PersonView.shape.value(of: try view(person, in: tx))),
      .init(
        "profile",
        profile.map {
          ProfileView.shape.value(of: ProfileView(user: person.id, profile: $0, locale: settings?.locale ?? "en-US"))
        } ?? .null),
      .init(
        "settings", settings.map { SettingsView.shape.value(of: SettingsView(user: person.id, settings: $0)) } ?? .null),
      .init("identities", .array(identities)), .init("sessions", .array(sessions)), .init("roles", .array(roles)),
    ]
    for export in others.exports { members.append(.init(export.section, try export.read(person.id, tx))) }
    return members
  }

  // MARK: /v1/users/{id}/erasure-requests

  func requestErasure(_ wanted: PersonsAPI.WithReason, _ call: Call, _ tx: Transaction) throws -> Reply<ErasureView> {
    let person = try visible(try call.subject(wanted.user), call, in: tx)
    let earlier = try Erasures.find(person.id, in: tx)
    if let earlier, earlier.status != .cancelled { return Reply(view(earlier)) }
    try delete(person, call, in: tx)
    try Erasures.request(person.id, by: call.actor, reason: wanted.reason.text, at: call.now, in: tx)
    guard let request = try Erasures.find(person.id, in: tx) else { throw StoreError.damaged("no erasure was stored") }
    try others.record([.erasureRequested(person.id)], circumstances(call), tx)
    try send(.erasureScheduled(for: request.scheduledFor), to: person, in: tx)
    return Reply(view(request))
  }

  func readErasure(_ reference: PersonReference, _ call: Call) async throws -> Reply<ErasureView> {
    let id = try call.subject(reference)
    return try await database.read { [self] tx in
      let person = try visible(id, call, in: tx)
      guard let request = try Erasures.find(person.id, in: tx), request.status == .scheduled else {
        throw Problem(.erasureNotScheduled)
      }
      return Reply(view(request))
    }
  }

  func cancelErasure(_ reference: PersonReference, _ call: Call) async throws -> Reply<Void> {
    let id = try call.subject(reference)
    try await database.write { [self] tx in
      let person = try visible(id, call, in: tx)
      guard try Erasures.cancel(person.id, in: tx) else { throw Problem(.erasureNotScheduled) }
      try others.record([.erasureCancelled(person.id)], circumstances(call), tx)
    }
    return .nothing
  }

  private func view(_ request: Erasures.Request) -> ErasureView {
    ErasureView(
      user: request.person, status: request.status.rawValue, requestedAt: request.requestedAt,
      scheduledFor: request.scheduledFor)
  }

  // MARK: The job

  /// The steps of an erasure, in order. Each is a commit of its own and may be done twice.
  private var erasureSteps: [ErasureStep] {
    let own: [ErasureStep] = [
      ErasureStep("ways in") { person, now, tx in try Passwords.clear(person, at: now, in: tx) },
      ErasureStep("profile") { person, _, tx in try Profiles.erase(person, in: tx) },
      ErasureStep("sessions") { person, _, tx in try Sessions.erase(person, in: tx) },
      ErasureStep("links") { [tokens] person, _, tx in try tokens.erase(person, in: tx) },
    ]
    let last = ErasureStep("address") { [self] person, now, tx in
      // The last letter goes out just before the address is forgotten.
      if let found = try Persons.find(person, in: tx), found.email != Person.erasedAddress(person) {
        try send(.erased, to: found, in: tx)
      }
      try Persons.erase(person, at: now, in: tx)
    }
    return own + others.erasures + [last]
  }

  /// Erases who is due, a step after the other; killed at any moment it goes on where it was. Returns how many were completed.
  package func eraseDue(at now: Instant, limit: Int = 100) async throws -> Int {
    let due = try await database.read { tx in try Erasures.due(at: now, limit: limit, in: tx) }
    for request in due {
      let steps = erasureSteps
      for (index, step) in steps.enumerated() where index >= request.stepsDone {
        try await database.write { tx in
          try step.run(request.person, now, tx)
          try Erasures.advance(request.person, to: index + 1, in: tx)
        }
      }
      let receipt = JSONValue.object([
        .init("user_id", .string(request.person.description)),
        .init("requested_at", .string(request.requestedAt.rfc3339)), .init("completed_at", .string(now.rfc3339)),
        .init("erased", .array(steps.map { .string($0.name) })),
      ])
      try await database.write { [self] tx in
        try Erasures.complete(
          request.person, receipt: String(decoding: receipt.canonicalBytes, as: UTF8.self), at: now, in: tx)
        try others.record(
          [.erased(request.person)],
          Circumstances(actor: .system, requestID: nil, isTest: false, at: now, address: nil, userAgent: nil), tx)
      }
    }
    return due.count
  }

  /// Forgets what is over: links after a day, sessions after thirty days, tries at passwords after an hour.
  package func purge(at now: Instant, limit: Int = 1_000) async throws {
    try await database.write { [tokens] tx in
      _ = try tokens.purge(before: now - .days(1), limit: limit, in: tx)
      _ = try Sessions.purge(before: now - .days(30), limit: limit, in: tx)
      _ = try Lockouts.purge(before: now - .hours(1), limit: limit, in: tx)
    }
  }
}
