import ReceiptKit

/// A date in one of Apple's formats, which can be written in the same format with another moment.
struct DateText {
  private enum Form {
    /// `2020-07-22T18:33:15.131+0100`: with these digits of a fraction, this offset as text and in seconds.
    case rfc3339(fraction: String, offset: String, seconds: Int64)
    /// `2020-07-22 17:39:08 Etc/GMT`
    case gmt
    /// `2020-07-22 10:39:08 America/Los_Angeles`
    case pacific
    /// Milliseconds since 1970, with these digits of a fraction.
    case milliseconds(fraction: String)
  }

  /// The moment; the whole second in formats without a fraction.
  let instant: Instant
  private let form: Form
  /// The length of a date up to its seconds: `2020-07-22T18:33:15`.
  private static let secondsLength = 19

  /// Reads a date.
  ///
  /// - Parameter sibling: the moment of the same date in another field: an hour occurs twice when daylight saving time
  ///   ends.
  init?(_ text: String, sibling: Instant? = nil) {
    if let date = ReceiptDate(text) {
      let rest = text.dropFirst(Self.secondsLength)
      let fraction = rest.prefix { $0 == "." || ("0"..."9").contains($0) }
      guard let local = ReceiptDate(text.prefix(Self.secondsLength) + fraction + "Z") else { return nil }
      instant = date.instant
      form = .rfc3339(
        fraction: String(fraction), offset: String(rest.dropFirst(fraction.count)),
        seconds: (local.instant.milliseconds - date.instant.milliseconds) / 1_000)
    } else if let (number, fraction) = Self.milliseconds(text) {
      instant = number
      form = .milliseconds(fraction: fraction)
    } else if let found = Instant(gmtText: text), found.gmtText == text {
      instant = found
      form = .gmt
    } else {
      guard let local = Instant(gmtText: text.replacing("America/Los_Angeles", with: "Etc/GMT")) else { return nil }
      // Pacific time is seven or eight hours behind.
      let candidates = [sibling] + [7, 8].map { Instant(milliseconds: local.milliseconds + $0 * 3_600_000) }
      guard let found = candidates.lazy.compactMap(\.self).first(where: { $0.pacificText == text }) else { return nil }
      instant = found
      form = .pacific
    }
  }

  /// Reads milliseconds, and the fraction that Xcode writes: up to four digits, as many as a double holds. More digits
  /// would be another number.
  private static func milliseconds(_ text: String) -> (Instant, fraction: String)? {
    if text == String(DatePolicy.unknownToXcode.milliseconds) { return (DatePolicy.unknownToXcode, "") }
    let whole = text.prefix { $0 != "." }
    let fraction = text.dropFirst(whole.count)
    guard whole.utf8.allSatisfy(\.isASCIIDigit), (9...15).contains(whole.utf8.count), let number = Int64(whole),
      ReceiptDate(Instant(milliseconds: number).rfc3339) != nil,
      fraction.isEmpty || (2...5).contains(fraction.utf8.count) && fraction.utf8.dropFirst().allSatisfy(\.isASCIIDigit)
    else { return nil }
    return (Instant(milliseconds: number), String(fraction))
  }

  /// Another moment in the same format.
  ///
  /// - Throws: `.notAReceipt` for milliseconds with fewer than nine digits, which no code here would read as a date
  ///   again.
  func written(_ instant: Instant) throws(ReceiptError) -> String {
    switch form {
    case .milliseconds(let fraction):
      guard instant == DatePolicy.unknownToXcode || instant.milliseconds >= 100_000_000 else {
        throw ReceiptError(
          .notAReceipt, "a date in milliseconds since 1970 that would lie before 1970-01-02 after the shift",
          hint: DatePolicy.hint)
      }
      let isSame = (instant.milliseconds - self.instant.milliseconds).isMultiple(of: 1_000)
      return String(instant.milliseconds) + (isSame ? fraction : "")
    case .gmt: return instant.gmtText
    case .pacific: return instant.pacificText
    case .rfc3339(let fraction, let offset, let seconds):
      let local = Instant(milliseconds: instant.milliseconds + seconds * 1_000).rfc3339
      // Digits beyond milliseconds are kept as well, unless the fraction was removed.
      let isSame = (instant.milliseconds - self.instant.milliseconds).isMultiple(of: 1_000)
      let zeros = String(fraction.map { $0 == "." ? "." : "0" })
      return local.prefix(Self.secondsLength) + (isSame ? fraction : zeros) + offset
    }
  }
}
