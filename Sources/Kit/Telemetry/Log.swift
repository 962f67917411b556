package import Ambient
import Glibc
package import JSON
import Time

/// A text that must not be read: it prints as `••••` wherever it is logged or interpolated.
package struct Secret<Value: Sendable>: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  package let value: Value
  package init(_ value: Value) { self.value = value }
  package var description: String { "••••" }
  package var debugDescription: String { "••••" }
}

/// Structured logs: one JSON object a line on standard error. Never a secret, never what a person wrote.
package struct Log: Sendable {
  package enum Level: Int, Sendable, Comparable, CaseIterable {
    case debug, info, notice, warning, error
    package var name: String { "\(self)" }
    package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  private let level: Level
  private let ambient: Ambient
  private let write: @Sendable ([UInt8]) -> Void

  package init(_ level: Level, ambient: Ambient, write: @escaping @Sendable ([UInt8]) -> Void = Log.toStandardError) {
    self.level = level
    self.ambient = ambient
    self.write = write
  }

  /// Fields are made only when the level is logged.
  package func callAsFunction(_ level: Level, _ event: String, _ fields: @autoclosure () -> [JSONValue.Member] = []) {
    guard level >= self.level else { return }
    var line = JSONValue.object(
      [
        .init("at", .string(ambient.now().rfc3339)), .init("level", .string(level.name)),
        .init("event", .string(event)),
      ] + fields()
    ).bytes
    line.append(UInt8(ascii: "\n"))
    write(line)
  }

  /// One write call a line, so that lines of several threads never mix.
  package static let toStandardError: @Sendable ([UInt8]) -> Void = { line in
    line.withUnsafeBytes { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
