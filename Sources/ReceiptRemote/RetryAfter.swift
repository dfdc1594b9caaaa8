import ReceiptKit

/// `Retry-After` (RFC 9110, 10.2.3): the wait that a server asks for.
///
///     Retry-After = HTTP-date / delay-seconds / UNIX time in milliseconds (Apple, "Identifying rate limits")
enum RetryAfter {
  /// The wait that an answer asks for.
  static func wait(_ answer: HTTPAnswer, now: Instant) -> Duration? {
    answer[field: "Retry-After"].flatMap { wait($0, date: answer[field: "Date"], now: now) }
  }

  /// The wait; `nil` for an unreadable field. A date in the past means no wait.
  ///
  /// - Parameters:
  ///   - field: the value of the field.
  ///   - date: the server's clock, from its `Date` field. The server's clock is preferred to the local clock, so that
  ///     the wait is right even if the local clock is wrong.
  ///   - now: the local clock.
  static func wait(_ field: String, date: String?, now: Instant) -> Duration? {
    let field = trimmed(field)
    let from = date.flatMap { HTTPDate.instant(trimmed($0)) } ?? now
    if !field.isEmpty, field.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      // The App Store Server API sends a UNIX time in milliseconds. Read as seconds, even a time in 2001 would be a
      // wait of thousands of years.
      if let milliseconds = Int64(field), milliseconds >= 1_000_000_000_000, milliseconds < 1 << 53 {
        return .milliseconds(max(0, milliseconds - from.milliseconds))
      }
      // A longer wait becomes thirty years, which is too long in any case.
      return .seconds(min(Int64(field) ?? .max, 1_000_000_000))
    }
    guard let then = HTTPDate.instant(field) else { return nil }
    return .milliseconds(max(0, then.milliseconds - from.milliseconds))
  }

  private static func trimmed(_ text: String) -> String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    let start = text.drop(while: isSpace)
    return String(
      start.prefix(upTo: start.lastIndex { !isSpace($0) }.map { start.index(after: $0) } ?? start.startIndex))
  }
}

/// Dates in HTTP (RFC 9110, 5.6.7); all are in GMT.
///
///     Sun, 06 Nov 1994 08:49:37 GMT    IMF-fixdate
///     Sunday, 06-Nov-94 08:49:37 GMT   obsolete, RFC 850
///     Sun Nov  6 08:49:37 1994         obsolete, asctime
enum HTTPDate {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The moment, or `nil` if the text is not such a date. The day of the week is ignored.
  static func instant(_ text: String) -> Instant? {
    let words = text.split { $0 == " " || $0 == "," }.map(String.init)
    if words.count == 6, words[5] == "GMT" {
      return instant(year: words[3], month: words[2], day: words[1], time: words[4])
    }
    if words.count == 5, words[4] != "GMT" {
      return instant(year: words[4], month: words[1], day: words[2], time: words[3])
    }
    let date = words.count == 4 && words[3] == "GMT" ? words[1].split(separator: "-").map(String.init) : []
    guard date.count == 3, date[2].count == 2, let year = Int(date[2]) else { return nil }
    // RFC 9110 reads two-digit years that seem more than 50 years ahead as past ones. Servers send dates near the
    // present.
    return instant(year: String(year + (year < 70 ? 2000 : 1900)), month: date[1], day: date[0], time: words[2])
  }

  private static func instant(year: String, month: String, day: String, time: String) -> Instant? {
    guard let month = months.firstIndex(of: month) else { return nil }
    return ReceiptDate("\(year)-\(twoDigits(String(month + 1)))-\(twoDigits(day))T\(time)Z")?.instant
  }

  private static func twoDigits(_ text: String) -> String { text.count == 1 ? "0" + text : text }
}
