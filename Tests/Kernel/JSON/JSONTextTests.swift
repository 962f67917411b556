import JSON
import Support
import Testing

private struct Case: CustomTestStringConvertible, Sendable {
  let name: String
  let bytes: [UInt8]
  let canonical: String?
  let error: String?
  var testDescription: String { name }

  init(_ row: JSONValue) {
    name = row["name"]?.text ?? ""
    bytes = row["text"]?.text.map { Array($0.utf8) } ?? Case.decode(row["hex"]?.text ?? "")
    canonical = row["canonical"]?.text
    error = row["error"]?.text
  }

  private static func decode(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.utf8.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
  }

  static let all = Vectors.rows("json/parse.json").map(Case.init)
}

@Suite struct `JSON texts` {
  @Test func `the table has a row for every kind of case`() {
    for prefix in ["y_", "n_", "i_"] { #expect(Case.all.count { $0.name.hasPrefix(prefix) } > 30) }
  }

  @Test(arguments: Case.all) private func `a text is read or refused as the table says`(_ c: Case) {
    do throws(JSONError) {
      let value = try JSONValue.parse(c.bytes)
      #expect(String(decoding: value.canonicalBytes, as: UTF8.self) == c.canonical, "\(c.name)")
    } catch {
      #expect(error.reason.rawValue == c.error, "\(c.name): \(error)")
      #expect((0...c.bytes.count).contains(error.offset))
    }
  }

  @Test(arguments: Case.all.filter { $0.canonical != nil })
  private func `the canonical form is read as the same value`(_ c: Case) throws {
    let value = try JSONValue.parse(c.bytes)
    #expect(try JSONValue.parse(value.bytes) == value)
    #expect(try JSONValue.parse(value.canonicalBytes).canonicalBytes == value.canonicalBytes)
  }

  @Test func `every reason is reached by some row`() {
    let reached = Set(Case.all.compactMap(\.error))
    for reason in JSONError.Reason.allCases where reason != .tooLarge { #expect(reached.contains(reason.rawValue)) }
  }

  @Test func `a text over the limit is refused before it is read`() {
    #expect(throws: JSONError.self) { try JSONValue.parse(Array("[1,2]".utf8), limits: JSONLimits(bytes: 4)) }
    #expect(throws: Never.self) { try JSONValue.parse(Array("[1,2]".utf8), limits: JSONLimits(bytes: 5)) }
  }

  @Test func `an error says what and where in words`() {
    let error = #expect(throws: JSONError.self) { try JSONValue.parse(Array(#"{"a":1,"a":2}"#.utf8)) }
    #expect(error?.description == "a name is used twice in one object, at byte 7")
  }

  @Test func `a member is found by the bytes of its name`() throws {
    let value = try JSONValue.parse(Array("{\"e\u{301}\":1,\"\u{e9}\":2}".utf8))
    #expect(value["\u{e9}"] == .integer(2))
    #expect(value["e"] == nil)
    #expect(JSONValue.integer(1)["a"] == nil)
  }
}
