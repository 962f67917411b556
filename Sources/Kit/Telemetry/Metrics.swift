import Synchronization

/// A number for Prometheus.
package struct Sample: Sendable {
  package enum Kind: String, Sendable { case counter, gauge }
  let name: String
  let kind: Kind
  let help: String
  let labels: [(String, String)]
  let value: Double

  package init(_ name: String, _ kind: Kind, _ help: String, labels: [(String, String)] = [], _ value: Double) {
    (self.name, self.kind, self.help, self.labels, self.value) = (name, kind, help, labels, value)
  }
}

/// Prometheus' text exposition format, version 0.0.4.
package enum Exposition {
  package static func render(_ samples: [Sample]) -> [UInt8] {
    var text = ""
    var seen: Set<String> = []
    // Samples of one name must stand together.
    for name in samples.map(\.name) where seen.insert(name).inserted {
      let group = samples.filter { $0.name == name }
      text += "# HELP \(name) \(group[0].help)\n# TYPE \(name) \(group[0].kind.rawValue)\n"
      for sample in group {
        let labels = sample.labels.map { "\($0.0)=\"\(escaped($0.1))\"" }.joined(separator: ",")
        let whole = Int64(exactly: sample.value).map(String.init) ?? sample.value.description
        text += name + (labels.isEmpty ? "" : "{\(labels)}") + " \(whole)\n"
      }
    }
    return Array(text.utf8)
  }

  private static func escaped(_ value: String) -> String {
    String(value.flatMap { $0 == "\\" ? "\\\\" : $0 == "\"" ? "\\\"" : $0 == "\n" ? "\\n" : String($0) })
  }
}

/// Counts of answers by status class and the time they took, for the requests that a handler answered.
package final class RequestMetrics: Sendable {
  private struct Totals {
    var counts = [Int](repeating: 0, count: 6)
    var buckets = [Int](repeating: 0, count: RequestMetrics.bounds.count)
    var count = 0
    var seconds = 0.0
  }
  private let totals = Mutex(Totals())
  /// Upper bounds in seconds.
  private static let bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5]

  package init() {}

  package func note(status: Int, seconds: Double) {
    totals.withLock { totals in
      totals.counts[min(max(status / 100, 0), 5)] += 1
      totals.count += 1
      totals.seconds += seconds
      for (index, bound) in RequestMetrics.bounds.enumerated() where seconds <= bound { totals.buckets[index] += 1 }
    }
  }

  package var samples: [Sample] {
    let totals = totals.withLock { $0 }
    let help = "Requests that a handler answered, by the class of their status."
    let classes = (1...5).map {
      Sample("atrium_http_handled_total", .counter, help, labels: [("class", "\($0)xx")], Double(totals.counts[$0]))
    }
    let durations = zip(RequestMetrics.bounds, totals.buckets).map {
      Sample(
        "atrium_http_duration_within_total", .counter, "Handled requests that took at most that many seconds.",
        labels: [("seconds", "\($0)")], Double($1))
    }
    return classes + durations + [
      Sample("atrium_http_duration_seconds_total", .counter, "Seconds spent in handlers.", totals.seconds)
    ]
  }
}
