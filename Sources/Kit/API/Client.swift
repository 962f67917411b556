import Encoding
package import JSON

/// A request as a client sends it.
package struct ClientRequest: Sendable {
  package var method: HTTPMethod
  /// Path and query, encoded.
  package var target: String
  package var headers: Headers
  package var body: [UInt8]?
}

/// An answer as a client gets it.
package struct ClientAnswer: Sendable {
  package var status: Int
  package var headers: Headers
  package var body: [UInt8]

  package init(status: Int, headers: Headers = Headers(), body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Why a call gave no value.
package enum ClientError: Error, Sendable {
  /// The server said no.
  case refused(status: Int, body: JSONValue?)
  /// The answer is not what the operation declares.
  case undeclared(status: Int, faults: [FieldFault])
}

/// Calls operations by their declarations, over any transport.
package struct Client: Sendable {
  private let headers: Headers
  private let send: @Sendable (ClientRequest) async throws -> ClientAnswer

  /// `headers` go with every request: credentials, language.
  package init(headers: Headers = Headers(), send: @escaping @Sendable (ClientRequest) async throws -> ClientAnswer) {
    self.headers = headers
    self.send = send
  }

  package func call<Input, Output>(_ endpoint: Endpoint<Input, Output>, _ input: Input) async throws -> Output {
    let answer = try await send(request(endpoint, input))
    guard answer.status == endpoint.status else {
      throw ClientError.refused(status: answer.status, body: try? JSONValue.parse(answer.body))
    }
    let json: JSONValue
    do { json = answer.body.isEmpty ? .null : try JSONValue.parse(answer.body, limits: Client.limits) } catch {
      throw ClientError.undeclared(status: answer.status, faults: [])
    }
    var faults = FieldFaults(ignoresUnknownMembers: false)
    guard let value = endpoint.output.read(json, "", &faults) else {
      throw ClientError.undeclared(status: answer.status, faults: faults.all)
    }
    return value
  }

  /// The request that an input makes of an operation.
  package func request<Input, Output>(_ endpoint: Endpoint<Input, Output>, _ input: Input) -> ClientRequest {
    let parts = endpoint.input.write(input)
    let path = endpoint.template.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      guard segment.first == "{" else { return String(segment) }
      return PercentEncoding.encode(parts.path[String(segment.dropFirst().dropLast())] ?? "")
    }.joined(separator: "/")
    let query = parts.query.sorted { bytewise($0.key, $1.key) }.flatMap { name, values in
      values.map { PercentEncoding.encode(name) + "=" + PercentEncoding.encode($0) }
    }
    var headers = self.headers
    for field in parts.headers.fields { headers.add(field.name, field.value) }
    if parts.body != nil { headers["Content-Type"] = "application/json" }
    return ClientRequest(
      method: endpoint.method, target: path + (query.isEmpty ? "" : "?" + query.joined(separator: "&")),
      headers: headers, body: parts.body?.canonicalBytes)
  }

  /// Answers are larger than requests may be: a page of 100 pieces, a whole theme set.
  private static let limits = JSONLimits(bytes: 16 << 20)
}
