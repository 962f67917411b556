package import API
package import CallersRules
package import JSON

/// How the Hub reads and says no. Hub spec §§2.1, 2.9, 19.
package enum Hub {
  package static let style: APIStyle = {
    var style = APIStyle(
      title: "Atrium Hub", version: "1.0",
      description: "Accounts, access, organisations, apps and what belongs to them.",
      problems: [
        .notFound, .methodNotAllowed, .badRequest, .uriTooLong, .headersTooLarge, .rateLimited, .internalError,
        .serviceUnavailable,
      ],
      securitySchemes: [
        .init(
          "bearer",
          .members(
            ("type", .string("http")), ("scheme", .string("bearer")),
            (
              "description", .string("A person's access token, or an API key where the operation takes one.")
            )))
      ],
      answerHeaders: [
        "X-Request-ID", "Cache-Control", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset",
      ], describeProblem: HubEnvelope.describe, refuse: refuse, refusals: refusals)
    style.names = [
      .internalError: "internal_error", .badRequest: "invalid_request", .unavailable: "service_unavailable",
    ]
    style.statuses = [.tokenInvalid: 400, .versionConflict: 409]
    style.faultNames = [
      .invalidChoice: "enum_mismatch", .invalidType: "invalid_format",
    ]
    style.ignoresUnknownMembers = true
    style.notJSON = .invalidRequest
    return style
  }()

  /// 400 for what is malformed or missing, 422 for what is there and breaks a rule, with every fault at once.
  private static let refuse: @Sendable (InputPlace, [FieldFault]) -> Problem = { place, faults in
    switch place {
    case .path: return Problem(.notFound)
    case .header:
      return Problem(.invalidRequest, details: faults.first.map { [.init("header", .string($0.field))] } ?? [])
    case .query: return Problem(.validationFailed, fields: faults)
    case .body:
      if let readOnly = faults.first(where: { $0.code == .readOnly }) {
        return Problem(.readOnlyField, details: [.init("field", .string(readOnly.field))])
      }
      let missing = faults.filter { $0.code == .required || $0.field.isEmpty }
      guard missing.count == faults.count else { return Problem(.validationFailed, fields: faults) }
      return Problem(
        .invalidRequest, details: [.init("missing", .array(missing.map { .string($0.field) }))])
    }
  }

  private static let refusals: @Sendable (InputPlace) -> [ProblemCode] = { place in
    switch place {
    case .path: [.notFound]
    case .header: [.invalidRequest]
    case .query: [.validationFailed]
    case .body: [.invalidRequest, .validationFailed]
    }
  }
}

extension Access {
  /// Any one of these callers is enough. Hub spec §4.6.
  package static func hub(_ rules: CallerRule...) -> Access { .bearer(AccessPolicy(rules.map(\.word))) }

  /// The rules that the declaration names; empty where anybody may call.
  package var callerRules: [CallerRule] {
    guard case .bearer(let policy) = self else { return [] }
    return policy.callers.compactMap(CallerRule.init(word:))
  }
}

/// `{"error":{code,message,details}}`: an array of field errors, or an object. Hub spec §2.9.
package enum HubEnvelope {
  /// Codes whose `details` are a list of fields. Hub spec §19.
  private static let listing: Set<ProblemCode> = [
    .validationFailed, .invalidPushCredential, .invalidSettingsSchema, .settingsSchemaViolation,
  ]

  package static func body(_ problem: Problem) -> [UInt8] {
    let details: JSONValue =
      listing.contains(problem.code)
      ? .array(
        problem.fields.map { fault in
          .object(
            [
              .init("field", .string(fault.field)), .init("code", .string(Hub.style.name(of: fault.code))),
              .init("message", .string(fault.message)),
            ] + fault.bounds)
        }) : .object(problem.details)
    return JSONValue.members(
      (
        "error",
        .members(
          ("code", .string(Hub.style.name(of: problem.code))), ("message", .string(problem.message)),
          ("details", details))
      )
    ).canonicalBytes
  }

  package static let describe: @Sendable (inout Components) -> JSONValue = { components in
    components.refer(to: "Error") { _ in
      let text = JSONValue.members(("type", .string("string")))
      let fault = JSONValue.members(
        ("type", .string("object")),
        (
          "properties",
          .members(
            ("field", text), ("code", text), ("message", text), ("allowed", .members(("type", .string("array")))),
            ("pattern", text), ("min", .members(("type", .string("number")))),
            ("max", .members(("type", .string("number")))))
        ), ("required", .array(["field", "code", "message"].map(JSONValue.string))))
      return .members(
        ("type", .string("object")),
        (
          "properties",
          .members(
            (
              "error",
              .members(
                ("type", .string("object")),
                (
                  "properties",
                  .members(
                    ("code", text.adding(("description", .string("Stable; what a client switches on.")))),
                    ("message", text),
                    (
                      "details",
                      .members(
                        (
                          "anyOf",
                          .array([
                            .members(("type", .string("object"))),
                            .members(("type", .string("array")), ("items", fault)),
                          ])
                        ))
                    ))
                ), ("required", .array(["code", "message", "details"].map(JSONValue.string))))
            ))
        ), ("required", .array([.string("error")])))
    }
  }
}
