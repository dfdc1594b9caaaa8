import ReceiptKit

extension Instant {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Reads a date in HTTP (RFC 9110, 5.6.7); all are in GMT. The day of the week is ignored.
  ///
  ///     Sun, 06 Nov 1994 08:49:37 GMT    IMF-fixdate
  ///     Sunday, 06-Nov-94 08:49:37 GMT   obsolete, RFC 850
  ///     Sun Nov  6 08:49:37 1994         obsolete, asctime
  init?(httpDate text: String) {
    let words = text.split { $0 == " " || $0 == "," }.map(String.init)
    if words.count == 6, words[5] == "GMT" {
      self.init(year: words[3], month: words[2], day: words[1], time: words[4])
      return
    }
    if words.count == 5, words[4] != "GMT" {
      self.init(year: words[4], month: words[1], day: words[2], time: words[3])
      return
    }
    let date = words.count == 4 && words[3] == "GMT" ? words[1].split(separator: "-").map(String.init) : []
    guard date.count == 3, date[2].count == 2, let year = Int(date[2]) else { return nil }
    // RFC 9110 reads a year of two digits as past if it seems more than 50 years ahead. This reads no clock, so the
    // limit is fixed: servers send dates near the present.
    self.init(year: String(year + (year < 70 ? 2000 : 1900)), month: date[1], day: date[0], time: words[2])
  }

  private init?(year: String, month: String, day: String, time: String) {
    func twoDigits(_ text: String) -> String { text.count == 1 ? "0" + text : text }
    guard let month = Self.months.firstIndex(of: month),
      let date = ReceiptDate("\(year)-\(twoDigits(String(month + 1)))-\(twoDigits(day))T\(time)Z")
    else { return nil }
    self = date.instant
  }
}
