import API
import Crypto
import Encoding
import HTTP
import Time

/// The account's pages: one shell that the browser fills, the same bytes for everybody at each of its addresses. Hub spec §14.
struct HubPages: Sendable {
  /// Every address that `Web/hub/routes.js` knows; a test holds the two lists together.
  static let paths = [
    "/", "/sign-in", "/sign-up", "/check-email", "/verify", "/forgot", "/reset", "/invite", "/two-factor", "/authorize",
    "/account", "/account/security", "/account/security/two-factor", "/account/security/recovery-codes",
    "/account/privacy",
    "/account/delete", "/account/settings",
  ]

  /// What a page may load and whom it may ask: its own origin, no inline script, no style but the sheets, and nobody may frame
  /// it. An address here can hold a one-time token, so it is told to no other server.
  static let headers: Headers = [
    "Cache-Control": "no-cache",
    "Content-Security-Policy":
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
      + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin", "Strict-Transport-Security": "max-age=31536000",
    "Permissions-Policy": "publickey-credentials-get=(self), publickey-credentials-create=(self)",
  ]

  private let shell: PreparedResponse

  init(web: StaticTree) throws {
    guard let text = web.text("hub/shell.html") else {
      throw CommandFailure(
        sentence: "hub/shell.html is missing from the web folder; set web to the folder that has it.")
    }
    guard web.text("vendor/preact.js") != nil else {
      throw CommandFailure(sentence: "vendor/preact.js is missing from the web folder; bin/setup puts it there.")
    }
    // The addresses of modules and sheets carry the tree's hash.
    let body = Array(String(decoding: text, as: UTF8.self).replacing("{web}", with: web.address("").dropLast()).utf8)
    let epoch = PreparedEpoch()
    shell = PreparedResponse(
      body: body, contentType: "text/html; charset=utf-8", tag: Hex.encode(Array(SHA256.hash(body).prefix(16))),
      headers: HubPages.headers, compress: true, freshUntil: Instant(microseconds: .max), epoch: epoch,
      epochNumber: epoch.current)
  }

  var routes: [Route] {
    HubPages.paths.map { path in
      Route(.get, path) { [shell] _, _ in Response(status: 200, body: .prepared(shell, key: nil)) }
    }
  }
}
