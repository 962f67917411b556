/// An audio file told by its bytes: MP3 or M4A, at most 50 MiB. Reading spec §11.2.
package struct Audio: Hashable, Sendable {
  package enum Format: String, Hashable, Sendable {
    case mp3, m4a
    package var mediaType: String { self == .mp3 ? "audio/mpeg" : "audio/mp4" }
  }
  package let format: Format
  /// Nil where the file does not say it.
  package let milliseconds: Int64?

  package static let bytes = 50 * 1_048_576

  package enum Refusal: Error, Hashable, Sendable {
    case tooLarge, unknownFormat
    package var sentence: String {
      switch self {
      case .tooLarge: "The recording is larger than 50 MiB."
      case .unknownFormat: "The recording is neither MP3 nor M4A."
      }
    }
  }

  package init(_ source: [UInt8]) throws(Refusal) {
    guard source.count <= Audio.bytes else { throw .tooLarge }
    if let milliseconds = MPEGFrames.milliseconds(source) {
      format = .mp3
      self.milliseconds = milliseconds
    } else if MPEG4Boxes.isAudio(source) {
      format = .m4a
      milliseconds = MPEG4Boxes.milliseconds(source)
    } else {
      throw .unknownFormat
    }
  }
}

/// The frames of MPEG audio layer III. ISO/IEC 11172-3 §2.4.1.3 and 13818-3.
enum MPEGFrames {
  private struct Frame {
    var length: Int
    var samples: Int
    var rate: Int
  }

  /// Nil where the file does not begin with two frames one after the other (behind an ID3v2 tag).
  static func milliseconds(_ bytes: [UInt8]) -> Int64? {
    var offset = tagLength(bytes)
    var frames = 0
    var samples = 0
    var rate = 0
    while let frame = frame(bytes, at: offset) {
      frames += 1
      samples += frame.samples
      rate = frame.rate
      offset += frame.length
    }
    guard frames >= 2 || (frames == 1 && offset >= bytes.count), rate > 0 else { return nil }
    return Int64(samples) * 1_000 / Int64(rate)
  }

  /// ID3v2 §3.1: ten bytes of header and a size of four times seven bits.
  private static func tagLength(_ bytes: [UInt8]) -> Int {
    guard bytes.count > 10, bytes.starts(with: "ID3".utf8) else { return 0 }
    var size = 0
    for byte in bytes[6..<10] { size = size << 7 | Int(byte & 0x7F) }
    let hasFooter = bytes[5] & 0x10 != 0
    return size + 10 + (hasFooter ? 10 : 0)
  }

  private static func frame(_ bytes: [UInt8], at offset: Int) -> Frame? {
    guard offset + 4 <= bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] & 0xE0 == 0xE0 else { return nil }
    let version = bytes[offset + 1] >> 3 & 3
    let layer = bytes[offset + 1] >> 1 & 3
    let bitrateIndex = Int(bytes[offset + 2] >> 4)
    let rateIndex = Int(bytes[offset + 2] >> 2 & 3)
    guard version != 1, layer == 1, (1...14).contains(bitrateIndex), rateIndex < 3 else { return nil }
    let isMPEG1 = version == 3
    let kilobits =
      isMPEG1
      ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320][bitrateIndex]
      : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160][bitrateIndex]
    let rate = [44_100, 48_000, 32_000][rateIndex] / (isMPEG1 ? 1 : version == 2 ? 2 : 4)
    let samples = isMPEG1 ? 1_152 : 576
    let padding = Int(bytes[offset + 2] >> 1 & 1)
    return Frame(length: samples / 8 * kilobits * 1_000 / rate + padding, samples: samples, rate: rate)
  }
}

/// The boxes of an MPEG-4 file. ISO/IEC 14496-12 §4.2.
enum MPEG4Boxes {
  static func isAudio(_ bytes: [UInt8]) -> Bool {
    guard let (name, body) = box(bytes, in: 0..<bytes.count), name == "ftyp", body.count >= 4 else { return false }
    let brands = ["M4A ", "M4B ", "mp41", "mp42", "isom", "iso2", "dash"]
    return brands.contains(String(decoding: bytes[body.prefix(4)], as: UTF8.self)) && find(["moov"], in: bytes) != nil
  }

  /// From the movie header, §8.2.2.
  static func milliseconds(_ bytes: [UInt8]) -> Int64? {
    guard let header = find(["moov", "mvhd"], in: bytes), header.count >= 20 else { return nil }
    let isLong = bytes[header.lowerBound] == 1
    guard !isLong || header.count >= 32 else { return nil }
    let scale = number(bytes, at: header.lowerBound + (isLong ? 20 : 12), count: 4)
    let length = number(bytes, at: header.lowerBound + (isLong ? 24 : 16), count: isLong ? 8 : 4)
    guard scale > 0, length < UInt64(Int64.max) / 1_000 else { return nil }
    return Int64(length * 1_000 / scale)
  }

  private static func find(_ path: [String], in bytes: [UInt8]) -> Range<Int>? {
    var range = 0..<bytes.count
    for wanted in path {
      var found: Range<Int>?
      while found == nil, let (name, body) = box(bytes, in: range) {
        if name == wanted { found = body }
        range = body.upperBound..<range.upperBound
      }
      guard let found else { return nil }
      range = found
    }
    return range
  }

  private static func box(_ bytes: [UInt8], in range: Range<Int>) -> (name: String, body: Range<Int>)? {
    guard range.count >= 8 else { return nil }
    let size = number(bytes, at: range.lowerBound, count: 4)
    let name = String(decoding: bytes[range.lowerBound + 4..<range.lowerBound + 8], as: UTF8.self)
    var start = range.lowerBound + 8
    var length = size == 0 ? UInt64(range.count) : size
    if size == 1 {
      guard range.count >= 16 else { return nil }
      length = number(bytes, at: start, count: 8)
      start += 8
    }
    guard length >= UInt64(start - range.lowerBound), length <= UInt64(range.count) else { return nil }
    return (name, start..<range.lowerBound + Int(length))
  }

  private static func number(_ bytes: [UInt8], at offset: Int, count: Int) -> UInt64 {
    bytes[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
