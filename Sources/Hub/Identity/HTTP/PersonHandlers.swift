import API
import AuditRules
import CallersAPI
import CallersHTTP
import CallersRules
import Identifiers
import IdentityAPI
import IdentityRules
import IdentityStore
import JSON
import SQL
import Time

extension Identity {
  func view(_ person: Person, in tx: Transaction) throws -> PersonView {
    PersonView(
      person, hasSecondFactor: try others.hasSecondFactor(person.id, tx), plan: try others.plan(person.id, tx))
  }

  /// A person whom the caller may know of: of the caller's mode, and a deleted one only for who manages persons.
  func visible(_ id: ID<UserKind>, _ call: Call, in tx: Transaction) throws -> Person {
    guard let person = try Persons.find(id, in: tx), person.isTest == call.caller.isTest,
      person.status != .deleted || call.caller.holds(.usersManage)
    else { throw Problem(.userNotFound) }
    return person
  }

  // MARK: GET /v1/users

  func listPersons(_ wanted: PersonFilter, _ call: Call) async throws -> Reply<Page<PersonView>> {
    var filter = Persons.Filter()
    filter.status = wanted.status.flatMap(PersonStatus.init)
    // Who does not manage persons finds no deleted ones, asked for or not.
    if filter.status == .deleted, !call.caller.holds(.usersManage) { return Reply(Page([], nextCursor: nil)) }
    filter.emailKey = wanted.email?.key
    filter.prefix = wanted.prefix?.lowercased()
    filter.createdAfter = wanted.createdAfter
    filter.createdBefore = wanted.createdBefore
    let limit = Int(min(wanted.limit, 100))
    let bound =
      "users \(call.caller.isTest) \(wanted.status ?? "") \(filter.emailKey ?? "") \(filter.prefix ?? "") \(filter.createdAfter?.microseconds ?? 0) \(filter.createdBefore?.microseconds ?? 0)"
    let after = try wanted.cursor.map { (text) throws(Problem) in try cursors.read(text, filter: bound, at: call.now) }
    let asked = filter
    let views = try await database.read { [self] tx in
      try Persons.page(asked, isTest: call.caller.isTest, after: after, limit: limit + 1, in: tx).map {
        try view($0, in: tx)
      }
    }
    let page = Array(views.prefix(limit))
    let next = views.count > limit ? page.last : nil
    return Reply(
      Page(
        page,
        nextCursor: next.map {
          cursors.make(after: $0.person.createdAt, $0.person.id.description, filter: bound, at: call.now)
        }))
  }

  // MARK: POST /v1/users

  func addPerson(_ wanted: NewPerson, _ call: Call, _ tx: Transaction) throws -> Reply<PersonView> {
    let isTest = call.caller.isTest
    if try Persons.find(wanted.email, isTest: isTest, in: tx) != nil { throw Problem.emailTaken }
    let status = PersonStatus(rawValue: wanted.status) ?? .invited
    let person = try add(
      wanted.email, displayName: wanted.displayName, status: status, hash: nil, isTest: isTest, locale: "en-US",
      at: call.now, in: tx)
    try others.record([.created(person.id, status: status)], circumstances(call), tx)
    if status == .invited, wanted.sendsInvitation { try invite(person, at: call.now, in: tx) }
    return Reply(try view(person, in: tx), version: person.version)
  }

  // MARK: GET /v1/users/{id}

  func readPerson(_ reference: PersonReference, _ call: Call) async throws -> Reply<PersonView> {
    let id = try call.subject(reference)
    return try await database.read { [self] tx in
      let person = try visible(id, call, in: tx)
      return Reply(try view(person, in: tx), version: person.version)
    }
  }

  // MARK: PATCH /v1/users/{id}

  func changePerson(_ wanted: PersonsAPI.Change, _ call: Call) async throws -> Reply<PersonView> {
    let id = try call.subject(wanted.user)
    let isSelf = call.isSelf(id)
    if isSelf, wanted.change.status != nil { throw Problem(.statusChangeForbidden) }
    do {
      return try await database.write { [self] tx in
        var person = try visible(id, call, in: tx)
        try call.checkVersion(person.version)
        let before = person
        if let email = wanted.change.email {
          if let holder = try Persons.find(email, isTest: person.isTest, in: tx), holder.id != id {
            throw Problem.emailTaken
          }
          if isSelf {
            // The present address stays until the new one is proved.
            person.pendingEmail = email == address(person.email) ? nil : email.text
          } else if email != address(person.email) {
            person.email = email.text
            person.isEmailVerified = false
            person.pendingEmail = nil
          } else {
            person.email = email.text
          }
        }
        var facts: [IdentityFact] = []
        if let status = wanted.change.status.flatMap(PersonStatus.init) {
          let erasure = try Erasures.find(id, in: tx)
          if erasure?.status == .completed { throw Problem(.userNotFound) }
          if let next = try person.status.changed(to: status, erasureIsScheduled: erasure?.status == .scheduled) {
            if person.status == .deleted, let email = address(person.email),
              try Persons.find(email, isTest: person.isTest, in: tx) != nil
            {
              throw Problem.emailTaken
            }
            if next == .suspended { try keepWayIn(of: id, in: tx) }
            facts.append(.statusChanged(id, from: person.status, to: next, reason: nil))
            person.status = next
          }
        }
        guard person != before else { return Reply(try view(person, in: tx), version: person.version) }
        let saved = try save(person, at: call.now, in: tx)
        try follow(before, saved, facts, isSelf: isSelf, call, in: tx)
        return Reply(try view(saved, in: tx), version: saved.version)
      }
    } catch StoreError.unique { throw Problem.emailTaken }
  }

  /// What a change of a person brings with it.
  private func follow(
    _ before: Person, _ after: Person, _ facts: [IdentityFact], isSelf: Bool, _ call: Call, in tx: Transaction
  ) throws {
    var facts = facts
    let circumstances = circumstances(call)
    if after.status == .suspended, before.status != .suspended {
      try endSessions(of: after.id, because: .userSuspended, circumstances, in: tx)
      try tokens.voidAll(of: after.id, at: call.now, in: tx)
      try send(.suspended, to: after, in: tx)
    }
    if before.status == .suspended, after.status == .active { try send(.reactivated, to: after, in: tx) }
    if let pending = after.pendingEmail, pending != before.pendingEmail {
      try askForProof(of: after, address: pending, at: call.now, in: tx)
      try send(.addressChangeNotice(newAddress: pending), to: before, in: tx)
    }
    if after.email != before.email {
      // Links that went to the old address open nothing any more.
      try tokens.voidAll(of: after.id, at: call.now, in: tx)
      if !after.isEmailVerified { try askForProof(of: after, address: after.email, at: call.now, in: tx) }
      facts.append(.emailChanged(after.id))
    }
    try others.record(facts, circumstances, tx)
  }

  /// The last way in can't be removed.
  private func keepWayIn(of id: ID<UserKind>, in tx: Transaction) throws {
    if try Roles.isLastSuperadmin(id, in: tx) { throw Problem(.lastSuperadmin) }
  }

  // MARK: DELETE /v1/users/{id}

  func deletePerson(_ reference: PersonReference, _ call: Call) async throws -> Reply<Void> {
    let id = try call.subject(reference)
    try await database.write { [self] tx in
      let person = try visible(id, call, in: tx)
      try call.checkVersion(person.version)
      try delete(person, call, in: tx)
    }
    return .nothing
  }

  /// Deleting what is deleted changes nothing and tells nobody.
  func delete(_ person: Person, _ call: Call, in tx: Transaction) throws {
    guard person.status.canBeDeleted else { return }
    try keepWayIn(of: person.id, in: tx)
    var deleted = person
    deleted.status = .deleted
    deleted.pendingEmail = nil
    try save(deleted, at: call.now, in: tx)
    try endSessions(of: person.id, because: .userDeleted, circumstances(call), in: tx)
    try tokens.voidAll(of: person.id, at: call.now, in: tx)
    try others.record(
      [.statusChanged(person.id, from: person.status, to: .deleted, reason: nil)], circumstances(call), tx)
  }

  // MARK: POST /v1/users/{id}/suspend

  func suspend(_ wanted: PersonsAPI.WithReason, _ call: Call, _ tx: Transaction) throws -> Reply<PersonView> {
    let before = try visible(try call.subject(wanted.user), call, in: tx)
    guard let next = try before.status.changed(to: .suspended, erasureIsScheduled: false) else {
      return Reply(try view(before, in: tx), version: before.version)
    }
    try keepWayIn(of: before.id, in: tx)
    var person = before
    person.status = next
    let saved = try save(person, at: call.now, in: tx)
    try follow(
      before, saved, [.statusChanged(person.id, from: before.status, to: next, reason: wanted.reason.text)],
      isSelf: false, call, in: tx)
    return Reply(try view(saved, in: tx), version: saved.version)
  }

  // MARK: POST /v1/users/{id}/invitation

  func inviteAgain(_ reference: PersonReference, _ call: Call, _ tx: Transaction) throws -> Reply<Accepted> {
    let person = try visible(try call.subject(reference), call, in: tx)
    guard person.status == .invited else { throw StatusRefusal.transition(from: person.status, to: .invited) }
    try invite(person, at: call.now, in: tx)
    return Reply(Accepted())
  }
}
