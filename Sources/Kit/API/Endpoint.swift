package import JSON

/// Who may call.
package enum Access: Hashable, Sendable {
  /// Anybody, without any credential.
  case anyone
  /// An app that sends a known `X-API-Key`.
  case apiKey
}

/// How an answer may be kept. Reading spec §13.1.
package enum CacheClass: Hashable, Sendable {
  case publicRead, noStore
}

/// One value in a path or a query.
package struct Parameter: Sendable {
  package enum Place: String, Sendable { case path, query }
  package let name: String
  package let place: Place
  let note: String
  let isRequired: Bool
  let describe: @Sendable (inout Components) -> JSONValue
}

/// How an endpoint's input is read from path and query: declared once per input type.
package struct InputShape<Input: Sendable>: Sendable {
  package let parameters: [Parameter]
  package let read: @Sendable (InputTexts) throws(Problem) -> Input
}

/// The decoded texts that an input is read from.
package struct InputTexts: Sendable {
  package var path: [String: String]
  /// Values by name, in order; a name that came twice has two.
  package var query: [String: [String]]

  package init(path: [String: String] = [:], query: [String: [String]] = [:]) {
    self.path = path
    self.query = query
  }
}

/// One parameter of an input, with its type.
package struct InputField<Value: Sendable>: Sendable {
  let parameter: Parameter
  let read: @Sendable (InputTexts) throws(Problem) -> Value

  /// A part of the path. One that cannot be is a path that does not exist.
  package static func path(_ name: String, _ shape: Shape<Value>, _ note: String) -> InputField {
    InputField(
      parameter: Parameter(name: name, place: .path, note: note, isRequired: true, describe: shape.describe),
      read: { (texts) throws(Problem) in
        var faults: [FieldFault] = []
        // Numbers in paths have one spelling: no sign, no leading zero. Reading spec §2.
        guard let text = texts.path[name],
          shape.text != .integer || (text == "0" || text.utf8.first != UInt8(ascii: "0")),
          let value = shape.text?.value(text).flatMap({ shape.read($0, name, &faults) })
        else { throw Problem(.notFound) }
        return value
      })
  }

  /// A part of the query. Empty is absent; twice, or a value that cannot be, is `invalid_parameter`.
  package static func query(_ name: String, _ shape: Shape<Value>, _ note: String, standard: Value) -> InputField {
    InputField(
      parameter: Parameter(name: name, place: .query, note: note, isRequired: false, describe: shape.describe),
      read: { (texts) throws(Problem) in try InputField.queried(name, shape, texts) ?? standard })
  }

  /// A part of the query that must be there.
  package static func query(_ name: String, _ shape: Shape<Value>, _ note: String) -> InputField {
    InputField(
      parameter: Parameter(name: name, place: .query, note: note, isRequired: true, describe: shape.describe),
      read: { (texts) throws(Problem) in
        guard let value = try InputField.queried(name, shape, texts) else { throw InputField.invalid(name) }
        return value
      })
  }

  private static func queried(_ name: String, _ shape: Shape<Value>, _ texts: InputTexts) throws(Problem) -> Value? {
    guard let given = texts.query[name], given != [""] else { return nil }
    var faults: [FieldFault] = []
    guard given.count == 1, let json = shape.text?.value(given[0]), let value = shape.read(json, name, &faults) else {
      throw invalid(name)
    }
    return value
  }

  private static func invalid(_ name: String) -> Problem {
    Problem(.invalidParameter, details: [.init("parameter", .string(name))])
  }
}

extension InputField {
  /// A query parameter without a default: nil where it is absent.
  package static func optionalQuery<Wrapped: Sendable>(_ name: String, _ shape: Shape<Wrapped>, _ note: String)
    -> InputField<Wrapped?>
  where Value == Wrapped? {
    InputField(
      parameter: Parameter(name: name, place: .query, note: note, isRequired: false, describe: shape.describe),
      read: { (texts) throws(Problem) in try InputField<Wrapped>.queried(name, shape, texts) })
  }
}

extension InputShape {
  package static func of<each Value: Sendable>(
    _ fields: repeat InputField<each Value>, make: @escaping @Sendable (repeat each Value) -> Input
  ) -> InputShape {
    var parameters: [Parameter] = []
    for field in repeat each fields { parameters.append(field.parameter) }
    return InputShape(parameters: parameters) { (texts) throws(Problem) in
      do { return make(repeat try (each fields).read(texts)) } catch let problem as Problem { throw problem } catch {
        throw Problem(.internalError)
      }
    }
  }
}

extension InputShape where Input == Void {
  package static let none = InputShape(parameters: []) { (_) throws(Problem) in }
}

/// One operation, declared once: the router, the OpenAPI document, the client and the contract tests are read off it.
package struct Endpoint<Input: Sendable, Output: Sendable>: Sendable {
  package let method: HTTPMethod
  /// `/api/content/{kind}/{id}/`
  package let template: String
  package let summary: String
  package let access: Access
  package let input: InputShape<Input>
  package let output: Shape<Output>
  package let problems: [ProblemCode]
  package let cache: CacheClass

  package init(
    _ method: HTTPMethod, _ template: String, _ summary: String, access: Access, input: InputShape<Input>,
    output: Shape<Output>,
    problems: [ProblemCode] = [], cache: CacheClass = .publicRead
  ) {
    self.method = method
    self.template = template
    self.summary = summary
    self.access = access
    self.input = input
    self.output = output
    self.problems = problems
    self.cache = cache
  }
}

/// An endpoint whose types are forgotten: what documents and routers need of it.
package struct AnyEndpoint: Sendable {
  package let method: HTTPMethod
  package let template: String
  package let summary: String
  package let access: Access
  package let parameters: [Parameter]
  package let problems: [ProblemCode]
  package let cache: CacheClass
  let describeOutput: @Sendable (inout Components) -> JSONValue

  package init<Input, Output>(_ endpoint: Endpoint<Input, Output>) {
    method = endpoint.method
    template = endpoint.template
    summary = endpoint.summary
    access = endpoint.access
    parameters = endpoint.input.parameters
    problems = endpoint.problems
    cache = endpoint.cache
    describeOutput = endpoint.output.describe
  }

  /// `getContentKindId`: the method and the words of the path.
  package var operationID: String {
    let words = template.split(whereSeparator: { "/{}-_".contains($0) })
    return method.name.lowercased() + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
