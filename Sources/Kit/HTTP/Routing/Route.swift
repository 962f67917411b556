package import API
import JSON

/// One operation with the code that answers it.
package struct Route: Sendable {
  package let method: HTTPMethod
  package let template: String
  let access: Access
  let queryNames: Set<String>
  let respond: @Sendable (Request, InputParts) async throws -> Response

  /// A declared endpoint. The handler gets its typed input. The body, where the operation takes one, is collected and parsed
  /// first, within the style's limit.
  package init<Input, Output>(
    _ endpoint: Endpoint<Input, Output>, _ style: APIStyle,
    _ respond: @escaping @Sendable (Input, Request) async throws -> Response
  ) {
    self.init(
      endpoint, style, enter: { _ in () }, { input, request, _ in try await respond(input, request) },
      leave: { _, result in try result.get() })
  }

  /// The same behind a door: `enter` lets a request in before anything of it is read, `leave` sees what became of it.
  package init<Input, Output, Visit: Sendable>(
    _ endpoint: Endpoint<Input, Output>, _ style: APIStyle,
    enter: @escaping @Sendable (Request) async throws -> Visit,
    _ respond: @escaping @Sendable (Input, Request, Visit) async throws -> Response,
    leave: @escaping @Sendable (Visit, Result<Response, any Error>) throws -> Response
  ) {
    method = endpoint.method
    template = endpoint.template
    access = endpoint.access
    queryNames = Set(endpoint.input.parameters.filter { $0.place == .query }.map(\.name))
    let takesBody = endpoint.input.describeBody != nil
    self.respond = { request, parts in
      let visit = try await enter(request)
      let result: Result<Response, any Error>
      do {
        var parts = parts
        parts.headers = request.headers
        var request = request
        if takesBody {
          let bytes = try await request.jsonBytes(style)
          parts.body = try Route.parsed(bytes, style)
          request.body = RequestBody(bytes)
        }
        result = .success(try await respond(endpoint.input.read(parts, style), request, visit))
      } catch { result = .failure(error) }
      return try leave(visit, result)
    }
  }

  /// A page or a file tree: not part of any API document.
  package init(
    _ method: HTTPMethod, _ template: String, query: Set<String> = [],
    _ respond: @escaping @Sendable (Request, InputParts) async throws -> Response
  ) {
    self.method = method
    self.template = template
    access = .anyone
    queryNames = query
    self.respond = respond
  }
}

extension Route {
  /// An empty body is one without members.
  fileprivate static func parsed(_ bytes: [UInt8], _ style: APIStyle) throws(Problem) -> JSONValue {
    if bytes.isEmpty { return .object([]) }
    do {
      return try JSONValue.parse(bytes, limits: JSONLimits(bytes: style.bodyLimit))
    } catch {
      throw Problem(style.notJSON, details: [.init("offset", .integer(Int64(error.offset)))])
    }
  }
}

extension Request {
  /// The whole body, which must say that it is JSON when there is any.
  fileprivate func jsonBytes(_ style: APIStyle) async throws -> [UInt8] {
    if let type = headers["Content-Type"] {
      let essence = type.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
      guard essence == "application/json" else { throw Problem(.unsupportedMediaType) }
    }
    let bytes = try await body.collect(limit: style.bodyLimit)
    if !bytes.isEmpty, headers["Content-Type"] == nil { throw Problem(.unsupportedMediaType) }
    return bytes
  }
}

/// Whether canonical paths end in `/`: GET and HEAD of a known route in its other spelling are sent to the canonical one.
package enum Slash: Sendable { case asGiven, always, never }

/// What a part of the address space has in common.
package struct Area: Sendable {
  /// The paths that begin with it belong to the area; the longest prefix wins.
  package var prefix: String
  package var slash: Slash
  /// On every answer of the area.
  package var headers: Headers
  /// On the answer to OPTIONS, besides `Allow`; nil where the area knows no OPTIONS.
  package var preflight: Headers?
  /// Lets a request in or throws. Asked for every request but OPTIONS, before there is talk of routes.
  package var admit: @Sendable (Request) async throws -> Void
  /// Renders what went wrong.
  package var render: @Sendable (Problem, Request) -> Response

  package init(
    prefix: String, slash: Slash = .asGiven, headers: Headers = Headers(), preflight: Headers? = nil,
    admit: @escaping @Sendable (Request) async throws -> Void = { _ in },
    render: @escaping @Sendable (Problem, Request) -> Response
  ) {
    self.prefix = prefix
    self.slash = slash
    self.headers = headers
    self.preflight = preflight
    self.admit = admit
    self.render = render
  }
}
