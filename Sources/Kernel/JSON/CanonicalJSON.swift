extension JSONValue {
  /// The canonical form: names sorted bytewise, no white space, `/` unescaped, UTF-8. Equal values have equal bytes, so a
  /// hash of them is an identity. Reading spec §13.3.
  public var canonicalBytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer, sorted: true)
    return writer.bytes
  }

  /// The same without sorting: members in the order they have.
  public var bytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer, sorted: false)
    return writer.bytes
  }

  public func write(to writer: inout JSONWriter, sorted: Bool) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .integer(let value): writer.integer(value)
    case .double(let value): writer.double(value)
    case .string(let value): writer.string(value)
    case .array(let items):
      writer.beginArray()
      for item in items { item.write(to: &writer, sorted: sorted) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in sorted ? members.sorted(by: { bytewise($0.name, $1.name) }) : members {
        writer.name(member.name)
        member.value.write(to: &writer, sorted: sorted)
      }
      writer.endObject()
    }
  }
}
