import Encoding
import Foundation
import JSON
import Support
import Testing

@Suite struct `Codecs` {
  @Test func `texts and bytes go both ways as the table says`() throws {
    let rows = Vectors.rows("encoding/codecs.json")
    #expect(rows.count > 100)
    for row in rows {
      let codec = row["codec"]?.text ?? ""
      let text = row["text"]?.text ?? ""
      let why = "\(codec) \(text): \(row["why"]?.text ?? row["refused"]?.text ?? "")"
      let expected = (row["bytes"] ?? row["reads"])?.text
      #expect(decode(text, codec).map(Hex.encode) == expected, "\(why)")
      if let bytes = row["bytes"]?.text.flatMap(Hex.decode) { #expect(encode(bytes, codec) == text, "\(why)") }
    }
  }

  @Test(arguments: 1...32) func `what is written is read as the same bytes, as Foundation does`(seed: Int) {
    var random = SeededBytes(seed: UInt64(seed))
    for count in 0..<70 {
      let bytes = random.bytes(count)
      let base64 = Data(bytes).base64EncodedString()
      #expect(Base64.encode(bytes) == base64)
      #expect(Base64.decode(base64) == bytes)
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
      #expect(Hex.decode(Hex.encode(bytes)) == bytes)
      let bits = UInt128(random.next()) << 64 | UInt128(random.next())
      #expect(Crockford.decode(Crockford.encode(bits).utf8) == bits)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(PercentEncoding.decode(PercentEncoding.encode(text)) == text)
    }
  }

  @Test func `a plus is a space only in a query`() {
    #expect(PercentEncoding.decode("a+b%2Bc", plusIsSpace: true) == "a b+c")
    #expect(PercentEncoding.decode("a+b%2Bc") == "a+b+c")
  }

  private func decode(_ text: String, _ codec: String) -> [UInt8]? {
    switch codec {
    case "hex": Hex.decode(text)
    case "base64": Base64.decode(text)
    case "base64url": Base64URL.decode(text)
    case "percent": PercentEncoding.decode(text).map { Array($0.utf8) }
    default:
      Crockford.decode(text.utf8).map { bits in (0..<16).map { UInt8(truncatingIfNeeded: bits >> (120 - 8 * $0)) } }
    }
  }

  private func encode(_ bytes: [UInt8], _ codec: String) -> String {
    switch codec {
    case "hex": Hex.encode(bytes)
    case "base64": Base64.encode(bytes)
    case "base64url": Base64URL.encode(bytes)
    case "percent": PercentEncoding.encode(String(decoding: bytes, as: UTF8.self))
    default: Crockford.encode(bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) })
    }
  }
}
