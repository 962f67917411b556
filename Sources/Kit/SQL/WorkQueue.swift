import Glibc
import Time

/// A bounded queue between callers and the database's own threads.
///
/// Safe to share: `items` and `isClosed` are touched only under `lock`.
final class WorkQueue<Item>: @unchecked Sendable {
  private var lock = pthread_mutex_t()
  private var changed = pthread_cond_t()
  private var items: [Item] = []
  private var isClosed = false
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    pthread_mutex_init(&lock, nil)
    pthread_cond_init(&changed, nil)
  }

  deinit {
    pthread_cond_destroy(&changed)
    pthread_mutex_destroy(&lock)
  }

  var count: Int {
    pthread_mutex_lock(&lock)
    defer { pthread_mutex_unlock(&lock) }
    return items.count
  }

  func add(_ item: Item) throws(StoreError) {
    pthread_mutex_lock(&lock)
    defer { pthread_mutex_unlock(&lock) }
    if isClosed { throw .closed }
    if items.count >= limit { throw .busy }
    items.append(item)
    pthread_cond_signal(&changed)
  }

  /// Waits for work and takes up to `count` items, oldest first. Empty when the queue is closed and drained.
  func take(upTo count: Int) -> [Item] {
    pthread_mutex_lock(&lock)
    defer { pthread_mutex_unlock(&lock) }
    while items.isEmpty, !isClosed { pthread_cond_wait(&changed, &lock) }
    let taken = Array(items.prefix(count))
    items.removeFirst(taken.count)
    return taken
  }

  /// Refuses new work; what is queued is still taken.
  func close() {
    pthread_mutex_lock(&lock)
    isClosed = true
    pthread_cond_broadcast(&changed)
    pthread_mutex_unlock(&lock)
  }
}

/// A thread of the operating system that runs one closure; `join` waits for its end.
final class Thread: @unchecked Sendable {
  private var thread = pthread_t()

  init(_ body: @escaping @Sendable () -> Void) throws(StoreError) {
    let box = Unmanaged.passRetained(Body(body))
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      box.release()
      throw .unavailable("no thread for the database: \(String(cString: strerror(code)))")
    }
  }

  var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }

  /// Does nothing on the thread itself, which would wait for ever.
  func join() { if !isCurrent { pthread_join(thread, nil) } }

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

/// One closure on its way through a database thread, and the way its result comes back.
final class Work: @unchecked Sendable {
  /// Runs inside the transaction; keeps its result for `finish`. Answers whether the closure succeeded.
  let perform: (Transaction) -> Bool
  /// Called exactly once, after the commit (nil) or with what made the commit fail.
  let finish: (StoreError?) -> Void
  private let queuedAt = Work.now()

  init(perform: @escaping (Transaction) -> Bool, finish: @escaping (StoreError?) -> Void) {
    self.perform = perform
    self.finish = finish
  }

  /// Whether it has waited in the queue for longer than its caller is taken to wait.
  func isStale(after patience: TimeSpan) -> Bool { Work.now() - queuedAt > patience.microseconds }

  /// Microseconds of a clock that nobody sets.
  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}
