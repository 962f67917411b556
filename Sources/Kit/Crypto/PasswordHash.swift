package import Ambient
import CSodium
import Encoding

/// Argon2id (RFC 9106) by libsodium, on threads of its own.
///
/// 19 MiB, two passes, one lane: what OWASP names as the least, and Hub spec §3.1 fixes. A hash says its parameters, so they can
/// be raised later: `needsRehash` tells when.
package struct PasswordHash: Sendable {
  package static let memory = 19 << 20
  package static let passes = 2
  /// Bytes of a password beyond which it is refused before any work is done.
  package static let longestPassword = 1024

  private let threads: BoundedThreads
  private let random: @Sendable (Int) -> [UInt8]

  /// - Parameter threads: as many as may hash at once; each needs 19 MiB while it does.
  package init(_ threads: BoundedThreads, ambient: Ambient) {
    precondition(sodium_init() >= 0, "libsodium could not be started")
    self.threads = threads
    random = ambient.bytes
  }

  /// `$argon2id$v=19$m=19456,t=2,p=1$…$…`. Throws `.busy` when too many are hashing already.
  package func make(_ password: [UInt8]) async throws(CryptoError) -> String {
    let salt = random(16)
    return try await threads.run { PasswordHash.encoded(password, salt: salt) }
  }

  /// False for a wrong password and for a text that is no hash.
  package func verify(_ password: [UInt8], against hash: String) async throws(CryptoError) -> Bool {
    guard password.count <= PasswordHash.longestPassword else { return false }
    return try await threads.run { PasswordHash.matches(password, hash) }
  }

  /// The work of a verification for a person who does not exist, so that the answer takes as long.
  package func verifyNobody(_ password: [UInt8]) async throws(CryptoError) {
    let salt = [UInt8](repeating: 0, count: 16)
    _ = try await threads.run { PasswordHash.encoded(password, salt: salt) }
  }

  /// True for a hash made with other parameters than today's.
  package static func needsRehash(_ hash: String) -> Bool {
    !hash.hasPrefix("$argon2id$v=19$m=\(memory >> 10),t=\(passes),p=1$")
  }

  static func encoded(_ password: [UInt8], salt: [UInt8]) -> String {
    var hash = [UInt8](repeating: 0, count: 32)
    let text = password.map { CChar(bitPattern: $0) }
    let code = crypto_pwhash(
      &hash, UInt64(hash.count), text, UInt64(text.count), salt, UInt64(passes), memory, crypto_pwhash_ALG_ARGON2ID13)
    precondition(code == 0, "no memory for a password hash")
    let (salt, tag) = (Base64.encode(salt), Base64.encode(hash))
    return "$argon2id$v=19$m=\(memory >> 10),t=\(passes),p=1$\(unpadded(salt))$\(unpadded(tag))"
  }

  private static func matches(_ password: [UInt8], _ hash: String) -> Bool {
    // libsodium reads at most 128 bytes and wants a closing zero.
    guard hash.hasPrefix("$argon2id$"), hash.utf8.count < 128, isModest(hash) else { return false }
    let text = password.map { CChar(bitPattern: $0) }
    return crypto_pwhash_str_verify(hash, text, UInt64(text.count)) == 0
  }

  /// A stored hash may ask for four times today's memory and passes, not for all that the machine has.
  private static func isModest(_ hash: String) -> Bool {
    let parts = hash.split(separator: "$")
    guard parts.count == 5 else { return false }
    let numbers = parts[2].split(separator: ",").map { $0.drop { $0 != "=" }.dropFirst() }.map { Int($0) }
    guard numbers.count == 3, let kibibytes = numbers[0], let passes = numbers[1] else { return false }
    return kibibytes <= 4 * memory >> 10 && passes <= 4 * PasswordHash.passes
  }

  private static func unpadded(_ text: String) -> Substring { text.prefix { $0 != "=" } }
}
