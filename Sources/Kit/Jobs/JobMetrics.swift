import Synchronization
package import Telemetry
import Time

/// What the jobs came to, by kind, for `/metrics`.
package final class JobMetrics: Sendable {
  enum Outcome: String, CaseIterable {
    case done, again, poisoned, released
    /// Another worker had it by then, or its end could not be noted.
    case lost

    init(_ end: JobEnd?) {
      switch end {
      case .done: self = .done
      case .again: self = .again
      case .poison: self = .poisoned
      case nil: self = .released
      }
    }
  }

  private struct Totals {
    var running = 0
    var ended: [Outcome: Int] = [:]
  }
  private let totals = Mutex<[String: Totals]>([:])

  package init() {}

  func began(_ kind: String) { totals.withLock { $0[kind, default: Totals()].running += 1 } }

  func ended(_ kind: String, _ outcome: Outcome) {
    totals.withLock {
      $0[kind, default: Totals()].ended[outcome, default: 0] += 1
      $0[kind, default: Totals()].running = max(0, ($0[kind]?.running ?? 0) - 1)
    }
  }

  /// - Parameter depths: as `JobQueue.depths` has them.
  package func samples(_ depths: [JobDepth]) -> [Sample] {
    let totals = totals.withLock { $0 }.sorted { $0.key < $1.key }
    let running = totals.map {
      Sample(
        "atrium_jobs_running", .gauge, "Jobs that run here now.", labels: [("kind", $0.key)], Double($0.value.running))
    }
    let ended = totals.flatMap { kind, totals in
      Outcome.allCases.map {
        Sample(
          "atrium_jobs_ended_total", .counter, "Attempts that ended here, by how.",
          labels: [("kind", kind), ("outcome", $0.rawValue)], Double(totals.ended[$0] ?? 0))
      }
    }
    let waiting = depths.map {
      Sample(
        "atrium_jobs", .gauge, "Jobs that wait, run or are set aside.",
        labels: [("kind", $0.kind), ("state", $0.state.rawValue)], Double($0.jobs))
    }
    return running + ended + waiting
  }
}
