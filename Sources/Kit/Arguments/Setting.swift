/// One thing an operator can set, declared once: the flag, the environment variable, the line in the configuration
/// file, the help text and the check are all read off this value.
///
/// `Setting("port", …)` is `--port 8080`, `ATRIUM_PORT=8080`, or `port = 8080` in the file. A flag wins over the
/// environment, the environment over the file, the file over the default.
package struct Setting<Value: Sendable>: Sendable {
  package let name: String
  package let environment: String
  package let placeholder: String
  package let help: String
  package let standard: Value
  /// The default in words, for the help text.
  package let standardText: String
  package let parse: @Sendable (String) throws(SettingRefusal) -> Value

  package init(
    _ name: String, environment: String? = nil, _ placeholder: String, standard: Value, standardText: String,
    _ help: String, parse: @escaping @Sendable (String) throws(SettingRefusal) -> Value
  ) {
    self.name = name
    self.environment = environment ?? "ATRIUM_" + Setting.upperSnake(name)
    self.placeholder = placeholder
    self.standard = standard
    self.standardText = standardText
    self.help = help
    self.parse = parse
  }

  private static func upperSnake(_ name: String) -> String {
    String(
      decoding: name.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : ($0 >= 97 && $0 <= 122 ? $0 - 32 : $0) },
      as: UTF8.self)
  }
}

/// Why a text is no value of a setting, as the end of a sentence: "takes a whole number from 1 to 65535".
package struct SettingRefusal: Error, Hashable {
  package let expectation: String
  package init(_ expectation: String) { self.expectation = expectation }
}

extension Setting where Value == Int {
  package static func integer(
    _ name: String, environment: String? = nil, in range: ClosedRange<Int>, standard: Int, unit: String = "N",
    _ help: String
  ) -> Setting<Int> {
    Setting(name, environment: environment, unit, standard: standard, standardText: String(standard), help) {
      (text) throws(SettingRefusal) in
      guard let value = Int(text), range.contains(value), !text.hasPrefix("+") else {
        throw SettingRefusal("takes a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return value
    }
  }
}

extension Setting where Value == Bool {
  package static func boolean(_ name: String, environment: String? = nil, standard: Bool, _ help: String) -> Setting<
    Bool
  > {
    Setting(
      name, environment: environment, "true|false", standard: standard, standardText: standard ? "true" : "false", help
    ) {
      (text) throws(SettingRefusal) in
      switch text {
      case "true", "on", "yes", "1": return true
      case "false", "off", "no", "0": return false
      default: throw SettingRefusal("takes true or false")
      }
    }
  }
}

extension Setting where Value == String {
  package static func text(
    _ name: String, environment: String? = nil, _ placeholder: String = "TEXT", standard: String,
    standardText: String? = nil,
    _ help: String,
    check: @escaping @Sendable (String) throws(SettingRefusal) -> Void = { (_) throws(SettingRefusal) in }
  ) -> Setting<String> {
    Setting(
      name, environment: environment, placeholder, standard: standard, standardText: standardText ?? standard, help
    ) {
      (text) throws(SettingRefusal) in
      try check(text)
      return text
    }
  }

  /// One of a few words.
  package static func choice(
    _ name: String, environment: String? = nil, of choices: [String], standard: String, _ help: String
  ) -> Setting<String> {
    Setting(
      name, environment: environment, choices.joined(separator: "|"), standard: standard, standardText: standard, help
    ) {
      (text) throws(SettingRefusal) in
      guard choices.contains(text) else { throw SettingRefusal("takes one of: " + choices.joined(separator: ", ")) }
      return text
    }
  }
}

/// A setting whose value's type is forgotten: what gathering and help need of it.
package struct AnySetting: Sendable {
  package let name: String
  package let environment: String
  package let placeholder: String
  package let help: String
  package let standardText: String
  let refusal: @Sendable (String) -> SettingRefusal?

  package init<Value>(_ setting: Setting<Value>) {
    name = setting.name
    environment = setting.environment
    placeholder = setting.placeholder
    help = setting.help
    standardText = setting.standardText
    refusal = { text in
      do throws(SettingRefusal) { _ = try setting.parse(text) } catch { return error }
      return nil
    }
  }
}
