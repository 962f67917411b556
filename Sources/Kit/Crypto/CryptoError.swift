/// Why something cryptographic was refused. It never says more than a caller may know: a sealed box that does not open is
/// `sealed`, whatever the reason.
package enum CryptoError: Error, Hashable, Sendable {
  /// A key is malformed, of another kind than asked for, or too weak.
  case key
  /// A sealed box was not made with this key and context, or was changed.
  case sealed
  /// A certificate is malformed.
  case certificate
  /// Every place of a bounded queue is taken; try again soon.
  case busy
}
