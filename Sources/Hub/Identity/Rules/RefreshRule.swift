/// What happens to a refresh token that is presented. Strict to thieves, kind to honest clients. Hub spec §§3.2, 19.
///
/// A chain holds one token that may be used, and remembers the one before it:
///
/// - the present token is used up, and its successor is returned;
/// - the one before it is presented again, and its successor has never been used: the same successor is returned. So a client
///   whose answer was lost, who retried, who has two tabs, or whose server died after its commit goes on;
/// - any older one: somebody who holds what was used up has it from somewhere else. The session ends.
///
/// What the rule gives up: while neither of two holders has used the successor they are told the same one. The first of them
/// who is two steps behind ends the session for both.
package enum RefreshVerdict: Hashable, Sendable {
  /// Use it up and return a new one.
  case rotate
  /// Return the present one again.
  case repeatSuccessor
  /// End the session.
  case reused

  /// - Parameters:
  ///   - isPresent: what was presented is the chain's present token.
  ///   - isPrevious: it is the one that the present token took the place of.
  package static func of(isPresent: Bool, isPrevious: Bool) -> RefreshVerdict {
    if isPresent { return .rotate }
    return isPrevious ? .repeatSuccessor : .reused
  }
}

/// A refresh token: `rtk_` and 48 bytes, of which the first 16 name the chain, the next 16 are random and the last 16 prove that
/// it was made here. Only its SHA-256 is stored.
///
/// The proof tells a used token of long ago, which ends its session, from one that was made up, which ends nothing: so a chain
/// needs one row, however often it was refreshed, and nobody can end a session by guessing.
package struct RefreshToken: Hashable, Sendable {
  package static let prefix = "rtk_"
  package static let size = 48

  /// 48 bytes.
  package let bytes: [UInt8]

  package init?(bytes: [UInt8]) {
    guard bytes.count == RefreshToken.size else { return nil }
    self.bytes = bytes
  }

  /// 16 bytes.
  package var chain: [UInt8] { Array(bytes[..<16]) }
  /// What the proof is over: the chain and the random part.
  package var body: [UInt8] { Array(bytes[..<32]) }
  /// 16 bytes.
  package var proof: [UInt8] { Array(bytes[32...]) }
}
