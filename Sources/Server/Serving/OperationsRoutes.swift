import API
import HTTP
import JSON
import ReadingHTTP
import SQL
import Telemetry
import Time

/// What operators and their machines ask: `/healthz`, `/readyz`, `/metrics`. No key, never kept.
struct OperationsRoutes: Sendable {
  let site: ReadingSite
  let database: Database
  let migrator: Migrator
  let metrics: RequestMetrics
  let counts: @Sendable () async -> ServerCounts

  var routes: [Route] {
    [
      Route(.get, "/healthz") { _, _ in json(200, [.init("status", .string("ok"))]) },
      Route(.get, "/readyz") { _, _ in await ready() },
      Route(.get, "/metrics") { _, _ in await exposition() },
    ]
  }

  private func json(_ status: Int, _ members: [JSONValue.Member]) -> Response {
    Response(
      status: status,
      headers: ["Content-Type": "application/json", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"],
      body: .bytes(JSONValue.object(members).canonicalBytes))
  }

  /// 200 only while the database answers, its schema is the expected one, and the news of edits is fresh. Reading spec §6.
  private func ready() async -> Response {
    do { _ = try await site.generation() } catch { return notReady("database") }
    guard (try? migrator.pending(database).isEmpty) ?? false else { return notReady("schema") }
    guard site.newsAge <= ReadingSite.newsLimit else { return notReady("news") }
    var members: [JSONValue.Member] = [.init("status", .string("ok"))]
    if await site.isHeroEmpty() { members.append(.init("warnings", .array([.string("hero_empty")]))) }
    return json(200, members)
  }

  private func notReady(_ check: String) -> Response {
    json(503, [.init("failing", .string(check)), .init("status", .string("unavailable"))])
  }

  private func exposition() async -> Response {
    let counts = await counts()
    let samples =
      [
        Sample("atrium_build_info", .gauge, "This program.", labels: [("version", Release.version)], 1),
        Sample(
          "atrium_http_requests_total", .counter, "Requests, with those answered from ready-made bytes.",
          Double(counts.requests)),
        Sample(
          "atrium_http_fast_answers_total", .counter, "Requests answered from ready-made bytes on the network thread.",
          Double(counts.fastAnswers)),
        Sample("atrium_http_connections", .gauge, "Open connections.", Double(counts.open)),
        Sample("atrium_http_connections_total", .counter, "Connections so far.", Double(counts.accepted)),
        Sample("atrium_http_refused_total", .counter, "What was no request and was refused.", Double(counts.refused)),
        Sample(
          "atrium_reading_compositions_total", .counter, "Payloads composed from the database.",
          Double(site.compositionCount)),
        Sample(
          "atrium_reading_news_age_seconds", .gauge, "Age of the last news of edits.",
          Double(site.newsAge.microseconds) / 1e6),
      ] + metrics.samples
    return Response(
      status: 200, headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store"],
      body: .bytes(Exposition.render(samples)))
  }
}
