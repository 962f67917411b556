import Arguments

/// Runs a command's work and turns what it throws into a sentence and a status.
func reporting(_ work: () async throws -> ExitCode) async -> ExitCode {
  do { return try await work() } catch {
    Terminal.complain(Configuration.sentence(for: error))
    return .failed
  }
}
