package import JSON

/// The OpenAPI 3.1 document, read off the endpoints.
package enum OpenAPI {
  package static func document(_ endpoints: [AnyEndpoint], _ style: APIStyle) -> JSONValue {
    var components = Components()
    var paths: [JSONValue.Member] = []
    for template in Set(endpoints.map(\.template)).sorted(by: bytewise) {
      let operations = endpoints.filter { $0.template == template }
        .map { JSONValue.Member($0.method.name.lowercased(), operation($0, style, &components)) }
      paths.append(.init(template, .object(operations)))
    }
    let schemas = components.schemas.sorted { bytewise($0.key, $1.key) }.map { JSONValue.Member($0.key, $0.value) }
    return .members(
      ("openapi", .string("3.1.0")),
      (
        "info",
        .members(
          ("title", .string(style.title)), ("version", .string(style.version)),
          ("description", .string(style.description)))
      ),
      ("paths", .object(paths)),
      (
        "components",
        .members(
          ("schemas", .object(schemas)),
          ("securitySchemes", .object(style.securitySchemes)))
      ))
  }

  private static func operation(_ endpoint: AnyEndpoint, _ style: APIStyle, _ components: inout Components)
    -> JSONValue
  {
    let parameters = endpoint.parameters.map { parameter in
      var schema = parameter.describe(&components)
      // Empty is absent (Reading spec §2), so an optional parameter may be.
      if parameter.place == .query, !parameter.isRequired {
        schema = .members(("anyOf", .array([schema, .members(("const", .string("")))])))
      }
      return JSONValue.members(
        ("name", .string(parameter.name)), ("in", .string(parameter.place.rawValue)),
        ("required", .bool(parameter.isRequired)),
        ("description", .string(parameter.note)), ("schema", schema))
    }
    var members: [JSONValue.Member] = [
      .init("operationId", .string(endpoint.operationID)), .init("summary", .string(endpoint.summary)),
    ]
    if case .bearer(let policy) = endpoint.access {
      members.append(
        .init("description", .string("For: " + policy.callers.map { "`\($0)`" }.joined(separator: ", ") + ".")))
    }
    members.append(.init("parameters", .array(parameters + standardHeaders(of: endpoint))))
    if let describe = endpoint.describeBody {
      members.append(
        .init(
          "requestBody",
          .members(
            ("required", .bool(true)),
            ("content", .members(("application/json", .members(("schema", describe(&components)))))))))
    }
    members.append(.init("security", .array(security(of: endpoint.access))))
    members.append(.init("responses", .object(responses(of: endpoint, style, &components))))
    return .object(members)
  }

  private static func security(of access: Access) -> [JSONValue] {
    switch access {
    case .anyone: []
    case .apiKey: [.members(("apiKey", .array([])))]
    case .bearer: [.members(("bearer", .array([])))]
    }
  }

  /// The header fields that an operation takes by what it declares.
  private static func standardHeaders(of endpoint: AnyEndpoint) -> [JSONValue] {
    func header(_ name: String, _ note: String, isRequired: Bool = false) -> JSONValue {
      .members(
        ("name", .string(name)), ("in", .string("header")), ("required", .bool(isRequired)),
        ("description", .string(note)),
        ("schema", .members(("type", .string("string")), ("minLength", .integer(1)), ("maxLength", .integer(255)))))
    }
    var headers: [JSONValue] = []
    if endpoint.repetition != .ignored {
      headers.append(
        header(
          "Idempotency-Key", "Made once for each intent; sent again, it gives the first answer again.",
          isRequired: endpoint.repetition == .required))
    }
    if endpoint.isVersioned, endpoint.method == .patch || endpoint.method == .delete {
      headers.append(header("If-Match", "The `ETag` of what was read; refused when it was changed since."))
    }
    return headers
  }

  private static func responses(of endpoint: AnyEndpoint, _ style: APIStyle, _ components: inout Components)
    -> [JSONValue.Member]
  {
    let text = JSONValue.members(("schema", .members(("type", .string("string")))))
    var headers = style.answerHeaders.map { JSONValue.Member($0, text) }
    if endpoint.cache == .publicRead || endpoint.isVersioned { headers.append(.init("ETag", text)) }
    var done: [JSONValue.Member] = [
      .init("description", .string("Done.")), .init("headers", .object(headers)),
    ]
    if let describe = endpoint.describeOutput {
      done.append(.init("content", .members(("application/json", .members(("schema", describe(&components)))))))
    }
    var members: [(status: Int, value: JSONValue)] = [(endpoint.status, .object(done))]
    if endpoint.cache == .publicRead {
      members.append(
        (304, .members(("description", .string("Not changed since the entity tag that If-None-Match names.")))))
    }
    let problems = problems(of: endpoint, style)
    for status in Set(problems.map(style.status)).sorted() {
      let codes = Set(problems.filter { style.status(of: $0) == status }.map(style.name)).sorted()
      var described: [JSONValue.Member] = [
        .init("description", .string(codes.map { "`\($0)`" }.joined(separator: ", "))),
        .init(
          "content", .members(("application/json", .members(("schema", style.describeProblem(&components)))))),
      ]
      if status == 405 { described.append(.init("headers", .members(("Allow", text)))) }
      if status == 429 || status == 503 { described.append(.init("headers", .members(("Retry-After", text)))) }
      members.append((status, .object(described)))
    }
    return members.sorted { $0.status < $1.status }.map { JSONValue.Member(String($0.status), $0.value) }
  }

  /// Every problem that an operation may answer: its own, and those that come with what it declares.
  static func problems(of endpoint: AnyEndpoint, _ style: APIStyle) -> [ProblemCode] {
    var problems = endpoint.problems + style.problems
    for place in Set(endpoint.parameters.map(\.place)) { problems += style.refusals(place) }
    if endpoint.takesBody {
      problems += style.refusals(.body) + [style.notJSON, .payloadTooLarge, .unsupportedMediaType]
    }
    if endpoint.access == .apiKey { problems += [.apiKeyMissing, .apiKeyInvalid] }
    return problems
  }
}
