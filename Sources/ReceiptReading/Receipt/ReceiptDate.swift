/// A date in a receipt: the text that was signed, and the moment that the text names.
///
/// Observed forms: `2020-07-22T17:39:08Z`, `2020-07-22T18:33:15+0100` (Xcode 12), `2020-10-08T11:17:49.131Z`
/// (Apple-signed, macOS). The form of RFC 3339 with a colon in the offset is read too.
public struct ReceiptDate: Hashable, Sendable {
  /// The text as it stands in the receipt.
  public let text: String
  /// The moment. Digits beyond milliseconds are cut off here, and remain in ``text``.
  public let instant: Instant

  /// Makes a date that has already been read: the text names the moment.
  init(text: String, instant: Instant) {
    self.text = text
    self.instant = instant
  }

  /// Reads a date.
  ///
  /// - Parameter text: `YYYY-MM-DDThh:mm:ss`, optionally a fraction of a second, then `Z`, `±hhmm` or `±hh:mm`.
  /// - Returns: `nil` for anything else, and for days and times that do not exist.
  package init?(_ text: String) {
    var scanner = DateScanner(text)
    guard
      let year = scanner.digits(4), scanner.take("-"), let month = scanner.digits(2), scanner.take("-"),
      let day = scanner.digits(2), let date = CivilDate(year: year, month: month, day: day),
      scanner.take("T") || scanner.take("t"),
      let hour = scanner.digits(2), hour < 24, scanner.take(":"), let minute = scanner.digits(2), minute < 60,
      scanner.take(":"), let second = scanner.digits(2), second < 60,
      let millisecond = scanner.fraction(), let offset = scanner.offsetSeconds(), scanner.isAtEnd
    else { return nil }
    let local = Instant(date, hour: hour, minute: minute, second: second, millisecond: millisecond)
    let instant = Instant(milliseconds: local.milliseconds - Int64(offset) * 1_000)
    // RFC 3339 allows years to 9999. Year 1 is the first year whose dates have four digits in every time zone.
    guard (1...9_999).contains(ClockReading(instant, offsetSeconds: 0).date.year) else { return nil }
    self.text = text
    self.instant = instant
  }
}

extension Instant {
  /// Reads `2020-07-22 17:39:08 Etc/GMT`, the first of the three forms in which verifyReceipt prints a date.
  package init?(gmtText text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 3, parts[2] == "Etc/GMT", let date = ReceiptDate("\(parts[0])T\(parts[1])Z") else {
      return nil
    }
    self = date.instant
  }
}

extension ReceiptDate {
  /// Reads a moment in the forms that people write: a date that ``init(_:)`` reads, also without seconds, with a space
  /// for the `T` or before the zone, with `UTC` for the zone, without a zone (UTC), or a day alone (its start).
  package init?(moment text: String) {
    if let date = ReceiptDate(text) {
      self = date
      return
    }
    guard text.utf8.count <= DateScanner.maximumLength else { return nil }
    let day = text.prefix(10)
    var time = text.dropFirst(10)
    var zone = "Z"
    if let start = time.firstIndex(where: { "Zz+-U".contains($0) }) {
      zone = time[start...] == "UTC" ? "Z" : String(time[start...])
      time = time[..<start]
      if time.last == " " { time.removeLast() }
    }
    if time.first == " " { time = "T" + time.dropFirst() }
    if time.isEmpty { time = "T00:00" }
    let missingSeconds = time.count(where: { $0 == ":" }) == 1 ? ":00" : ""
    guard let date = ReceiptDate(day + time + missingSeconds + zone) else { return nil }
    self = date
  }
}

/// Reads the parts of a date from ASCII text.
struct DateScanner {
  static let maximumLength = 64
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    // All forms of a date are shorter. Longer text is not copied, because it may be hostile.
    bytes = text.utf8.count <= DateScanner.maximumLength ? Array(text.utf8) : []
  }

  var isAtEnd: Bool { position == bytes.count }

  /// The octet at the position; `nil` at the end.
  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Skips this character if it comes next, and returns whether it did.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Exactly `count` decimal digits.
  mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = takeDigit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// The milliseconds of a fraction that starts with a point; 0 if there is no fraction.
  mutating func fraction() -> Int? {
    guard take(".") else { return 0 }
    let start = position
    var milliseconds = 0
    var unit = 100
    while let digit = takeDigit() {
      milliseconds += digit * unit
      unit /= 10
    }
    return position == start ? nil : milliseconds
  }

  /// Seconds east of UTC.
  mutating func offsetSeconds() -> Int? {
    if take("Z") || take("z") { return 0 }
    let sign: Int
    if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
    guard let hours = digits(2), hours < 24 else { return nil }
    _ = take(":")
    guard let minutes = digits(2), minutes < 60 else { return nil }
    return sign * (hours * 3_600 + minutes * 60)
  }

  private mutating func takeDigit() -> Int? {
    guard let byte = next, byte.isASCIIDigit else { return nil }
    position += 1
    return Int(byte - UInt8(ascii: "0"))
  }
}
