/// One subcommand, declared once: parsing and help are read off it.
package struct Command: Sendable {
  package enum Arity: Sendable { case one, optional, many }

  package struct Argument: Sendable {
    let name: String
    let help: String
    let arity: Arity
    package init(_ name: String, _ help: String, arity: Arity = .one) {
      self.name = name
      self.help = help
      self.arity = arity
    }
  }

  /// A flag of this command alone; one with a placeholder takes a value.
  package struct Flag: Sendable {
    let name: String
    let placeholder: String?
    let help: String
    package init(_ name: String, _ placeholder: String? = nil, _ help: String) {
      self.name = name
      self.placeholder = placeholder
      self.help = help
    }
  }

  package let name: String
  package let summary: String
  package let discussion: String
  package let arguments: [Argument]
  package let flags: [Flag]
  package let settings: [AnySetting]
  package let run: @Sendable (Invocation) async -> ExitCode

  package init(
    _ name: String, _ summary: String, discussion: String = "", arguments: [Argument] = [], flags: [Flag] = [],
    settings: [AnySetting] = [], run: @escaping @Sendable (Invocation) async -> ExitCode
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.arguments = arguments
    self.flags = flags
    self.settings = settings
    self.run = run
  }
}

/// What the shell is told. 0 done, 1 failed, 2 misused.
package enum ExitCode: Int32, Sendable { case done = 0, failed = 1, misused = 2 }

/// A command line that was understood.
package struct Invocation: Sendable {
  package let arguments: [String]
  package let settings: Settings
  private let flags: [String: String]

  init(arguments: [String], flags: [String: String], settings: Settings) {
    self.arguments = arguments
    self.flags = flags
    self.settings = settings
  }

  package func has(_ flag: String) -> Bool { flags[flag] != nil }
  package subscript(_ flag: String) -> String? { flags[flag] }
}

/// Why a command line was not understood, in one sentence or more, or the help that was asked for.
package enum Misuse: Error, Hashable {
  case sentences([String])
  case help(String)
}

extension Command {
  /// Reads the words after the subcommand's name.
  package func invocation(
    of words: [String], environment: [String: String], readFile: (String) throws(Misuse) -> String
  ) throws(Misuse) -> Invocation {
    var positional: [String] = []
    var given: [String: String] = [:]
    var set: [String: String] = [:]
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" { positional += rest; break }
      if word == "--help" || word == "-h" { throw .help(help) }
      guard word.hasPrefix("--"), word.count > 2 else {
        if word.hasPrefix("-"), word.count > 1 {
          throw .sentences(["atrium \(name) has no option \(word). See: atrium \(name) --help"])
        }
        positional.append(word)
        continue
      }
      var body = word.dropFirst(2)
      var value: String?
      if let equals = body.firstIndex(of: "=") {
        value = String(body[body.index(after: equals)...])
        body = body[..<equals]
      }
      let key = String(body)
      let flag = flags.first { $0.name == key }
      guard flag != nil || settings.contains(where: { $0.name == key }) else {
        throw .sentences(["atrium \(name) has no option --\(key). See: atrium \(name) --help"])
      }
      if let flag, flag.placeholder == nil {
        guard value == nil else { throw .sentences(["--\(key) takes no value."]) }
        given[key] = ""
        continue
      }
      if value == nil { value = rest.popFirst() }
      guard let value else { throw .sentences(["--\(key) needs a value."]) }
      guard (flag != nil ? given[key] : set[key]) == nil else { throw .sentences(["--\(key) is given twice."]) }
      if flag != nil { given[key] = value } else { set[key] = value }
    }
    try checkCount(of: positional)
    var file: (path: String, text: String)?
    if let path = set["config"] ?? environment["ATRIUM_CONFIG"], settings.contains(where: { $0.name == "config" }),
      !path.isEmpty
    {
      file = (path, try readFile(path))
    }
    do throws(SettingsError) {
      let settings = try Settings(declared: settings, flags: set, environment: environment, file: file)
      return Invocation(arguments: positional, flags: given, settings: settings)
    } catch {
      throw .sentences(error.sentences)
    }
  }

  private func checkCount(of positional: [String]) throws(Misuse) {
    let needed = arguments.filter { $0.arity == .one }.count
    if positional.count < needed {
      throw .sentences(["atrium \(name) needs \(arguments[positional.count].name). See: atrium \(name) --help"])
    }
    let takesMany = arguments.contains { $0.arity == .many }
    if !takesMany, positional.count > arguments.count {
      throw .sentences([
        "atrium \(name) does not know what to do with “\(positional[arguments.count])”. See: atrium \(name) --help"
      ])
    }
  }

  package var help: String {
    var lines = [summary, "", "usage: atrium \(name)" + usage, ""]
    if !discussion.isEmpty { lines += [discussion, ""] }
    let rows =
      arguments.map { ($0.name, $0.help) }
      + flags.map { ("--\($0.name)" + ($0.placeholder.map { " \($0)" } ?? ""), $0.help) }
    if !rows.isEmpty { lines += table(rows) + [""] }
    if !settings.isEmpty {
      lines += [
        "Settings; each is also a variable in the environment and a line `name = value` in the file that --config names:"
      ]
      lines += table(
        settings.map { ("--\($0.name) \($0.placeholder)", "\($0.help) [\($0.standardText)] \($0.environment)") })
    }
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  private var usage: String {
    (flags.isEmpty && settings.isEmpty ? "" : " [options]")
      + arguments.map {
        switch $0.arity {
        case .one: " \($0.name)"
        case .optional: " [\($0.name)]"
        case .many: " [\($0.name) …]"
        }
      }.joined()
  }
}

/// Two columns, the second wrapped at 100 characters.
func table(_ rows: [(String, String)]) -> [String] {
  let width = min(rows.map(\.0.count).max() ?? 0, 34)
  return rows.flatMap { (left, right) -> [String] in
    var lines: [String] = []
    var line = ""
    for word in right.split(separator: " ") {
      if !line.isEmpty, line.count + word.count + width + 5 > 100 {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    lines.append(line)
    let indent = String(repeating: " ", count: width + 4)
    let pad = left.count > width ? "\n" + indent : String(repeating: " ", count: width - left.count + 2)
    return ["  " + left + pad + lines[0]] + lines.dropFirst().map { indent + $0 }
  }
}
