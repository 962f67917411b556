import Foundation
package import JSON
import Synchronization

/// A running `Tests/Peers/smtp_sink.py`: aiosmtpd, with Python's email package behind it.
package final class MailSink: @unchecked Sendable {
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()
  private let unread = Mutex<[UInt8]>([])
  private let arrived = DispatchSemaphore(value: 0)

  package private(set) var port = 0
  package private(set) var authorities: String?

  private static let root = String(#filePath.dropLast("/Tests/Support/MailSink.swift".count))
  private static let python = root + "/.venv/bin/python"
  /// Set up by `bin/setup --tests`.
  package static let isThere: Bool = {
    let libraries = (try? FileManager.default.contentsOfDirectory(atPath: root + "/.venv/lib")) ?? []
    return libraries.contains {
      FileManager.default.fileExists(atPath: "\(root)/.venv/lib/\($0)/site-packages/aiosmtpd")
    }
  }()

  package init(_ arguments: String...) throws {
    process.executableURL = URL(filePath: MailSink.python)
    process.arguments = [MailSink.root + "/Tests/Peers/smtp_sink.py"] + arguments
    process.standardOutput = output
    process.standardInput = input
    // Read as it comes: a sink whose output is full answers nobody.
    output.fileHandleForReading.readabilityHandler = { [weak self] handle in
      let more = handle.availableData
      if more.isEmpty { handle.readabilityHandler = nil }
      self?.take(more)
    }
    try process.run()
    let first = try next()
    guard let number = first["port"]?.number else { throw CocoaError(.featureUnsupported) }
    (port, authorities) = (Int(number), first["ca"]?.text)
  }

  private func take(_ more: Data) {
    unread.withLock { $0 += more }
    for byte in more where byte == 10 { arrived.signal() }
    if more.isEmpty { arrived.signal() }
  }

  /// Waits for the next message.
  package func next() throws -> JSONValue {
    arrived.wait()
    let line: [UInt8]? = unread.withLock { unread in
      guard let end = unread.firstIndex(of: 10) else { return nil }
      defer { unread.removeFirst(end + 1) }
      return Array(unread[..<end])
    }
    guard let line else {
      // It has ended, also for who asks again.
      arrived.signal()
      throw CocoaError(.fileReadUnknown)
    }
    return try JSONValue.parse(line)
  }

  package func stop() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  deinit { if process.isRunning { process.terminate() } }
}

extension JSONValue {
  package var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
}
