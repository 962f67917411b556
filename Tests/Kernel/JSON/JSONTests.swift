import JSON
import Support
import Testing

@Suite struct `JSON, tried` {
  @Test func `every text of the vectors is read or refused as they say`() throws {
    let vectors = try Vectors.read("json/texts.json")
    let accepted = vectors["accept"]?.list ?? []
    #expect(accepted.count > 40)
    for row in accepted {
      let value = try JSONValue.parse(Array(row["text"]!.text!.utf8))
      #expect(String(decoding: value.canonicalBytes, as: UTF8.self) == row["canonical"]?.text, "\(row)")
    }
    for row in vectors["refuse"]?.list ?? [] {
      #expect(throws: JSONError.self, "\(row)") { try JSONValue.parse(Array(row.text!.utf8)) }
    }
  }

  static let malformed: [[UInt8]] = [
    [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
    [0xEF, 0xBB, 0xBF, 0x31],
    [0xFE, 0xFF, 0x00, 0x31], [0x22, 0xE2, 0x82, 0x22], [0x31, 0x00],
  ]

  @Test(arguments: malformed) func `bytes that are no UTF-8 are refused`(_ bytes: [UInt8]) {
    #expect(throws: JSONError.self) { try JSONValue.parse(bytes) }
  }

  @Test func `limits hold`() throws {
    #expect(throws: JSONError.self) { try JSONValue.parse(Array("[1,2]".utf8), limits: JSONLimits(bytes: 4)) }
    #expect(throws: JSONError.self) { try JSONValue.parse(Array("[[1]]".utf8), limits: JSONLimits(depth: 1)) }
    #expect(throws: JSONError.self) { try JSONValue.parse(Array(String(repeating: "1", count: 65).utf8)) }
    #expect(throws: JSONError.self) { try JSONValue.parse(Array(repeating: UInt8(ascii: "["), count: 1 << 20)) }
  }

  /// Any value: small numbers of everything, nested.
  static func value(_ random: inout SeededBytes, depth: Int) -> JSONValue {
    switch random.next() % (depth > 0 ? 7 : 5) {
    case 0: return .null
    case 1: return .bool(random.next() % 2 == 0)
    case 2: return .integer(Int64(bitPattern: random.next()))
    case 3:
      let double = Double(bitPattern: random.next())
      return !double.isFinite || Int64(exactly: double) != nil ? .integer(0) : .double(double)
    case 4: return .string(String(decoding: random.bytes(Int(random.next() % 12)), as: UTF8.self))
    case 5: return .array((0..<random.next() % 4).map { _ in value(&random, depth: depth - 1) })
    default:
      return .object(
        (0..<random.next() % 4).map { .init("\($0)\u{301}\(random.next() % 9)", value(&random, depth: depth - 1)) })
    }
  }

  @Test(arguments: UInt64(0)..<32) func `what is written is read back, and the canonical form is its own`(
    _ seed: UInt64
  ) throws {
    var random = SeededBytes(seed: seed)
    for _ in 0..<200 {
      let value = Self.value(&random, depth: 4)
      #expect(try JSONValue.parse(value.bytes) == value)
      let canonical = value.canonicalBytes
      #expect(try JSONValue.parse(canonical).canonicalBytes == canonical)
    }
  }
}
