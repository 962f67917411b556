/// What is asked of hosted sign-in (RFC 6749 §4.1 with RFC 7636): S256 only. Hub spec §7.3.
package struct AuthorizationRequest: Hashable, Sendable {
  package static let challengeLength = 43...128
  package static let longestState = 512

  /// A code challenge or verifier: 43 to 128 unreserved characters (RFC 7636 §4.1).
  package static func isVerifier(_ text: String) -> Bool {
    challengeLength.contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: "~"):
          true
        default: false
        }
      }
  }

  /// Exactly one that is registered, byte for byte. Nothing is put into a normal form: two addresses that a browser takes for
  /// one may be two for a proxy.
  package static func isRegistered(_ redirect: String, among registered: [String]) -> Bool {
    registered.contains { $0.utf8.elementsEqual(redirect.utf8) }
  }

  /// The registered address with `code` and `state` in its query. A registered address may have a query of its own, never a
  /// fragment.
  ///
  /// - Parameter encode: percent-encodes a value.
  package static func redirect(
    to address: String, _ parameters: [(name: String, value: String)], encode: (String) -> String
  ) -> String {
    let query = parameters.map { "\($0.name)=\(encode($0.value))" }.joined(separator: "&")
    return address + (address.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query
  }
}
