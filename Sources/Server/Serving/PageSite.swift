import API
import HTTP
import ReadingHTTP

/// Everything outside of the APIs: pages, and the front door.
struct PageSite: Sendable {
  private let site: ReadingSite
  private let web: StaticTree

  init(site: ReadingSite, web: StaticTree) throws {
    self.site = site
    self.web = web
  }

  var area: Area {
    Area(
      prefix: "/", headers: ["X-Content-Type-Options": "nosniff"],
      render: { problem, _ in
        var headers = problem.headers
        headers["Content-Type"] = "text/plain; charset=utf-8"
        headers["Cache-Control"] = "no-store"
        return Response(status: problem.code.status, headers: headers, body: .bytes(Array(problem.message.utf8)))
      })
  }

  var routes: [Route] {
    [
      Route(.get, "/") { _, _ in Response(status: 308, headers: ["Location": "/reading/", "Cache-Control": "no-store"])
      }
    ]
  }
}
