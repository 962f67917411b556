package import Ambient
package import Crypto
package import SQL
package import Time

/// What is to be done with a request that carries a key.
package enum IdempotencyVerdict: Hashable, Sendable {
  /// Do it, and store the answer with `finish` in the same transaction.
  case fresh
  /// It was done: give this answer, with `Idempotent-Replayed: true`.
  case replay(StoredAnswer)
  /// The key belongs to another request: `409 idempotency_key_reused`.
  case conflict
  /// The first attempt has not ended yet: `409 idempotency_key_in_flight`, to be tried again after a second.
  case inFlight
}

/// Makes a repeated request harmless: a key's first answer is stored in the transaction of the change it guards, and given
/// again for a day. Hub spec §2.8.
///
/// ```swift
/// let request = idempotency.request(caller: person, key: key, method: "POST", path: path, body: body)
/// let verdict = try await database.write { tx in
///   let verdict = try idempotency.begin(request, at: now, in: tx)
///   guard verdict == .fresh else { return verdict }
///   … the change …
///   try idempotency.finish(request, answer, at: now, in: tx)
///   return .replay(answer)
/// }
/// ```
///
/// A crash before the commit leaves neither the change nor the key. While one transaction works on a key, another one is told
/// `inFlight` at once on PostgreSQL; on SQLite, whose writer runs one transaction after the other, it gets the replay.
///
/// A refusal (4xx) rolls the change back and is stored afterwards with `record`. Work that must call somebody else between two
/// transactions begins with `reserve`, and ends with `finish`, or with `release` when nothing was done.
package struct IdempotencyStore: Sendable {
  private let seal: Seal
  private let ambient: Ambient

  package static let life = TimeSpan.hours(24)

  package init(seal: Seal, ambient: Ambient) { (self.seal, self.ambient) = (seal, ambient) }

  /// - Parameters:
  ///   - path: with its query, as it was received.
  ///   - body: the raw bytes, before any reading.
  package func request(
    caller: String, key: IdempotencyKey, method: String, path: String, body: [UInt8]
  ) -> IdempotentRequest {
    IdempotentRequest(caller: caller, key: key, method: method, path: path, body: body, run: ambient.bytes(16))
  }

  /// Looks the key up, and holds it until the transaction ends.
  package func begin(
    _ request: IdempotentRequest, at now: Instant, in tx: Transaction
  ) throws(StoreError) -> IdempotencyVerdict {
    guard try hold(request, in: tx) else { return .inFlight }
    guard let row = try tx.first(IdempotencyStore.find, request), !row.isOver(at: now) else { return .fresh }
    guard constantTimeEqual(row.hash, request.hash) else { return .conflict }
    guard let status = row.status, let sealed = row.answer else { return .inFlight }
    do {
      guard let answer = StoredAnswer(status: status, bytes: try seal.open(sealed, context: request.context)) else {
        throw CryptoError.sealed
      }
      return .replay(answer)
    } catch {
      // Doing it again could charge somebody twice; not answering can be looked into.
      throw .damaged("a stored answer does not open with the server's key")
    }
  }

  /// Stores the answer; an answer that is not kept frees the key instead. Throws `.busy` when a reservation ran out and
  /// another attempt has the key: nothing that this one did may commit.
  package func finish(
    _ request: IdempotentRequest, _ answer: StoredAnswer, at now: Instant, in tx: Transaction
  ) throws(StoreError) {
    guard answer.isKept else { return try release(request, in: tx) }
    let sealed = seal.close(answer.bytes, context: request.context)
    guard try tx.run(IdempotencyStore.store, (request, now, answer.status, sealed, now + IdempotencyStore.life)) == 1
    else {
      throw .busy
    }
  }

  /// Stores the answer to a request whose own transaction was rolled back, unless another attempt has the key by now.
  package func record(
    _ request: IdempotentRequest, _ answer: StoredAnswer, at now: Instant, in tx: Transaction
  ) throws(StoreError) {
    if answer.isKept, try begin(request, at: now, in: tx) == .fresh { try finish(request, answer, at: now, in: tx) }
  }

  /// As `begin`; when it is fresh the key stays this attempt's after the commit, for as long as `lease`. An attempt that died
  /// blocks the key no longer than that.
  package func reserve(
    _ request: IdempotentRequest, for lease: TimeSpan = .minutes(1), at now: Instant, in tx: Transaction
  ) throws(StoreError) -> IdempotencyVerdict {
    let verdict = try begin(request, at: now, in: tx)
    if verdict == .fresh { try tx.run(IdempotencyStore.reservation, (request, now, now + lease)) }
    return verdict
  }

  /// Frees a key that this attempt reserved: nothing was done.
  package func release(_ request: IdempotentRequest, in tx: Transaction) throws(StoreError) {
    try tx.run(IdempotencyStore.free, request)
  }

  /// Forgets a caller: part of erasing a person.
  package func forget(caller: String, in tx: Transaction) throws(StoreError) {
    try tx.run(IdempotencyStore.forgetting, caller)
  }

  /// Removes up to `limit` keys whose time is over; returns how many, so that the caller knows whether to come again.
  package func purge(at now: Instant, limit: Int = 1_000, in tx: Transaction) throws(StoreError) -> Int {
    try tx.run(IdempotencyStore.purging, (now, limit))
  }

  private func hold(_ request: IdempotentRequest, in tx: Transaction) throws(StoreError) -> Bool {
    guard tx.engine == .postgres else { return true }
    return try tx.first(IdempotencyStore.tryLock, request) ?? false
  }
}
