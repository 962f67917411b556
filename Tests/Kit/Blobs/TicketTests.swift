import Support
import Testing
import Time

@testable import Blobs

@Suite struct `A ticket for one blob` {
  let signer = BlobSigner(secret: Array(1...32))
  let ticket = BlobTicket(.put, BlobID(of: [1]), size: 1_000, expires: .wednesday + .minutes(10))

  func check(_ method: String, _ name: String, _ query: String, at now: Instant = .wednesday) -> Result<
    BlobTicket, BlobTicketError
  > {
    do throws(BlobTicketError) { return .success(try signer.check(method, name, query: query, at: now)) } catch {
      return .failure(error)
    }
  }

  @Test func `lets in until it ends, and not at that instant`() {
    let (name, query) = ("\(ticket.blob)", signer.sign(ticket))
    #expect(check("PUT", name, query) == .success(ticket))
    #expect(check("PUT", name, query, at: ticket.expires - TimeSpan(microseconds: 1)) == .success(ticket))
    #expect(check("PUT", name, query, at: ticket.expires) == .failure(.expired))
    #expect(check("PUT", name, query, at: .wednesday - .days(9)) == .success(ticket))
  }

  @Test func `holds for its method, its content, its size and its end only`() {
    let (name, query) = ("\(ticket.blob)", signer.sign(ticket))
    let signature = query.split(separator: "=").last ?? ""
    let end = ticket.expires.seconds
    let forged: [(why: String, method: String, name: String, query: String)] = [
      ("another method", "GET", name, query),
      ("another content", "PUT", "\(BlobID(of: [2]))", query),
      ("another size", "PUT", name, "size=1001&expires=\(end)&signature=\(signature)"),
      ("a later end", "PUT", name, "size=1000&expires=\(end + 1)&signature=\(signature)"),
      ("no signature", "PUT", name, "size=1000&expires=\(end)&signature="),
      ("another server's", "PUT", name, BlobSigner(secret: Array(2...33)).sign(ticket)),
    ]
    for row in forged { #expect(check(row.method, row.name, row.query) == .failure(.forged), "\(row.why)") }
  }

  @Test func `is read in one form only`() {
    let (name, query) = ("\(ticket.blob)", signer.sign(ticket))
    let end = ticket.expires.seconds
    let signature = String(query.split(separator: "=").last ?? "")
    let malformed: [(why: String, method: String, name: String, query: String)] = [
      ("nothing", "PUT", name, ""), ("a field more", "PUT", name, query + "&x=1"),
      ("a field twice", "PUT", name, query + "&size=1000"),
      ("another order", "PUT", name, "expires=\(end)&size=1000&signature=\(signature)"),
      ("a leading zero", "PUT", name, "size=01000&expires=\(end)&signature=\(signature)"),
      ("a plus sign", "PUT", name, "size=+1000&expires=\(end)&signature=\(signature)"),
      ("a negative size", "PUT", name, "size=-1&expires=\(end)&signature=\(signature)"),
      ("a size beyond all", "PUT", name, "size=99999999999999999999&expires=\(end)&signature=\(signature)"),
      ("a padded signature", "PUT", name, query + "="), ("a method that no ticket has", "DELETE", name, query),
      ("small letters", "put", name, query),
      ("a path", "PUT", "../\(name)", query), ("capitals", "PUT", name.uppercased(), query),
    ]
    for row in malformed { #expect(check(row.method, row.name, row.query) == .failure(.malformed), "\(row.why)") }
  }

  @Test func `keeps its promise against a thousand changes of one character`() {
    let (name, query) = ("\(ticket.blob)", signer.sign(ticket))
    var random = SeededBytes(seed: 11)
    for _ in 0..<1_000 {
      var bytes = Array(query.utf8)
      let place = Int.random(in: bytes.indices, using: &random)
      let new = UInt8.random(in: 33...126, using: &random)
      if bytes[place] == new { continue }
      bytes[place] = new
      let changed = String(decoding: bytes, as: UTF8.self)
      if case .success = check("PUT", name, changed) { Issue.record("\(changed) was let in") }
    }
  }

  @Test func `stands in the store's address`() async throws {
    try await Shelf.open { (shelf) async throws -> Void in
      let address = shelf.store.address(of: ticket)
      let parts = address.split(separator: "?")
      #expect(parts[0] == "/blobs/\(ticket.blob)")
      #expect(check("PUT", "\(ticket.blob)", String(parts[1])) == .success(ticket))
    }
  }
}
