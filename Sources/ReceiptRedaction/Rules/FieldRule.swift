/// What becomes of the value of one field.
enum FieldRule: Sendable {
  /// It names a customer, a purchase or a device: replaced, always.
  case identifier(ValueKind)
  /// The same in base64: its octets are replaced.
  case encodedIdentifier(ValueKind)
  /// It names the app: kept, unless the app is asked to be replaced.
  case app
  /// It names a product: kept, unless products are asked to be replaced.
  case product
  /// It is a moment: kept, moved or coarsened, as asked.
  case date
  /// It is kept as long as it looks as it should; what looks otherwise is replaced.
  case common(@Sendable (String) -> Bool)
  /// It goes.
  case secret
}

/// How values that are kept have to look.
enum Looks {
  /// A number of so many digits at most.
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

  /// A constant of Apple's: `DID_RENEW`, `P1W`.
  static let constant = FieldRule.common { text in
    (1...40).contains(text.utf8.count) && text.utf8.first?.isDigit == false
      && text.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "_") || ($0.isLetter && $0 < 0x60) }
  }

  /// A version of an app: `1.2.3-beta`, a digit first, at most 20 characters. One genuine receipt has the string `null`.
  static let version = FieldRule.common { text in
    text == "null"
      || (text.utf8.count <= 20 && text.utf8.first?.isDigit == true
        && text.utf8.allSatisfy { $0.isDigit || $0.isLetter || ".-+_".utf8.contains($0) })
  }

  /// A bundle or product identifier as App Store Connect takes them.
  static func isName(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isDigit || $0.isLetter || ".-_".utf8.contains($0) }
  }
}
