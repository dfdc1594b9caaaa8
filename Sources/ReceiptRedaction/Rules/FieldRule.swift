import ReceiptKit

/// The treatment of the values of one field.
enum FieldRule: Sendable {
  /// It identifies a customer, a purchase or a device: always replaced.
  case identifier(ValueKind)
  /// The same in base64: its octets are replaced.
  case encodedIdentifier(ValueKind)
  /// It identifies the app: kept, unless the options replace the app.
  case app
  /// It identifies a product: kept, unless the options replace products.
  case product
  /// It is a moment: kept, moved or coarsened, by the options.
  case date
  /// It is kept if it has the expected form; otherwise it is replaced.
  case common(@Sendable (String) -> Bool)
  /// It is removed.
  case secret
}

/// The expected forms of kept values.
enum Looks {
  /// A number of at most so many digits.
  static func number(_ maximumDigits: Int) -> FieldRule {
    .common { text in text.utf8.count <= maximumDigits && !text.isEmpty && text.utf8.allSatisfy(\.isDigit) }
  }

  /// `true`, `false`, or one digit.
  static let flag = FieldRule.common { text in
    text == "true" || text == "false" || (text.utf8.count == 1 && text.utf8.allSatisfy(\.isDigit))
  }

  /// One of these words.
  static func word(_ words: String...) -> FieldRule {
    .common { words.contains($0) }
  }

  /// A constant of Apple's that the reference contains: `DID_RENEW`.
  static func key(of kinds: ReferenceEntry.Kind...) -> FieldRule {
    let words = Set(Reference.entries.filter { kinds.contains($0.kind) }.map(\.key))
    return .common { words.contains($0) }
  }

  /// A length of time in Apple's form: `P1W`, `P12M`.
  static let period = FieldRule.common { text in
    let number = text.utf8.dropFirst().dropLast()
    return text.hasPrefix("P") && (1...3).contains(number.count) && number.allSatisfy(\.isDigit)
      && ["D", "W", "M", "Y"].contains(where: text.hasSuffix)
  }

  /// A version of an app: `1.2.3`, `1.2.3-rc1`.
  ///
  /// Numbers of up to eight digits, and up to three characters after a sign; more would be enough for a name. One
  /// genuine receipt has the string `null`.
  static let version = FieldRule.common { text in
    let numbers = text.utf8.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
    var suffix = text.utf8.dropFirst(numbers.count)
    if let sign = suffix.first, "-+_".utf8.contains(sign) { suffix = suffix.dropFirst() }
    return text == "null"
      || (text.utf8.count <= 20 && numbers.first?.isDigit == true && suffix.count <= 3
        && numbers.split(separator: UInt8(ascii: ".")).allSatisfy { $0.count <= 8 }
        && suffix.allSatisfy { $0.isDigit || $0.isLetter })
  }

  /// A bundle or product identifier that App Store Connect accepts.
  static func isName(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isDigit || $0.isLetter || ".-_".utf8.contains($0) }
  }
}
