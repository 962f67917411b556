import JSON

extension Shape where Value == String {
  package static let string = Shape.string()

  /// Text of `length` Unicode scalars. `pattern` is what is told to clients; `isValid` is what is checked.
  package static func string(
    _ length: ClosedRange<Int>? = nil, format: String? = nil, pattern: String? = nil,
    isValid: @escaping @Sendable (String) -> Bool = { _ in true }
  ) -> Shape<String> {
    Shape(
      text: .string,
      read: { value, field, faults in
        guard case .string(let text) = value else {
          faults.append(FieldFault(field, .invalidType, "This takes text."))
          return nil
        }
        if let length, !length.contains(text.unicodeScalars.count) {
          let isLong = text.unicodeScalars.count > length.upperBound
          faults.append(
            FieldFault(
              field, isLong ? .tooLong : .tooShort,
              "This takes \(length.lowerBound) to \(length.upperBound) characters.",
              bounds: [
                .init("min", .integer(Int64(length.lowerBound))), .init("max", .integer(Int64(length.upperBound))),
              ]))
          return nil
        }
        guard isValid(text) else {
          faults.append(
            FieldFault(
              field, .invalidFormat, "This is not in the form it should have.",
              bounds: pattern.map { [.init("pattern", .string($0))] } ?? []))
          return nil
        }
        return text
      },
      write: { value, writer in writer.string(value) },
      describe: { _ in
        var members: [JSONValue.Member] = [.init("type", .string("string"))]
        if let length {
          if length.lowerBound > 0 { members.append(.init("minLength", .integer(Int64(length.lowerBound)))) }
          members.append(.init("maxLength", .integer(Int64(length.upperBound))))
        }
        if let format { members.append(.init("format", .string(format))) }
        if let pattern { members.append(.init("pattern", .string(pattern))) }
        return .object(members)
      })
  }

  /// One of a few words.
  package static func oneOf(_ words: [String]) -> Shape<String> {
    Shape(
      text: .string,
      read: { value, field, faults in
        guard case .string(let text) = value else {
          faults.append(FieldFault(field, .invalidType, "This takes text."))
          return nil
        }
        guard words.contains(text) else {
          faults.append(
            FieldFault(
              field, .invalidChoice, "This takes one of: \(words.joined(separator: ", ")).",
              bounds: [.init("allowed", .array(words.map(JSONValue.string)))]))
          return nil
        }
        return text
      },
      write: { value, writer in writer.string(value) },
      describe: { _ in .members(("type", .string("string")), ("enum", .array(words.map(JSONValue.string)))) })
  }
}

extension Shape where Value == Int64 {
  /// The ids of Reading: 1 … 2^53 - 1.
  package static let id = Shape.integer(1...9_007_199_254_740_991)

  package static func integer(_ range: ClosedRange<Int64>) -> Shape<Int64> {
    Shape(
      text: .integer,
      read: { value, field, faults in
        guard case .integer(let number) = value else {
          faults.append(FieldFault(field, .invalidType, "This takes a whole number."))
          return nil
        }
        guard range.contains(number) else {
          faults.append(
            FieldFault(
              field, .outOfRange, "This takes \(range.lowerBound) to \(range.upperBound).",
              bounds: [.init("min", .integer(range.lowerBound)), .init("max", .integer(range.upperBound))]))
          return nil
        }
        return number
      },
      write: { value, writer in writer.integer(value) },
      describe: { _ in
        .members(
          ("type", .string("integer")), ("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound))
        )
      })
  }
}

extension Shape where Value == Int {
  package static func int(_ range: ClosedRange<Int>) -> Shape<Int> {
    Shape<Int64>.integer(Int64(range.lowerBound)...Int64(range.upperBound)).map(to: { Int($0) }, from: { Int64($0) })
  }
}

extension Shape where Value == Bool {
  package static let bool = Shape<Bool>(
    text: .boolean,
    read: { value, field, faults in
      if case .bool(let value) = value { return value }
      faults.append(FieldFault(field, .invalidType, "This takes true or false."))
      return nil
    },
    write: { value, writer in writer.bool(value) },
    describe: { _ in .members(("type", .string("boolean"))) })
}

extension Shape where Value == Double {
  package static func number(_ range: ClosedRange<Double>) -> Shape<Double> {
    Shape(
      read: { value, field, faults in
        let number: Double
        switch value {
        case .integer(let whole): number = Double(whole)
        case .double(let value): number = value
        default:
          faults.append(FieldFault(field, .invalidType, "This takes a number."))
          return nil
        }
        guard range.contains(number) else {
          faults.append(
            FieldFault(
              field, .outOfRange, "This takes \(range.lowerBound) to \(range.upperBound).",
              bounds: [.init("min", .double(range.lowerBound)), .init("max", .double(range.upperBound))]))
          return nil
        }
        return number
      },
      write: { value, writer in writer.double(value) },
      describe: { _ in
        .members(
          ("type", .string("number")), ("minimum", .double(range.lowerBound)), ("maximum", .double(range.upperBound)))
      })
  }
}

extension Shape {
  /// The same JSON for another type. `to` is total: what it could refuse, the shape below it must refuse first.
  package func map<Other>(to: @escaping @Sendable (Value) -> Other, from: @escaping @Sendable (Other) -> Value)
    -> Shape<Other>
  {
    Shape<Other>(
      text: text, read: { value, field, faults in read(value, field, &faults).map(to) },
      write: { value, writer in write(from(value), &writer) }, describe: describe)
  }

  /// The value or `null`.
  package var orNull: Shape<Value?> {
    Shape<Value?>(
      text: text,
      read: { value, field, faults in
        if case .null = value { return .some(nil) }
        guard let read = read(value, field, &faults) else { return nil }
        return .some(read)
      },
      write: { value, writer in
        if let value { write(value, &writer) } else { writer.null() }
      },
      describe: { components in
        .members(("anyOf", .array([describe(&components), .members(("type", .string("null")))])))
      })
  }

  /// A list of such values.
  package func list(_ count: ClosedRange<Int> = 0...10_000) -> Shape<[Value]> {
    Shape<[Value]>(
      read: { value, field, faults in
        guard case .array(let items) = value else {
          faults.append(FieldFault(field, .invalidType, "This takes a list."))
          return nil
        }
        guard count.contains(items.count) else {
          faults.append(
            FieldFault(
              field, items.count > count.upperBound ? .tooLong : .tooShort,
              "This takes \(count.lowerBound) to \(count.upperBound) items."))
          return nil
        }
        let values = items.enumerated().map { read($0.element, "\(field)[\($0.offset)]", &faults) }
        let whole = values.compactMap { $0 }
        return whole.count == values.count ? whole : nil
      },
      write: { values, writer in
        writer.beginArray()
        for value in values { write(value, &writer) }
        writer.endArray()
      },
      describe: { components in
        .members(
          ("type", .string("array")), ("items", describe(&components)), ("maxItems", .integer(Int64(count.upperBound))))
      })
  }
}
