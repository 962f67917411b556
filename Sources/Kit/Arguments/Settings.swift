/// What an operator has set, gathered from flags, environment and one file, each value checked.
package struct Settings: Sendable {
  /// Where a value came from, as a person would say it.
  package enum Origin: Hashable, Sendable {
    case flag
    case environment
    case file(path: String, line: Int)

    func name(of setting: AnySetting) -> String {
      switch self {
      case .flag: "--\(setting.name)"
      case .environment: "\(setting.environment) in the environment"
      case .file(let path, let line): "\(setting.name) in \(path), line \(line),"
      }
    }
  }

  private var values: [String: String] = [:]

  /// The value that was set, or the default.
  package subscript<Value>(_ setting: Setting<Value>) -> Value {
    guard let text = values[setting.name] else { return setting.standard }
    // Refused at gathering.
    do throws(SettingRefusal) { return try setting.parse(text) } catch { return setting.standard }
  }

  /// True where a flag, the environment or the file gave a value.
  package func isSet<Value>(_ setting: Setting<Value>) -> Bool { values[setting.name] != nil }

  /// Gathers and checks. Throws every fault at once, one sentence each, naming the value and where it stands.
  package init(
    declared: [AnySetting], flags: [String: String] = [:], environment: [String: String] = [:],
    file: (path: String, text: String)? = nil
  ) throws(SettingsError) {
    var faults: [String] = []
    var entries: [String: (text: String, line: Int)] = [:]
    if let file {
      // Split at bytes: as characters, CR LF is one and would not be found.
      let lines = file.text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for (index, rawLine) in lines.enumerated() {
        let line = trimmed(Substring(rawLine))
        if line.isEmpty || line.hasPrefix("#") { continue }
        guard let equals = line.firstIndex(of: "=") else {
          faults.append("\(file.path), line \(index + 1), is not of the form `name = value`.")
          continue
        }
        let name = String(trimmed(line[..<equals]))
        guard declared.contains(where: { $0.name == name }) else {
          faults.append("\(file.path), line \(index + 1), sets \(name), and there is no such setting.")
          continue
        }
        if entries[name] != nil { faults.append("\(file.path), line \(index + 1), sets \(name) a second time.") }
        entries[name] = (String(trimmed(line[line.index(after: equals)...])), index + 1)
      }
    }
    for setting in declared {
      let origin: Origin
      let text: String
      if let flag = flags[setting.name] {
        (origin, text) = (.flag, flag)
      } else if let variable = environment[setting.environment], !variable.isEmpty {
        (origin, text) = (.environment, variable)
      } else if let file, let entry = entries[setting.name] {
        (origin, text) = (.file(path: file.path, line: entry.line), entry.text)
      } else {
        continue
      }
      if let refusal = setting.refusal(text) {
        faults.append("\(origin.name(of: setting)) is “\(text)”; it \(refusal.expectation).")
      } else {
        values[setting.name] = text
      }
    }
    guard faults.isEmpty else { throw SettingsError(sentences: faults) }
  }
}

package struct SettingsError: Error, Hashable {
  package let sentences: [String]
}

private func trimmed(_ text: Substring) -> Substring {
  var text = text
  while let first = text.first, first == " " || first == "\t" || first == "\r" { text.removeFirst() }
  while let last = text.last, last == " " || last == "\t" || last == "\r" { text.removeLast() }
  return text
}
