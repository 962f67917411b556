import API
import HTTP
import Testing

@Suite struct `The end of a path` {
  private static let router = Router(
    areas: [
      Area(prefix: "/api/", slash: .always) { problem, _ in Response(status: problem.code.status) },
      Area(prefix: "/", slash: .never) { problem, _ in Response(status: problem.code.status) },
    ],
    routes: ["/api/things/", "/reading", "/reading/", "/reading/themes", "/reading/{kind}/{slug}", "/{page}"].map {
      Route(.get, $0) { _, _ in Response(status: 200) }
    } + [Route(.post, "/reading/notes") { _, _ in Response(status: 200) }])

  static let cases: [(why: String, method: HTTPMethod, target: String, answer: String)] = [
    ("an API's path ends in a slash", .get, "/api/things/", "200"),
    ("and is sent there without one, query and all", .get, "/api/things?x=1", "308 /api/things/?x=1"),
    ("but a write is not", .post, "/api/things", "404"),
    ("a page's path ends in none", .get, "/reading/themes", "200"),
    ("and is sent there with one", .get, "/reading/themes/?x=1", "308 /reading/themes?x=1"),
    ("HEAD as GET", .head, "/reading/letter/a-slug/", "308 /reading/letter/a-slug"),
    ("where both have a route, both stay", .get, "/reading/", "200"),
    ("a path that leads nowhere goes nowhere", .get, "/reading/themes/x/y/", "404"),
    ("two slashes are not one", .get, "/reading/themes//", "404"),
    ("no location names another host", .get, "//example.org/", "404"),
    ("what only takes POST is not moved", .get, "/reading/notes/", "404"),
  ]

  @Test(arguments: cases) func `is the canonical one`(
    _ why: String, _ method: HTTPMethod, _ target: String, _ answer: String
  ) async {
    let response = await Self.router.handle(Request(method: method, target: target))
    let told = ["\(response.status)", response.headers["Location"]].compactMap { $0 }.joined(separator: " ")
    #expect(told == answer, "\(why)")
  }
}
