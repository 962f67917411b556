/// How large a JSON text may be before it is refused.
public struct JSONLimits: Sendable, Hashable {
  /// Bytes of the whole text.
  public var bytes: Int
  /// Arrays and objects inside one another. Each costs a frame of the stack.
  public var depth: Int
  /// Bytes of one number.
  public var numberLength: Int

  public init(bytes: Int = 1 << 20, depth: Int = 64, numberLength: Int = 64) {
    self.bytes = bytes
    self.depth = depth
    self.numberLength = numberLength
  }

  public static let standard = JSONLimits()
}

/// Why a text is no JSON, and at which byte.
public struct JSONError: Error, Hashable, Sendable {
  /// The raw value is the name that the shared vectors use.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    case empty, tooLarge, tooDeep, byteOrderMark, unexpectedByte, unexpectedEnd, trailingBytes
    case invalidUTF8, invalidEscape, loneSurrogate, controlCharacter
    case invalidNumber, numberTooLong, numberOutOfRange, duplicateName
  }

  public let reason: Reason
  /// Counted in bytes from 0.
  public let offset: Int

  init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONError: CustomStringConvertible {
  /// One sentence without its full stop, such as `a name is used twice in one object, at byte 17`.
  public var description: String { "\(reason.words), at byte \(offset)" }
}

extension JSONError.Reason {
  public var words: String {
    switch self {
    case .empty: "there is no value"
    case .tooLarge: "the text is too long"
    case .tooDeep: "arrays and objects are nested too deeply"
    case .byteOrderMark: "the text begins with a byte order mark"
    case .unexpectedByte: "something else was expected"
    case .unexpectedEnd: "the text ends too early"
    case .trailingBytes: "something follows the value"
    case .invalidUTF8: "a string is not valid UTF-8"
    case .invalidEscape: "an escape is not valid"
    case .loneSurrogate: "half of a surrogate pair stands alone"
    case .controlCharacter: "a control character in a string is not escaped"
    case .invalidNumber: "a number is not well-formed"
    case .numberTooLong: "a number has too many digits"
    case .numberOutOfRange: "a number is too large"
    case .duplicateName: "a name is used twice in one object"
    }
  }
}
