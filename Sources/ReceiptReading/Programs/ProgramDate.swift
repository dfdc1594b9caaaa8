/// A date as a program wrote it: a number in some unit, or a text in one of several forms.
package struct ProgramDate: Equatable, Sendable {
  /// The unit of a number. Milliseconds since 1970 are what Apple's signed data has.
  package enum Unit: String, CaseIterable, Sendable {
    case milliseconds = "milliseconds since 1970"
    case seconds = "seconds since 1970"
    /// Foundation's reference date.
    case secondsSince2001 = "seconds since 2001"
    case microseconds = "microseconds since 1970"
  }

  package let instant: Instant
  /// `nil` for a text.
  package let unit: Unit?

  /// In-App Purchase began in 2009, and no subscription is sold for more than a year: a date outside of these years is
  /// in another unit.
  package static let plausible = years(2008, 2100)

  /// Seconds since 2001 of later years would also be seconds since 1970 of these.
  private static let plausibleSince2001 = years(2008, 2037)

  private static func years(_ first: Int, _ last: Int) -> Range<Int64> {
    milliseconds(first)..<milliseconds(last + 1)
  }

  private static func milliseconds(_ year: Int) -> Int64 {
    CivilDate(year: year, month: 1, day: 1).map {
      Instant($0, hour: 0, minute: 0, second: 0).milliseconds
    } ?? 0
  }

  /// 2001-01-01, in milliseconds since 1970.
  private static let referenceDate: Int64 = 978_307_200_000

  /// Reads a string or a number; `nil` for anything that is no date of these years in exactly one unit.
  package init?(_ value: JSONValue) {
    guard let text = value.stringValue ?? value.numberValue, text.utf8.count <= 64 else { return nil }
    if let number = Self.number(text) {
      let readings = Unit.allCases.compactMap { unit in
        Self.milliseconds(number, unit).flatMap { milliseconds in
          let years = unit == .secondsSince2001 ? Self.plausibleSince2001 : Self.plausible
          return years.contains(milliseconds) ? (unit, milliseconds) : nil
        }
      }
      guard readings.count == 1, let (unit, milliseconds) = readings.first else { return nil }
      self.instant = Instant(milliseconds: milliseconds)
      self.unit = unit
      return
    }
    guard case .string = value, let instant = Self.written(text), Self.plausible.contains(instant.milliseconds) else {
      return nil
    }
    self.instant = instant
    unit = nil
  }

  private static func number(_ text: String) -> Double? {
    let digits = Set("0123456789+-.eE".utf8)
    guard let first = text.utf8.first, (0x30...0x39).contains(first), text.utf8.allSatisfy(digits.contains),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }

  private static func milliseconds(_ number: Double, _ unit: Unit) -> Int64? {
    switch unit {
    case .milliseconds: Int64(exactly: number.rounded(.towardZero))
    case .seconds: Int64(exactly: (number * 1_000).rounded(.towardZero))
    case .secondsSince2001:
      Int64(exactly: (number * 1_000).rounded(.towardZero)).flatMap {
        let (sum, overflow) = $0.addingReportingOverflow(referenceDate)
        return overflow ? nil : sum
      }
    case .microseconds: Int64(exactly: (number / 1_000).rounded(.towardZero))
    }
  }

  // -- Texts.

  /// RFC 3339 and ISO 8601, the three forms of verifyReceipt, and RFC 1123.
  private static func written(_ text: String) -> Instant? {
    rfc1123(text) ?? iso8601(text)
  }

  /// `2026-03-12 19:29:00`, with fractions of a second and with a zone, or without: UTC.
  private static func iso8601(_ text: String) -> Instant? {
    let bytes = Array(text.utf8)
    func digits(_ start: Int, _ count: Int) -> Int? {
      guard start + count <= bytes.count else { return nil }
      return bytes[start..<start + count].reduce(Optional(0)) { sum, byte in
        guard let sum, (0x30...0x39).contains(byte) else { return nil }
        return sum * 10 + Int(byte - 0x30)
      }
    }
    guard let year = digits(0, 4), let month = digits(5, 2), let day = digits(8, 2), bytes[4] == 0x2D, bytes[7] == 0x2D,
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    if bytes.count == 10 { return Instant(date, hour: 0, minute: 0, second: 0) }
    guard let hour = digits(11, 2), let minute = digits(14, 2), let second = digits(17, 2), hour < 24, minute < 60,
      second < 61, bytes[13] == 0x3A, bytes[16] == 0x3A
    else { return nil }
    var rest = bytes[19...]
    if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst().drop { (0x30...0x39).contains($0) } }
    let zone = String(decoding: rest, as: UTF8.self).filter { $0 != " " && $0 != ":" }
    let local = Instant(date, hour: hour, minute: minute, second: second)
    // A third form of verifyReceipt. The hour in which clocks change may be read as the other of the two.
    let isPacific = zone == "America/Los_Angeles"
    let later = Instant(milliseconds: local.milliseconds + 8 * 3_600_000)
    guard let offset = isPacific ? PacificTime.offsetSeconds(at: later) : seconds(zone) else { return nil }
    return Instant(milliseconds: local.milliseconds - Int64(offset) * 1_000)
  }

  /// The offset of a zone in seconds; `nil` for zones that are not known.
  private static func seconds(_ zone: String) -> Int? {
    if ["", "Z", "z", "UTC", "GMT", "Etc/GMT", "+0000", "-0000"].contains(zone) { return 0 }
    guard let sign = zone.first, sign == "+" || sign == "-", zone.utf8.count == 5 || zone.utf8.count == 3,
      let number = Int(zone.dropFirst())
    else { return nil }
    let (hours, minutes) = zone.utf8.count == 3 ? (number, 0) : (number / 100, number % 100)
    guard (0...14).contains(hours), (0..<60).contains(minutes) else { return nil }
    return (sign == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Thu, 12 Mar 2026 19:29:00 GMT`.
  private static func rfc1123(_ text: String) -> Instant? {
    var words = text.split(separator: " ")
    if words.first?.hasSuffix(",") ?? false { words.removeFirst() }
    guard words.count == 5, let day = Int(words[0]), let month = months.firstIndex(of: String(words[1])),
      let year = Int(words[2]), (1900...2200).contains(year)
    else { return nil }
    let date = "\(padded(year, to: 4))-\(padded(month + 1, to: 2))-\(padded(min(99, max(0, day)), to: 2))"
    return iso8601("\(date) \(words[3]) \(words[4])")
  }
}
