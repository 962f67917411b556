import Time

/// `Wed, 04 Mar 2026 12:00:00 GMT` (RFC 9110 §5.6.7).
enum HTTPDate {
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  static func text(_ instant: Instant) -> String {
    let stamp = instant.rfc3339
    guard let date = CalendarDate(iso: String(stamp.prefix(10))) else { return "Thu, 01 Jan 1970 00:00:00 GMT" }
    let (year, month, day) = date.components
    let dayText = day < 10 ? "0\(day)" : "\(day)"
    return
      "\(weekdays[date.isoWeekday - 1]), \(dayText) \(months[month - 1]) \(year) \(stamp.dropFirst(11).prefix(8)) GMT"
  }
}
