/// The lines of a file as scalars, without LF and CRLF.
struct SourceLines {
  private(set) var lines: [[Unicode.Scalar]] = []
  private(set) var messages: [ImportMessage] = []

  /// One leading BOM is taken off. Invalid UTF-8 and NUL are errors, at the line they are in.
  init(_ bytes: [UInt8], path: String, nfc: (String) -> String) {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      var line = bytes[start..<end]
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      append(line, path: path, nfc: nfc)
      start = end + 1
    }
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>, path: String, nfc: (String) -> String) {
    let number = lines.count + 1
    guard let text = String(validating: bytes, as: UTF8.self) else {
      messages.append(
        ImportMessage(path, Position(line: number, column: 1), .error, .encoding, "This line is not valid UTF-8."))
      lines.append([])
      return
    }
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    let scalars = Array((isASCII ? text : nfc(text)).unicodeScalars)
    if let column = scalars.firstIndex(of: "\0") {
      let position = Position(line: number, column: column + 1)
      messages.append(ImportMessage(path, position, .error, .encoding, "A NUL character is not text."))
    }
    lines.append(scalars)
  }
}

extension Array where Element == Unicode.Scalar {
  var text: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: self)
    return String(view)
  }
  var isBlank: Bool { allSatisfy { $0 == " " } }
  func starts(withText prefix: String) -> Bool { starts(with: prefix.unicodeScalars) }
}

extension ArraySlice where Element == Unicode.Scalar {
  var text: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: self)
    return String(view)
  }
  /// Without spaces at either end; indices stay those of the line.
  var trimmed: ArraySlice<Unicode.Scalar> {
    var slice = self
    while slice.first == " " { slice.removeFirst() }
    while slice.last == " " { slice.removeLast() }
    return slice
  }
}
