import API
import Crypto
import Encoding
import Files
import HTTP
import Time

/// The Web folder as it is on disk, read once, under one hash of all of it: `/w/{hash}/reading/reader.css`, kept for ever.
struct StaticTree: Sendable {
  let hash: String
  private let files: [String: PreparedResponse]
  private let texts: [String: [UInt8]]

  private static let longest = 8 << 20

  init(folder: String) throws {
    var texts: [String: [UInt8]] = [:]
    try StaticTree.read(folder, "", into: &texts)
    var digest = SHA256()
    for path in texts.keys.sorted() {
      digest.update(Array(path.utf8) + [0])
      digest.update(texts[path] ?? [])
    }
    hash = String(Hex.encode(digest.finish()).prefix(12))
    let epoch = PreparedEpoch()
    files = texts.reduce(into: [:]) { files, file in
      guard let type = StaticTree.type(of: file.key) else { return }
      files[file.key] = PreparedResponse(
        body: file.value, contentType: type, tag: Hex.encode(Array(SHA256.hash(file.value).prefix(16))),
        headers: ["Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"],
        compress: true,
        freshUntil: Instant(microseconds: .max), epoch: epoch, epochNumber: epoch.current)
    }
    self.texts = texts
  }

  private static func read(_ folder: String, _ prefix: String, into files: inout [String: [UInt8]]) throws {
    for entry in try Files.list(folder) where !entry.name.hasPrefix(".") {
      switch entry.kind {
      case .folder: try read(folder + "/" + entry.name, prefix + entry.name + "/", into: &files)
      case .file: files[prefix + entry.name] = try Files.read(folder + "/" + entry.name, limit: longest)
      case .link, .other: break
      }
    }
  }

  private static func type(of path: String) -> String? {
    switch path.split(separator: ".").last {
    case "css": "text/css; charset=utf-8"
    case "js", "mjs": "text/javascript; charset=utf-8"
    case "json": "application/json"
    case "svg": "image/svg+xml"
    case "webmanifest": "application/manifest+json"
    case "wasm": "application/wasm"
    case "png": "image/png"
    case "webp": "image/webp"
    default: nil
    }
  }

  /// The address of a file, with the hash in it.
  func address(_ path: String) -> String { "/w/\(hash)/\(path)" }

  /// A file's bytes as they are on disk.
  func text(_ path: String) -> [UInt8]? { texts[path] }

  var route: Route {
    Route(.get, "/w/{hash}/{+path}") { [self] _, texts in
      guard texts.path["hash"] == hash, let file = files[texts.path["path"] ?? ""] else { throw Problem(.notFound) }
      return Response(status: 200, body: .prepared(file, key: nil))
    }
  }
}
