/// A country of the App Store, as signed data names it, and the currency of its prices.
struct Storefront: Sendable, Equatable {
  /// ISO 3166-1, three letters: `USA`.
  let code: String
  /// Apple's number.
  let identifier: String
  /// ISO 4217.
  let currency: String

  static let usa = Storefront(code: "USA", identifier: "143441", currency: "USD")

  /// The storefront that Xcode names in a StoreKit configuration (`DEU`), or that of the country of a locale (`de_DE`).
  ///
  /// - Returns: `nil` for a storefront that is not in the table.
  init?(_ name: String) {
    let place = name.split(separator: "@").first?.split(separator: "_").last
    guard let place, let row = Self.rows.first(where: { $0.code == place || $0.country == place }) else { return nil }
    self.init(code: row.code, identifier: String(row.identifier), currency: row.currency)
  }

  private init(code: String, identifier: String, currency: String) {
    self.code = code
    self.identifier = identifier
    self.currency = currency
  }

  /// The numbers are those on which public lists of storefronts agree (compared on 2026-11-27), the currencies those of
  /// the countries (ISO 4217).
  private static let rows: [(code: String, country: String, identifier: Int, currency: String)] = [
    ("USA", "US", 143_441, "USD"), ("FRA", "FR", 143_442, "EUR"), ("DEU", "DE", 143_443, "EUR"),
    ("GBR", "GB", 143_444, "GBP"), ("AUT", "AT", 143_445, "EUR"), ("BEL", "BE", 143_446, "EUR"),
    ("FIN", "FI", 143_447, "EUR"), ("GRC", "GR", 143_448, "EUR"), ("IRL", "IE", 143_449, "EUR"),
    ("ITA", "IT", 143_450, "EUR"), ("LUX", "LU", 143_451, "EUR"), ("NLD", "NL", 143_452, "EUR"),
    ("PRT", "PT", 143_453, "EUR"), ("ESP", "ES", 143_454, "EUR"), ("CAN", "CA", 143_455, "CAD"),
    ("SWE", "SE", 143_456, "SEK"), ("NOR", "NO", 143_457, "NOK"), ("DNK", "DK", 143_458, "DKK"),
    ("CHE", "CH", 143_459, "CHF"), ("AUS", "AU", 143_460, "AUD"), ("NZL", "NZ", 143_461, "NZD"),
    ("JPN", "JP", 143_462, "JPY"), ("HKG", "HK", 143_463, "HKD"), ("SGP", "SG", 143_464, "SGD"),
    ("CHN", "CN", 143_465, "CNY"), ("KOR", "KR", 143_466, "KRW"), ("IND", "IN", 143_467, "INR"),
    ("MEX", "MX", 143_468, "MXN"), ("TWN", "TW", 143_470, "TWD"), ("POL", "PL", 143_478, "PLN"),
    ("TUR", "TR", 143_480, "TRY"), ("BRA", "BR", 143_503, "BRL"),
  ]
}
