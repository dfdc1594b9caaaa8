/// A length of time as people write it: `90s`, `30m`, `12h`, `16d`, `2w`.
public struct DurationText: Equatable, Sendable {
  /// The accepted forms.
  package static let acceptedForms: Message = "use 90s, 30m, 12h, 16d or 2w"
  /// Most of the accepted forms, as a regular expression for other programs.
  package static let pattern = "^[0-9]{1,3}[smhdw]$"

  /// The length; never negative.
  public let milliseconds: Int64
  /// The length as it was written.
  public let text: String

  /// A length in seconds, for constants in code.
  package init(seconds: Int64) {
    milliseconds = seconds * 1_000
    text = "\(seconds)s"
  }

  /// Reads a whole number with a unit: seconds, minutes, hours, days of 24 hours, weeks. At most 100 years.
  ///
  /// - Returns: `nil` for any other text.
  public init?(written text: String) {
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
    let digits = text.dropLast()
    guard let unit = text.last.flatMap({ units[$0] }), digits.utf8.allSatisfy(\.isASCIIDigit),
      let number = Int64(digits), number <= 36_525 * 86_400 / unit
    else { return nil }
    milliseconds = number * unit * 1_000
    self.text = text
  }
}
