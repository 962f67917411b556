import Dispatch
package import SQL
import Synchronization

/// Keeps a database's write closure where it is until the test lets it go on, so that what comes meanwhile queues up.
package final class HeldWriter: Sendable {
  private let gate = DispatchSemaphore(value: 0)
  private let isInside = Atomic(false)
  private let writing: Mutex<Task<Void, any Error>?> = Mutex(nil)

  /// Returns when the closure is inside its transaction.
  package init(_ database: Database, _ first: @escaping @Sendable (Transaction) throws -> Void = { _ in }) async {
    writing.withLock {
      $0 = Task { [self] in
        // On a loaded machine a database of little patience may refuse even this one.
        while !self.isInside.load(ordering: .acquiring) {
          do {
            try await database.write { tx in
              try first(tx)
              self.isInside.store(true, ordering: .releasing)
              self.gate.wait()
            }
          } catch StoreError.busy {}
        }
      }
    }
    while !isInside.load(ordering: .acquiring) { await Task.yield() }
  }

  package func letGo() { gate.signal() }
  package func finished() async throws { try await writing.withLock { $0 }?.value }
}

/// Returns when so many writes wait for their turn.
package func waiting(_ count: Int, in database: Database) async {
  while database.queuedWrites < count { await Task.yield() }
}

/// Counts from any thread.
package final class Counter: Sendable {
  package init() {}
  private let count = Atomic(0)
  package var value: Int { count.load(ordering: .acquiring) }
  package func add() { count.wrappingAdd(1, ordering: .acquiringAndReleasing) }
}
