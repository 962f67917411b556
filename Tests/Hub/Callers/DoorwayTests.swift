import API
import Ambient
import CallersAPI
import CallersHTTP
import CallersRules
import Crypto
import HTTP
import Idempotency
import Identifiers
import JSON
import SQL
import Support
import Testing
import Time

private struct Note: Hashable, Sendable, Shaped {
  var text: String
  static let shape = Shape<Note>.object(
    "Note", "", Field("text", .string(1...20)) { $0.text }, make: { Note(text: $0) })
}

private enum NotesAPI {
  static let add = Endpoint(
    .post, "/v1/notes", "Adds a note.", access: .hub(.user), input: .only(.body(Note.shape)), status: 201,
    output: Note.shape, problems: [.notUnique], cache: .noStore, repetition: .required)
  static let read = Endpoint(
    .get, "/v1/users/{id}/note", "One's note.", access: .hub(.isSelf, .platform(.usersManage)),
    input: .only(.path("id", .person, "Whose.", absent: .userNotFound)), output: Note.shape,
    problems: [.userNotFound], cache: .noStore, isVersioned: true)
  static let change = Endpoint(
    .patch, "/v1/note", "Changes it.", access: .hub(.user), input: .only(.body(Note.shape)), output: Note.shape,
    problems: [.versionConflict], cache: .noStore, repetition: .optional, isVersioned: true)
  static let ask = Endpoint(
    .post, "/v1/auth/ask", "For anybody.", access: .anyone, input: .only(.body(Note.shape)), status: 204,
    output: .nothing, cache: .noStore)
}

/// A doorway over a database with one table.
private struct House: Sendable {
  let database: Database
  let clock: FakeClock
  let router: Router

  static let dana = ID<UserKind>(bits: 1)

  static func open(_ engine: TestDatabase, factor: Int = 1, _ body: (House) async throws -> Void) async throws {
    try await engine.open { database in
      let clock = FakeClock()
      _ = try Migrator(IdempotencyStore.migrations, ambient: clock.ambient()).migrate(database)
      try await database.write { tx in
        try tx.execute(Array("CREATE TABLE note (text TEXT NOT NULL PRIMARY KEY)".utf8))
      }
      try await body(House(database, clock, factor))
    }
  }

  init(_ database: Database, _ clock: FakeClock, _ factor: Int) throws {
    self.database = database
    self.clock = clock
    let ambient = clock.ambient()
    let seal = try Seal([Seal.Key(id: 1, Array(1...32))], ambient: ambient)
    let door = Doorway(
      database: database, idempotency: IdempotencyStore(seal: seal, ambient: ambient), ambient: ambient,
      limiter: Limiter(factor: factor, ambient: ambient)
    ) { token, now in
      switch token {
      case "dana": .person(PersonCaller(user: House.dana, session: ID(bits: 1), authenticatedAt: now))
      case "erik": .person(PersonCaller(user: ID(bits: 2), session: ID(bits: 2), authenticatedAt: now))
      case "key": .key(KeyCaller(id: ID(bits: 3), scope: .platform, permissions: [.usersManage]))
      case "ended": throw Problem(.sessionRevoked, details: [.init("reason", .string("logout"))])
      default: throw Problem(.unauthenticated)
      }
    }
    router = Router(
      areas: [Doorway.area("/v1/"), Doorway.area("/")],
      routes: [
        door.command(NotesAPI.add) { note, _, tx in
          guard note.text != "boom" else { throw StoreError.misuse("boom") }
          guard try tx.first(House.find, note.text) == nil else {
            throw Problem(.notUnique, details: [.init("field", .string("text"))])
          }
          try tx.run(House.insert, note.text)
          return Reply(note)
        },
        door.route(NotesAPI.read) { reference, call in
          Reply(Note(text: try call.subject(reference) == House.dana ? "dana's" : "another's"), version: 3)
        },
        door.command(NotesAPI.change) { note, call, _ in
          try call.checkVersion(3)
          return Reply(note, version: 4)
        },
        door.route(NotesAPI.ask, limit: .signIn) { _, _ in .nothing },
      ])
  }

  private static let find = Statement<String, String>(
    Array("SELECT text FROM note WHERE text = $1".utf8), bind: { [.text($0)] },
    read: { (row) throws(StoreError) in try row.text("text") })
  private static let insert = Statement<String, Void>(
    Array("INSERT INTO note (text) VALUES ($1)".utf8), bind: { [.text($0)] })

  struct Answer {
    var status: Int
    var headers: Headers
    var json: JSONValue?
    var code: String? { if case .string(let code) = json?["error"]?["code"] { code } else { nil } }
    var details: JSONValue? { json?["error"]?["details"] }
  }

  func ask(
    _ method: HTTPMethod, _ target: String, as token: String? = "dana", _ body: String? = nil,
    _ headers: [String: String] = [:], address: String = "192.0.2.1"
  ) async -> Answer {
    var fields = Headers()
    if let token { fields["Authorization"] = "Bearer \(token)" }
    if body != nil { fields["Content-Type"] = "application/json" }
    for (name, value) in headers { fields[name] = value }
    let response = await router.handle(
      Request(
        method: method, target: target, headers: fields, body: body.map { RequestBody(Array($0.utf8)) } ?? .empty,
        remoteAddress: address))
    guard case .bytes(let bytes) = response.body else {
      return Answer(status: response.status, headers: response.headers, json: nil)
    }
    return Answer(status: response.status, headers: response.headers, json: try? JSONValue.parse(bytes))
  }
}

/// Hub spec §§2.2–2.10, 19.
@Suite struct `The doorway` {
  static let engines = TestDatabase.engines

  @Test(arguments: engines) func `tells the ways of not being let in apart`(_ engine: TestDatabase) async throws {
    try await House.open(engine) { house in
      let cases: [(why: String, token: String?, headers: [String: String], target: String, status: Int, code: String)] =
        [
          ("no credential", nil, [:], "/v1/users/me/note", 401, "unauthenticated"),
          ("another scheme", nil, ["Authorization": "Basic ZGFuYTo="], "/v1/users/me/note", 401, "unauthenticated"),
          ("two words", nil, ["Authorization": "Bearer da na"], "/v1/users/me/note", 401, "unauthenticated"),
          ("an unknown token", "frida", [:], "/v1/users/me/note", 401, "unauthenticated"),
          ("a session that ended", "ended", [:], "/v1/users/me/note", 401, "session_revoked"),
          ("a key has no me", "key", [:], "/v1/users/me/note", 400, "user_token_required"),
          ("a key in a page", "key", ["Origin": "https://x.example"], "/v1/users/me/note", 403, "forbidden"),
          ("no such id", "dana", [:], "/v1/users/usr_1/note", 404, "user_not_found"),
          ("another person", "erik", [:], "/v1/users/\(House.dana)/note", 404, "user_not_found"),
          ("no such route", "dana", [:], "/v1/nothing", 404, "not_found"),
        ]
      for c in cases {
        let answer = await house.ask(.get, c.target, as: c.token, nil, c.headers)
        #expect(answer.status == c.status && answer.code == c.code, "\(c.why)")
        #expect(answer.headers["Cache-Control"] == "no-store")
      }
      let absent = await house.ask(.get, "/v1/users/\(ID<UserKind>(bits: 77))/note", as: "erik")
      let another = await house.ask(.get, "/v1/users/\(House.dana)/note", as: "erik")
      #expect(absent.json == another.json)
      let own = await house.ask(.get, "/v1/users/me/note")
      #expect(own.status == 200 && own.headers["ETag"] == "W/\"3\"" && own.headers["RateLimit-Limit"] == "100")
      let lower = await house.ask(.get, "/v1/users/\(House.dana)/note", as: nil, nil, ["Authorization": "bearer dana"])
      #expect(lower.status == 200)
    }
  }

  @Test(arguments: engines) func `gives a repeated request its first answer`(_ engine: TestDatabase) async throws {
    try await House.open(engine) { house in
      let key = ["Idempotency-Key": "k1"]
      #expect(await house.ask(.post, "/v1/notes", #"{"text":"a"}"#).code == "idempotency_key_required")
      let first = await house.ask(.post, "/v1/notes", #"{"text":"a"}"#, key)
      let again = await house.ask(.post, "/v1/notes", #"{"text":"a"}"#, key)
      #expect(first.status == 201 && again.status == 201 && first.json == again.json)
      #expect(first.headers["Idempotent-Replayed"] == nil && again.headers["Idempotent-Replayed"] == "true")
      #expect(await house.ask(.post, "/v1/notes", #"{"text":"b"}"#, key).code == "idempotency_key_reused")
      #expect(await house.ask(.post, "/v1/notes", as: "erik", #"{"text":"c"}"#, key).status == 201)
      let taken = await house.ask(.post, "/v1/notes", #"{"text":"a"}"#, ["Idempotency-Key": "k2"])
      let takenAgain = await house.ask(.post, "/v1/notes", #"{"text":"a"}"#, ["Idempotency-Key": "k2"])
      #expect(taken.code == "not_unique" && takenAgain.code == "not_unique")
      #expect(takenAgain.headers["Idempotent-Replayed"] == "true")
      house.clock.advance(.hours(25))
      #expect(await house.ask(.post, "/v1/notes", #"{"text":"d"}"#, key).status == 201)
      for bad in ["", String(repeating: "k", count: 256)] {
        #expect(
          await house.ask(.post, "/v1/notes", #"{"text":"e"}"#, ["Idempotency-Key": bad]).code == "invalid_request")
      }
    }
  }

  @Test(arguments: engines) func `keeps nothing of what went wrong here`(_ engine: TestDatabase) async throws {
    try await House.open(engine) { house in
      let key = ["Idempotency-Key": "k1"]
      let broken = await house.ask(.post, "/v1/notes", #"{"text":"boom"}"#, key)
      #expect(broken.status == 500 && broken.code == "internal_error")
      let again = await house.ask(.post, "/v1/notes", #"{"text":"boom"}"#, key)
      #expect(again.status == 500 && again.headers["Idempotent-Replayed"] == nil)
    }
  }

  @Test(arguments: engines) func `does a thing once when it is asked for twice at once`(_ engine: TestDatabase)
    async throws
  {
    try await House.open(engine) { house in
      for round in 0..<10 {
        let answers = await withTaskGroup(of: House.Answer.self) { group in
          for _ in 0..<8 {
            group.addTask {
              await house.ask(.post, "/v1/notes", "{\"text\":\"\(round)\"}", ["Idempotency-Key": "\(round)"])
            }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        let told = answers.map { "\($0.status) \($0.code ?? "") \($0.headers["Idempotent-Replayed"] ?? "first")" }
        #expect(told.filter { $0 == "201  first" }.count == 1, "\(told)")
        #expect(answers.allSatisfy { $0.status == 201 || $0.code == "idempotency_key_in_flight" })
      }
    }
  }

  @Test(arguments: engines) func `tells malformed from wrong`(_ engine: TestDatabase) async throws {
    try await House.open(engine) { house in
      let cases: [(why: String, body: String, headers: [String: String], status: Int, code: String)] = [
        ("no JSON", "{", [:], 400, "invalid_request"),
        ("no object", "[]", [:], 400, "invalid_request"),
        ("a missing member", "{}", [:], 400, "invalid_request"),
        ("a bad value", #"{"text":""}"#, [:], 422, "validation_failed"),
        ("another type", #"{"text":3}"#, [:], 422, "validation_failed"),
        ("another media type", #"{"text":"a"}"#, ["Content-Type": "text/plain"], 415, "unsupported_media_type"),
        ("a huge body", #"{"text":""# + String(repeating: "a", count: 1 << 20) + #""}"#, [:], 413, "payload_too_large"),
      ]
      for c in cases {
        let answer = await house.ask(.patch, "/v1/note", c.body, c.headers)
        #expect(answer.status == c.status && answer.code == c.code, "\(c.why)")
        #expect(answer.headers["RateLimit-Remaining"] != nil, "\(c.why)")
      }
      let wrong = await house.ask(.patch, "/v1/note", #"{"text":""}"#)
      guard case .array(let faults) = wrong.details else { throw Problem(.internalError) }
      #expect(faults.map { $0["field"] } == [.string("text")] && faults.map { $0["code"] } == [.string("too_short")])
      #expect(faults.map { $0["max"] } == [.integer(20)])
      #expect(await house.ask(.patch, "/v1/note", #"{"text":"a","more":1}"#).status == 200)
    }
  }

  @Test(arguments: engines) func `refuses to change what was changed since it was read`(_ engine: TestDatabase)
    async throws
  {
    try await House.open(engine) { house in
      for (tag, status) in [("W/\"3\"", 200), ("\"3\"", 200), ("*", 200), ("W/\"2\"", 409), ("x", 409), ("", 409)] {
        let answer = await house.ask(.patch, "/v1/note", #"{"text":"a"}"#, ["If-Match": tag])
        #expect(answer.status == status, "\(tag)")
        if status == 409 {
          #expect(answer.code == "version_conflict" && answer.details?["current_etag"] == .string("W/\"3\""))
        }
      }
    }
  }

  @Test(arguments: engines) func `counts by address before it knows who calls`(_ engine: TestDatabase) async throws {
    try await House.open(engine) { house in
      for left in (0..<10).reversed() {
        let answer = await house.ask(.post, "/v1/auth/ask", as: nil, #"{"text":"a"}"#)
        #expect(answer.status == 204 && answer.headers["RateLimit-Remaining"] == String(left))
      }
      let over = await house.ask(.post, "/v1/auth/ask", as: nil, #"{"text":"a"}"#)
      #expect(over.status == 429 && over.code == "rate_limited" && over.headers["Retry-After"] == "6")
      #expect(over.details?["bucket"] == .string("sign_in") && over.details?["reason"] == .string("ip"))
      #expect(await house.ask(.post, "/v1/auth/ask", as: nil, #"{"text":"a"}"#, address: "192.0.2.2").status == 204)
      house.clock.advance(.seconds(6))
      #expect(await house.ask(.post, "/v1/auth/ask", as: nil, #"{"text":"a"}"#).status == 204)
      house.clock.advance(.hours(-1))
      #expect(await house.ask(.post, "/v1/auth/ask", as: nil, #"{"text":"a"}"#).status == 429)
    }
  }
}
