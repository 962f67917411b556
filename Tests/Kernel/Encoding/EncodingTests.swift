import Encoding
import JSON
import Support
import Testing

@Suite struct `Encodings` {
  @Test func `bytes go to text and back as the vectors say`() throws {
    let vectors = try Vectors.read("encoding/bytes.json")
    for row in vectors["round_trips"]?.list ?? [] {
      let bytes = try #require(Hex.decode(row["hex"]!.text!))
      #expect(Hex.encode(bytes) == row["hex"]?.text)
      #expect(Base64.encode(bytes) == row["base64"]?.text && Base64URL.encode(bytes) == row["base64url"]?.text)
      #expect(Base64.decode(row["base64"]!.text!) == bytes && Base64URL.decode(row["base64url"]!.text!) == bytes)
    }
    for row in vectors["refused_base64url"]?.list ?? [] { #expect(Base64URL.decode(row.text!) == nil, "\(row)") }
    for row in vectors["refused_hex"]?.list ?? [] { #expect(Hex.decode(row.text!) == nil, "\(row)") }
  }

  static let ulids: [(String, UInt128?)] = [
    ("00000000000000000000000000", 0), ("7ZZZZZZZZZZZZZZZZZZZZZZZZZ", .max), ("7zzzzzzzzzzzzzzzzzzzzzzzzz", .max),
    ("8ZZZZZZZZZZZZZZZZZZZZZZZZZ", nil),
    ("0000000000000000000000000", nil), ("0000000000000000000000000I", nil), ("0000000000000000000000000O", nil),
    ("0000000000000000000000000U", nil),
  ]

  @Test(arguments: ulids) func `a ULID has 26 digits and one spelling`(_ text: String, _ bits: UInt128?) {
    #expect(Crockford.decode(text.utf8) == bits)
    if let bits { #expect(Crockford.encode(bits) == text.uppercased()) }
  }

  static let percent: [(String, String?)] = [
    ("a%20b", "a b"), ("%C3%A9", "é"), ("%c3%a9", "é"), ("%", nil), ("%2", nil), ("%GG", nil), ("%C3", nil), ("+", "+"),
    ("", ""),
  ]

  @Test(arguments: percent) func `percent-encoding is decoded once, or refused`(_ text: String, _ decoded: String?) {
    #expect(PercentEncoding.decode(text) == decoded)
    if let decoded { #expect(PercentEncoding.decode(PercentEncoding.encode(decoded)) == decoded) }
  }
}
