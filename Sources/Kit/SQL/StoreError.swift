/// What can go wrong between a statement and its rows, the same for both databases.
package enum StoreError: Error, Hashable, Sendable {
  /// A unique key is taken; the constraint's or the columns' name.
  case unique(String)
  case foreignKey(String)
  case check(String)
  case notNull(String)
  /// Somebody else holds the lock, or the queue is full: try again.
  case busy
  case diskFull
  /// The database does not answer.
  case unavailable(String)
  /// The file is no database, or is broken.
  case damaged(String)
  /// The statement and the call do not fit: a fault in the program.
  case misuse(String)
  /// Text that neither database stores: NUL, or not UTF-8.
  case invalidText
  case closed
}
