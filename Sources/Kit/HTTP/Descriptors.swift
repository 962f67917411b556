import Glibc

/// Open files and sockets, of which a process may have so many (`ulimit -n`).
///
/// They must never run out. The database, and the runtime's own threads, open files as they go, and the runtime ends the
/// program when it cannot (libdispatch reads `/proc/self/task` to see how busy its threads are). So clients get all but a few.
package enum Descriptors {
  /// Fewer than this leave no room for clients.
  package static let least = 128
  /// What new connections leave free.
  static let keptFromConnections = 32
  /// What files that are sent leave free.
  static let keptFromFiles = 16

  /// How many this process may have open.
  static var limit: Int {
    var limit = Glibc.rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return least }
    return Int(clamping: limit.rlim_cur)
  }

  /// Takes as many as the system grants without asking, and answers how many that are.
  package static func takeAllGranted() -> Int {
    var limit = Glibc.rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = min(limit.rlim_max, 1 << 20)
      _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    return self.limit
  }

  /// True while another connection leaves enough for everything else. The system gives out the lowest number that is free, so
  /// a number tells how full it is. `descriptor` is any open one.
  static func hasRoom(besides descriptor: Int32, within limit: Int) -> Bool {
    let probe = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard probe >= 0 else { return false }
    close(probe)
    return Int(probe) < limit - keptFromConnections
  }
}
