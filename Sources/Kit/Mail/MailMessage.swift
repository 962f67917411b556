package import Ambient
import Encoding
package import Time

/// A message before it is written out (RFC 5322, RFC 2045 to 2049).
package struct MailMessage: Hashable, Sendable {
  package var from: MailAddress
  package var to: MailAddress
  package var replyTo: MailAddress?
  package var subject: String
  /// Shown where HTML is not, and read out.
  package var text: String
  package var html: String?
  /// Of the text: `en`, `ar`.
  package var language: String?
  package var attachments: [Attachment] = []

  package struct Attachment: Hashable, Sendable {
    package let name: String
    /// `application/json`; anything that is no media type becomes `application/octet-stream`.
    package let type: String
    package let bytes: [UInt8]
    package init(name: String, type: String, bytes: [UInt8]) {
      (self.name, self.type, self.bytes) = (name, type, bytes)
    }
  }

  package init(
    from: MailAddress, to: MailAddress, replyTo: MailAddress? = nil, subject: String, text: String, html: String? = nil,
    language: String? = nil, attachments: [Attachment] = []
  ) {
    (self.from, self.to, self.replyTo, self.subject) = (from, to, replyTo, subject)
    (self.text, self.html, self.language, self.attachments) = (text, html, language, attachments)
  }

  /// The message in lines of ASCII that end with CRLF; addresses of other scripts stand in it as UTF-8 (RFC 6532).
  ///
  /// - Parameters:
  ///   - id: the left side of `Message-ID`, the same in each attempt, so that a message which arrives twice is known for one.
  ///     Letters, digits, hyphens, dots and underscores; anything else is left out.
  ///   - date: when it was written.
  package func composed(id: String, date: Instant, ambient: Ambient) -> [UInt8] {
    let name = String(id.unicodeScalars.filter { HeaderText.isIdentifier($0) })
    var head = HeaderText.field("From", MailMessage.words(from))
    head += HeaderText.field("To", MailMessage.words(to))
    if let replyTo { head += HeaderText.field("Reply-To", MailMessage.words(replyTo)) }
    head += HeaderText.field("Subject", HeaderText.words(subject))
    head += HeaderText.field("Date", [date.internetDate])
    head += HeaderText.field("Message-ID", ["<\(name)@\(from.domain)>"])
    head += "MIME-Version: 1.0\r\n"
    // Nobody's holiday reply wants to answer a machine (RFC 3834 §5).
    head += "Auto-Submitted: auto-generated\r\n"
    if let language {
      head += HeaderText.field(
        "Content-Language", [String(language.unicodeScalars.filter { HeaderText.isIdentifier($0) })])
    }
    return Array((head + body(ambient)).utf8)
  }

  private func body(_ ambient: Ambient) -> String {
    let content: String
    if let html {
      content = MailMessage.multipart(
        "alternative", [MailMessage.part(text, "plain"), MailMessage.part(html, "html")], ambient)
    } else {
      content = MailMessage.part(text, "plain")
    }
    if attachments.isEmpty { return content }
    return MailMessage.multipart("mixed", [content] + attachments.map(MailMessage.part), ambient)
  }

  /// A boundary with `=_` in it, which neither coding can contain.
  private static func multipart(_ kind: String, _ parts: [String], _ ambient: Ambient) -> String {
    let boundary = "=_\(Hex.encode(ambient.bytes(16)))"
    let head = "Content-Type: multipart/\(kind);\r\n boundary=\"\(boundary)\"\r\n\r\n"
    return head + parts.map { "--\(boundary)\r\n\($0)\r\n" }.joined() + "--\(boundary)--\r\n"
  }

  private static func part(_ text: String, _ kind: String) -> String {
    let coding = BodyText.coding(of: text)
    return "Content-Type: text/\(kind); charset=utf-8\r\nContent-Transfer-Encoding: \(coding.rawValue)\r\n\r\n"
      + BodyText.encode(text, coding)
  }

  private static func part(_ attachment: Attachment) -> String {
    let words =
      ["attachment;"]
      + HeaderText.parameter("filename", attachment.name).joined(separator: "; ").split(separator: " ").map(String.init)
    return HeaderText.field(
      "Content-Type", [isMediaType(attachment.type) ? attachment.type : "application/octet-stream"])
      + HeaderText.field("Content-Disposition", words) + "Content-Transfer-Encoding: base64\r\n\r\n"
      + BodyText.base64(attachment.bytes)
  }

  private static func isMediaType(_ type: String) -> Bool {
    let parts = type.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { HeaderText.isIdentifier($0) || $0 == "+" } }
  }

  private static func words(_ address: MailAddress) -> [String] {
    guard let name = address.name else { return [address.address] }
    return HeaderText.phrase(name) + ["<\(address.address)>"]
  }
}

extension HeaderText {
  static func isIdentifier(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_": true
    default: false
    }
  }
}

extension Instant {
  /// `Wed, 04 Mar 2026 12:00:00 +0000` (RFC 5322 §3.3).
  var internetDate: String {
    let iso = rfc3339
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard let date = CalendarDate(iso: String(iso.prefix(10))) else { return iso }
    return
      "\(days[date.isoWeekday - 1]), \(iso.dropFirst(8).prefix(2)) \(months[date.month - 1]) \(iso.prefix(4)) \(iso.dropFirst(11).prefix(8)) +0000"
  }
}
