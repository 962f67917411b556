import Testing
import Text

@Suite struct `Text, tried` {
  static let forms: [(String, nfc: String, nfkd: String, folded: String)] = [
    ("E\u{301}lan", "Élan", "E\u{301}lan", "elan"), ("Élan", "Élan", "E\u{301}lan", "elan"),
    ("Ⅳ. Part", "Ⅳ. Part", "IV. Part", "iv. part"),
    ("İstanbul", "İstanbul", "I\u{307}stanbul", "istanbul"), ("Straße", "Straße", "Straße", "straße"),
    ("ﬁn", "ﬁn", "fin", "fin"), ("plain", "plain", "plain", "plain"),
  ]

  @Test(arguments: forms) func `is normalised and folded by Unicode`(
    _ row: (String, nfc: String, nfkd: String, folded: String)
  ) {
    #expect(Text.nfc(row.0).unicodeScalars.elementsEqual(row.nfc.unicodeScalars))
    #expect(Text.nfkd(row.0).unicodeScalars.elementsEqual(row.nfkd.unicodeScalars))
    #expect(Text.folded(row.0) == row.folded)
  }

  @Test func `Élan sorts before Ember`() {
    #expect(Text.folded("Élan").utf8.lexicographicallyPrecedes(Text.folded("Ember").utf8))
  }
}
