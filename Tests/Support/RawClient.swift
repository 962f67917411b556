import Glibc

/// A plain socket, for what no well-behaved client would send.
package final class RawClient {
  private let descriptor: Int32

  package init(port: UInt16) throws(ClientError) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw ClientError() }
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  package struct ClientError: Error {}

  /// False when the server has closed the connection.
  @discardableResult
  package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + done, $0.count - done, Int32(truncatingIfNeeded: MSG_NOSIGNAL_))
      }
      if count <= 0 { return false }
      done += count
    }
    return true
  }

  /// Makes the end of this client a reset instead of a farewell.
  package func resetOnClose() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
  }

  package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads until the server closes, or nothing comes for ten seconds.
  package func readAll() -> String {
    var all: [UInt8] = []
    while let part = readSome() { all += part }
    return String(decoding: all, as: UTF8.self)
  }

  /// The same, as bytes.
  package func readAllBytes() -> [UInt8] {
    var all: [UInt8] = []
    while let part = readSome() { all += part }
    return all
  }

  /// Reads until `text` has come `count` times; nil when it never does.
  package func read(until text: String, count: Int = 1) -> String? {
    var all = ""
    while true {
      if all.split(separator: text, omittingEmptySubsequences: false).count > count { return all }
      guard let part = readSome() else { return nil }
      all += String(decoding: part, as: UTF8.self)
    }
  }

  package func readSome(_ size: Int = 65536) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: size)
    let count = recv(descriptor, &buffer, size, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}

/// MSG_NOSIGNAL, an enumerator that Swift imports in a form of its own.
private let MSG_NOSIGNAL_ = 0x4000
