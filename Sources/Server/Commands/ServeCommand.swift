import Arguments

enum ServeCommand {
  static let command = Command(
    "serve", "Serves until it is told to stop.",
    discussion:
      "SIGTERM and SIGINT drain: no new connections, and requests under way may finish. Run `atrium migrate` first.",
    settings: ServerSettings.serve
  ) { invocation in
    await reporting { try await Serving(configuration: Configuration(settings: invocation.settings)).run { _ in } }
  }
}
