import API
import Files
package import HTTP
import ReadingRules
import ReadingStore
import SQL

/// `/media/…`: files under names that their content gives them, kept for ever. Reading spec §11.2.
extension ReadingSite {
  package var mediaRoute: Route {
    Route(.get, "/media/{+path}") { [self] request, texts in
      // Two levels of plain names: nothing else was ever put there, and nothing else is looked for.
      let parts = (texts.path["path"] ?? "").split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, ["img", "assets"].contains(parts[0]), isPlain(parts[1]),
        let type = mediaType(of: parts[1])
      else {
        throw Problem(.notFound)
      }
      let path = options.mediaFolder + "/" + parts[0] + "/" + parts[1]
      guard Files.kind(path) == .file, let size = try? Files.size(path) else { throw Problem(.notFound) }
      return answer(request, path: path, size: size, type: type, tag: "\"\(parts[1])\"")
    }
  }

  private func isPlain(_ name: Substring) -> Bool {
    !name.hasPrefix(".")
      && name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 || $0 == 46 }
  }

  private func mediaType(of name: Substring) -> String? {
    switch name.split(separator: ".").last {
    case "webp": "image/webp"
    case "svg": "image/svg+xml"
    case "json": "application/json"
    case "mp3": "audio/mpeg"
    case "m4a": "audio/mp4"
    default: nil
    }
  }

  private func answer(_ request: Request, path: String, size: Int64, type: String, tag: String) -> Response {
    var headers: Headers = [
      "Cache-Control": "public, max-age=31536000, immutable", "ETag": tag, "X-Content-Type-Options": "nosniff",
      "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin",
    ]
    let known = request.headers.all("If-None-Match").joined(separator: ",")
    if !known.isEmpty, ConditionalRequest.matches(Array(known.utf8), tag: Array(tag.utf8.dropFirst().dropLast())) {
      return Response(status: 304, headers: headers)
    }
    headers["Content-Type"] = type
    headers["Accept-Ranges"] = "bytes"
    if type == "image/svg+xml" { headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'" }
    let condition = request.headers["If-Range"]
    guard let range = request.headers["Range"], condition == nil || condition == tag,
      let wanted = ByteRange(range, size: size)
    else {
      return Response(status: 200, headers: headers, body: .file(path: path, offset: 0, length: size))
    }
    switch wanted {
    case .none:
      headers["Content-Range"] = "bytes */\(size)"
      headers["Cache-Control"] = "no-store"
      return Response(status: 416, headers: headers)
    case .bytes(let first, let last):
      headers["Content-Range"] = "bytes \(first)-\(last)/\(size)"
      return Response(status: 206, headers: headers, body: .file(path: path, offset: first, length: last - first + 1))
    }
  }
}

/// One byte range (RFC 9110 §14.1.2). Several, and what cannot be read, are ignored: nil.
enum ByteRange: Hashable {
  case bytes(Int64, Int64)
  /// Outside of the file.
  case none

  init?(_ text: String, size: Int64) {
    guard text.hasPrefix("bytes="), !text.contains(",") else { return nil }
    let parts = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    func number(_ digits: Substring) -> Int64? {
      digits.utf8.allSatisfy { (48...57).contains($0) } ? Int64(digits) : nil
    }
    guard parts.count == 2 else { return nil }
    if parts[0].isEmpty {
      guard let count = number(parts[1]) else { return nil }
      self = count == 0 || size == 0 ? .none : .bytes(max(0, size - count), size - 1)
    } else {
      guard let first = number(parts[0]) else { return nil }
      if parts[1].isEmpty {
        self = first < size ? .bytes(first, size - 1) : .none
      } else {
        guard let last = number(parts[1]), last >= first else { return nil }
        self = first < size ? .bytes(first, min(last, size - 1)) : .none
      }
    }
  }
}

extension ReadingSite {
  /// The files that rows name and the folder does not have.
  package func missingMedia() async throws -> [String] {
    let (images, assets) = try await database.read { tx in (try tx.all(StoredImage.all), try tx.all(StoredFile.all)) }
    var names = assets.map(\.path)
    for image in images {
      for width in Set(RenditionGeometry.widths.map { RenditionGeometry.fileWidth(for: $0, original: image.size) })
        .sorted()
      {
        names.append("img/" + RenditionGeometry.fileName(stem: image.stem, hash: image.hash8, width: width))
      }
    }
    return names.filter { Files.kind(options.mediaFolder + "/" + $0) != .file }
  }
}
