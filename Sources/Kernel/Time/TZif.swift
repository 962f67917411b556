/// Why bytes are no time zone that can be read.
public enum TZifError: Error, Hashable, Sendable {
  case notTZif, truncated, malformed
  /// A file of the `right/` kind: its times count leap seconds, ours do not.
  case leapSeconds
}

extension ZoneRules {
  /// Reads a compiled time zone (RFC 8536). Rules in the footer are written out as transitions up to the year 2200.
  public init(tzif bytes: [UInt8]) throws(TZifError) {
    var reader = TZifReader(bytes: bytes)
    self = try reader.read()
  }
}

private struct TZifReader {
  let bytes: [UInt8]
  var at = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() throws(TZifError) -> ZoneRules {
    let first = try header()
    if first.version == 0 { return try block(first, timeSize: 4, hasFooter: false) }
    at += first.length(timeSize: 4)
    return try block(try header(), timeSize: 8, hasFooter: true)
  }

  struct Header {
    var version: UInt8
    var isUTCount, isStandardCount, leapCount, timeCount, typeCount, charCount: Int
    func length(timeSize: Int) -> Int {
      timeCount * timeSize + timeCount + typeCount * 6 + charCount + leapCount * (timeSize + 4) + isStandardCount
        + isUTCount
    }
  }

  mutating func header() throws(TZifError) -> Header {
    guard at + 44 <= bytes.count else { throw .truncated }
    guard bytes[at..<at + 4].elementsEqual("TZif".utf8) else { throw .notTZif }
    let version = bytes[at + 4]
    func count(_ index: Int) -> Int { Int(big(at + 20 + index * 4, 4)) }
    let header = Header(
      version: version, isUTCount: count(0), isStandardCount: count(1), leapCount: count(2), timeCount: count(3),
      typeCount: count(4), charCount: count(5))
    at += 44
    let counts = [
      header.timeCount, header.typeCount, header.charCount, header.leapCount, header.isStandardCount, header.isUTCount,
    ]
    guard counts.allSatisfy({ $0 >= 0 && $0 < 100_000 }), header.typeCount > 0 else { throw .malformed }
    return header
  }

  private func big(_ start: Int, _ size: Int) -> Int64 {
    var value: UInt64 = bytes[start] & 0x80 != 0 ? .max : 0
    for index in start..<start + size { value = value << 8 | UInt64(bytes[index]) }
    return Int64(bitPattern: value)
  }

  mutating func block(_ header: Header, timeSize: Int, hasFooter: Bool) throws(TZifError) -> ZoneRules {
    guard at + header.length(timeSize: timeSize) <= bytes.count else { throw .truncated }
    guard header.leapCount == 0 else { throw .leapSeconds }
    let indices = at + header.timeCount * timeSize
    let types = indices + header.timeCount
    func offset(ofType type: Int) -> Int { Int(big(types + type * 6, 4)) }
    var transitions: [ZoneRules.Transition] = []
    for n in 0..<header.timeCount {
      let type = Int(bytes[indices + n])
      guard type < header.typeCount else { throw .malformed }
      transitions.append(.init(at: big(at + n * timeSize, timeSize), offset: offset(ofType: type)))
    }
    let initial = offset(ofType: 0)
    at += header.length(timeSize: timeSize)
    let footer = hasFooter ? try footer() : []
    if !footer.isEmpty {
      guard let rule = POSIXZone(footer) else { throw .malformed }
      let last = transitions.last?.at
      let firstYear = ZoneRules.utc.wall(at: Instant(seconds: last ?? 0)).date.year
      for transition in rule.transitions(from: min(max(1970, firstYear), 2200), to: 2200)
      where transition.at > last ?? .min {
        transitions.append(transition)
      }
    }
    return ZoneRules(initialOffset: initial, transitions: transitions)
  }

  /// What stands between the two newlines at the end; may be empty.
  private func footer() throws(TZifError) -> [UInt8] {
    guard at < bytes.count else { throw .truncated }
    guard bytes[at] == UInt8(ascii: "\n") else { throw .malformed }
    guard let end = bytes[(at + 1)...].firstIndex(of: UInt8(ascii: "\n")) else { throw .truncated }
    return Array(bytes[(at + 1)..<end])
  }
}
