import CUTF8Proc
import Glibc

/// Unicode normalisation and folding, by utf8proc. Text is kept in NFC; two spellings of one word compare by `folded`.
package enum Text {
  /// Normalisation form C, the stored form. Reading spec §2.
  package static func nfc(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 } ? text : mapped(text, [UTF8PROC_STABLE, UTF8PROC_COMPOSE]) ?? text
  }

  /// Normalisation form KD.
  package static func nfkd(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 }
      ? text : mapped(text, [UTF8PROC_STABLE, UTF8PROC_DECOMPOSE, UTF8PROC_COMPAT]) ?? text
  }

  /// The key that names are ordered and found by: NFKD, marks dropped, lower-cased by Unicode's simple rules (scalar by
  /// scalar, no locale), to be compared bytewise. Reading spec §9.5.
  package static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    let bare = mapped(text, [UTF8PROC_STABLE, UTF8PROC_DECOMPOSE, UTF8PROC_COMPAT, UTF8PROC_STRIPMARK]) ?? text
    var lower = String.UnicodeScalarView()
    for scalar in bare.unicodeScalars {
      let mapped = UInt32(bitPattern: utf8proc_tolower(Int32(bitPattern: scalar.value)))
      lower.append(Unicode.Scalar(mapped) ?? scalar)
    }
    return String(lower)
  }

  private static func mapped(_ text: String, _ options: [utf8proc_option_t]) -> String? {
    var result: UnsafeMutablePointer<UInt8>?
    let flags = utf8proc_option_t(rawValue: options.reduce(0) { $0 | $1.rawValue })
    var text = text
    let count = text.withUTF8 { bytes in
      utf8proc_map(bytes.baseAddress, bytes.count, &result, flags)
    }
    guard let result else { return nil }
    defer { free(result) }
    guard count >= 0 else { return nil }
    return String(decoding: UnsafeBufferPointer(start: result, count: count), as: UTF8.self)
  }
}
