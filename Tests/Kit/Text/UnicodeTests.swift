import Foundation
import Support
import Testing
import Text

@Suite struct `Unicode text` {
  @Test(arguments: [
    ("e\u{301}", "é"), ("é", "é"), ("plain", "plain"), ("", ""), ("\u{1112}\u{1161}\u{11ab}", "한"), ("ﬁ", "ﬁ"),
    ("Å", "Å"),
  ])
  func `is kept composed`(_ text: String, _ composed: String) {
    #expect(Array(Text.nfc(text).utf8) == Array(composed.utf8))
  }

  @Test(arguments: [("é", "e\u{301}"), ("ﬁ", "fi"), ("①", "1"), ("한", "\u{1112}\u{1161}\u{11ab}"), ("\u{A0}", " ")])
  func `comes apart for comparing`(_ text: String, _ apart: String) {
    #expect(Array(Text.nfkd(text).utf8) == Array(apart.utf8))
  }

  static let keys = [
    ("Élan", "elan"), ("Ember", "ember"), ("ÅNGSTRÖM", "angstrom"), ("ﬁre", "fire"), ("İstanbul", "istanbul"),
    ("Ωmega", "ωmega"),
    ("Straße", "straße"), ("ΣΑΣ", "σασ"), ("Ⅷ", "viii"), ("", ""), ("العربيّة", "العربية"), ("a\u{0}B", "a\u{0}b"),
  ]

  @Test(arguments: keys) func `has a key to be ordered by`(_ text: String, _ key: String) {
    #expect(Array(Text.folded(text).utf8) == Array(key.utf8))
  }

  @Test func `orders as a reader expects`() {
    let names = ["Ember", "Élan", "Zoo", "apple"]
    #expect(
      names.sorted { Array(Text.folded($0).utf8).lexicographicallyPrecedes(Array(Text.folded($1).utf8)) } == [
        "apple", "Élan", "Ember", "Zoo",
      ])
  }

  @Test(arguments: 1...32) func `agrees with Foundation and is stable`(seed: Int) {
    var random = SeededBytes(seed: UInt64(seed))
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0xA0...0x24F, 0x300...0x36F, 0x370...0x52F, 0x600...0x6FF, 0x1E00...0x1FFF, 0xAC00...0xD7A3,
    ]
    for _ in 0..<60 {
      let scalars = (0..<12).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: ranges[Int.random(in: 0..<7, using: &random)], using: &random))
      }
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars.filter { $0.properties.generalCategory != .unassigned })
      let composed = Text.nfc(text)
      #expect(Array(composed.utf8) == Array(text.precomposedStringWithCanonicalMapping.utf8), "\(text)")
      #expect(Array(Text.nfc(composed).utf8) == Array(composed.utf8))
      // Foundation leaves marks out of order behind a spacing accent; its canonical mapping puts them right.
      let peer = text.decomposedStringWithCompatibilityMapping.decomposedStringWithCanonicalMapping
      #expect(Array(Text.nfkd(text).utf8) == Array(peer.utf8), "\(text)")
      #expect(Text.folded(Text.folded(text)) == Text.folded(text), "\(text)")
    }
  }
}
