package import API

/// One event of a `text/event-stream` (HTML standard, §9.2 Server-sent events).
package struct ServerSentEvent: Sendable, Hashable {
  /// What a client that comes back sends as `Last-Event-ID`.
  package var id: String?
  /// The event's name; nil is `message`.
  package var name: String?
  /// Any text; each of its lines becomes a `data:` line.
  package var data: String
  /// Milliseconds a client waits before it comes back.
  package var retry: Int?

  package init(id: String? = nil, name: String? = nil, data: String, retry: Int? = nil) {
    self.id = id
    self.name = name
    self.data = data
    self.retry = retry
  }

  /// The event as it is sent, ended by its empty line. An id with a NUL is left out, as a client would ignore it; line
  /// ends in names and ids are dropped, since they would begin another field.
  package var bytes: [UInt8] {
    var out: [UInt8] = []
    func field(_ name: String, _ value: some Sequence<UInt8>) {
      out += name.utf8
      out += [0x3A, 0x20]
      out += value
      out.append(0x0A)
    }
    if let id, !id.utf8.contains(0) { field("id", id.utf8.filter { $0 != 0x0A && $0 != 0x0D }) }
    if let name { field("event", name.utf8.filter { $0 != 0x0A && $0 != 0x0D }) }
    if let retry, retry >= 0 { field("retry", String(retry).utf8) }
    var line: [UInt8] = []
    var wasReturn = false
    for byte in data.utf8 {
      defer { wasReturn = byte == 0x0D }
      if byte == 0x0A, wasReturn { continue }
      if byte == 0x0A || byte == 0x0D {
        field("data", line)
        line.removeAll(keepingCapacity: true)
      } else {
        line.append(byte)
      }
    }
    field("data", line)
    out.append(0x0A)
    return out
  }

  /// A line that clients ignore; sent now and then, it keeps proxies from taking the connection for an idle one.
  package static let heartbeat: [UInt8] = [0x3A, 0x0A, 0x0A]
}

extension Response {
  /// A stream of events. `produce` is cancelled, and `send` throws, when the client has left; the stream ends when
  /// `produce` returns. Nil for an event sends a heartbeat.
  package static func events(
    headers: Headers = Headers(),
    _ produce: @escaping @Sendable (_ send: @Sendable (ServerSentEvent?) async throws -> Void) async throws -> Void
  ) -> Response {
    var headers = headers
    headers["Content-Type"] = "text/event-stream"
    headers["Cache-Control"] = "no-store"
    headers["X-Accel-Buffering"] = "no"  // nginx would keep events until its buffer is full
    return Response(
      status: 200, headers: headers,
      body: .stream(length: nil) { write in
        try await produce { event in try await write(event?.bytes ?? ServerSentEvent.heartbeat) }
      })
  }
}
