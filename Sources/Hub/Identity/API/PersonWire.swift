package import API
import CallersAPI
package import IdentityRules
package import Identifiers
import JSON
package import Time

/// An account, as the API shows it. Hub spec §7.4.
package struct PersonView: Hashable, Sendable {
  package var person: Person
  package var hasSecondFactor: Bool
  package var plan: String

  package init(_ person: Person, hasSecondFactor: Bool, plan: String) {
    self.person = person
    self.hasSecondFactor = hasSecondFactor
    self.plan = plan
  }

  package static let shape = Shape<PersonView>.object(
    "Person", "An account.", Field("id", .id()) { $0.person.id }, Field("email", .string) { $0.person.email },
    Field("email_verified", .bool) { $0.person.isEmailVerified },
    Field("pending_email", Shape<String>.string.orNull, "An address that is not proved yet.") {
      $0.person.pendingEmail
    },
    Field("status", .oneOf(PersonStatus.allCases.map(\.rawValue))) { $0.person.status.rawValue },
    Field("mfa_enabled", .bool) { $0.hasSecondFactor },
    Field("signup_application_id", Shape<NamedID<ApplicationKind>>.named().orNull) { $0.person.signupApplication },
    Field("plan", .string) { $0.plan }, Field("test_mode", .bool) { $0.person.isTest },
    Field("created_at", .instant) { $0.person.createdAt }, Field("updated_at", .instant) { $0.person.updatedAt },
    Field("last_login_at", Shape<Instant>.instant.orNull) { $0.person.lastLoginAt },
    make: { id, email, verified, pending, status, mfa, app, plan, test, created, updated, last in
      PersonView(
        Person(
          id: id, email: email, isEmailVerified: verified, pendingEmail: pending,
          status: PersonStatus(rawValue: status) ?? .active, signupApplication: app, isTest: test, createdAt: created,
          updatedAt: updated, lastLoginAt: last), hasSecondFactor: mfa, plan: plan)
    })
}

package struct NewPerson: Hashable, Sendable, Shaped {
  package var email: EmailAddress
  package var displayName: String?
  package var status: String
  package var sendsInvitation: Bool

  package static let shape = Shape<NewPerson>.object(
    "NewPerson", "", Field("email", .email) { $0.email }, .optional("display_name", \.displayName, .displayName),
    Field("status", .oneOf(["invited", "active"]), absent: "invited", leaveOut: { _ in false }) { $0.status },
    Field("send_invitation", .bool, absent: true, leaveOut: { $0.sendsInvitation }) { $0.sendsInvitation },
    make: { NewPerson(email: $0, displayName: $1, status: $2, sendsInvitation: $3) })
}

package struct PersonChange: Hashable, Sendable {
  package var email: EmailAddress?
  package var status: String?

  package static let shape = Shape<PersonChange>.object(
    "PersonChange", "", .change("email", \.email, .email),
    .change("status", \.status, .oneOf(["active", "suspended"])), make: { PersonChange(email: $0, status: $1) }
  ).refusing(
    "id", "email_verified", "pending_email", "mfa_enabled", "plan", "test_mode", "created_at", "updated_at",
    "last_login_at", "signup_application_id")
}

package struct PersonFilter: Hashable, Sendable {
  package var status: String?
  package var email: EmailAddress?
  package var prefix: String?
  package var createdAfter: Instant?
  package var createdBefore: Instant?
  package var cursor: String?
  package var limit: Int64

  init(
    _ status: String?, _ email: EmailAddress?, _ prefix: String?, _ createdAfter: Instant?, _ createdBefore: Instant?,
    _ cursor: String?, _ limit: Int64
  ) {
    self.status = status
    self.email = email
    self.prefix = prefix
    self.createdAfter = createdAfter
    self.createdBefore = createdBefore
    self.cursor = cursor
    self.limit = limit
  }
}

package struct Reason: Hashable, Sendable, Shaped {
  package var text: String?

  package static let shape = Shape<Reason>.object(
    "Reason", "", .optional("reason", \.text, .string(1...2_000)), make: { Reason(text: $0) })
}

package struct SessionView: Hashable, Sendable {
  package var session: Session
  package var isCurrent: Bool

  package init(_ session: Session, isCurrent: Bool) {
    self.session = session
    self.isCurrent = isCurrent
  }

  package static let shape = Shape<SessionView>.object(
    "Session", "A sign-in that is in force.", Field("id", .id()) { $0.session.id },
    Field("created_at", .instant) { $0.session.createdAt }, Field("last_seen_at", .instant) { $0.session.lastSeenAt },
    Field("expires_at", .instant) { $0.session.expiresAt },
    Field("ip_address", Shape<String>.string.orNull) { $0.session.address },
    Field("user_agent", Shape<String>.string.orNull) { $0.session.userAgent },
    Field("amr", Shape<String>.string.list()) { $0.session.methods }, Field("current", .bool) { $0.isCurrent },
    make: { id, created, seen, end, address, agent, methods, isCurrent in
      SessionView(
        Session(
          id: id, person: ID(bits: 0), methods: methods, address: address, userAgent: agent, createdAt: created,
          lastSeenAt: seen, expiresAt: end), isCurrent: isCurrent)
    })
}

package struct ErasureView: Hashable, Sendable, Shaped {
  package var user: ID<UserKind>
  package var status: String
  package var requestedAt: Instant
  package var scheduledFor: Instant

  package init(user: ID<UserKind>, status: String, requestedAt: Instant, scheduledFor: Instant) {
    self.user = user
    self.status = status
    self.requestedAt = requestedAt
    self.scheduledFor = scheduledFor
  }

  package static let shape = Shape<ErasureView>.object(
    "Erasure", "When a person is forgotten.", Field("user_id", .id()) { $0.user },
    Field("status", .string) { $0.status }, Field("requested_at", .instant) { $0.requestedAt },
    Field("scheduled_for", .instant) { $0.scheduledFor },
    make: { ErasureView(user: $0, status: $1, requestedAt: $2, scheduledFor: $3) })
}
