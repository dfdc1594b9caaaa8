import ReceiptKit

/// The treatment of dates.
package enum DatePolicy: Equatable, Sendable {
  /// The remaining precision of a date.
  package enum Unit: String, CaseIterable, Sendable {
    /// Midnight of the day, UTC.
    case day
    /// Midnight of the first day of the month, UTC.
    case month
  }

  /// Dates are kept.
  case keep
  /// All dates move by this number of seconds. Their order and the lengths of periods are kept.
  case shift(seconds: Int64)
  /// All dates move back to the start of a unit. Lengths of periods change, and different dates may become equal.
  case coarsen(Unit)

  /// Reads the argument of `--shift`: a number of days, or a number with `s`, `m`, `h`, `d` or `w`.
  ///
  /// It may begin with a sign; the maximum is 100 years.
  package init?(shift text: String) {
    let isBack = text.hasPrefix("-")
    let length = isBack || text.hasPrefix("+") ? String(text.dropFirst()) : text
    let hasUnit = length.utf8.last?.isASCIILetter ?? true
    guard let period = try? DurationText(hasUnit ? length : length + "d") else { return nil }
    self = .shift(seconds: (isBack ? -1 : 1) * (period.milliseconds / 1_000))
  }

  /// The replacement of a moment.
  ///
  /// - Throws: `.notAReceipt` if it would lie outside the years 1 to 9999.
  func apply(to instant: Instant) throws(ReceiptError) -> Instant {
    if Self.constants.contains(instant) { return instant }
    switch self {
    case .keep: return instant
    case .shift(let seconds):
      let moved = Instant(milliseconds: instant.milliseconds + seconds * 1_000)
      guard ReceiptDate(moved.rfc3339) != nil else {
        throw ReceiptError(
          .notAReceipt, "a date that would lie outside the years 1 to 9999 after the shift",
          hint: Self.hint)
      }
      return moved
    case .coarsen(let unit):
      let text = instant.rfc3339
      let start = unit == .day ? text.prefix(10) + "T00:00:00Z" : text.prefix(7) + "-01T00:00:00Z"
      return ReceiptDate(String(start))?.instant ?? instant
    }
  }

  static let hint: Message = "shift by less, or coarsen dates: --coarsen month"

  /// Dates that every receipt of the sandbox or of Xcode has, and that therefore identify no one.
  ///
  /// They are kept, because such dates would reveal the distance if they were moved.
  private static let constants: Set<Instant> = Set(
    ["2013-08-01T07:00:00Z", "4001-01-01T00:00:00Z"].compactMap { ReceiptDate($0)?.instant } + [unknownToXcode])

  /// The date that Xcode writes in signed data for an unknown date: the earliest date in Foundation (observed).
  static let unknownToXcode = Instant(milliseconds: -62_135_769_600_000)
}
