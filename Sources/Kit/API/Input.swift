package import JSON

/// Where a part of an input stands.
package enum InputPlace: String, Hashable, Sendable { case path, query, header, body }

/// One value in a path, a query or a header.
package struct Parameter: Sendable {
  package let name: String
  package let place: InputPlace
  let note: String
  let isRequired: Bool
  let describe: @Sendable (inout Components) -> JSONValue
}

/// The decoded parts of a request that an input is read from, or that a client makes of an input.
package struct InputParts: Sendable {
  package var path: [String: String]
  /// Values by name, in order; a name that came twice has two.
  package var query: [String: [String]]
  package var headers: Headers
  package var body: JSONValue?

  package init(
    path: [String: String] = [:], query: [String: [String]] = [:], headers: Headers = Headers(), body: JSONValue? = nil
  ) {
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }
}

/// One part of an input, with its type: read by the server, written by the client, described in the document.
package struct InputField<Input: Sendable, Value: Sendable>: Sendable {
  let parameter: Parameter?
  /// The schema of the body, where this field is the body.
  let describeBody: (@Sendable (inout Components) -> JSONValue)?
  let read: @Sendable (InputParts, APIStyle) throws(Problem) -> Value
  let write: @Sendable (Input, inout InputParts) -> Void

  /// A part of the path. One that cannot be names nothing: `absent`.
  package static func path(
    _ name: String, _ get: @escaping @Sendable (Input) -> Value, _ shape: Shape<Value>, _ note: String,
    absent: ProblemCode = .notFound
  ) -> InputField {
    InputField(
      parameter: Parameter(name: name, place: .path, note: note, isRequired: true, describe: shape.describe),
      describeBody: nil,
      read: { (parts, _) throws(Problem) in
        var faults = FieldFaults()
        // Numbers in paths have one spelling: no sign, no leading zero. Reading spec §2.
        guard let text = parts.path[name],
          shape.text != .integer || (text == "0" || text.utf8.first != UInt8(ascii: "0")),
          let value = shape.text?.value(text).flatMap({ shape.read($0, name, &faults) })
        else { throw Problem(absent) }
        return value
      },
      write: { input, parts in parts.path[name] = shape.spell(get(input)) })
  }

  /// A part of the query. Empty is absent; twice, or a value that cannot be, is refused as the API's style says.
  package static func query(
    _ name: String, _ get: @escaping @Sendable (Input) -> Value, _ shape: Shape<Value>, _ note: String, standard: Value
  ) -> InputField {
    InputField(
      parameter: Parameter(name: name, place: .query, note: note, isRequired: false, describe: shape.describe),
      describeBody: nil,
      read: { (parts, style) throws(Problem) in try queried(name, shape, parts, style) ?? standard },
      write: { input, parts in parts.query[name] = shape.spell(get(input)).map { [$0] } })
  }

  /// A part of the query that must be there.
  package static func query(
    _ name: String, _ get: @escaping @Sendable (Input) -> Value, _ shape: Shape<Value>, _ note: String
  ) -> InputField {
    InputField(
      parameter: Parameter(name: name, place: .query, note: note, isRequired: true, describe: shape.describe),
      describeBody: nil,
      read: { (parts, style) throws(Problem) in
        guard let value = try queried(name, shape, parts, style) else {
          throw style.refuse(.query, [FieldFault(name, .required, "This is needed.")])
        }
        return value
      },
      write: { input, parts in parts.query[name] = shape.spell(get(input)).map { [$0] } })
  }

  /// A query parameter without a default: nil where it is absent.
  package static func optionalQuery<Wrapped: Sendable>(
    _ name: String, _ get: @escaping @Sendable (Input) -> Wrapped?, _ shape: Shape<Wrapped>, _ note: String
  ) -> InputField where Value == Wrapped? {
    InputField(
      parameter: Parameter(name: name, place: .query, note: note, isRequired: false, describe: shape.describe),
      describeBody: nil,
      read: { (parts, style) throws(Problem) in try queried(name, shape, parts, style) },
      write: { input, parts in parts.query[name] = get(input).flatMap(shape.spell).map { [$0] } })
  }

  /// A header field that may be left out.
  package static func optionalHeader<Wrapped: Sendable>(
    _ name: String, _ get: @escaping @Sendable (Input) -> Wrapped?, _ shape: Shape<Wrapped>, _ note: String
  ) -> InputField where Value == Wrapped? {
    InputField(
      parameter: Parameter(name: name, place: .header, note: note, isRequired: false, describe: shape.describe),
      describeBody: nil,
      read: { (parts, style) throws(Problem) in
        guard let text = parts.headers[name] else { return nil }
        var faults = FieldFaults()
        guard parts.headers.all(name).count == 1, let json = shape.text?.value(text),
          let value = shape.read(json, name, &faults)
        else { throw style.refuse(.header, faults.all.isEmpty ? [invalid(name)] : faults.all) }
        return value
      },
      write: { input, parts in parts.headers[name] = get(input).flatMap(shape.spell) })
  }

  /// The whole body. Every fault in it is told at once.
  package static func body(_ get: @escaping @Sendable (Input) -> Value, _ shape: Shape<Value>) -> InputField {
    InputField(
      parameter: nil, describeBody: shape.describe,
      read: { (parts, style) throws(Problem) in
        var faults = FieldFaults(ignoresUnknownMembers: style.ignoresUnknownMembers)
        guard let value = shape.read(parts.body ?? .object([]), "", &faults), faults.count == 0 else {
          throw style.refuse(.body, faults.all)
        }
        return value
      },
      write: { input, parts in parts.body = shape.value(of: get(input)) })
  }

  private static func invalid(_ name: String) -> FieldFault {
    FieldFault(name, .invalidFormat, "This is not in the form it should have.")
  }
}

private func queried<Value>(_ name: String, _ shape: Shape<Value>, _ parts: InputParts, _ style: APIStyle)
  throws(Problem) -> Value?
{
  guard let given = parts.query[name], given != [""] else { return nil }
  var faults = FieldFaults()
  guard given.count == 1, let json = shape.text?.value(given[0]), let value = shape.read(json, name, &faults) else {
    throw style.refuse(
      .query,
      faults.all.isEmpty ? [FieldFault(name, .invalidFormat, "This is not in the form it should have.")] : faults.all)
  }
  return value
}

/// How an endpoint's input is read and written: declared once per operation.
package struct InputShape<Input: Sendable>: Sendable {
  package let parameters: [Parameter]
  package let describeBody: (@Sendable (inout Components) -> JSONValue)?
  package let read: @Sendable (InputParts, APIStyle) throws(Problem) -> Input
  package let write: @Sendable (Input) -> InputParts

  package static func of<each Value: Sendable>(
    _ fields: repeat InputField<Input, each Value>, make: @escaping @Sendable (repeat each Value) -> Input
  ) -> InputShape {
    var parameters: [Parameter] = []
    var bodies: [@Sendable (inout Components) -> JSONValue] = []
    for field in repeat each fields {
      if let parameter = field.parameter { parameters.append(parameter) }
      if let body = field.describeBody { bodies.append(body) }
    }
    precondition(bodies.count <= 1, "an operation has one body")
    return InputShape(
      parameters: parameters, describeBody: bodies.first,
      read: { (parts, style) throws(Problem) in
        do { return make(repeat try (each fields).read(parts, style)) } catch let problem as Problem {
          throw problem
        } catch { throw Problem(.internalError) }
      },
      write: { input in
        var parts = InputParts()
        for field in repeat each fields { field.write(input, &parts) }
        return parts
      })
  }
}

extension InputShape where Input == Void {
  package static let none = InputShape(
    parameters: [], describeBody: nil, read: { (_, _) throws(Problem) in }, write: { InputParts() })
}
