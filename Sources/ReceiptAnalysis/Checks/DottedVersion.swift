/// A version of numbers between dots: `1`, `2.10.3`. Versions are compared number by number. Missing numbers count as
/// zero, so `1.0` equals `1`.
public struct DottedVersion: Comparable, Sendable {
  package static let acceptedForms: Message = "use numbers between dots, as in 2.10.3"
  /// A regular expression for most of the accepted texts, for other programs.
  package static let pattern = #"^[0-9]{1,9}(\.[0-9]{1,9}){0,7}$"#

  private let numbers: [UInt64]
  /// The version as it was written.
  public let text: String

  /// Reads a version.
  ///
  /// - Returns: `nil` for anything but one to eight numbers of at most 18 digits between dots.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...8).contains(parts.count) else { return nil }
    var numbers: [UInt64] = []
    for part in parts {
      guard (1...18).contains(part.utf8.count), part.utf8.allSatisfy(\.isASCIIDigit), let number = UInt64(part) else {
        return nil
      }
      numbers.append(number)
    }
    while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
    self.numbers = numbers
    self.text = text
  }

  package init(expected text: String) throws(ExpectationError) {
    guard let version = DottedVersion(text) else {
      throw ExpectationError("'\(text)' is not a version that could be compared", hint: DottedVersion.acceptedForms)
    }
    self = version
  }

  /// Whether all numbers are equal.
  public static func == (left: DottedVersion, right: DottedVersion) -> Bool { left.numbers == right.numbers }

  /// Whether `left` is the earlier version: its first number that differs is smaller.
  public static func < (left: DottedVersion, right: DottedVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}
