package import Time

/// Where to listen and what to put up with. Every limit has its unit in its name or type.
package struct ServerOptions: Sendable {
  package var host = "127.0.0.1"
  package var port: UInt16 = 0
  /// Network loops; 0 takes one a core.
  package var loops = 0
  /// The request line and all fields together.
  package var headBytes = 16 * 1024
  package var headFields = 100
  package var targetBytes = 4 * 1024
  package var maxConnections = 10_000
  /// From the first byte of a request, or the accept, to the end of its head.
  package var headTimeout = TimeSpan.seconds(10)
  /// A kept-alive connection without a request.
  package var idleTimeout = TimeSpan.seconds(75)
  /// For the first piece of a body and between two pieces.
  package var bodyTimeout = TimeSpan.seconds(20)
  /// What a body must bring on average once `bodyTimeout` is used up: a sender of one byte now and then is no sender.
  package var bodyBytesPerSecond = 500
  /// Without progress in sending.
  package var writeTimeout = TimeSpan.seconds(30)
  /// For requests under way after `stop`.
  package var drain = TimeSpan.seconds(10)
  /// Addresses whose `X-Forwarded-For` and `-Proto` are believed.
  package var trustedProxies: Set<String> = []

  package init() {}
}

/// Counts what the server does, for metrics.
package struct ServerCounts: Sendable {
  package var accepted = 0
  package var open = 0
  package var requests = 0
  package var fastAnswers = 0
  package var refused = 0

  package init() {}
}
