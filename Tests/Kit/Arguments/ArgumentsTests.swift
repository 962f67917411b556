import Arguments
import Testing

@Suite struct `The command line` {
  static let port = Setting.integer("port", in: 1...65535, standard: 8080, "Where to listen.")
  static let zone = Setting.text("site-timezone", environment: "SITE_TIMEZONE", standard: "UTC", "The site's zone.")
  static let config = Setting.text("config", "FILE", standard: "", "A file of settings.")
  static let command = Command(
    "serve", "Serves.", arguments: [.init("DIR", "A folder.", arity: .optional)],
    flags: [.init("json", nil, "Answers in JSON."), .init("label", "TEXT", "A name.")],
    settings: [AnySetting(port), AnySetting(zone), AnySetting(config)]
  ) { _ in .done }

  func read(_ words: [String], environment: [String: String] = [:], file: String = "") throws(Misuse) -> Invocation {
    try Self.command.invocation(of: words, environment: environment) { (_) throws(Misuse) in file }
  }

  @Test func `a flag wins over the environment, which wins over the file, which wins over the default`() throws {
    let file = "# ports\nport = 4000\n\nsite-timezone=Europe/London\r\n"
    #expect(try read([])[Self.port] == 8080)
    #expect(try read(["--config", "f"], file: file)[Self.port] == 4000)
    #expect(try read(["--config", "f"], environment: ["ATRIUM_PORT": "5000"], file: file)[Self.port] == 5000)
    #expect(
      try read(["--config=f", "--port=6000"], environment: ["ATRIUM_PORT": "5000"], file: file)[Self.port] == 6000)
    #expect(try read(["--config", "f"], file: file)[Self.zone] == "Europe/London")
  }

  static let faults: [(words: [String], environment: [String: String], file: String, sentence: String)] = [
    (["--port", "http"], [:], "", "--port is “http”; it takes a whole number from 1 to 65535."),
    (["--port", "0"], [:], "", "--port is “0”; it takes a whole number from 1 to 65535."),
    (
      ["--port", "99999999999999999999"], [:], "",
      "--port is “99999999999999999999”; it takes a whole number from 1 to 65535."
    ),
    ([], ["ATRIUM_PORT": "x"], "", "ATRIUM_PORT in the environment is “x”; it takes a whole number from 1 to 65535."),
    (
      ["--config", "a.conf"], [:], "\nport = 70000",
      "port in a.conf, line 2, is “70000”; it takes a whole number from 1 to 65535."
    ),
    (["--config", "a.conf"], [:], "prot = 1", "a.conf, line 1, sets prot, and there is no such setting."),
    (["--config", "a.conf"], [:], "port", "a.conf, line 1, is not of the form `name = value`."),
    (["--config", "a.conf"], [:], "port = 1\nport = 2", "a.conf, line 2, sets port a second time."),
    (["--prot", "1"], [:], "", "atrium serve has no option --prot. See: atrium serve --help"),
    (["-p"], [:], "", "atrium serve has no option -p. See: atrium serve --help"),
    (["--port"], [:], "", "--port needs a value."),
    (["--json=yes"], [:], "", "--json takes no value."),
    (["--port", "1", "--port", "2"], [:], "", "--port is given twice."),
    (["a", "b"], [:], "", "atrium serve does not know what to do with “b”. See: atrium serve --help"),
  ]

  @Test(arguments: faults) func `a fault is one sentence that names the value`(
    _ fault: (words: [String], environment: [String: String], file: String, sentence: String)
  ) {
    #expect(throws: Misuse.sentences([fault.sentence])) {
      try read(fault.words, environment: fault.environment, file: fault.file)
    }
  }

  @Test func `words after -- are arguments whatever they look like`() throws {
    #expect(try read(["--json", "--", "--port"]).arguments == ["--port"])
    #expect(try read(["--label", "x", "dir"])["label"] == "x")
    #expect(try read(["--json"]).has("json"))
  }

  @Test func `help names every flag, variable and default`() {
    guard case .help(let text) = #expect(throws: Misuse.self, performing: { try read(["--help"]) }) else { return }
    for part in ["usage: atrium serve [options] [DIR]", "--json", "--port N", "[8080]", "ATRIUM_PORT", "SITE_TIMEZONE"]
    {
      #expect(text.contains(part))
    }
  }
}

extension Invocation {
  subscript<Value>(_ setting: Setting<Value>) -> Value { settings[setting] }
}
