package import JSON

/// An answer that says no. Thrown by handlers, rendered by the router in the envelope of the API it was thrown in.
package struct Problem: Error, Hashable, Sendable {
  package let code: ProblemCode
  package let message: String
  package let fields: [FieldFault]
  package let details: [JSONValue.Member]
  package let headers: Headers

  package init(
    _ code: ProblemCode, _ message: String? = nil, fields: [FieldFault] = [], details: [JSONValue.Member] = [],
    headers: Headers = Headers()
  ) {
    self.code = code
    self.message = message ?? code.message
    self.fields = fields
    self.details = details
    self.headers = headers
  }
}

/// An error of a rule or a store that knows how a client should hear of it.
package protocol Explained: Error {
  var problem: Problem { get }
}
