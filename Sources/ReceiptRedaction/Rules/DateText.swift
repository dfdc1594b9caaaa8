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
    /// Milliseconds since 1970.
    case milliseconds
  }

  /// The moment; the whole second in formats without a fraction.
  let instant: Instant
  private let form: Form

  /// Reads a date.
  ///
  /// - Parameter sibling: the moment of the same date in another field: an hour occurs twice when daylight saving time
  ///   ends.
  init?(_ text: String, sibling: Instant? = nil) {
    if let date = ReceiptDate(text) {
      let rest = text.dropFirst(19)
      let fraction = rest.prefix { $0 == "." || ("0"..."9").contains($0) }
      guard let local = ReceiptDate(text.prefix(19) + fraction + "Z") else { return nil }
      instant = date.instant
      form = .rfc3339(
        fraction: String(fraction), offset: String(rest.dropFirst(fraction.count)),
        seconds: (local.instant.milliseconds - date.instant.milliseconds) / 1_000)
    } else if text.utf8.allSatisfy(\.isASCIIDigit), (9...15).contains(text.utf8.count), let number = Int64(text),
      ReceiptDate(Instant(milliseconds: number).rfc3339) != nil
    {
      instant = Instant(milliseconds: number)
      form = .milliseconds
    } else if let found = Instant(gmtText: text), found.gmtText == text {
      (instant, form) = (found, .gmt)
    } else {
      guard let local = Instant(gmtText: text.replacing("America/Los_Angeles", with: "Etc/GMT")) else { return nil }
      let candidates = [sibling] + [7, 8].map { Instant(milliseconds: local.milliseconds + $0 * 3_600_000) }
      guard let found = candidates.lazy.compactMap(\.self).first(where: { $0.pacificText == text }) else { return nil }
      (instant, form) = (found, .pacific)
    }
  }

  /// Another moment in the same format.
  func written(_ instant: Instant) -> String {
    switch form {
    case .milliseconds: return String(instant.milliseconds)
    case .gmt: return instant.gmtText
    case .pacific: return instant.pacificText
    case .rfc3339(let fraction, let offset, let seconds):
      let local = Instant(milliseconds: instant.milliseconds + seconds * 1_000).rfc3339
      // Digits beyond milliseconds are kept as well, unless the fraction was removed.
      let isSame = (instant.milliseconds - self.instant.milliseconds).isMultiple(of: 1_000)
      let zeros = String(fraction.map { $0 == "." ? "." : "0" })
      return local.prefix(19) + (isSame ? fraction : zeros) + offset
    }
  }
}
