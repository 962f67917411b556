import Arguments
import Glibc

/// The program: finds the subcommand, lets it read the rest of the line, and ends with its exit status.
let commands: [Command] = [
  UpCommand.command, ServeCommand.command, MigrateCommand.command, ImportCommand.command, ExportCommand.command,
  OpenAPICommand.command, BackupCommand.command, RestoreCommand.command, DoctorCommand.command, AdminCommand.command,
]

func overview() -> String {
  var lines = [
    "Atrium: the front door and the back office of a family of apps.", "", "usage: atrium COMMAND [options]", "",
  ]
  let width = commands.map(\.name.count).max() ?? 0
  for command in commands {
    lines.append("  " + command.name + String(repeating: " ", count: width - command.name.count + 2) + command.summary)
  }
  lines += ["", "atrium COMMAND --help tells all of a command.", "Exit status: 0 done, 1 failed, 2 misused."]
  return lines.joined(separator: "\n")
}

func start() async -> ExitCode {
  signal(SIGPIPE, SIG_IGN)
  let words = Array(CommandLine.arguments.dropFirst())
  guard let name = words.first else {
    Terminal.complain(overview())
    return .misused
  }
  if ["--help", "-h", "help"].contains(name) {
    Terminal.print(overview())
    return .done
  }
  if name == "--version" {
    Terminal.print("atrium \(Release.version)")
    return .done
  }
  guard let command = commands.first(where: { $0.name == name }) else {
    Terminal.complain("atrium has no command “\(name)”. atrium --help lists them.")
    return .misused
  }
  do throws(Misuse) {
    let invocation = try command.invocation(of: Array(words.dropFirst()), environment: Process.environment()) {
      (path) throws(Misuse) in try Process.settingsFile(path)
    }
    return await command.run(invocation)
  } catch {
    switch error {
    case .help(let text):
      Terminal.print(text)
      return .done
    case .sentences(let sentences):
      for sentence in sentences { Terminal.complain(sentence) }
      return .misused
    }
  }
}

exit(await start().rawValue)
