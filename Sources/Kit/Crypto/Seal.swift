package import Ambient
import COpenSSL

/// Seals what must be used again (TOTP secrets, webhook and push keys) with AES-256-GCM (NIST SP 800-38D).
///
/// A box is `0x01 · key id · 12 bytes nonce · ciphertext · 16 bytes tag`. The key id says which key opens it, so that keys can be
/// rotated: new boxes are made with the newest key, old ones still open. The context (table, column, row) is bound into the tag,
/// so a box moved to another row does not open there. Nonces are random: one key must not seal more than 2^32 boxes.
package struct Seal: Sendable {
  /// A key of 32 bytes by its number.
  package struct Key: Sendable {
    package let id: UInt8
    let bytes: [UInt8]

    /// Throws `.key` unless there are 32 bytes that are not all the same.
    package init(id: UInt8, _ bytes: [UInt8]) throws(CryptoError) {
      guard bytes.count == 32, Set(bytes).count > 1 else { throw .key }
      self.id = id
      self.bytes = bytes
    }
  }

  private let keys: [Key]
  private let random: @Sendable (Int) -> [UInt8]
  private static let version: UInt8 = 1
  private static let overhead = 2 + 12 + 16

  /// - Parameter keys: the newest first; throws `.key` when there is none or two have one id.
  package init(_ keys: [Key], ambient: Ambient) throws(CryptoError) {
    guard !keys.isEmpty, Set(keys.map(\.id)).count == keys.count else { throw .key }
    self.keys = keys
    random = ambient.bytes
  }

  package func close(_ secret: [UInt8], context: [UInt8]) -> [UInt8] {
    let key = keys[0]
    let nonce = random(12)
    let head = [Seal.version, key.id]
    let (text, tag) = AES256GCM.seal(secret, key: key.bytes, nonce: nonce, data: head + context)
    return head + nonce + text + tag
  }

  /// Throws `.sealed` for anything that `close` did not make with one of the keys and this context.
  package func open(_ box: [UInt8], context: [UInt8]) throws(CryptoError) -> [UInt8] {
    guard box.count >= Seal.overhead, box[0] == Seal.version, let key = keys.first(where: { $0.id == box[1] }) else {
      throw .sealed
    }
    let opened = AES256GCM.open(
      Array(box[14..<(box.count - 16)]), tag: Array(box.suffix(16)), key: key.bytes, nonce: Array(box[2..<14]),
      data: Array(box[0..<2]) + context)
    guard let opened else { throw .sealed }
    return opened
  }

  /// True when a box should be closed again: it was made with an older key.
  package func isStale(_ box: [UInt8]) -> Bool { box.count < 2 || box[1] != keys[0].id }
}

/// The cipher itself. Lengths are checked by who calls: 32 bytes of key, 12 of nonce, 16 of tag.
enum AES256GCM {
  static func seal(_ text: [UInt8], key: [UInt8], nonce: [UInt8], data: [UInt8]) -> (text: [UInt8], tag: [UInt8]) {
    guard let context = EVP_CIPHER_CTX_new() else { preconditionFailure("OpenSSL could not start a cipher") }
    defer { EVP_CIPHER_CTX_free(context) }
    var sealed = [UInt8](repeating: 0, count: text.count)
    var tag = [UInt8](repeating: 0, count: 16)
    var length: Int32 = 0
    var rest = [UInt8](repeating: 0, count: 16)
    let done =
      EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1
      && (data.isEmpty || EVP_EncryptUpdate(context, nil, &length, data, Int32(data.count)) == 1)
      && (text.isEmpty || EVP_EncryptUpdate(context, &sealed, &length, text, Int32(text.count)) == 1)
      && EVP_EncryptFinal_ex(context, &rest, &length) == 1
      && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1
    precondition(done, "OpenSSL could not seal")
    return (sealed, tag)
  }

  static func open(_ text: [UInt8], tag: [UInt8], key: [UInt8], nonce: [UInt8], data: [UInt8]) -> [UInt8]? {
    guard let context = EVP_CIPHER_CTX_new() else { preconditionFailure("OpenSSL could not start a cipher") }
    defer { EVP_CIPHER_CTX_free(context) }
    var opened = [UInt8](repeating: 0, count: text.count)
    var tag = tag
    var length: Int32 = 0
    var rest = [UInt8](repeating: 0, count: 16)
    let done =
      EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1
      && (data.isEmpty || EVP_DecryptUpdate(context, nil, &length, data, Int32(data.count)) == 1)
      && (text.isEmpty || EVP_DecryptUpdate(context, &opened, &length, text, Int32(text.count)) == 1)
      && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, &tag) == 1
      && EVP_DecryptFinal_ex(context, &rest, &length) == 1
    return done ? opened : nil
  }
}
