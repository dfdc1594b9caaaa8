/// Numbers and lengths of time from signed data, in the form that people write.
package enum PayloadWording {
  /// `9.99 EUR`: the amount in thousandths of a currency unit, without rounding.
  package static func money(_ milliunits: Int64, currency: String?) -> Message {
    let currency = currency.flatMap { $0.isEmpty ? nil : $0 }
    let hasCents = currency.map { !wholeUnits.contains($0) } ?? true
    let amount = decimal(milliunits, minimumDigits: hasCents ? 2 : 0)
    return currency.map { "\(amount) \($0.displayed(limit: 40))" } ?? "\(amount) (of an unknown currency)"
  }

  /// `60 %`: a share in thousandths of a percent.
  package static func share(_ thousandths: Int64) -> String { decimal(thousandths, minimumDigits: 0) + " %" }

  /// `1 month`, `1 year and 6 months`; `nil` if the text is not a period in years, months, weeks and days.
  package static func period(_ text: String) -> Message? {
    guard text.utf8.first == UInt8(ascii: "P"), text.utf8.count <= 20 else { return nil }
    var rest = text.utf8.dropFirst()
    var parts: [Message] = []
    for letter in "YMWD" {
      let digits = rest.prefix(while: \.isASCIIDigit)
      guard rest.dropFirst(digits.count).first == letter.utf8.first else { continue }
      guard (1...4).contains(digits.count), let number = Int(String(decoding: digits, as: UTF8.self)) else {
        return nil
      }
      parts.append(length(number, letter))
      rest = rest.dropFirst(digits.count + 1)
    }
    return rest.isEmpty && !parts.isEmpty ? parts.joined { "\($0) and \($1)" } : nil
  }

  private static func length(_ number: Int, _ letter: Character) -> Message {
    switch letter {
    case "Y": number == 1 ? "1 year" : "\(number) years"
    case "M": number == 1 ? "1 month" : "\(number) months"
    case "W": number == 1 ? "1 week" : "\(number) weeks"
    default: number == 1 ? "1 day" : "\(number) days"
    }
  }

  /// Thousandths as a decimal number, without zeros at the end beyond this number of digits.
  private static func decimal(_ thousandths: Int64, minimumDigits: Int) -> String {
    let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1_000)
    var digits = padded(Int(rest), to: 3)
    while digits.utf8.count > minimumDigits, digits.hasSuffix("0") { digits.removeLast() }
    return (thousandths < 0 ? "-" : "") + String(whole) + (digits.isEmpty ? "" : "." + digits)
  }

  /// Currencies without a smaller unit (ISO 4217).
  private static let wholeUnits: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF",
  ]
}
