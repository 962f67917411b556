import Foundation
import ReadingRules

func bytes(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

/// The root of the repository.
let repository = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// A tree on disk: its texts with their bytes, and the paths of its media.
func tree(at folder: String) throws -> (files: [TreeFile], media: Set<String>) {
  let root = repository.appendingPathComponent(folder)
  var files: [TreeFile] = []
  var media: Set<String> = []
  for case let path as String in FileManager.default.enumerator(atPath: root.path) ?? .init() {
    let url = root.appendingPathComponent(path)
    guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
    if path.hasPrefix("media/") {
      media.insert(path)
    } else {
      files.append(TreeFile(path: path, bytes: Array(try Data(contentsOf: url))))
    }
  }
  return (files, media)
}

/// SHA-256 (FIPS 180-4) of a text, so that the rules can be tried without an engine.
func sha256(_ text: String) -> [UInt8] {
  var primes: [UInt64] = []
  var candidate: UInt64 = 2
  while primes.count < 64 {
    if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
    candidate += 1
  }
  func fraction(_ root: Double) -> UInt32 { UInt32((root - root.rounded(.down)) * 4_294_967_296) }
  let k = primes.map { fraction(cbrt(Double($0))) }
  var h = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
  var message = Array(text.utf8)
  let length = UInt64(message.count * 8)
  message.append(0x80)
  while message.count % 64 != 56 { message.append(0) }
  for shift in stride(from: 56, through: 0, by: -8) {
    message.append(UInt8(truncatingIfNeeded: length >> UInt64(shift)))
  }
  func rotate(_ x: UInt32, _ n: UInt32) -> UInt32 { x >> n | x << (32 - n) }
  for block in stride(from: 0, to: message.count, by: 64) {
    var w = (0..<16).map { i in message[block + i * 4..<block + i * 4 + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
    for i in 16..<64 {
      let s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3
      let s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10
      w.append(w[i - 16] &+ s0 &+ w[i - 7] &+ s1)
    }
    var v = h
    for i in 0..<64 {
      let s1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)
      let t1 = v[7] &+ s1 &+ (v[4] & v[5] ^ ~v[4] & v[6]) &+ k[i] &+ w[i]
      let s0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)
      let t2 = s0 &+ (v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2])
      v = [t1 &+ t2, v[0], v[1], v[2], v[3] &+ t1, v[4], v[5], v[6]]
    }
    for i in 0..<8 { h[i] = h[i] &+ v[i] }
  }
  return h.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
}
