import API
import HTTP
import JSON
import ReadingHTTP
import ReadingPages

/// Everything outside of the APIs: the reader's pages, and the account's from the front door on.
struct PageSite: Sendable {
  private let reader: PageRoutes
  private let hub: HubPages

  init(site: ReadingSite, web: StaticTree) throws {
    let strings = try Language.allCases.map { language in
      let path = "strings/\(language.rawValue).json"
      guard let bytes = web.text(path), let json = try? JSONValue.parse(bytes) else {
        throw CommandFailure(
          sentence: "\(path) is missing from the web folder or is not JSON; set web to the folder that has it.")
      }
      return Strings(language, json: json)
    }
    let pages = ReadingPages(strings: strings, asset: { web.address($0) }, base: site.options.webBase)
    // The worker's text carries the tree's hash, so that a new release is noticed.
    let worker = Array("const VERSION = \"\(web.hash)\";\n".utf8) + (web.text("reading/sw.js") ?? [])
    reader = PageRoutes(
      site: site, pages: pages, worker: worker, manifest: web.text("reading/manifest.webmanifest") ?? [],
      icon: web.text("kit/icon.svg") ?? [])
    hub = try HubPages(web: web)
  }

  var area: Area { reader.area }

  var routes: [Route] { reader.routes + hub.routes }
}
