package import JSON

/// The OpenAPI 3.1 document, read off the endpoints.
package enum OpenAPI {
  /// What an area's answers have in common.
  package struct Conventions: Sendable {
    package var title: String
    package var version: String
    package var description: String
    /// Problems that any endpoint of the area may answer, beside those it declares.
    package var problems: [ProblemCode]
    /// The schema of the error envelope.
    package var describeProblem: @Sendable (inout Components) -> JSONValue
    package var apiKeyHeader: String

    package init(
      title: String, version: String, description: String, problems: [ProblemCode], apiKeyHeader: String,
      describeProblem: @escaping @Sendable (inout Components) -> JSONValue
    ) {
      self.title = title
      self.version = version
      self.description = description
      self.problems = problems
      self.apiKeyHeader = apiKeyHeader
      self.describeProblem = describeProblem
    }
  }

  package static func document(_ endpoints: [AnyEndpoint], _ conventions: Conventions) -> JSONValue {
    var components = Components()
    var paths: [JSONValue.Member] = []
    for template in Set(endpoints.map(\.template)).sorted(by: bytewise) {
      let operations = endpoints.filter { $0.template == template }
        .map { JSONValue.Member($0.method.name.lowercased(), operation($0, conventions, &components)) }
      paths.append(.init(template, .object(operations)))
    }
    let schemas = components.schemas.sorted { bytewise($0.key, $1.key) }.map { JSONValue.Member($0.key, $0.value) }
    return .members(
      ("openapi", .string("3.1.0")),
      (
        "info",
        .members(
          ("title", .string(conventions.title)), ("version", .string(conventions.version)),
          ("description", .string(conventions.description)))
      ),
      ("paths", .object(paths)),
      (
        "components",
        .members(
          ("schemas", .object(schemas)),
          (
            "securitySchemes",
            .members(
              (
                "apiKey",
                .members(
                  ("type", .string("apiKey")), ("in", .string("header")), ("name", .string(conventions.apiKeyHeader)))
              ))
          ))
      ))
  }

  private static func operation(_ endpoint: AnyEndpoint, _ conventions: Conventions, _ components: inout Components)
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
    return .members(
      ("operationId", .string(endpoint.operationID)), ("summary", .string(endpoint.summary)),
      ("parameters", .array(parameters)),
      ("security", .array(endpoint.access == .apiKey ? [.members(("apiKey", .array([])))] : [])),
      ("responses", .object(responses(of: endpoint, conventions, &components))))
  }

  private static func responses(of endpoint: AnyEndpoint, _ conventions: Conventions, _ components: inout Components)
    -> [JSONValue.Member]
  {
    let text = JSONValue.members(("schema", .members(("type", .string("string")))))
    var headers: [JSONValue.Member] = [.init("X-Request-ID", text), .init("Cache-Control", text)]
    if endpoint.cache == .publicRead { headers.append(.init("ETag", text)) }
    var members: [(status: Int, value: JSONValue)] = [
      (
        200,
        .members(
          ("description", .string("Done.")), ("headers", .object(headers)),
          ("content", .members(("application/json", .members(("schema", endpoint.describeOutput(&components)))))))
      )
    ]
    if endpoint.cache == .publicRead {
      members.append(
        (304, .members(("description", .string("Not changed since the entity tag that If-None-Match names.")))))
    }
    var problems = endpoint.problems + conventions.problems
    if endpoint.parameters.contains(where: { $0.place == .path }) { problems.append(.notFound) }
    if endpoint.parameters.contains(where: { $0.place == .query }) { problems.append(.invalidParameter) }
    if endpoint.access == .apiKey { problems += [.apiKeyMissing, .apiKeyInvalid] }
    for status in Set(problems.map(\.status)).sorted() {
      let codes = Set(problems.filter { $0.status == status }.map(\.rawValue)).sorted()
      var described: [JSONValue.Member] = [
        .init("description", .string(codes.map { "`\($0)`" }.joined(separator: ", "))),
        .init(
          "content", .members(("application/json", .members(("schema", conventions.describeProblem(&components)))))),
      ]
      if status == 405 { described.append(.init("headers", .members(("Allow", text)))) }
      if status == 429 || status == 503 { described.append(.init("headers", .members(("Retry-After", text)))) }
      members.append((status, .object(described)))
    }
    return members.sorted { $0.status < $1.status }.map { JSONValue.Member(String($0.status), $0.value) }
  }
}
