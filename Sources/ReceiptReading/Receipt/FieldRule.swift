/// What redaction does with the value of one field.
package enum FieldRule: Sendable {
  /// The value names a customer, a purchase or a device, and is always replaced.
  case identifier(ValueKind)
  /// An identifier in base64: its octets are replaced.
  case encodedIdentifier(ValueKind)
  /// An identifier after a word. The word is kept if it is present, because it has a meaning.
  case identifierBehind(String, ValueKind)
  /// The value identifies the app, and is kept unless the options replace the app.
  case app
  /// The value identifies a product, and is kept unless the options replace products.
  case product
  /// The value is a date. The options decide whether it is kept, moved or coarsened.
  case date
  /// The value is kept if it has the expected form; otherwise it is replaced.
  case common(@Sendable (String) -> Bool)
  /// The value is removed.
  case secret
}

/// The required forms of values that are kept.
extension FieldRule {
  package static func number(_ maximumDigits: Int) -> FieldRule {
    .common { text in text.utf8.count <= maximumDigits && !text.isEmpty && text.utf8.allSatisfy(\.isASCIIDigit) }
  }

  package static let flag = wordOrDigit("true", "false")

  package static func wordOrDigit(_ words: String...) -> FieldRule {
    .common { text in words.contains(text) || (text.utf8.count == 1 && text.utf8.allSatisfy(\.isASCIIDigit)) }
  }

  package static func word(_ words: String...) -> FieldRule {
    .common { words.contains($0) }
  }

  /// A length of time in Apple's format: `P1W`, `P12M`.
  package static let period = FieldRule.common { text in
    let number = text.utf8.dropFirst().dropLast()
    return text.hasPrefix("P") && (1...3).contains(number.count) && number.allSatisfy(\.isASCIIDigit)
      && ["D", "W", "M", "Y"].contains(where: text.hasSuffix)
  }

  /// A version of an app: `1.2.3`, `1.2.3-rc1`. It has numbers of up to eight digits, and up to three characters after
  /// a separator; longer text could be a name. One genuine receipt has the string `null`.
  package static let version = FieldRule.common { text in
    let numbers = text.utf8.prefix { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
    var suffix = text.utf8.dropFirst(numbers.count)
    if let sign = suffix.first, "-+_".utf8.contains(sign) { suffix = suffix.dropFirst() }
    return text == "null"
      || (text.utf8.count <= 20 && numbers.first?.isASCIIDigit == true && suffix.count <= 3
        && numbers.split(separator: UInt8(ascii: ".")).allSatisfy { $0.count <= 8 }
        && suffix.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter })
  }

  /// Whether the text is a bundle or product identifier that App Store Connect accepts.
  package static func isName(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter || ".-_".utf8.contains($0) }
  }
}
