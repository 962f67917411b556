package import API
import Encoding
import JSON

/// From a request to the code that answers it, in the order that Reading spec §2 fixes: slash redirect, OPTIONS, key, route,
/// method, parameters, then the handler; and one `catch` for whatever was thrown.
package struct Router: Sendable {
  private let areas: [Area]
  private let tree: RouteTree
  /// Says no to what is not explained, for the log.
  private let report: @Sendable (any Error, Request) -> Void

  /// There must be an area with the prefix `/`.
  package init(areas: [Area], routes: [Route], report: @escaping @Sendable (any Error, Request) -> Void = { _, _ in }) {
    self.areas = areas.sorted { $0.prefix.utf8.count > $1.prefix.utf8.count }
    tree = RouteTree(routes)
    self.report = report
  }

  package func handle(_ request: Request) async -> Response {
    let area = area(of: request.path)
    var response: Response
    do { response = try await answer(request, in: area) } catch { response = render(error, request, in: area) }
    if case .prepared = response.body { return response }  // carries the area's fields already
    for field in area.headers.fields where response.headers[field.name] == nil {
      response.headers.add(field.name, field.value)
    }
    return response
  }

  /// The answer to what is no request, in the envelope of the area it was aimed at.
  package func refuse(_ code: ProblemCode, _ target: String, _ id: String) -> Response {
    let request = Request(method: .get, target: target.isEmpty ? "/" : target, id: id)
    let area = area(of: request.path)
    var response = area.render(Problem(code), request)
    for field in area.headers.fields where response.headers[field.name] == nil {
      response.headers.add(field.name, field.value)
    }
    return response
  }

  private func area(of path: Substring) -> Area {
    areas.first { path.hasPrefix($0.prefix) } ?? areas[areas.count - 1]
  }

  private func answer(_ request: Request, in area: Area) async throws -> Response {
    let isRead = request.method == .get || request.method == .head
    if isRead, let path = canonical(request.path, area.slash) { return redirect(to: path, query: request.query) }
    let match = tree.match(request.path)
    if request.method == .options, let preflight = area.preflight {
      var headers = preflight
      headers["Allow"] = (match?.methods ?? ["GET", "HEAD", "OPTIONS"]).joined(separator: ", ")
      return Response(status: 204, headers: headers)
    }
    try await area.admit(request)
    guard let match else { throw Problem(.notFound) }
    guard let route = match.route(request.method) ?? (request.method == .head ? match.route(.get) : nil) else {
      throw Problem(.methodNotAllowed, headers: ["Allow": match.methods.joined(separator: ", ")])
    }
    return try await route.respond(
      request, InputParts(path: match.path, query: try query(of: request, known: route.queryNames)))
  }

  /// The canonical spelling of a path that is in the other one; nil where it is canonical, or leads nowhere.
  private func canonical(_ path: Substring, _ slash: Slash) -> Substring? {
    let other: Substring
    switch slash {
    case .always where path.last != "/": other = path + "/"
    // Where a route of its own stands, or where a location would name another host, nothing is moved.
    case .never where path.last == "/" && !path.hasPrefix("//") && tree.match(path) == nil: other = path.dropLast()
    default: return nil
    }
    return tree.match(other)?.methods.contains("GET") == true ? other : nil
  }

  /// 308 with a relative Location, never kept. Reading spec §2.
  private func redirect(to path: Substring, query: Substring?) -> Response {
    Response(status: 308, headers: ["Location": path + (query.map { "?" + $0 } ?? ""), "Cache-Control": "no-store"])
  }

  /// Unknown names are ignored; a known one that cannot be decoded is a bad value.
  private func query(of request: Request, known: Set<String>) throws(Problem) -> [String: [String]] {
    var values: [String: [String]] = [:]
    guard let query = request.query, !known.isEmpty else { return values }
    for pair in query.split(separator: "&") {
      let equals = pair.firstIndex(of: "=") ?? pair.endIndex
      guard let name = PercentEncoding.decode(pair[..<equals], plusIsSpace: true), known.contains(name) else {
        continue
      }
      let text = equals == pair.endIndex ? "" : pair[pair.index(after: equals)...]
      guard let value = PercentEncoding.decode(text, plusIsSpace: true) else {
        throw Problem(.invalidParameter, details: [.init("parameter", .string(name))])
      }
      values[name, default: []].append(value)
    }
    return values
  }

  private func render(_ error: any Error, _ request: Request, in area: Area) -> Response {
    if let problem = error as? Problem { return area.render(problem, request) }
    if let explained = error as? any Explained { return area.render(explained.problem, request) }
    report(error, request)
    return area.render(Problem(.internalError), request)
  }
}
