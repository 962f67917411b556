import Encoding
import JSON
import Time

/// Any bytes: `{"canonical": …}`, or `{"error": …, "offset": …}` where they are no JSON.
@_expose(wasm, "kernel_json")
@_cdecl("kernel_json")
public func json(_ start: UnsafePointer<UInt8>, _ count: Int) -> UnsafeMutablePointer<UInt8> {
  do throws(JSONError) {
    let value = try JSONValue.parse(UnsafeBufferPointer(start: start, count: count))
    let canonical = String(decoding: value.canonicalBytes, as: UTF8.self)
    return block(JSONValue.object([.init("canonical", .string(canonical))]).bytes)
  } catch {
    return block(
      JSONValue.object([
        .init("error", .string(error.reason.rawValue)), .init("offset", .integer(Int64(error.offset))),
      ]).bytes)
  }
}

/// `{"codec", "text"}`: the bytes it spells, in hexadecimal, or null. `{"codec", "bytes"}`: their text.
@_expose(wasm, "kernel_encoding")
@_cdecl("kernel_encoding")
public func encoding(_ start: UnsafePointer<UInt8>, _ count: Int) -> UnsafeMutablePointer<UInt8> {
  exchange(start, count) { question in
    let codec = question["codec"]?.text ?? ""
    if let text = question["text"]?.text {
      return decoded(text, codec).map { .string(Hex.encode($0)) } ?? .null
    }
    guard let bytes = question["bytes"]?.text.flatMap({ Hex.decode($0) }) else { return .null }
    return encoded(bytes, codec).map { .string($0) } ?? .null
  }
}

private func decoded(_ text: String, _ codec: String) -> [UInt8]? {
  switch Codec(rawValue: codec) {
  case .hex: Hex.decode(text)
  case .base64: Base64.decode(text)
  case .base64url: Base64URL.decode(text)
  case .crockford:
    Crockford.decode(text.utf8).map { bits in (0..<16).map { UInt8(truncatingIfNeeded: bits >> (120 - 8 * $0)) } }
  case .percent: PercentEncoding.decode(text).map { Array($0.utf8) }
  case nil: nil
  }
}

private func encoded(_ bytes: [UInt8], _ codec: String) -> String? {
  switch Codec(rawValue: codec) {
  case .hex: Hex.encode(bytes)
  case .base64: Base64.encode(bytes)
  case .base64url: Base64URL.encode(bytes)
  case .crockford: Crockford.encode(bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) })
  case .percent: PercentEncoding.encode(String(decoding: bytes, as: UTF8.self))
  case nil: nil
  }
}

private enum Codec: String { case hex, base64, base64url, crockford, percent }

/// `{"call", "zone": {"initial", "transitions": [[second, offset], …]}, …}`: what the day's clock says, or null.
@_expose(wasm, "kernel_time")
@_cdecl("kernel_time")
public func time(_ start: UnsafePointer<UInt8>, _ count: Int) -> UnsafeMutablePointer<UInt8> {
  exchange(start, count) { question in TimeQuestion(question).answer }
}

private struct TimeQuestion {
  private enum Call: String { case instant, date, boundary, place, dayLength, logicalDate, planningTarget }
  private let question: JSONValue

  init(_ question: JSONValue) { self.question = question }

  var answer: JSONValue {
    guard let call = question["call"]?.text.flatMap({ Call(rawValue: $0) }) else { return .null }
    if let text = question["text"]?.text { return read(text, call) }
    let zone = zone
    let clock = DayClock(zone: zone, rollover: minute("rollover") ?? .midnight)
    let date = question["date"]?.text.flatMap { CalendarDate(iso: $0) } ?? .first
    let now = question["at"]?.text.flatMap { Instant(rfc3339: $0) } ?? Instant(seconds: 0)
    switch call {
    case .instant: return .string(zone.instant(date, minute("minute") ?? .midnight).rfc3339)
    case .boundary: return .string(clock.boundary(date).rfc3339)
    case .place: return .string(clock.place(date, minute("minute") ?? .midnight).rfc3339)
    case .dayLength:
      let day = clock.dayInterval(date)
      return .integer((day.end - day.start).seconds)
    case .logicalDate: return .string(clock.logicalDate(now).iso)
    case .planningTarget: return .string(clock.planningTarget(now, dayStart: minute("dayStart") ?? .midnight).iso)
    case .date: return .null
    }
  }

  private func read(_ text: String, _ call: Call) -> JSONValue {
    if call == .instant { return Instant(rfc3339: text).map { .integer($0.microseconds) } ?? .null }
    guard let date = CalendarDate(iso: text) else { return .null }
    return .array([.integer(Int64(date.dayNumber)), .integer(Int64(date.isoWeekday))])
  }

  private func minute(_ name: String) -> MinuteOfDay? {
    question[name]?.number.flatMap { MinuteOfDay(Int(clamping: $0)) }
  }

  private var zone: ZoneRules {
    guard let data = question["zone"], case .array(let rows)? = data["transitions"] else { return .utc }
    var transitions: [ZoneRules.Transition] = []
    for row in rows {
      guard case .array(let pair) = row, pair.count == 2, let at = pair[0].number, let offset = pair[1].number else {
        continue
      }
      transitions.append(.init(at: at, offset: Int(clamping: offset)))
    }
    return ZoneRules(initialOffset: Int(clamping: data["initial"]?.number ?? 0), transitions: transitions)
  }
}
