package import API
import CallersAPI
package import IdentityRules
import JSON
import Text

extension Shape where Value == EmailAddress {
  package static let email = Shape.parsed(
    1...254, format: "email", { EmailAddress($0, nfc: Text.nfc) }, \.text)
}

/// A password on its way in: in NFC, never written out, never in a message.
package struct GivenPassword: Hashable, Sendable, CustomStringConvertible {
  package let text: String
  package var bytes: [UInt8] { Array(text.utf8) }
  package var description: String { "••••" }

  package init(_ typed: String) { text = Text.nfc(typed) }
}

extension Shape where Value == GivenPassword {
  /// A password that somebody has: any text of sensible length.
  package static let givenPassword = Shape<String>.string(1...1_024).map(to: { GivenPassword($0) }, from: { $0.text })

  /// A password that somebody wants: it must meet the policy.
  package static let newPassword = Shape<GivenPassword>(
    text: .string,
    read: { json, field, faults in
      guard case .string(let typed) = json else {
        faults.append(FieldFault(field, .invalidType, "This takes text."))
        return nil
      }
      let password = GivenPassword(typed)
      if let fault = PasswordPolicy.fault(of: password.text, email: nil) {
        faults.append(FieldFault(field, fault))
        return nil
      }
      return password
    },
    write: { password, writer in writer.string(password.text) },
    describe: { _ in
      .members(
        ("type", .string("string")), ("format", .string("password")),
        ("minLength", .integer(Int64(PasswordPolicy.length.lowerBound))),
        ("maxLength", .integer(Int64(PasswordPolicy.length.upperBound))))
    })
}

extension FieldFault {
  package init(_ field: String, _ fault: PasswordFault) {
    let bounds: [JSONValue.Member] = [
      .init("min", .integer(Int64(PasswordPolicy.length.lowerBound))),
      .init("max", .integer(Int64(PasswordPolicy.length.upperBound))),
    ]
    switch fault {
    case .tooShort: self.init(field, .tooShort, "A password has at least 12 characters.", bounds: bounds)
    case .tooLong: self.init(field, .tooLong, "A password has at most 128 characters.", bounds: bounds)
    case .breached: self.init(field, .breached, "This is among the first passwords that are guessed.")
    case .matchesEmail: self.init(field, .matchesEmail, "This is the address.")
    }
  }
}

extension Shape {
  /// The same, with a test over the whole object that can find fault with a member.
  func checked(_ check: @escaping @Sendable (Value, inout FieldFaults) -> Void) -> Shape {
    Shape(
      read: { json, field, faults in
        guard let value = read(json, field, &faults) else { return nil }
        let before = faults.count
        check(value, &faults)
        return faults.count == before ? value : nil
      }, write: write, describe: describe)
  }
}

extension Shape {
  /// The same for a change, which must not name what only an answer has. Hub spec §2.1.
  func refusing(_ readOnly: String...) -> Shape {
    Shape(
      read: { json, field, faults in
        let before = faults.count
        for name in readOnly where json[name] != nil {
          faults.append(FieldFault(name, .readOnly, "This cannot be changed here."))
        }
        guard let value = read(json, field, &faults), faults.count == before else { return nil }
        return value
      }, write: write, describe: describe)
  }
}

/// An answer that says only that something was taken in: the same for everybody.
package struct Accepted: Sendable, Shaped {
  package init() {}

  package static let shape = Shape<Accepted>(
    read: { json, _, _ in if case .object = json { Accepted() } else { nil } },
    write: { _, writer in
      writer.beginObject()
      writer.endObject()
    }, describe: { _ in .members(("type", .string("object"))) })
}
