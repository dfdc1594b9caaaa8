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
  /// Whether the text has no time zone, and UTC was taken.
  package private(set) var assumesUTC = false

  /// In-App Purchase began in 2009, and no subscription is sold for more than a year: a date outside of these years is
  /// in another unit.
  package static let plausible = years(2008, 2100)

  /// The seconds since 2001 of a later year are also the seconds since 1970 of a plausible one: 1,200,000,000 is in
  /// 2039 and in 2008.
  private static let plausibleSince2001 = years(2008, 2037)

  private static func years(_ first: Int, _ last: Int) -> Range<Int64> {
    beginning(first)..<beginning(last + 1)
  }

  /// The beginning of a year, in milliseconds since 1970.
  private static func beginning(_ year: Int) -> Int64 {
    CivilDate(year: year, month: 1, day: 1).map {
      Instant($0, hour: 0, minute: 0, second: 0).milliseconds
    } ?? 0
  }

  /// 2001-01-01, in milliseconds since 1970.
  private static let referenceDate: Int64 = 978_307_200_000

  /// Reads a string or a number; `nil` unless exactly one unit puts it into plausible years.
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
    guard case .string = value else { return nil }
    unit = nil
    if let instant = Self.readWithZone(text) {
      self.instant = instant
    } else {
      guard let instant = Self.readWithoutZone(text) else { return nil }
      self.instant = instant
      assumesUTC = true
    }
    guard Self.plausible.contains(instant.milliseconds) else { return nil }
  }

  /// `2026-11-23 13:45:10` of databases, and `11/23/2026 13:45:10`, `11/23/2026 1:45:10 PM` (.NET) or
  /// `23 11 2026 : 13:45:10` where no other day can be meant.
  private static func readWithoutZone(_ text: String) -> Instant? {
    var words = text.split(separator: " ").map(String.init).filter { $0 != ":" }
    if words.count == 4, words.prefix(3).allSatisfy({ $0.allSatisfy(\.isNumber) }) {
      words.replaceSubrange(..<3, with: [words.prefix(3).joined(separator: "/")])
    }
    if words.count == 3, let date = consoleDate(words) { return date }
    if words.count == 3, let offset = ["AM": 0, "PM": 12][words[2]] {
      var clock = words[1].split(separator: ":").map(String.init)
      guard let hour = clock.first.flatMap({ Int($0) }), (1...12).contains(hour) else { return nil }
      clock[0] = padded(hour % 12 + offset, to: 2)
      words = [words[0], clock.joined(separator: ":")]
    }
    guard words.count == 2 else { return nil }
    let numbers = words[0].split(separator: "/").compactMap { Int($0) }
    if numbers.count == 3, numbers[2] > 999 {
      let isDayFirst = numbers[0] > 12
      let month = numbers[isDayFirst ? 1 : 0]
      let day = numbers[isDayFirst ? 0 : 1]
      // Month and day cannot be exchanged if one of the numbers is no month, or if both are the same.
      guard (1...12).contains(month), day > 12 || day == month else { return nil }
      words[0] = "\(numbers[2])-\(padded(month, to: 2))-\(padded(day, to: 2))"
    }
    return ReceiptDate(words[0] + "T" + words[1] + "Z")?.instant
  }

  private static func number(_ text: String) -> Double? {
    let digits = Set("0123456789+-.eE".utf8)
    guard let first = text.utf8.first, first.isASCIIDigit, text.utf8.allSatisfy(digits.contains),
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

  /// The forms that ``ReceiptDate`` reads, also with a blank before the zone, the three forms of verifyReceipt, RFC
  /// 1123 (`Thu, 12 Mar 2026 19:29:00 GMT`), and those of Go (`2026-03-12 19:29:00 +0000 UTC m=+0.1`), Rails
  /// (`Thu, 12 Mar 2026 19:29:00.000 UTC +00:00`), Java (`Thu Mar 12 19:29:00 UTC 2026`) and JavaScript
  /// (`Thu Mar 12 2026 19:29:00 GMT+0000 (Coordinated Universal Time)`).
  private static func readWithZone(_ text: String) -> Instant? {
    var words = text.split(separator: " ").map(String.init)
    if words.count == 7, let date = consoleDate(words) { return date }
    if let first = words.first, weekdays.contains(first.filter { $0 != "," }) { words.removeFirst() }
    words.removeAll { $0.hasPrefix("m=") }
    removeZoneInBrackets(&words)
    if words.count > 3, let index = words.prefix(2).firstIndex(where: months.contains) {
      guard let rewritten = withNumbersForMonth(at: index, words) else { return nil }
      words = rewritten
    }
    // A zone may have a name and an offset. The offset counts.
    if words.count == 4, let offset = words[2...].first(where: { "+-".contains($0.prefix(1)) }),
      words[2...].allSatisfy({ $0 == offset || zones.contains($0) })
    {
      words.replaceSubrange(2..., with: [offset])
    }
    if words.count == 3, words[2].hasPrefix("GMT"), words[2].count > 3 { words[2].removeFirst(3) }
    guard words.count == 3 else {
      return ReceiptDate(moment: text)?.instant ?? readTimestamp(words.joined(separator: "T"))
    }
    let local = words[0] + "T" + words[1]
    switch words[2] {
    case "Z", "UTC", "GMT", "Etc/GMT": return ReceiptDate(local + "Z")?.instant
    // The third form of verifyReceipt. In the hour in which clocks change, either of two moments may be meant.
    case "America/Los_Angeles":
      guard let asUTC = ReceiptDate(local + "Z")?.instant.milliseconds else { return nil }
      // Pacific standard time is 8 hours behind UTC.
      let offset = PacificTime.offsetSeconds(at: Instant(milliseconds: asUTC + 8 * 3_600_000))
      return Instant(milliseconds: asUTC - Int64(offset) * 1_000)
    default: return readTimestamp(local + words[2])
    }
  }

  /// Removes the name of the zone, in the language of the browser: `(Coordinated Universal Time)`.
  private static func removeZoneInBrackets(_ words: inout [String]) {
    guard let start = words.firstIndex(where: { $0.hasPrefix("(") }), words.last?.hasSuffix(")") ?? false,
      !words[start...].contains(where: { $0.contains(where: \.isNumber) || ProgramState.isDoubtful($0) })
    else { return }
    words.removeSubrange(start...)
  }

  /// `12 Mar 2026 19:29:00 GMT` as `2026-03-12 19:29:00 GMT`.
  ///
  /// - Parameter index: the index of the name of the month.
  private static func withNumbersForMonth(at index: Int, _ original: [String]) -> [String]? {
    var words = original
    let name = words.remove(at: index)
    let day = words.removeFirst()
    // Java writes the year at the end.
    let year = words[0].contains(":") ? words.removeLast() : words.removeFirst()
    guard let number = Int(day), (1...31).contains(number), let month = months.firstIndex(of: name) else { return nil }
    return ["\(year)-\(padded(month + 1, to: 2))-\(padded(number, to: 2))"] + words
  }

  /// `December 22, 2026 at 5:05:00 PM UTC+9`, as Firestore's console writes it, `Dec 22, 2026` and `22 Dec 2026`.
  private static func consoleDate(_ words: [String]) -> Instant? {
    guard words.count == 3 || words.count == 7 && words[3] == "at" && words[6].hasPrefix("UTC") else { return nil }
    let names = words.prefix(2).map { $0.filter { $0 != "," } }
    guard let month = names.lazy.compactMap({ months.firstIndex(of: String($0.prefix(3))) }).first,
      let day = names.lazy.compactMap({ Int($0) }).first, let year = Int(words[2]), (2_000...2_100).contains(year),
      let date = CivilDate(year: year, month: month + 1, day: day)
    else { return nil }
    guard words.count > 3 else { return Instant(date, hour: 0, minute: 0, second: 0) }
    let clock = words[4].split(separator: ":").compactMap { Int($0) }
    let zone = words[6].dropFirst(3).split(separator: ":").compactMap { Int($0) }
    guard clock.count == 3, (1...12).contains(clock[0]), (0..<60).contains(clock[1]), (0..<60).contains(clock[2]),
      zone.allSatisfy({ (-14...59).contains($0) })
    else { return nil }
    let hour = clock[0] % 12 + (words[5].uppercased() == "PM" ? 12 : 0)
    let local = Instant(date, hour: hour, minute: clock[1], second: clock[2])
    let hours = zone.first ?? 0
    let minutes = zone.dropFirst().first ?? 0
    // The sign of `UTC-3:30` is that of the minutes, too.
    let offset = hours * 60 + (hours < 0 ? -minutes : minutes)
    return Instant(milliseconds: local.milliseconds - Int64(offset) * 60_000)
  }

  /// `2026-03-12T19:29:00+00:00`. PostgreSQL writes a zone of whole hours without minutes: `+00`.
  private static func readTimestamp(_ text: String) -> Instant? {
    (ReceiptDate(text) ?? ReceiptDate(text + "00"))?.instant
  }

  /// Names of zones that stand beside an offset.
  private static let zones = Set(
    """
    UTC GMT Z WET WEST CET CEST BST IST EET EEST MSK EST EDT CST CDT MST MDT PST PDT JST KST HKT SGT ICT WIB \
    AEST AEDT ACST AWST NZST NZDT BRT ART SAST
    """.split(separator: " ").map(String.init))
  private static let weekdays: Set = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The note about a date without a time zone.
  package static func noteOfUTC(_ name: String) -> Message {
    "`\(name.displayed(limit: 40))` has no time zone, and was read as UTC."
  }

  /// The note about a date in another unit than Apple's.
  package func note(_ name: String, _ unit: Unit) -> Message {
    "`\(name.displayed(limit: 40))` was read as \(Message(english: unit.rawValue))."
  }
}
