package import Ambient
import COpenSSL
import Glibc
import Time

extension Ambient {
  /// The machine's clock and OpenSSL's random generator.
  package static let live = Ambient(
    now: {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    },
    bytes: { count in
      var bytes = [UInt8](repeating: 0, count: count)
      // Without randomness no secret may be made; nothing sensible can go on.
      precondition(RAND_bytes(&bytes, Int32(count)) == 1, "the random generator failed")
      return bytes
    })
}
