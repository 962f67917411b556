// Inputs that are one value: there is nothing to get out of them.

extension InputField where Input == Value {
  package static func path(_ name: String, _ shape: Shape<Value>, _ note: String, absent: ProblemCode = .notFound)
    -> InputField
  { .path(name, { @Sendable in $0 }, shape, note, absent: absent) }

  package static func query(_ name: String, _ shape: Shape<Value>, _ note: String, standard: Value) -> InputField {
    .query(name, { @Sendable in $0 }, shape, note, standard: standard)
  }

  package static func optionalQuery<Wrapped: Sendable>(_ name: String, _ shape: Shape<Wrapped>, _ note: String)
    -> InputField where Value == Wrapped?
  { .optionalQuery(name, { @Sendable in $0 }, shape, note) }

  package static func body(_ shape: Shape<Value>) -> InputField { .body({ @Sendable in $0 }, shape) }
}

extension InputShape {
  /// An input that is one field.
  package static func only(_ field: InputField<Input, Input>) -> InputShape { .of(field, make: { $0 }) }
}
