package import Identifiers
package import IdentityRules
package import SQL
package import Time

/// `hub_users`.
package enum Persons {
  package static func add(_ person: Person, email: EmailAddress, in tx: Transaction) throws(StoreError) {
    try tx.run(insert, (person, email))
  }

  package static func find(_ id: ID<UserKind>, in tx: Transaction) throws(StoreError) -> Person? {
    try tx.first(byID, id)
  }

  package static func find(
    _ email: EmailAddress, isTest: Bool, in tx: Transaction
  ) throws(StoreError) -> Person? {
    try tx.first(byEmail, (email.key, isTest))
  }

  package static func signInCandidate(
    _ email: EmailAddress, isTest: Bool, in tx: Transaction
  ) throws(StoreError) -> SignInCandidate? {
    try tx.first(candidate, (email.key, isTest))
  }

  /// Saves what may change of a person; nil when somebody changed the row since it was read. A taken address is `.unique`.
  ///
  /// - Parameter keys: the compared forms of the address and of the pending one.
  package static func save(
    _ person: Person, keys: (email: String, pending: String?), at now: Instant, in tx: Transaction
  ) throws(StoreError) -> Person? {
    guard let version = try tx.first(update, Change(person: person, keys: keys, at: now)) else { return nil }
    var saved = person
    saved.version = version
    saved.updatedAt = now
    return saved
  }

  /// Notes a sign-in; false when the person is not active by now.
  package static func signedIn(_ id: ID<UserKind>, at now: Instant, in tx: Transaction) throws(StoreError) -> Bool {
    try tx.run(noteSignIn, (id, now)) == 1
  }

  package struct Filter: Sendable {
    package var status: PersonStatus?
    package var emailKey: String?
    /// In lower case.
    package var prefix: String?
    package var createdAfter: Instant?
    package var createdBefore: Instant?

    package init() {}
  }

  /// One page, newest first, after the row `after`.
  package static func page(
    _ filter: Filter, isTest: Bool, after: (Instant, String)?, limit: Int, in tx: Transaction
  ) throws(StoreError) -> [Person] {
    try tx.all(list, Page(filter: filter, isTest: isTest, after: after, limit: limit))
  }

  package static func erase(_ id: ID<UserKind>, at now: Instant, in tx: Transaction) throws(StoreError) {
    try tx.run(clear, (id, Person.erasedAddress(id), now))
  }

  private struct Change {
    let person: Person
    let keys: (email: String, pending: String?)
    let at: Instant
  }

  private struct Page {
    let filter: Filter
    let isTest: Bool
    let after: (Instant, String)?
    let limit: Int
  }

  private static let insert = Statement<(Person, EmailAddress), Void>(
    PackageResources.user_insert_sql,
    bind: { person, email in
      [
        .id(person.id), .text(email.text), .text(email.key), .bool(person.isEmailVerified),
        .text(person.status.rawValue), .text(orNull: person.signupApplication?.name), .bool(person.isTest),
        .instant(person.createdAt),
      ]
    })
  private static let byID = Statement<ID<UserKind>, Person>(
    PackageResources.user_find_sql, bind: { [.id($0)] }, read: read)
  private static let byEmail = Statement<(String, Bool), Person>(
    PackageResources.user_by_email_sql, bind: { [.text($0), .bool($1)] }, read: read)
  private static let candidate = Statement<(String, Bool), SignInCandidate>(
    PackageResources.user_sign_in_sql, bind: { [.text($0), .bool($1)] },
    read: { (row) throws(StoreError) in
      SignInCandidate(
        person: try row.id("id"), status: try row.status("status"), passwordHash: try row.textOrNull("password_hash"))
    })
  private static let update = Statement<Change, Int>(
    PackageResources.user_save_sql,
    bind: { change in
      let person = change.person
      return [
        .id(person.id), .int(person.version), .text(person.email), .text(change.keys.email),
        .bool(person.isEmailVerified), .text(orNull: person.pendingEmail), .text(orNull: change.keys.pending),
        .text(person.status.rawValue), .instant(orNull: person.status == .deleted ? change.at : nil),
        .instant(change.at),
      ]
    },
    read: { (row) throws(StoreError) in Int(try row.int("version")) })
  private static let noteSignIn = Statement<(ID<UserKind>, Instant), Void>(
    PackageResources.user_signed_in_sql, bind: { [.id($0), .instant($1)] })
  private static let clear = Statement<(ID<UserKind>, String, Instant), Void>(
    PackageResources.user_erase_sql, bind: { [.id($0), .text($1), .instant($2)] })
  private static let list = Statement<Page, Person>(
    PackageResources.user_page_sql,
    bind: { page in
      let filter = page.filter
      return [
        .bool(page.isTest), .instant(page.after?.0 ?? Instant(microseconds: .max)), .text(page.after?.1 ?? ""),
        .text(filter.status?.rawValue ?? ""), .text(filter.emailKey ?? ""), .text(filter.prefix ?? ""),
        .instant(filter.createdAfter ?? Instant(microseconds: .min)),
        .instant(filter.createdBefore ?? Instant(microseconds: .max)), .int(page.limit),
      ]
    }, read: read)

  static let read: @Sendable (Row) throws(StoreError) -> Person = { (row) throws(StoreError) in
    Person(
      id: try row.id("id"), email: try row.text("email"), isEmailVerified: try row.bool("email_verified"),
      pendingEmail: try row.textOrNull("pending_email"), status: try row.status("status"),
      signupApplication: try row.textOrNull("signup_application_id").flatMap(NamedID<ApplicationKind>.init),
      isTest: try row.bool("test_mode"), createdAt: try row.instant("created_at"),
      updatedAt: try row.instant("updated_at"), lastLoginAt: try row.instantOrNull("last_login_at"),
      version: Int(try row.int("version")))
  }
}
