import Foundation
import ReadingRules
import Testing

/// The program as its parent runs it: one request, one answer line, bounded harm.
@Suite(.serialized) struct RenditionsTests {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("renditions-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  struct Answer {
    var exitCode: Int32
    var object: [String: Any]
    var code: String? { (object["error"] as? [String: Any])?["code"] as? String }
    var renditions: [[String: Any]] { object["renditions"] as? [[String: Any]] ?? [] }
    var sizes: [String] { renditions.map { "\($0["width"]!)×\($0["height"]!)" } }
    var files: [String] { renditions.map { $0["file"] as! String } }
  }

  func run(_ line: String, asArgument: Bool = false) throws -> Answer {
    let process = Process()
    // The program is built beside the bundle that this test runs in.
    let own = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    process.executableURL = own.deletingLastPathComponent().appendingPathComponent("atrium-renditions")
    if asArgument { process.arguments = [line] }
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    if !asArgument { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }
    try input.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(data.last == 0x0A && data.count(where: { $0 == 0x0A }) == 1, "one answer line")
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    return Answer(exitCode: process.terminationStatus, object: object)
  }

  func render(_ bytes: [UInt8], stem: String = "x") throws -> Answer {
    let source = folder.appendingPathComponent("source")
    try Data(bytes).write(to: source)
    return try run(
      "{\"source\":\"\(source.path)\",\"outDir\":\"\(folder.path)\",\"stem\":\"\(stem)\",\"hash8\":\"0123abcd\"}")
  }

  /// What a WebP file says: size and transparency by its first chunk, metadata by its flags and by all its chunks.
  func webP(_ name: String) throws -> (width: Int, height: Int, hasAlpha: Bool, hasMetadata: Bool) {
    let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    #expect(bytes.prefix(4).elementsEqual("RIFF".utf8) && bytes[8..<12].elementsEqual("WEBP".utf8))
    var chunks: [String] = []
    var offset = 12
    while offset + 8 <= bytes.count {
      chunks.append(String(decoding: bytes[offset..<offset + 4], as: UTF8.self))
      let size = (0..<4).reduce(0) { $0 | Int(bytes[offset + 4 + $1]) << (8 * $1) }
      offset += 8 + size + size % 2
    }
    let hasMetadata = !Set(chunks).isDisjoint(with: ["EXIF", "XMP ", "ICCP"])
    switch chunks[0] {
    case "VP8X":
      func size(_ at: Int) -> Int { Int(bytes[at]) | Int(bytes[at + 1]) << 8 | Int(bytes[at + 2]) << 16 }
      return (size(24) + 1, size(27) + 1, bytes[20] & 0x10 != 0, hasMetadata || bytes[20] & 0x2C != 0)
    default:
      func size(_ at: Int) -> Int { (Int(bytes[at]) | Int(bytes[at + 1]) << 8) & 0x3FFF }
      return (size(26), size(28), false, hasMetadata)
    }
  }

  // MARK: Geometry

  static let table: [(width: Int, height: Int, sizes: [String])] = [
    (3000, 2000, ["360×240", "720×480", "1080×720", "1440×960", "2048×1365"]),
    (1600, 1067, ["360×240", "720×480", "1080×720", "1440×960", "1600×1067"]),
    (1920, 1080, ["360×202", "720×405", "1080×607", "1440×810", "1920×1080"]),
    (800, 600, ["360×270", "720×540", "800×600", "800×600", "800×600"]),
    (360, 540, ["360×540", "360×540", "360×540", "360×540", "360×540"]),
    (447, 298, ["360×240", "447×298", "447×298", "447×298", "447×298"]),
    (5000, 37, ["360×2", "720×5", "1080×7", "1440×10", "2048×15"]),
  ]

  @Test(arguments: table) func `each file has the size that the answer says`(
    _ row: (width: Int, height: Int, sizes: [String])
  ) throws {
    let answer = try render(PNG.picture(width: row.width, height: row.height))
    #expect(answer.exitCode == 0 && answer.sizes == row.sizes)
    for (rendition, file) in zip(answer.renditions, answer.files) {
      let made = try webP(file)
      #expect(made.width == rendition["width"] as? Int && made.height == rendition["height"] as? Int, "\(file)")
    }
    #expect(Set(answer.files).count == Set(RenditionGeometry.widths.map { min($0, row.width) }).count)
  }

  @Test func `a picture lying on its side is turned first, and its metadata is gone`() throws {
    let turned = JPEG.oriented(try JPEG.sample(), 6)
    let answer = try render(turned)
    #expect(answer.object["width"] as? Int == 1067 && answer.object["height"] as? Int == 1600)
    #expect(answer.sizes == ["360×539", "720×1079", "1067×1600", "1067×1600", "1067×1600"])
    let made = try webP(answer.files[0])
    #expect(made.width == 360 && made.height == 539 && !made.hasMetadata)
  }

  @Test func `transparency is kept`() throws {
    let answer = try render(PNG.picture(width: 400, height: 300, alpha: true))
    #expect(try webP(answer.files[0]).hasAlpha)
  }

  @Test func `an argument does what a line does`() throws {
    let source = folder.appendingPathComponent("source")
    try Data(PNG.picture(width: 40, height: 30)).write(to: source)
    let line =
      "{\"source\":\"\(source.path)\",\"outDir\":\"\(folder.path)\",\"stem\":\"x\",\"hash8\":\"0123abcd\",\"widths\":[20]}"
    #expect(try run(line, asArgument: true).sizes == ["20×15"])
  }

  // MARK: Refusals

  @Test func `a file is told by its first bytes`() throws {
    for text in ["", "GIF89a", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "%PDF-1.7", "BM", "II*\0"] {
      #expect(try render(Array(text.utf8)).code == "unknown_format")
    }
  }

  @Test func `damage is an answer, not a crash`() throws {
    let png = PNG.picture(width: 300, height: 200)
    let jpeg = try JPEG.sample()
    #expect(try render(Array(png.prefix(png.count / 2))).code == "undecodable")
    #expect(try render(Array(jpeg.prefix(jpeg.count / 2))).code == "undecodable")
    #expect(try render([0xFF, 0xD8, 0xFF]).code == "undecodable")
    #expect(try render(Array(png.prefix(8)) + [UInt8](repeating: 0x41, count: 5_000)).code == "undecodable")
    #expect(try render(Array("RIFF\u{10}\0\0\0WEBPVP8 ".utf8)).code == "undecodable")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".webp") } == [])
  }

  @Test func `a picture that would unpack to gigabytes is refused by its header`() throws {
    #expect(try render(PNG.bomb(width: 50_000, height: 50_000)).code == "side_out_of_range")
    #expect(try render(PNG.bomb(width: 16_383, height: 16_383)).code == "too_many_pixels")
    #expect(try render(PNG.picture(width: 15, height: 20)).code == "side_out_of_range")
    #expect(try render(PNG.picture(width: 16, height: 16)).exitCode == 0)
  }

  @Test func `more than 20 MiB are not read`() throws {
    let large = Array(PNG.picture(width: 20, height: 20)) + [UInt8](repeating: 0, count: 20 * 1_048_576)
    #expect(try render(large).code == "too_many_bytes")
  }

  @Test(arguments: [
    "", "[]", "{}", "{\"source\":1}", "{\"source\":\"a\",\"outDir\":\"b\",\"stem\":\"../x\",\"hash8\":\"0123abcd\"}",
    "{\"source\":\"a\",\"outDir\":\"b\",\"stem\":\"x\",\"hash8\":\"../../ab\"}",
    "{\"source\":\"a\",\"outDir\":\"b\",\"stem\":\"x\",\"hash8\":\"0123abcd\",\"widths\":[0]}",
  ]) func `a request without sense is refused`(_ line: String) throws {
    let answer = try run(line)
    #expect(answer.exitCode == 1 && answer.code == "bad_request")
  }

  @Test func `a missing source and a missing folder have their own codes`() throws {
    let line = "{\"source\":\"/nonexistent\",\"outDir\":\"/nonexistent\",\"stem\":\"x\",\"hash8\":\"0123abcd\"}"
    #expect(try run(line).code == "source_unreadable")
    let source = folder.appendingPathComponent("source")
    try Data(PNG.picture(width: 40, height: 30)).write(to: source)
    let other = "{\"source\":\"\(source.path)\",\"outDir\":\"/nonexistent\",\"stem\":\"x\",\"hash8\":\"0123abcd\"}"
    #expect(try run(other).code == "output_failed")
  }
}
