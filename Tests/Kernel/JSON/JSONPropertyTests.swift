import Foundation
import JSON
import Support
import Testing

@Suite struct `JSON properties` {
  static let seeds = 1...32

  @Test(arguments: seeds) func `what is written is read as the same value`(seed: Int) throws {
    var random = SeededBytes(seed: UInt64(seed))
    for _ in 0..<40 {
      let value = anyValue(&random, depth: 4)
      #expect(try JSONValue.parse(value.bytes) == value)
      let canonical = value.canonicalBytes
      #expect(try JSONValue.parse(canonical).canonicalBytes == canonical)
    }
  }

  @Test(arguments: seeds) func `the canonical form forgets the order of members`(seed: Int) {
    var random = SeededBytes(seed: UInt64(seed))
    for _ in 0..<40 {
      guard case .object(let members) = anyObject(&random, depth: 3) else { continue }
      let shuffled = JSONValue.object(members.shuffled(using: &random))
      #expect(shuffled.canonicalBytes == JSONValue.object(members).canonicalBytes)
    }
  }

  @Test(arguments: seeds) func `a double is written as briefly as can be read back`(seed: Int) throws {
    var random = SeededBytes(seed: UInt64(seed))
    for _ in 0..<200 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let written = JSONValue.double(value).bytes
      let text = String(decoding: written, as: UTF8.self)
      #expect(Double(text) == value, "\(text)")
      switch try JSONValue.parse(written) {
      case .double(let again): #expect(again == value)
      case .integer(let whole): #expect(Double(whole) == value)
      default: Issue.record("\(text) is no number")
      }
    }
  }

  @Test(arguments: seeds) func `any decimal is read as the nearest double, as the C library does`(seed: Int) throws {
    var random = SeededBytes(seed: UInt64(seed))
    for _ in 0..<200 {
      let digits = (0..<Int.random(in: 1...30, using: &random)).map { _ in String(Int.random(in: 0...9, using: &random))
      }
      let text =
        "\(Int.random(in: 1...9, using: &random)).\(digits.joined())e\(Int.random(in: -330...300, using: &random))"
      let expected = try #require(Double(text))
      guard case .double(let value) = try JSONValue.parse(Array(text.utf8)) else {
        #expect(Int64(exactly: expected) != nil, "\(text)")
        continue
      }
      #expect(value == expected, "\(text)")
    }
  }

  @Test(arguments: seeds) func `broken bytes are refused and never trap`(seed: Int) {
    var random = SeededBytes(seed: UInt64(seed))
    for _ in 0..<200 {
      var bytes = anyValue(&random, depth: 4).bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes[at] = UInt8(truncatingIfNeeded: random.next())
        } else {
          bytes.remove(at: at)
        }
        if bytes.isEmpty { break }
      }
      guard let value = try? JSONValue.parse(bytes) else { continue }
      #expect((try? JSONValue.parse(value.bytes)) == value)
      #expect((try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil)
    }
  }

  @Test func `numbers that are not finite are written as null`() {
    for value in [Double.nan, .infinity, -.infinity] { #expect(JSONValue.double(value).bytes == Array("null".utf8)) }
  }

  // MARK: Made-up values

  private func anyValue(_ random: inout SeededBytes, depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: .null
    case 1: .bool(Bool.random(using: &random))
    case 2: .integer(Int64(bitPattern: random.next()) >> Int64.random(in: 0...63, using: &random))
    case 3: anyDouble(&random)
    case 4: .string(anyString(&random))
    case 5: .array((0..<Int.random(in: 0...4, using: &random)).map { _ in anyValue(&random, depth: depth - 1) })
    default: anyObject(&random, depth: depth - 1)
    }
  }

  private func anyObject(_ random: inout SeededBytes, depth: Int) -> JSONValue {
    var seen: Set<[UInt8]> = []
    var members: [JSONValue.Member] = []
    for _ in 0..<Int.random(in: 0...24, using: &random) {
      let name = anyString(&random)
      if seen.insert(Array(name.utf8)).inserted { members.append(.init(name, anyValue(&random, depth: min(depth, 1)))) }
    }
    return .object(members)
  }

  private func anyDouble(_ random: inout SeededBytes) -> JSONValue {
    let value = Double(bitPattern: random.next())
    guard value.isFinite, Int64(exactly: value) == nil else { return .double(0.5) }
    return .double(value)
  }

  private func anyString(_ random: inout SeededBytes) -> String {
    let alphabet: [Character] = [
      "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\u{0}", "\u{1f}", "é", "€", "😹", "\u{301}",
    ]
    return String(
      (0..<Int.random(in: 0...20, using: &random)).map { _ in alphabet[Int.random(in: 0..<14, using: &random)] })
  }
}
