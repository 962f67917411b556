package import JSON

/// Who may call.
package enum Access: Hashable, Sendable {
  /// Anybody, without any credential.
  case anyone
  /// An app that sends a known `X-API-Key`.
  case apiKey
  /// The bearer of a token whom the policy lets in.
  case bearer(AccessPolicy)
}

/// Who, among those with a bearer credential, may call: the words of an API's specification, for its document, its policy
/// table and the code that decides.
package struct AccessPolicy: Hashable, Sendable {
  /// Any one of these is enough.
  package let callers: [String]
  package init(_ callers: [String]) { self.callers = callers }
}

/// How an answer may be kept. Reading spec §13.1.
package enum CacheClass: Hashable, Sendable {
  case publicRead, noStore
}

/// How an operation meets a request that is sent again. Hub spec §2.8.
package enum Repetition: Hashable, Sendable {
  /// The header is passed over.
  case ignored
  /// With an `Idempotency-Key` the first answer is given again.
  case optional
  /// Without an `Idempotency-Key` the request is refused.
  case required
}

/// One operation, declared once: the router, the OpenAPI document, the client and the contract tests are read off it.
package struct Endpoint<Input: Sendable, Output: Sendable>: Sendable {
  package let method: HTTPMethod
  /// `/api/content/{kind}/{id}/`
  package let template: String
  package let summary: String
  package let access: Access
  package let input: InputShape<Input>
  package let status: Int
  package let output: Shape<Output>
  package let problems: [ProblemCode]
  package let cache: CacheClass
  package let repetition: Repetition
  /// The answer carries an `ETag` of the resource's version; `If-Match` is honoured where the operation changes it.
  package let isVersioned: Bool

  package init(
    _ method: HTTPMethod, _ template: String, _ summary: String, access: Access, input: InputShape<Input>,
    status: Int = 200, output: Shape<Output>, problems: [ProblemCode] = [], cache: CacheClass = .publicRead,
    repetition: Repetition = .ignored, isVersioned: Bool = false
  ) {
    self.method = method
    self.template = template
    self.summary = summary
    self.access = access
    self.input = input
    self.status = status
    self.output = output
    self.problems = problems
    self.cache = cache
    self.repetition = repetition
    self.isVersioned = isVersioned
  }
}

/// An endpoint whose types are forgotten: what documents and routers need of it.
package struct AnyEndpoint: Sendable {
  package let method: HTTPMethod
  package let template: String
  package let summary: String
  package let access: Access
  package let parameters: [Parameter]
  package let status: Int
  package let problems: [ProblemCode]
  package let cache: CacheClass
  package let repetition: Repetition
  package let isVersioned: Bool
  let describeBody: (@Sendable (inout Components) -> JSONValue)?
  let describeOutput: (@Sendable (inout Components) -> JSONValue)?

  package init<Input, Output>(_ endpoint: Endpoint<Input, Output>) {
    method = endpoint.method
    template = endpoint.template
    summary = endpoint.summary
    access = endpoint.access
    parameters = endpoint.input.parameters
    status = endpoint.status
    problems = endpoint.problems
    cache = endpoint.cache
    repetition = endpoint.repetition
    isVersioned = endpoint.isVersioned
    describeBody = endpoint.input.describeBody
    describeOutput = endpoint.status == 204 ? nil : endpoint.output.describe
  }

  package var takesBody: Bool { describeBody != nil }

  /// `getContentKindId`: the method and the words of the path.
  package var operationID: String {
    let words = template.split(whereSeparator: { "/{}-_.".contains($0) })
    return method.name.lowercased() + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
