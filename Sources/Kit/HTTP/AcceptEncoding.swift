/// The codings a body can be kept in.
package enum ContentCoding: String, Sendable { case identity, gzip, br }

/// Accept-Encoding (RFC 9110 §12.5.3).
package enum AcceptEncoding {
  /// The coding to answer in: the one with the highest weight among those offered; br before gzip before identity where
  /// they are equal. Without the field, or when nothing fits, identity: an answer that cannot be read helps nobody, but
  /// `identity;q=0` alone must not make an error of a page.
  package static func choose(_ value: (some RandomAccessCollection<UInt8>)?, offers br: Bool = true) -> ContentCoding {
    guard let value else { return .identity }
    var weights: (identity: Int?, gzip: Int?, br: Int?, any: Int?) = (nil, nil, nil, nil)
    for item in value.split(separator: UInt8(ascii: ",")) {
      let parts = item.split(separator: UInt8(ascii: ";"))
      guard let name = parts.first.map(trimmed) else { continue }
      let weight = parts.dropFirst().lazy.compactMap { quality(trimmed($0)) }.first ?? 1000
      if isWord(name, "gzip") || isWord(name, "x-gzip") {
        weights.gzip = weight
      } else if isWord(name, "br") {
        weights.br = weight
      } else if isWord(name, "identity") {
        weights.identity = weight
      } else if name.elementsEqual([UInt8(ascii: "*")]) {
        weights.any = weight
      }
    }
    let brotli = br ? weights.br ?? weights.any ?? 0 : 0
    let gzip = weights.gzip ?? weights.any ?? 0
    // Identity is acceptable unless it is excluded by name or by `*;q=0`; being unnamed it is the last choice.
    let identity = weights.identity ?? 0
    let best = max(brotli, gzip)
    if best == 0 || identity > best { return .identity }
    return brotli == best ? .br : .gzip
  }

  private static func trimmed<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
    var bytes = bytes[...]
    while let byte = bytes.first, byte == 0x20 || byte == 0x09 { bytes = bytes.dropFirst() }
    while let byte = bytes.last, byte == 0x20 || byte == 0x09 { bytes = bytes.dropLast() }
    return bytes
  }

  private static func isWord(_ bytes: some Collection<UInt8>, _ word: StaticString) -> Bool {
    guard bytes.count == word.utf8CodeUnitCount else { return false }
    for (index, byte) in bytes.enumerated()
    where (byte >= 65 && byte <= 90 ? byte | 0x20 : byte) != word.utf8Start[index] { return false }
    return true
  }

  /// `q=0.5` in thousandths; nil for another parameter; a malformed weight counts as 0.
  private static func quality(_ parameter: some RandomAccessCollection<UInt8>) -> Int? {
    guard let first = parameter.first, first | 0x20 == UInt8(ascii: "q"),
      parameter.dropFirst().first == UInt8(ascii: "=")
    else { return nil }
    let digits = Array(parameter.dropFirst(2))
    guard let whole = digits.first, whole == 48 || whole == 49, digits.count <= 5,
      digits.count < 2 || digits[1] == UInt8(ascii: ".")
    else { return 0 }
    var thousandths = 0
    for index in 2..<5 {
      let digit = index < digits.count ? digits[index] : 48
      guard digit >= 48, digit <= 57 else { return 0 }
      thousandths = thousandths * 10 + Int(digit - 48)
    }
    return min(1000, Int(whole - 48) * 1000 + thousandths)
  }
}
