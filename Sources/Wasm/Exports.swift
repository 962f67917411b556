import Encoding
import Identifiers
import JSON
import Time

// What the page calls. Texts go in as UTF-8 in the module's memory and come out behind a length of four bytes; the caller marks the
// heap before and resets it after (see runtime.c).

private func text(_ start: UnsafePointer<UInt8>, _ count: Int32) -> [UInt8] { Array(UnsafeBufferPointer(start: start, count: Int(count))) }

private func answer(_ bytes: [UInt8]) -> UnsafeMutablePointer<UInt8> {
  let out = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 4)
  for shift in 0..<4 { out[shift] = UInt8(truncatingIfNeeded: bytes.count >> (8 * shift)) }
  for (index, byte) in bytes.enumerated() { out[4 + index] = byte }
  return out
}

/// The canonical form of a JSON text; empty when it is none.
@_expose(wasm, "json_canonical") @_cdecl("json_canonical")
public func jsonCanonical(_ start: UnsafePointer<UInt8>, _ count: Int32) -> UnsafeMutablePointer<UInt8> {
  do throws(JSONError) { return answer(try JSONValue.parse(text(start, count)).canonicalBytes) } catch { return answer([]) }
}

/// `{"initial":seconds,"transitions":[[at,offset],…]}` → rules; nil when it is something else.
private func zone(_ value: JSONValue?) -> ZoneRules? {
  guard let value, case .integer(let initial)? = value["initial"], case .array(let rows)? = value["transitions"] else { return nil }
  var transitions: [ZoneRules.Transition] = []
  for row in rows {
    guard case .array(let pair) = row, pair.count == 2, case .integer(let at) = pair[0], case .integer(let offset) = pair[1] else { return nil }
    transitions.append(.init(at: at, offset: Int(offset)))
  }
  return ZoneRules(initialOffset: Int(initial), transitions: transitions)
}

/// One question about time: `{"zone":…,"ask":"instant","date":"2026-03-08","minute":150}` answers seconds since 1970;
/// `{"zone":…,"rollover":180,"ask":"logical_date","at":seconds}` answers a date; `boundary` and `planning_target` likewise.
@_expose(wasm, "time_ask") @_cdecl("time_ask")
public func timeAsk(_ start: UnsafePointer<UInt8>, _ count: Int32) -> UnsafeMutablePointer<UInt8> {
  guard let question = try? JSONValue.parse(text(start, count)), let zone = zone(question["zone"]), case .string(let ask)? = question["ask"] else {
    return answer([])
  }
  var date: CalendarDate?
  if case .string(let iso)? = question["date"] { date = CalendarDate(iso: iso) }
  func minute(_ name: String) -> MinuteOfDay {
    if case .integer(let minutes)? = question[name] { return MinuteOfDay(Int(minutes)) ?? .midnight }
    return .midnight
  }
  var at = Instant(seconds: 0)
  if case .integer(let seconds)? = question["at"] { at = Instant(seconds: seconds) }
  let clock = DayClock(zone: zone, rollover: minute("rollover"))
  switch ask {
  case "instant": return date.map { answer(JSONValue.integer(zone.instant($0, minute("minute")).seconds).bytes) } ?? answer([])
  case "boundary": return date.map { answer(JSONValue.integer(clock.boundary($0).seconds).bytes) } ?? answer([])
  case "logical_date": return answer(JSONValue.string(clock.logicalDate(at).iso).bytes)
  case "planning_target": return answer(JSONValue.string(clock.planningTarget(at, dayStart: minute("day_start")).iso).bytes)
  default: return answer([])
  }
}

/// `hex`, `base64url`, or `crockford` of bytes given in hexadecimal, and back: `{"form":"base64url","hex":"…"}` or `{"form":…,"text":…}`.
@_expose(wasm, "encoding_ask") @_cdecl("encoding_ask")
public func encodingAsk(_ start: UnsafePointer<UInt8>, _ count: Int32) -> UnsafeMutablePointer<UInt8> {
  guard let question = try? JSONValue.parse(text(start, count)), case .string(let form)? = question["form"] else { return answer([]) }
  if case .string(let hex)? = question["hex"], let bytes = Hex.decode(hex) {
    return answer(JSONValue.string(form == "base64url" ? Base64URL.encode(bytes) : Base64.encode(bytes)).bytes)
  }
  guard case .string(let given)? = question["text"] else { return answer([]) }
  let decoded = form == "base64url" ? Base64URL.decode(given) : form == "hex" ? Hex.decode(given) : Base64.decode(given)
  return answer((decoded.map { JSONValue.string(Hex.encode($0)) } ?? .null).bytes)
}
