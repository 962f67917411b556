import Time

/// What one loop remembers of answers it sent: found by the raw bytes of the target, without making a string.
struct FastCache {
  private struct Slot {
    var hash: UInt64
    var target: [UInt8]
    var response: PreparedResponse
    var needsKey: Bool
  }

  private var slots: [Slot?]
  /// Keys that the router let in, while the gate's version stands.
  private var keys: [[UInt8]] = []
  private var keyVersion = -1

  private static let keyLimit = 16
  /// Longer targets always go the long way: they are rare, and a client could make any number of them.
  private static let targetLimit = 512

  init(slots count: Int = 2048) { slots = Array(repeating: nil, count: count) }

  /// `gateVersion` is the gate's version from before the handler looked at the key: a key that was revoked meanwhile is
  /// not taken for one of the new version.
  mutating func remember(_ response: PreparedResponse, target: ArraySlice<UInt8>, key: [UInt8]?, gateVersion: Int) {
    guard target.count <= FastCache.targetLimit else { return }
    let hash = FastCache.hash(target)
    slots[Int(truncatingIfNeeded: hash) & (slots.count - 1)] = Slot(
      hash: hash, target: Array(target), response: response, needsKey: key != nil)
    guard let key, gateVersion >= keyVersion else { return }
    if keyVersion != gateVersion || keys.count >= FastCache.keyLimit { keys.removeAll() }
    keyVersion = gateVersion
    if !keys.contains(key) { keys.append(key) }
  }

  /// The answer to a target, if it is still good and the key, where one is needed, is among those known.
  mutating func find(_ target: ArraySlice<UInt8>, key: ArraySlice<UInt8>?, gateVersion: Int) -> PreparedResponse? {
    let hash = FastCache.hash(target)
    guard let slot = slots[Int(truncatingIfNeeded: hash) & (slots.count - 1)], slot.hash == hash,
      slot.target.elementsEqual(target)
    else {
      return nil
    }
    if slot.needsKey {
      guard let key, keyVersion == gateVersion, keys.contains(where: { FastCache.isEqual($0, key) }) else { return nil }
    }
    return slot.response
  }

  /// Lets go of answers that no longer hold.
  mutating func sweep(now: Instant) {
    for index in slots.indices where slots[index]?.response.isCurrent(at: now) == false { slots[index] = nil }
  }

  /// Takes the same time wherever two keys of one length part.
  private static func isEqual(_ a: [UInt8], _ b: ArraySlice<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    var difference: UInt8 = 0
    for index in 0..<a.count { difference |= a[index] ^ b[b.startIndex + index] }
    return difference == 0
  }

  /// FNV-1a, 64 bits: short, and good enough for a table whose entries are compared whole.
  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash ^ hash >> 32
  }
}
