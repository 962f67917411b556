import Encoding
import Files
import Foundation
import JSON

@testable import Mail

/// A running `Tests/Peers/smtp_sink.py`: aiosmtpd, with Python's email package behind it.
final class Sink: @unchecked Sendable {
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()
  private var buffer: [UInt8] = []
  private(set) var port = 0
  private(set) var authorities: String?

  private static let root = String(#filePath.dropLast("/Tests/Kit/Mail/Sink.swift".count))
  private static let python = root + "/.venv/bin/python"
  /// Set up by `bin/setup --tests`.
  static let isThere = FileManager.default.isExecutableFile(atPath: python)

  init(_ arguments: String...) throws {
    process.executableURL = URL(filePath: Sink.python)
    process.arguments = [Sink.root + "/Tests/Peers/smtp_sink.py"] + arguments
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    let first = try next()
    guard let number = first["port"]?.whole else { throw CocoaError(.featureUnsupported) }
    (port, authorities) = (Int(number), first["ca"]?.words)
  }

  /// Waits for the next message.
  func next() throws -> JSONValue {
    while !buffer.contains(10) {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw CocoaError(.fileReadUnknown) }
      buffer += more
    }
    let line = Array(buffer.prefix { $0 != 10 })
    buffer.removeFirst(line.count + 1)
    return try JSONValue.parse(line)
  }

  func stop() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  deinit { if process.isRunning { process.terminate() } }
}

extension JSONValue {
  var whole: Int64? { if case .integer(let number) = self { number } else { nil } }
  var words: String? { if case .string(let text) = self { text } else { nil } }
  var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }
}
