import Crypto
import Encoding

/// What a client calls one intended change, in `Idempotency-Key`: 1 to 255 characters, none of them a control character.
/// Hub spec §2.8.
package struct IdempotencyKey: Hashable, Sendable {
  package let text: String

  package init?(_ text: String) {
    let scalars = text.unicodeScalars
    guard (1...255).contains(scalars.count),
      scalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    else { return nil }
    self.text = text
  }
}

/// One attempt at a guarded request: whose it is, under which key, and exactly what it asks for.
package struct IdempotentRequest: Hashable, Sendable {
  /// A person's or an API key's id: two callers may use the same key.
  package let caller: String
  package let key: IdempotencyKey
  /// SHA-256 over method, path with query, and the raw body.
  package let hash: [UInt8]
  /// 16 random bytes that tell this attempt from others under the same key.
  let run: [UInt8]

  init(caller: String, key: IdempotencyKey, method: String, path: String, body: [UInt8], run: [UInt8]) {
    (self.caller, self.key, self.run) = (caller, key, run)
    // Neither a method nor a path has a line break, so no two requests read the same.
    hash = SHA256.hash(Array("\(method)\n\(path)\n".utf8) + body)
  }

  /// Binds a sealed answer to its row: moved to another one, or to another request, it does not open.
  var context: [UInt8] {
    Array("kit_idempotency\n\(Hex.encode(SHA256.hash(Array(caller.utf8))))\n\(key.text)\n".utf8) + hash
  }
}
