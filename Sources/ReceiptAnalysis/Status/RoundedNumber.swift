/// Numbers that JavaScript rounded: above 2^53 it keeps 16 or 17 digits and writes zeros for the rest.
package enum RoundedNumber {
  /// Whether a number has lost digits, judged by its own text: it is written as JavaScript would write it.
  ///
  /// - Parameter text: a number of JSON. Of identifiers that end in zeros by chance, a few are wrongly suspected.
  package static func hasLostDigits(_ text: String) -> Bool {
    guard text.utf8.count <= 40, let number = Double(text), number.magnitude > twoToThe53,
      number.magnitude < 1e30
    else { return false }
    // Identifiers are whole numbers; an exponent shows that a program treated one as a measure.
    guard text.utf8.allSatisfy(\.isASCIIDigit) else { return true }
    let mantissa = "\(number)".prefix { $0 != "e" && $0 != "E" }.filter { $0 != "." }
    let digits = mantissa.hasSuffix("0") ? String(mantissa.dropLast()) : String(mantissa)
    guard text.hasPrefix(digits), text.utf8.count > 16 else { return false }
    let rest = text.utf8.dropFirst(digits.utf8.count)
    return !rest.isEmpty && rest.allSatisfy { $0 == UInt8(ascii: "0") }
  }

  /// JavaScript's numbers are exact up to 2^53.
  private static let twoToThe53 = 9_007_199_254_740_992.0

  /// The note about such a number.
  package static func note(_ name: String, _ digits: String) -> Message {
    """
    `\(name.displayed(limit: 40))` \(digits.displayed(limit: 40)) lost its last digits: JavaScript rounds numbers of \
    this size. Take it as text.
    """
  }
}
