import API
import Ambient
import Arguments
import Crypto
import Encoding
import Glibc
import HTTP
import JSON
import ReadingHTTP
import ReadingStore
import SQL
import Synchronization
import Telemetry
import Time

/// Everything that runs while Atrium serves: started in order, stopped in reverse, each within a time limit.
struct Serving: Sendable {
  let configuration: Configuration

  /// Serves until SIGTERM or SIGINT. `started` hears the address once requests are answered.
  func run(_ started: @Sendable (_ address: String) async throws -> Void) async throws -> ExitCode {
    Signals.catch()
    let files = Descriptors.takeAllGranted()
    guard files >= Descriptors.least else {
      throw CommandFailure(
        sentence:
          "This process may open \(files) files; serving takes \(Descriptors.least) at least. Raise the limit with ulimit -n."
      )
    }
    let log = configuration.log
    let settings = configuration.settings
    let database = try configuration.openCurrentDatabase()
    defer { database.close() }
    let ambient = configuration.ambient
    let site = ReadingSite(
      database: database, options: try configuration.reading(), ambient: ambient, log: log)
    let holder = Hex.encode(ambient.bytes(8))
    try await site.flipDue(holder: holder)
    try await site.refresh()

    let metrics = RequestMetrics()
    let server = Running()
    let operations = OperationsRoutes(
      site: site, database: database, migrator: configuration.migrator, metrics: metrics,
      counts: { await server.counts() })
    let web = try StaticTree(folder: configuration.webFolder)
    let pages = try PageSite(site: site, web: web)
    let hub = try HubSite(
      configuration, database: database,
      publicURL: try configuration.reading(port: Int(settings[ServerSettings.port])).webBase)
    try await hub.tidy()
    let router = Router(
      areas: [site.area, pages.area] + hub.areas,
      routes: site.routes + [site.mediaRoute, web.route] + operations.routes + pages.routes + hub.routes,
      report: { error, request in
        log(.error, "unexpected", [.init("error", .string("\(error)")), .init("request_id", .string(request.id))])
      })
    let listening = try listen(settings, ambient, site, router, metrics, log)
    server.set(listening)
    let background = start(site, hub, database, holder: holder, log: log)
    let mail = Task.detached { await hub.letters.run() }
    defer {
      mail.cancel()
      for task in background { task.cancel() }
    }
    let address = "http://\(settings[ServerSettings.host]):\(listening.port)"
    log(.info, "serving", [.init("address", .string(address)), .init("version", .string(Release.version))])
    try await started(address)
    let signal = await Signals.wait()
    log(.info, "stopping", [.init("signal", .integer(Int64(signal)))])
    await withCheckedContinuation { continuation in
      // Draining blocks its thread, so it has one of its own.
      Signals.onThread {
        listening.stop()
        continuation.resume()
      }
    }
    await hub.letters.stop()
    try? await site.noteUsedKeys()
    try? await hub.noteSeen()
    log(.info, "stopped")
    return .done
  }

  private func listen(
    _ settings: Settings, _ ambient: Ambient, _ site: ReadingSite, _ router: Router, _ metrics: RequestMetrics,
    _ log: Log
  ) throws -> HTTPServer {
    var options = ServerOptions()
    options.host = settings[ServerSettings.host]
    options.port = UInt16(settings[ServerSettings.port])
    options.loops = settings[ServerSettings.loops]
    options.maxConnections = settings[ServerSettings.maxConnections]
    options.drain = .seconds(Int64(settings[ServerSettings.drainSeconds]))
    options.trustedProxies = Set(
      settings[ServerSettings.trustedProxies].split(separator: ",").map { String($0.filter { $0 != " " }) })
    do throws(ListenError) {
      return try HTTPServer(
        options, ambient: ambient, gate: site, refuse: { router.refuse($0, $1, $2) },
        handler: { request in
          let began = ambient.now()
          let response = await router.handle(request)
          let span = ambient.now() - began
          metrics.note(status: response.status, seconds: Double(span.microseconds) / 1e6)
          log(
            response.status >= 500 ? .error : .debug, "request",
            Serving.fields(of: request, response, microseconds: span.microseconds))
          return response
        })
    } catch { throw CommandFailure(sentence: error.sentence) }
  }

  /// What is logged of a request: its path, never its query, its headers or its body.
  private static func fields(of request: Request, _ response: Response, microseconds: Int64) -> [JSONValue.Member] {
    var fields: [JSONValue.Member] = [
      .init("method", .string(request.method.name)), .init("path", .string(String(request.path))),
      .init("status", .integer(Int64(response.status))),
      .init("microseconds", .integer(microseconds)), .init("request_id", .string(request.id)),
    ]
    if let trace = request.headers["traceparent"].flatMap(TraceContext.init(traceparent:)) {
      fields.append(.init("trace_id", .string(Hex.encode(trace.traceID))))
    }
    return fields
  }

  // MARK: What goes on by itself

  private func start(_ site: ReadingSite, _ hub: HubSite, _ database: Database, holder: String, log: Log) -> [Task<
    Void, Never
  >] {
    func every(_ span: Duration, _ name: String, _ work: @escaping @Sendable () async throws -> Void) -> Task<
      Void, Never
    > {
      Task.detached {
        while !Task.isCancelled {
          try? await Task.sleep(for: span)
          if Task.isCancelled { return }
          do { try await work() } catch { log(.warning, name, [.init("error", .string("\(error)"))]) }
        }
      }
    }
    try? database.listen(Generation.channel) { Task { try? await site.refresh() } }
    return [
      every(.seconds(1), "news") { try await site.refresh() },
      every(.seconds(1), "watch") { site.distrustOldNews() },
      every(.seconds(5), "scheduler") { try await site.flipDue(holder: holder) },
      every(.seconds(60), "keys") { try await site.noteUsedKeys() },
      every(.seconds(5), "seen") { try await hub.noteSeen() },
      every(.seconds(3_600), "tidy") { try await hub.tidy() },
    ]
  }
}

/// The server, once it listens: what counts requests is made before it.
private final class Running: Sendable {
  private let server = Mutex<HTTPServer?>(nil)
  func set(_ server: HTTPServer) { self.server.withLock { $0 = server } }
  func counts() async -> ServerCounts { await server.withLock { $0 }?.counts() ?? ServerCounts() }
}
