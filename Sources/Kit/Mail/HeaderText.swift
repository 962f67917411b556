import Encoding

/// Text in the fields of a message's header (RFC 5322, RFC 2047, RFC 2231).
enum HeaderText {
  /// One line without control characters: nothing that a caller hands in can begin another field.
  static func plain(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isControl =
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
      let next: Unicode.Scalar = isControl ? " " : scalar
      if next == " ", out.last == " " { continue }
      out.append(next)
    }
    while out.last == " " { out.removeLast() }
    while out.first == " " { out.removeFirst() }
    return String(out)
  }

  /// A field, folded at spaces so that no line is longer than 78 characters where a word allows.
  static func field(_ name: String, _ words: [String]) -> String {
    var (out, length) = ("\(name):", name.utf8.count + 1)
    for (index, word) in words.enumerated() {
      if index > 0, length + 1 + word.utf8.count > 78 {
        out += "\r\n"
        length = 0
      }
      out += " \(word)"
      length += 1 + word.utf8.count
    }
    return out + "\r\n"
  }

  /// Unstructured text, such as a subject, in words that may stand on lines of their own.
  static func words(_ text: String) -> [String] {
    let text = plain(text)
    let words = text.split(separator: " ").map(String.init)
    // An ASCII text that looks encoded would be decoded by who reads it.
    if text.utf8.allSatisfy({ $0 < 0x80 }), !text.contains("=?"), words.allSatisfy({ $0.utf8.count <= 64 }) {
      return words
    }
    return encodedWords(text)
  }

  /// A name before an address: an atom, a quoted string, or encoded words.
  static func phrase(_ text: String) -> [String] {
    let text = plain(text)
    guard text.utf8.allSatisfy({ $0 < 0x80 }), !text.contains("=?"), text.utf8.count <= 70 else {
      return encodedWords(text)
    }
    if text.utf8.allSatisfy(isAtomOrSpace) { return text.split(separator: " ").map(String.init) }
    let quoted = "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    return quoted.utf8.count <= 64 ? [quoted] : encodedWords(text)
  }

  private static func isAtomOrSpace(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "'"):
      true
    default: false
    }
  }

  /// RFC 2047: base64 of UTF-8, no character cut in two, short enough for a line of 76 with the field's name before it.
  static func encodedWords(_ text: String) -> [String] {
    var words: [String] = []
    var bytes: [UInt8] = []
    func end() {
      if !bytes.isEmpty { words.append("=?utf-8?B?\(Base64.encode(bytes))?=") }
      bytes = []
    }
    for scalar in text.unicodeScalars {
      let next = Array(String(scalar).utf8)
      if bytes.count + next.count > 39 { end() }
      bytes += next
    }
    end()
    return words
  }

  /// `; filename*0*=utf-8''…`: a parameter's value in any script, in as many pieces as it takes (RFC 2231 §4.1).
  static func parameter(_ name: String, _ value: String) -> [String] {
    let value = plain(value)
    let isToken = value.utf8.allSatisfy {
      isAtomOrSpace($0) && $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "'") || $0 == UInt8(ascii: ".")
    }
    if isToken, !value.isEmpty, value.utf8.count <= 60 { return ["\(name)=\(value)"] }
    var pieces = [""]
    for scalar in value.unicodeScalars {
      let next = PercentEncoding.encode(String(scalar))
      if pieces[pieces.count - 1].utf8.count + next.utf8.count > 50 { pieces.append("") }
      pieces[pieces.count - 1] += next
    }
    if pieces.count == 1 { return ["\(name)*=utf-8''\(pieces[0])"] }
    return pieces.enumerated().map { "\(name)*\($0)*=\($0 == 0 ? "utf-8''" : "")\($1)" }
  }
}
