package import JSON

/// A body field that may be left out, be null, or have a value: three different things to a PATCH.
package enum Patch<Value: Sendable & Hashable>: Hashable, Sendable {
  case absent, null
  case value(Value)
}

/// One member of an object.
package struct Field<Root, Value: Sendable>: Sendable {
  let name: String
  let note: String
  /// Left out of the JSON instead of written, when this says so.
  let isAbsent: @Sendable (Root) -> Bool
  /// What an absent member reads as; nil makes it required.
  let absent: Value?
  let shape: Shape<Value>
  let get: @Sendable (Root) -> Value

  /// A member that is always there.
  package init(_ name: String, _ shape: Shape<Value>, _ note: String = "", get: @escaping @Sendable (Root) -> Value) {
    self.name = name
    self.note = note
    self.shape = shape
    self.get = get
    absent = nil
    isAbsent = { _ in false }
  }

  /// A member that may be left out, and then reads as `absent`.
  package init(
    _ name: String, _ shape: Shape<Value>, _ note: String = "", absent: Value,
    leaveOut: @escaping @Sendable (Root) -> Bool,
    get: @escaping @Sendable (Root) -> Value
  ) {
    self.name = name
    self.note = note
    self.shape = shape
    self.get = get
    self.absent = absent
    isAbsent = leaveOut
  }
}

extension Shape {
  /// An object of these members. The pack makes `make` type-checked against them.
  package static func object<each Member: Sendable>(
    _ name: String, _ note: String = "", _ fields: repeat Field<Value, each Member>,
    make: @escaping @Sendable (repeat each Member) -> Value
  ) -> Shape<Value> {
    var writers: [(name: String, write: @Sendable (Value, inout JSONWriter) -> Void)] = []
    var names: Set<String> = []
    for field in repeat each fields {
      names.insert(field.name)
      writers.append(
        (
          field.name,
          { value, writer in
            if field.isAbsent(value) { return }
            writer.name(field.name)
            field.shape.write(field.get(value), &writer)
          }
        ))
    }
    // The order of the canonical form, settled once.
    let sorted = writers.sorted { bytewise($0.name, $1.name) }.map { $0.write }
    let known = names
    return Shape(
      read: { json, path, faults in
        guard case .object(let members) = json else {
          faults.append(FieldFault(path, .invalidType, "This takes an object."))
          return nil
        }
        for member in members where !known.contains(member.name) {
          faults.append(FieldFault(joined(path, member.name), .unknownField, "There is no such field here."))
        }
        let before = faults.count
        func read<One: Sendable>(_ field: Field<Value, One>) -> One? {
          guard let value = json[field.name] else {
            if field.absent == nil { faults.append(FieldFault(joined(path, field.name), .required, "This is needed.")) }
            return field.absent
          }
          return field.shape.read(value, joined(path, field.name), &faults)
        }
        let values = (repeat read(each fields))
        guard faults.count == before, let whole = unwrapped(repeat each values) else { return nil }
        return make(repeat each whole)
      },
      write: { value, writer in
        writer.beginObject()
        for write in sorted { write(value, &writer) }
        writer.endObject()
      },
      describe: { components in
        components.refer(to: name) { components in
          var properties: [JSONValue.Member] = []
          var required: [JSONValue] = []
          for field in repeat each fields {
            var schema = field.shape.describe(&components)
            if !field.note.isEmpty { schema = schema.adding(("description", .string(field.note))) }
            properties.append(.init(field.name, schema))
            if field.absent == nil { required.append(.string(field.name)) }
          }
          var members: [JSONValue.Member] = [.init("type", .string("object"))]
          if !note.isEmpty { members.append(.init("description", .string(note))) }
          return .object(members + [.init("properties", .object(properties)), .init("required", .array(required))])
        }
      })
  }

  /// One of several objects, told apart by the value of one member. Write-only: no request takes one yet.
  package static func oneOf(
    _ name: String, discriminator: String,
    _ cases: [(tag: String, describe: @Sendable (inout Components) -> JSONValue)],
    write: @escaping @Sendable (Value, inout JSONWriter) -> Void
  ) -> Shape<Value> {
    Shape(
      read: { _, path, faults in
        faults.append(FieldFault(path, .invalidType, "This is never read."))
        return nil
      },
      write: write,
      describe: { components in
        components.refer(to: name) { components in
          // Without a mapping the tag would have to be the schema's own name.
          let schemas = cases.map { (tag: $0.tag, schema: $0.describe(&components)) }
          let mapping = schemas.compactMap { entry in entry.schema["$ref"].map { JSONValue.Member(entry.tag, $0) } }
          return .members(
            ("oneOf", .array(schemas.map { $0.schema })),
            (
              "discriminator",
              .members(("propertyName", .string(discriminator)), ("mapping", .object(mapping)))
            ))
        }
      })
  }
}

private func joined(_ path: String, _ name: String) -> String { path.isEmpty ? name : path + "." + name }

private struct Missing: Error {}

private func unwrapped<each Member>(_ values: repeat (each Member)?) -> (repeat each Member)? {
  func take<One>(_ value: One?) throws(Missing) -> One {
    guard let value else { throw Missing() }
    return value
  }
  do { return (repeat try take(each values)) } catch { return nil }
}
