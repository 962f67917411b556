import Encoding
package import Telemetry
package import Time

/// Where mail is handed over, from an address such as `smtps://user:password@mail.example.com` or
/// `smtp://mail.example.com:587`.
///
/// `smtps` is TLS from the first byte (port 465). `smtp` (port 587) begins in clear and must change to TLS; `?tls=try` lets a
/// server off that does not offer it, `?tls=never` does not ask. On the machine itself `try` is what is meant when nothing is
/// said. `?ca=FILE` names the certificates to trust instead of the system's; `?hello=NAME` is what we call ourselves.
package struct SMTPServer: Sendable {
  package enum Security: String, Sendable { case must, `try`, never, immediate }
  package let host: String
  package let port: Int
  package let security: Security
  package let user: String?
  package let password: Secret<String>?
  package let hello: String?
  package let authorities: String?
  package var connecting = TimeSpan.seconds(10)
  /// For a whole message.
  package var patience = TimeSpan.seconds(60)

  package struct Fault: Error, Hashable, Sendable {
    /// For the operator.
    package let sentence: String
    init(_ sentence: String) { self.sentence = sentence }
  }

  package init(_ address: String) throws(Fault) {
    guard let scheme = ["smtp://", "smtps://"].first(where: { address.hasPrefix($0) }) else {
      throw Fault("a mail server's address begins with smtp:// or smtps://")
    }
    let parts = address.dropFirst(scheme.count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var authority = parts[0]
    if authority.hasSuffix("/") { authority.removeLast() }
    let at = authority.lastIndex(of: "@")
    let place = at.map { authority[authority.index(after: $0)...] } ?? authority
    (host, port) = try SMTPServer.place(place, standard: scheme == "smtps://" ? 465 : 587)
    let names = at.map { authority[..<$0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false) } ?? []
    user = try names.first.map { (text) throws(Fault) in try SMTPServer.decoded(text, "the user's name") }
    password = try names.dropFirst().first.map { (text) throws(Fault) in
      Secret(try SMTPServer.decoded(text, "the password"))
    }
    let isHere = host == "localhost" || host == "::1" || host.hasPrefix("127.")
    var (security, hello, authorities) = (
      scheme == "smtps://" ? Security.immediate : isHere ? .try : .must, String?.none, String?.none
    )
    for option in parts.count == 2 ? parts[1].split(separator: "&") : [] {
      let pair = option.split(separator: "=", maxSplits: 1).map(String.init)
      switch (pair[0], pair.count == 2 ? pair[1] : "") {
      case ("tls", let word) where scheme == "smtp://" && ["must", "try", "never"].contains(word):
        security = Security(rawValue: word) ?? .must
      case ("ca", let path) where !path.isEmpty: authorities = path
      case ("hello", let name) where !name.isEmpty && name.unicodeScalars.allSatisfy(HeaderText.isIdentifier):
        hello = name
      default:
        throw Fault(
          "a mail server's address has tls=must, try or never (with smtp://), ca=FILE and hello=NAME after its ?")
      }
    }
    (self.security, self.hello, self.authorities) = (security, hello, authorities)
    if password != nil, security == .try || security == .never, !isHere {
      throw Fault(
        "a password is not sent to another machine without TLS: leave tls=\(security.rawValue) out of the mail server's address"
      )
    }
    if (user == nil) != (password == nil) {
      throw Fault("a mail server's address has both a user's name and a password, or neither")
    }
  }

  private static func place(_ text: Substring, standard: Int) throws(Fault) -> (String, Int) {
    var (host, rest) = (text, Substring())
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      host = text[text.index(after: text.startIndex)..<end]
      rest = text[text.index(after: end)...]
    } else if let colon = text.firstIndex(of: ":") {
      (host, rest) = (text[..<colon], text[colon...])
    }
    let isHost = !host.isEmpty && host.unicodeScalars.allSatisfy { HeaderText.isIdentifier($0) || $0 == ":" }
    let port = rest.isEmpty ? standard : Int(rest.dropFirst()) ?? 0
    guard isHost, rest.isEmpty || rest.hasPrefix(":"), (1...65_535).contains(port) else {
      throw Fault("a mail server's address is smtp://USER:PASSWORD@HOST:PORT")
    }
    return (String(host), port)
  }

  private static func decoded(_ text: Substring, _ what: String) throws(Fault) -> String {
    guard let decoded = PercentEncoding.decode(text),
      decoded.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else {
      throw Fault("\(what) in a mail server's address is percent-encoded UTF-8")
    }
    return decoded
  }

  /// For libcurl; the path is what we call ourselves.
  var url: String {
    let scheme = security == .immediate ? "smtps" : "smtp"
    return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)/\(hello ?? "")"
  }
}
