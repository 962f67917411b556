package import JSON

/// A body field that may be left out, be null, or have a value: three different things to a PATCH.
package enum Patch<Value: Sendable & Hashable>: Hashable, Sendable {
  case absent, null
  case value(Value)
}

extension Patch {
  /// The new value, where `null` stands for none.
  package func applied(to old: Value?) -> Value? {
    switch self {
    case .absent: old
    case .null: nil
    case .value(let new): new
    }
  }
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

extension Field {
  /// A member that may be left out of a request; null is the same as absent.
  package static func optional<Wrapped: Sendable>(
    _ name: String, _ get: @escaping @Sendable (Root) -> Wrapped?, _ shape: Shape<Wrapped>, _ note: String = ""
  ) -> Field where Value == Wrapped? {
    Field(name, shape.orNull, note, absent: nil, leaveOut: { get($0) == nil }, get: get)
  }

  /// A member of a PATCH: absent leaves the old value, `null` clears it. Hub spec §2.6.
  package static func patch<Wrapped: Sendable & Hashable>(
    _ name: String, _ get: @escaping @Sendable (Root) -> Patch<Wrapped>, _ shape: Shape<Wrapped>, _ note: String = ""
  ) -> Field where Value == Patch<Wrapped> {
    Field(
      name, shape.orNull.map(to: { $0.map(Patch.value) ?? .null }, from: { $0.applied(to: nil) }), note,
      absent: .absent, leaveOut: { get($0) == .absent }, get: get)
  }

  /// A member of a PATCH that cannot be cleared: nil is absent, `null` is a fault.
  package static func change<Wrapped: Sendable>(
    _ name: String, _ get: @escaping @Sendable (Root) -> Wrapped?, _ shape: Shape<Wrapped>, _ note: String = ""
  ) -> Field where Value == Wrapped? {
    Field(
      name,
      Shape<Wrapped?>(
        read: { json, field, faults in shape.read(json, field, &faults).map { .some($0) } },
        write: { value, writer in
          if let value { shape.write(value, &writer) } else { writer.null() }
        }, describe: shape.describe), note, absent: nil, leaveOut: { get($0) == nil }, get: get)
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
        for member in members where !faults.ignoresUnknownMembers && !known.contains(member.name) {
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

  /// One of several objects, told apart by the value of one member. `read` is handed the members and the tag, one of
  /// those that `cases` name.
  package static func oneOf(
    _ name: String, discriminator: String,
    _ cases: [(tag: String, describe: @Sendable (inout Components) -> JSONValue)],
    read: @escaping @Sendable (_ tag: String, inout MemberReader) -> Value?,
    write: @escaping @Sendable (Value, inout JSONWriter) -> Void
  ) -> Shape<Value> {
    let tags = Shape<String>.oneOf(cases.map(\.tag))
    return Shape(
      read: { json, path, faults in
        guard case .object = json else {
          faults.append(FieldFault(path, .invalidType, "This takes an object."))
          return nil
        }
        var members = MemberReader(json, path: path, faults: faults)
        let value = members.read(discriminator, tags).flatMap { read($0, &members) }
        let isWhole = members.faults.count == faults.count
        faults = members.faults
        return isWhole ? value : nil
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

/// Reads an object's members one by one, where a list of fields cannot say what belongs to it.
package struct MemberReader {
  private let json: JSONValue
  private let path: String
  private(set) var faults: FieldFaults

  init(_ json: JSONValue, path: String, faults: FieldFaults) {
    self.json = json
    self.path = path
    self.faults = faults
  }

  package func has(_ name: String) -> Bool { json[name] != nil }

  /// Nil when the member is missing or cannot be read; then the fault is noted.
  package mutating func read<Value>(_ name: String, _ shape: Shape<Value>) -> Value? {
    guard let value = json[name] else {
      faults.append(FieldFault(joined(path, name), .required, "This is needed."))
      return nil
    }
    return shape.read(value, joined(path, name), &faults)
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
