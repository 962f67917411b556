import API
import Encoding

/// Finds routes by the segments of the raw path. A literal segment wins over a parameter; nothing is decoded before it is
/// matched, so `%2F` never parts a path.
struct RouteTree: Sendable {
  private final class Node: @unchecked Sendable {  // built once, then only read
    var literals: [String: Node] = [:]
    var parameter: Node?
    /// The route takes the rest of the path, slashes and all.
    var rest: (name: String, route: Route, parameters: [String])?
    var routes: [(name: String, route: Route, parameters: [String])] = []
  }

  private let root = Node()

  init(_ routes: [Route]) {
    for route in routes {
      var node = root
      var parameters: [String] = []
      for segment in route.template.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
        if segment.hasPrefix("{+") {
          node.rest = (String(segment.dropFirst(2).dropLast()), route, parameters)
        } else if segment.hasPrefix("{") {
          parameters.append(String(segment.dropFirst().dropLast()))
          node.parameter = node.parameter ?? Node()
          node = node.parameter ?? node
        } else {
          node.literals[String(segment)] = node.literals[String(segment)] ?? Node()
          node = node.literals[String(segment)] ?? node
        }
      }
      node.routes.append((route.method.name, route, parameters))
    }
  }

  struct Match {
    var methods: [String]
    var route: (HTTPMethod) -> Route?
    var path: [String: String]
  }

  /// What stands at a path, whatever the method; nil where nothing does.
  func match(_ path: Substring) -> Match? {
    guard path.first == "/" else { return nil }
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    return find(root, segments[...], [])
  }

  private func find(_ node: Node, _ segments: ArraySlice<Substring>, _ values: [Substring]) -> Match? {
    guard let segment = segments.first else {
      guard !node.routes.isEmpty else { return nil }
      let names = node.routes[0].parameters
      var path: [String: String] = [:]
      for (name, value) in zip(names, values) {
        // A value that is no UTF-8 names nothing.
        guard let decoded = PercentEncoding.decode(value) else { return nil }
        path[name] = decoded
      }
      let routes = node.routes
      return Match(
        methods: RouteTree.allowed(routes.map(\.name)),
        route: { method in routes.first { $0.name == method.name }?.route }, path: path)
    }
    if let next = node.literals[String(segment)], let found = find(next, segments.dropFirst(), values) { return found }
    if let next = node.parameter, !segment.isEmpty, let found = find(next, segments.dropFirst(), values + [segment]) {
      return found
    }
    if let rest = node.rest {
      var path: [String: String] = [rest.name: segments.joined(separator: "/")]
      for (name, value) in zip(rest.parameters, values) { path[name] = PercentEncoding.decode(value) }
      return Match(
        methods: ["GET", "HEAD", "OPTIONS"], route: { $0.name == rest.route.method.name ? rest.route : nil }, path: path
      )
    }
    return nil
  }

  private static func allowed(_ methods: [String]) -> [String] {
    var all = Set(methods)
    if all.contains("GET") { all.insert("HEAD") }
    all.insert("OPTIONS")
    return all.sorted()
  }
}
