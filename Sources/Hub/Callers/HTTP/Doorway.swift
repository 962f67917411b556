package import API
package import Ambient
package import CallersAPI
package import CallersRules
package import HTTP
package import Idempotency
import JSON
package import SQL
package import Time

/// The Hub's one way in: every operation's route is made here, so that limits, credentials, repeated requests, versions and
/// refusals are met in one order, the same for all. Hub spec §§2.2, 2.7–2.10.
///
/// The order: the limit of a client address; the credential; the limit of a caller; the kinds of callers that the operation
/// is for; the Idempotency-Key; the input; the handler.
package struct Doorway: Sendable {
  private let database: Database
  private let idempotency: IdempotencyStore
  private let ambient: Ambient
  private let limiter: Limiter
  private let authenticate: @Sendable (_ token: String, Instant) async throws -> Caller

  /// `authenticate` tells who the bearer of a token is; it throws `unauthenticated` or `session_revoked`.
  package init(
    database: Database, idempotency: IdempotencyStore, ambient: Ambient, limiter: Limiter,
    authenticate: @escaping @Sendable (_ token: String, Instant) async throws -> Caller
  ) {
    self.database = database
    self.idempotency = idempotency
    self.ambient = ambient
    self.limiter = limiter
    self.authenticate = authenticate
  }

  /// An operation that may wait: reads, and work that is no single transaction. Such a one ignores the Idempotency-Key.
  package func route<Input, Output>(
    _ endpoint: Endpoint<Input, Output>, limit: RateLimit? = nil,
    _ handle: @escaping @Sendable (Input, Call) async throws -> Reply<Output>
  ) -> Route {
    precondition(endpoint.repetition == .ignored, "a repeatable operation is a command")
    return opened(endpoint, limit) { input, call, _ in
      let reply = try await handle(input, call)
      return Doorway.answer(endpoint, reply)
    }
  }

  /// An operation that is one write transaction: the change, what is recorded of it, and the stored answer commit together.
  package func command<Input, Output>(
    _ endpoint: Endpoint<Input, Output>, limit: RateLimit? = nil,
    _ handle: @escaping @Sendable (Input, Call, Transaction) throws -> Reply<Output>
  ) -> Route {
    command(endpoint, limit: limit, prepare: { input, _ in input }, commit: handle)
  }

  /// The same, after something that waits: a password's hash, a look at another service. `prepare` must change nothing.
  package func command<Input, Prepared: Sendable, Output>(
    _ endpoint: Endpoint<Input, Output>, limit: RateLimit? = nil,
    prepare: @escaping @Sendable (Input, Call) async throws -> Prepared,
    commit: @escaping @Sendable (Prepared, Call, Transaction) throws -> Reply<Output>
  ) -> Route {
    opened(endpoint, limit) { [database, idempotency] input, call, request in
      let repeated = try await Doorway.repeatable(request, endpoint.repetition, call, idempotency)
      do {
        let prepared = try await prepare(input, call)
        return try await database.write { tx in
          guard let repeated else { return Doorway.answer(endpoint, try commit(prepared, call, tx)) }
          switch try idempotency.begin(repeated, at: call.now, in: tx) {
          case .fresh:
            let response = Doorway.answer(endpoint, try commit(prepared, call, tx))
            try idempotency.finish(repeated, Doorway.stored(response), at: call.now, in: tx)
            return response
          case .replay(let answer): return Doorway.replayed(answer)
          case .conflict: throw Problem(.idempotencyKeyReused)
          case .inFlight: throw Problem(.idempotencyKeyInFlight, headers: ["Retry-After": "1"])
          }
        }
      } catch {
        guard let repeated, let problem = Doorway.problem(of: error), Doorway.isKept(problem) else { throw error }
        let response = Doorway.render(problem)
        return try await database.write { tx in
          // The first attempt may have ended meanwhile: then its answer is the one to give.
          if case .replay(let answer) = try idempotency.begin(repeated, at: call.now, in: tx) {
            return Doorway.replayed(answer)
          }
          try idempotency.record(repeated, Doorway.stored(response), at: call.now, in: tx)
          return response
        }
      }
    }
  }

  // MARK: In the order of the path

  private func opened<Input, Output>(
    _ endpoint: Endpoint<Input, Output>, _ limit: RateLimit?,
    _ handle: @escaping @Sendable (Input, Call, Request) async throws -> Response
  ) -> Route {
    let rules = endpoint.access.callerRules
    return Route(
      endpoint, Hub.style,
      enter: { request in try await admit(request, rules, limit) },
      { input, request, admitted in
        let call = Call(
          caller: admitted.caller, now: admitted.now, requestID: request.id, address: request.remoteAddress,
          userAgent: request.headers["User-Agent"].map { String($0.prefix(512)) },
          acceptLanguage: request.headers["Accept-Language"],
          ifMatch: request.headers["If-Match"].map { VersionCondition($0) ?? .version(-1) }, rules: rules,
          limiter: limiter)
        return try await handle(input, call, request)
      },
      leave: { admitted, result in
        var response: Response
        switch result {
        case .success(let answer): response = answer
        case .failure(let error):
          guard let problem = Doorway.problem(of: error) else { throw error }
          response = Doorway.render(problem)
        }
        if let standing = admitted.standing { response.headers.note(standing) }
        return response
      })
  }

  private struct Admitted: Sendable {
    var caller: Caller
    var now: Instant
    var standing: TokenBuckets.Standing?
  }

  private func admit(_ request: Request, _ rules: [CallerRule], _ limit: RateLimit?) async throws -> Admitted {
    let now = ambient.now()
    var standing: TokenBuckets.Standing?
    func draw(_ limit: RateLimit, _ subject: String) throws(Problem) {
      let drawn = limiter.draw(limit, subject)
      if drawn.limit > 0 { standing = drawn }
      if let wait = drawn.wait { throw limit.problem(wait: wait, drawn) }
    }
    if rules.isEmpty {
      try draw(limit ?? .anonymous, request.remoteAddress)
      return Admitted(caller: .nobody, now: now, standing: standing)
    }
    let caller = try await caller(of: request, now)
    try draw(limit ?? .standard, caller.bucket)
    if case .key = caller, rules.allSatisfy(\.isPersonal) { throw Problem(.userTokenRequired) }
    // Rules about an object are for the handler, which knows the object.
    if rules.allSatisfy(\.isAboutNoObject) {
      do { try caller.admitted(as: rules) } catch { throw error.problem(absent: .notFound) }
    }
    return Admitted(caller: caller, now: now, standing: standing)
  }

  private func caller(of request: Request, _ now: Instant) async throws -> Caller {
    let given = request.headers.all("Authorization")
    guard given.count == 1, let token = Doorway.bearer(given[0]) else {
      throw Problem(.unauthenticated, headers: ["WWW-Authenticate": "Bearer"])
    }
    let caller = try await authenticate(token, now)
    // A key in a page is a key that is known to everybody. Hub spec §19.
    if case .key = caller, request.headers["Origin"] != nil { throw Problem(.forbidden) }
    return caller
  }

  /// RFC 6750 §2.1: the scheme in any case, one space, the token.
  private static func bearer(_ field: String) -> String? {
    let scheme = field.prefix(7)
    guard scheme.lowercased() == "bearer ", field.utf8.count <= 8_192 else { return nil }
    let token = field.dropFirst(7)
    return token.isEmpty || token.contains(" ") ? nil : String(token)
  }

  private static func repeatable(
    _ request: Request, _ kind: Repetition, _ call: Call, _ idempotency: IdempotencyStore
  ) async throws -> IdempotentRequest? {
    guard kind != .ignored else { return nil }
    let given = request.headers.all("Idempotency-Key")
    if given.isEmpty {
      if kind == .required { throw Problem(.idempotencyKeyRequired) }
      return nil
    }
    guard given.count == 1, let key = IdempotencyKey(given[0]) else {
      throw Problem(.invalidRequest, details: [.init("header", .string("Idempotency-Key"))])
    }
    guard let caller = call.caller.id else { return nil }
    return idempotency.request(
      caller: caller, key: key, method: request.method.name, path: request.target,
      body: try await request.body.collect(limit: Hub.style.bodyLimit))
  }

  // MARK: Answers

  private static func problem(of error: any Error) -> Problem? {
    (error as? Problem) ?? (error as? any Explained)?.problem
  }

  /// A refusal that would be the same again. What a later attempt may change is not kept, nor what this one's key is about.
  private static func isKept(_ problem: Problem) -> Bool {
    switch problem.code {
    case .idempotencyKeyReused, .idempotencyKeyInFlight: false
    default: stored(render(problem)).isKept
    }
  }

  private static func answer<Input, Output>(_ endpoint: Endpoint<Input, Output>, _ reply: Reply<Output>) -> Response {
    var headers = reply.headers
    if let version = reply.version { headers["ETag"] = Reply<Void>.tag(version) }
    guard endpoint.status != 204 else { return Response(status: 204, headers: headers) }
    headers["Content-Type"] = "application/json; charset=utf-8"
    return Response(status: endpoint.status, headers: headers, body: .bytes(endpoint.output.encode(reply.value)))
  }

  private static func render(_ problem: Problem) -> Response {
    var headers = problem.headers
    headers["Content-Type"] = "application/json; charset=utf-8"
    return Response(
      status: Hub.style.status(of: problem.code), headers: headers, body: .bytes(HubEnvelope.body(problem)))
  }

  private static func stored(_ response: Response) -> StoredAnswer {
    guard case .bytes(let body) = response.body else {
      return StoredAnswer(status: response.status, headers: response.headers)
    }
    return StoredAnswer(status: response.status, headers: response.headers, body: body)
  }

  private static func replayed(_ answer: StoredAnswer) -> Response {
    var headers = answer.headers
    headers["Idempotent-Replayed"] = "true"
    return Response(status: answer.status, headers: headers, body: answer.body.isEmpty ? .none : .bytes(answer.body))
  }

  /// An operation that the contract has and this server does not offer: `501 not_implemented`, upon which clients hide the way
  /// to it. Hub spec §2.9.
  package static func absent(_ method: HTTPMethod, _ template: String) -> Route {
    Route(method, template) { _, _ in throw Problem(.notImplemented) }
  }

  /// The Hub's part of the address space under a prefix.
  package static func area(_ prefix: String) -> Area {
    Area(prefix: prefix, headers: ["Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"]) { problem, _ in
      render(problem)
    }
  }
}
