import HTTP
import Testing

@Suite struct `Negotiation` {
  /// Why, the field's value, whether it names the tag `abc`. Reading spec §13.2.
  static let conditions: [(String, String, Bool)] = [
    ("strong", "\"abc\"", true),
    ("weak", "W/\"abc\"", true),
    ("another", "\"abd\"", false),
    ("a part of it", "\"ab\"", false),
    ("more than it", "\"abcd\"", false),
    ("second in a list", "\"x\", \"abc\"", true),
    ("a list without blanks", "\"x\",W/\"abc\",\"y\"", true),
    ("empty members", ", ,\"abc\"", true),
    ("a comma within quotes belongs to the tag", "\"abc,\"", false),
    ("quotes around a list are one tag", "\"x, abc, y\"", false),
    ("an unquoted token matches nothing", "abc", false),
    ("an unquoted token before the tag", "abc, \"abc\"", true),
    ("anything", "*", true),
    ("anything, with blanks", " * ", true),
    ("an asterisk in a word", "*abc", false),
    ("an asterisk in quotes is a tag", "\"*\"", false),
    ("nothing", "", false),
    ("only commas", ",,,", false),
    ("an open quote", "\"abc", false),
    ("an open quote after a tag", "\"abc\", \"x", true),
    ("a small w", "w/\"abc\"", false),
    ("W without tag", "W/", false),
    ("W without tag before one", "W/,\"abc\"", true),
    ("garbage", "\u{7F}%%;;\"", false),
    ("an empty tag", "\"\"", false),
  ]

  @Test(arguments: conditions) func `If-None-Match names a tag or does not`(
    _ why: String, _ value: String, _ isIt: Bool
  ) {
    #expect(ConditionalRequest.matches(Array(value.utf8), tag: Array("abc".utf8)) == isIt, "\(why)")
  }

  /// Why, the field's value, the coding where all are offered, and where only gzip is. RFC 9110 §12.5.3.
  static let codings: [(String, String?, ContentCoding, ContentCoding)] = [
    ("no field", nil, .identity, .identity),
    ("an empty field", "", .identity, .identity),
    ("gzip", "gzip", .gzip, .gzip),
    ("x-gzip is gzip", "x-gzip", .gzip, .gzip),
    ("br", "br", .br, .identity),
    ("what browsers send", "gzip, deflate, br, zstd", .br, .gzip),
    ("capitals", "GZIP", .gzip, .gzip),
    ("by weight", "br;q=0.5, gzip;q=0.8", .gzip, .gzip),
    ("by weight, blanks", "br ; q=0.9 , gzip ; q=0.8", .br, .gzip),
    ("refused by weight", "gzip;q=0", .identity, .identity),
    ("refused with three places", "gzip;q=0.000", .identity, .identity),
    ("barely accepted", "gzip;q=0.001", .gzip, .gzip),
    ("anything", "*", .br, .gzip),
    ("anything but gzip", "*, gzip;q=0", .br, .identity),
    ("anything but br", "br;q=0, *", .gzip, .gzip),
    ("nothing at all", "*;q=0", .identity, .identity),
    ("identity preferred", "identity, gzip;q=0.5", .identity, .identity),
    ("identity as good as gzip", "identity, gzip", .gzip, .gzip),
    ("identity refused, nothing else", "identity;q=0", .identity, .identity),
    ("identity refused", "identity;q=0, gzip;q=0.1", .gzip, .gzip),
    ("only what we do not have", "deflate, zstd", .identity, .identity),
    ("a malformed weight refuses", "gzip;q=x", .identity, .identity),
    ("a weight over one", "gzip;q=1.5", .gzip, .gzip),
    ("a word that begins like one", "gzipped", .identity, .identity),
  ]

  @Test(arguments: codings) func `Accept-Encoding chooses`(
    _ why: String, _ value: String?, _ all: ContentCoding, _ gzipOnly: ContentCoding
  ) {
    #expect(AcceptEncoding.choose(value.map { Array($0.utf8) }, offers: true) == all, "\(why)")
    #expect(AcceptEncoding.choose(value.map { Array($0.utf8) }, offers: false) == gzipOnly, "\(why)")
  }

  static let events: [(ServerSentEvent, String)] = [
    (ServerSentEvent(data: "hello"), "data: hello\n\n"),
    (ServerSentEvent(data: ""), "data: \n\n"),
    (ServerSentEvent(data: "a\nb\r\nc\rd\n"), "data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n"),
    (
      ServerSentEvent(id: "7", name: "changed", data: "x", retry: 3000),
      "id: 7\nevent: changed\nretry: 3000\ndata: x\n\n"
    ),
    (ServerSentEvent(id: "7\ndata: forged", data: "x"), "id: 7data: forged\ndata: x\n\n"),
    (ServerSentEvent(id: "a\0b", data: "x"), "data: x\n\n"),
  ]

  @Test(arguments: events) func `an event is its fields and an empty line`(_ event: ServerSentEvent, _ text: String) {
    #expect(String(decoding: event.bytes, as: UTF8.self) == text)
  }
}
