import CVips
import Files
import Glibc
import JSON
import ReadingRules

/// Makes the WebP files of one picture. Reading spec §11.
struct Renderer {
  struct Made {
    var width: Int
    var file: String
    var size: PixelSize
    var bytes: Int
  }

  let request: RenditionRequest
  /// Held because the decoder reads from it.
  private let source: UnsafeRawBufferPointer
  private let picture: UnsafeMutablePointer<VipsImage>
  private let format: PictureFormat
  private let original: PixelSize

  /// Reads the source and checks it by its header; nothing is decoded yet.
  init(_ request: RenditionRequest) throws(Refusal) {
    self.request = request
    let bytes = try Renderer.bytes(of: request.source)
    guard let format = PictureFormat(bytes) else {
      throw Refusal(.unknownFormat, "The file is neither JPEG, PNG nor WebP.")
    }
    self.format = format
    // Both live as long as the process, which makes one picture and ends.
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    copy.copyBytes(from: bytes)
    source = UnsafeRawBufferPointer(copy)
    var header = atrium_picture_header()
    guard let picture = atrium_picture_open(source.baseAddress, source.count, &header) else {
      throw Refusal(.undecodable, "The picture's header cannot be read.")
    }
    self.picture = picture
    // Orientations 5 to 8 lie on their side (EXIF 2.3, tag 0x0112).
    let isTurned = (5...8).contains(header.orientation)
    original = PixelSize(
      width: Int(isTurned ? header.height : header.width), height: Int(isTurned ? header.width : header.height))
    for side in [original.width, original.height] where !RenditionGeometry.Limits.side.contains(side) {
      throw Refusal(.sideOutOfRange, "Each side must have 16 to 16,383 pixels; this picture has \(side).")
    }
    guard original.width * original.height <= RenditionGeometry.Limits.pixels else {
      throw Refusal(.tooManyPixels, "The picture has more than 50 million pixels.")
    }
  }

  private static func bytes(of path: String) throws(Refusal) -> [UInt8] {
    do throws(FileError) {
      return try Files.read(path, limit: RenditionGeometry.Limits.bytes)
    } catch {
      if error.code == EFBIG { throw Refusal(.tooManyBytes, "The file is larger than 20 MiB.") }
      throw Refusal(.sourceUnreadable, "The file cannot be read.")
    }
  }

  /// One entry for each width asked for; widths that would hold the same full original share its file.
  func make() throws(Refusal) -> [Made] {
    guard let decoded = atrium_picture_decode(picture) else {
      throw Refusal(.undecodable, "The picture cannot be decoded in full.")
    }
    defer { g_object_unref(decoded) }
    var made: [Made] = []
    var sizes: [String: Int] = [:]
    for width in request.widths {
      let size = RenditionGeometry.size(of: original, atWidth: width)
      let fileWidth = request.widths.first { $0 >= original.width }.map { min($0, width) } ?? width
      let name = RenditionGeometry.fileName(stem: request.stem, hash: request.hash, width: fileWidth)
      let count: Int
      if let known = sizes[name] {
        count = known
      } else {
        count = try write(name, size, of: decoded)
      }
      sizes[name] = count
      made.append(Made(width: width, file: name, size: size, bytes: count))
    }
    return made
  }

  private func write(
    _ name: String, _ size: PixelSize, of decoded: UnsafeMutablePointer<VipsImage>
  ) throws(Refusal) -> Int {
    var encoded: UnsafeMutableRawPointer?
    var count = 0
    let result = atrium_picture_encode(
      decoded, Int32(size.width), Int32(size.height), Int32(RenditionGeometry.Encoder.quality),
      Int32(RenditionGeometry.Encoder.effort), &encoded, &count)
    defer { g_free(encoded) }
    guard result == 0, let encoded else { throw Refusal(.undecodable, "The picture cannot be encoded.") }
    let raw = [UInt8](UnsafeRawBufferPointer(start: encoded, count: count))
    guard let file = WebPFile.withoutMetadata(raw) else {
      throw Refusal(.undecodable, "The picture cannot be encoded.")
    }
    do throws(FileError) {
      try Files.writeAtomically(file, to: request.folder + "/" + name)
    } catch {
      throw Refusal(.outputFailed, "A rendition cannot be written.")
    }
    return file.count
  }

  /// `{"format","height","renditions":[{"bytes","file","height","key_width","width"},…],"width"}`
  func line(_ made: [Made]) -> [UInt8] {
    var writer = JSONWriter(reserving: 1_024)
    writer.beginObject()
    writer.name("format")
    writer.string(format.rawValue)
    writer.name("height")
    writer.integer(Int64(original.height))
    writer.name("renditions")
    writer.beginArray()
    for rendition in made {
      writer.beginObject()
      writer.name("bytes")
      writer.integer(Int64(rendition.bytes))
      writer.name("file")
      writer.string(rendition.file)
      writer.name("height")
      writer.integer(Int64(rendition.size.height))
      writer.name("key_width")
      writer.integer(Int64(rendition.width))
      writer.name("width")
      writer.integer(Int64(rendition.size.width))
      writer.endObject()
    }
    writer.endArray()
    writer.name("width")
    writer.integer(Int64(original.width))
    writer.endObject()
    return writer.bytes
  }
}
