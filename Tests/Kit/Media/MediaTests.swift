import Media
import Testing

@Suite struct VectorTests {
  static let root = "<svg xmlns=\"http://www.w3.org/2000/svg\""

  func built(_ inner: String) throws -> (text: String, removed: [String]) {
    let vector = try Vector(Array("\(Self.root) viewBox=\"0 0 10 10\">\(inner)</svg>".utf8))
    #expect(try Vector(vector.bytes).bytes == vector.bytes, "built again it is the same")
    let text = String(decoding: vector.bytes, as: UTF8.self)
    let start = "\(Self.root) viewBox=\"0 0 10 10\">"
    let end = "</svg>\n"
    if text == "\(Self.root) viewBox=\"0 0 10 10\"/>\n" { return ("", vector.removed) }
    return (String(text.dropFirst(start.count).dropLast(end.count)), vector.removed)
  }

  @Test(arguments: [
    "<path d=\"M0 0 L10 10\" fill=\"none\" stroke=\"#DCE9EA\"/>",
    "<g transform=\"scale(2)\"><circle cx=\"1\" cy=\"2\" r=\"3\"/></g>",
    "<defs><linearGradient id=\"a\"><stop offset=\"0\" stop-color=\"#fff\"/></linearGradient></defs><rect fill=\"url(#a)\" width=\"1\" height=\"1\"/>",
    "<title>A lamp &amp; a &quot;tide&quot;</title>",
    "<rect style=\"fill:#fff;stroke:url(#a)\"/>",
  ]) func `a drawing passes as it is`(_ inner: String) throws {
    let (text, removed) = try built(inner)
    #expect(text == inner && removed == [])
  }

  static let stripped: [(inner: String, left: String, removed: String)] = [
    ("<script>alert(1)</script>", "", "<script>"),
    ("<g><script href=\"https://e.test/x.js\"/></g>", "<g/>", "<script>"),
    ("<rect onload=\"alert(1)\"/>", "<rect/>", "onload="),
    ("<rect ONCLICK=\"alert(1)\"/>", "<rect/>", "ONCLICK="),
    ("<foreignObject><body xmlns=\"http://www.w3.org/1999/xhtml\"/></foreignObject>", "", "<foreignObject>"),
    ("<image href=\"https://e.test/x.png\"/>", "", "<image>"),
    ("<use href=\"#a\"/>", "", "<use>"),
    ("<style>@import url(https://e.test/x.css)</style>", "", "<style>"),
    ("<rect style=\"background:url(https://e.test/x)\"/>", "<rect/>", "style="),
    ("<rect style=\"background:u\\72l(https://e.test/x)\"/>", "<rect/>", "style="),
    ("<rect fill=\"url( 'https://e.test/x#a')\"/>", "<rect/>", "fill="),
    ("<rect fill=\"URL(//e.test)\"/>", "<rect/>", "fill="),
    ("<linearGradient href=\"https://e.test/x#a\"/>", "<linearGradient/>", "href="),
    ("<a href=\"javascript:alert(1)\"><rect/></a>", "", "<a>"),
    ("<animate attributeName=\"href\" to=\"javascript:alert(1)\"/>", "", "<animate>"),
    ("<set attributeName=\"onclick\" to=\"alert(1)\"/>", "", "<set>"),
    ("<svg onload=\"alert(1)\"/>", "", "<svg>"),
    ("<iframe src=\"https://e.test\"/>", "", "<iframe>"),
    ("<x:script xmlns:x=\"http://www.w3.org/2000/svg\">alert(1)</x:script>", "", "<x:script>"),
    ("<?xml-stylesheet href=\"https://e.test/x.css\"?><rect/>", "<rect/>", ""),
    ("<!-- a --><rect/>loose text", "<rect/>", ""),
  ]

  @Test(arguments: stripped) func `what is not on the list is left out`(
    _ row: (inner: String, left: String, removed: String)
  ) throws {
    let (text, removed) = try built(row.inner)
    #expect(text == row.left)
    #expect(removed == (row.removed.isEmpty ? [] : [row.removed]))
  }

  static let refused: [(source: String, refusal: Vector.Refusal)] = [
    ("", .damaged(line: 1)),
    ("not XML", .damaged(line: 1)),
    ("<svg/>", .notSVG),
    ("<html xmlns=\"http://www.w3.org/1999/xhtml\"/>", .notSVG),
    ("<!DOCTYPE svg [<!ENTITY a \"b\">]>\(root)>&a;</svg>", .doctype),
    ("<!DOCTYPE svg SYSTEM \"https://e.test/x.dtd\">\(root)/>", .doctype),
    ("\(root)>&a;</svg>", .damaged(line: 1)),
    ("\(root)>\n<g>\n</svg>", .damaged(line: 3)),
    ("\(root)>" + String(repeating: "<g>", count: 40), .tooDeep),
    ("\(root)>" + String(repeating: "<g/>", count: 10_001) + "</svg>", .tooManyElements),
    (String(repeating: " ", count: 524_289), .tooLarge),
  ]

  @Test(arguments: refused) func `some drawings are refused`(_ row: (source: String, refusal: Vector.Refusal)) {
    #expect(throws: row.refusal) { try Vector(Array(row.source.utf8)) }
  }
}

@Suite struct AnimationTests {
  static func file(_ more: String = "", layers: String = "[]") -> [UInt8] {
    Array("{\"v\":\"5.7.0\",\"fr\":30,\"ip\":0,\"op\":60,\"w\":10,\"h\":10,\"layers\":\(layers)\(more)}".utf8)
  }

  @Test func `an animation without scripts and guests passes`() throws {
    #expect(try Animation.checked(Self.file()) == Self.file())
    _ = try Animation.checked(Self.file(layers: "[{\"ks\":{\"o\":{\"k\":[{\"i\":{\"x\":[0.4]}}]},\"p\":{\"x\":1}}}]"))
    _ = try Animation.checked(Self.file(",\"assets\":[{\"id\":\"a\",\"u\":\"\",\"p\":\"data:image/png;base64,AA==\"}]"))
  }

  @Test func `others are refused`() {
    #expect(throws: Animation.Refusal.expression) {
      try Animation.checked(Self.file(layers: "[{\"ks\":{\"o\":{\"k\":1,\"x\":\"var $bm_rt = time;\"}}}]"))
    }
    #expect(throws: Animation.Refusal.externalAsset) {
      try Animation.checked(Self.file(",\"assets\":[{\"id\":\"a\",\"u\":\"https://e.test/\",\"p\":\"a.png\"}]"))
    }
    #expect(throws: Animation.Refusal.externalAsset) {
      try Animation.checked(Self.file(",\"fonts\":{\"list\":[{\"fPath\":\"https://e.test/a.css\"}]}"))
    }
    #expect(throws: Animation.Refusal.notLottie) { try Animation.checked(Array("{}".utf8)) }
    #expect(throws: Animation.Refusal.notJSON(offset: 0)) { try Animation.checked(Array("x".utf8)) }
    #expect(throws: Animation.Refusal.tooLarge) { try Animation.checked([UInt8](repeating: 32, count: 524_289)) }
  }
}

@Suite struct AudioTests {
  /// Silent frames of MPEG-1 layer III, 128 kbit/s at 44.1 kHz: 417 bytes and 1,152 samples each.
  static func mp3(frames: Int) -> [UInt8] {
    Array(repeatElement([0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413), count: frames).joined())
  }

  static func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: (body.count + 8) >> $0) } + Array(name.utf8) + body
  }

  @Test func `an MP3 is told by its frames, also behind a tag`() throws {
    let audio = try Audio(Self.mp3(frames: 100))
    #expect(audio.format == .mp3 && audio.milliseconds == 2_612)
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 20] + [UInt8](repeating: 0, count: 20)
    #expect(try Audio(tag + Self.mp3(frames: 100)).milliseconds == 2_612)
  }

  @Test func `an M4A is told by its boxes`() throws {
    let header: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0xE8, 0, 0, 0x0F, 0xA0]
    let file = Self.box("ftyp", Array("M4A \0\0\0\0".utf8)) + Self.box("moov", Self.box("mvhd", header))
    let audio = try Audio(file)
    #expect(audio.format == .m4a && audio.milliseconds == 4_000)
  }

  @Test(arguments: [
    [], Array("RIFF....WAVE".utf8), Array("ID3".utf8), [0xFF, 0xFB], AudioTests.box("ftyp", Array("qt  ".utf8)),
  ])
  func `anything else is refused`(_ bytes: [UInt8]) {
    #expect(throws: Audio.Refusal.unknownFormat) { try Audio(bytes) }
  }
}

@Suite struct PictureHeaderTests {
  static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 1, 0x2C, 0, 0, 0, 200]
  static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC4, 0, 3, 0, 0xFF, 0xC2, 0, 11, 8, 0, 200, 1, 0x2C, 3]
  static func webP(_ chunk: String, _ body: [UInt8]) -> [UInt8] {
    Array("RIFF\0\0\0\0WEBP".utf8) + Array(chunk.utf8) + [0, 0, 0, 0] + body + [0, 0, 0, 0]
  }

  static let headers: [(bytes: [UInt8], format: PictureHeader.Format)] = [
    (png, .png), (jpeg, .jpeg),
    (webP("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 0x2C, 1, 200, 0]), .webp),
    (webP("VP8L", [0x2F, 0x2B, 0xC1, 0x31, 0, 0, 0, 0, 0, 0]), .webp),
    (webP("VP8X", [0, 0, 0, 0, 0x2B, 1, 0, 199, 0, 0]), .webp),
  ]

  @Test(arguments: headers) func `a header says 300 by 200`(_ row: (bytes: [UInt8], format: PictureHeader.Format)) {
    let header = PictureHeader(row.bytes)
    #expect(header?.format == row.format && header?.width == 300 && header?.height == 200)
  }

  @Test func `a header that is cut short says nothing`() {
    for (bytes, _) in Self.headers {
      for count in 0..<min(bytes.count, 18) { #expect(PictureHeader(Array(bytes.prefix(count))) == nil) }
    }
  }
}
