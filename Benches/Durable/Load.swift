import Glibc
import JSON

/// Writers without HTTP in between: 64 at a time, each waiting for its note to be on disk before the next.
enum Load {
  static let writers = 64
  static let text = "a note of some length, kept for good"

  /// Writes for `seconds` → requests a second, CPU µs a write, 99th percentile in ms, and how durable it was.
  static func run(_ notes: NoteStore, seconds: Int) async throws -> JSONValue {
    let clock = ContinuousClock()
    let cpu = processorMicroseconds()
    let began = clock.now
    let end = began + .seconds(seconds)
    let waits = try await withThrowingTaskGroup(of: [Double].self) { group in
      for _ in 0..<writers {
        group.addTask { @concurrent in
          var waits: [Double] = []
          while clock.now < end {
            let asked = clock.now
            _ = try await notes.add(text)
            waits.append((clock.now - asked) / .milliseconds(1))
          }
          return waits
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }.sorted()
    let took = (clock.now - began) / .seconds(1)
    let used = processorMicroseconds() - cpu
    guard !waits.isEmpty else { throw BenchError(sentence: "Nothing was written.") }
    return .object([
      .init("rate", .integer(Int64(Double(waits.count) / took))),
      .init("cpu_us", .integer(Int64(used / Double(waits.count)))),
      .init("p99_ms", .integer(Int64(waits[waits.count * 99 / 100].rounded(.up)))),
      .init("durability", .string(try await notes.durability())),
    ])
  }

  /// User and system time of this process so far.
  private static func processorMicroseconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) * 1e6 + Double($1.tv_usec) }
  }
}

/// Why there are no figures, in one sentence.
struct BenchError: Error {
  let sentence: String
}
