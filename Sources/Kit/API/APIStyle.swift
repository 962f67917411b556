package import JSON

/// What the operations of one API have in common: its document's head, how strictly it reads, and how it says no.
/// The APIs of this server keep the envelopes and words that their specifications fix; the codes come from one registry.
package struct APIStyle: Sendable {
  package var title: String
  package var version: String
  package var description: String

  // MARK: What is said

  /// Problems that any operation may answer, beside those it declares.
  package var problems: [ProblemCode]
  /// The schema of the error envelope.
  package var describeProblem: @Sendable (inout Components) -> JSONValue
  /// The spelling of a code, where the API's differs from the registry's.
  package var names: [ProblemCode: String] = [:]
  /// The status of a code, where the API's differs from the registry's.
  package var statuses: [ProblemCode: Int] = [:]
  /// The spelling of a field's code, where the API's differs.
  package var faultNames: [FieldFault.Code: String] = [:]
  /// Ways to say who calls, by name, as OpenAPI security schemes.
  package var securitySchemes: [JSONValue.Member]
  /// Header fields on every answer of the API.
  package var answerHeaders: [String]

  // MARK: How requests are read

  /// Members of a body that no shape names are passed over.
  package var ignoresUnknownMembers = false
  /// The largest body, in bytes.
  package var bodyLimit = 1 << 20
  /// The answer to a body that is no JSON.
  package var notJSON = ProblemCode.invalidJSON
  /// The answer to faults in one place of a request.
  package var refuse: @Sendable (InputPlace, [FieldFault]) -> Problem
  /// What `refuse` may answer, by place, for the document.
  package var refusals: @Sendable (InputPlace) -> [ProblemCode]

  package init(
    title: String, version: String, description: String, problems: [ProblemCode], securitySchemes: [JSONValue.Member],
    answerHeaders: [String] = ["X-Request-ID", "Cache-Control"],
    describeProblem: @escaping @Sendable (inout Components) -> JSONValue,
    refuse: @escaping @Sendable (InputPlace, [FieldFault]) -> Problem = APIStyle.plainRefusal,
    refusals: @escaping @Sendable (InputPlace) -> [ProblemCode] = APIStyle.plainRefusals
  ) {
    self.title = title
    self.version = version
    self.description = description
    self.problems = problems
    self.securitySchemes = securitySchemes
    self.answerHeaders = answerHeaders
    self.describeProblem = describeProblem
    self.refuse = refuse
    self.refusals = refusals
  }

  package func name(of code: ProblemCode) -> String { names[code] ?? code.rawValue }
  package func status(of code: ProblemCode) -> Int { statuses[code] ?? code.status }
  package func name(of code: FieldFault.Code) -> String { faultNames[code] ?? code.rawValue }

  /// 404 for a path, 400 `invalid_parameter` for a query or a header, 422 `validation_failed` for a body.
  package static let plainRefusal: @Sendable (InputPlace, [FieldFault]) -> Problem = { place, faults in
    switch place {
    case .path: Problem(.notFound)
    case .query, .header:
      Problem(.invalidParameter, details: faults.first.map { [.init("parameter", .string($0.field))] } ?? [])
    case .body: Problem(.validationFailed, fields: faults)
    }
  }

  package static let plainRefusals: @Sendable (InputPlace) -> [ProblemCode] = { place in
    switch place {
    case .path: [.notFound]
    case .query, .header: [.invalidParameter]
    case .body: [.validationFailed]
    }
  }
}
