/// The fields of the original signature of a promotional offer, in the order in which they are signed.
///
/// Source: Apple, "Generating a signature for promotional offers".
package enum OfferField: Int, CaseIterable, Sendable {
  case bundle, key, product, offer, token, nonce, timestamp

  /// Its name in documents.
  package var name: String {
    switch self {
    case .bundle: "bundle_id"
    case .key: "key_id"
    case .product: "product_id"
    case .offer: "offer_id"
    case .token: "account_token"
    case .nonce: "nonce"
    case .timestamp: "timestamp"
    }
  }

  /// Names in the answers of servers, in small letters and without what separates words.
  var memberNames: [String] {
    switch self {
    case .bundle: ["bundleid", "bundleidentifier", "appbundleid", "bid"]
    case .key: ["keyid", "keyidentifier", "key", "kid"]
    case .product: ["productid", "productidentifier", "sku"]
    case .offer: ["offerid", "offeridentifier", "subscriptionofferid", "discountid", "identifier"]
    case .token: ["accounttoken", "appaccounttoken", "applicationusername", "username"]
    case .nonce: ["nonce"]
    case .timestamp: ["timestamp"]
    }
  }
}

/// Values of these fields.
package struct OfferFields: Equatable, Sendable {
  /// In the order of ``OfferField``.
  package var values: [String]

  /// Values as they have to be signed: a nonce and an account token that is a UUID in small letters; without a token an
  /// empty text.
  package init(_ value: (OfferField) -> String?) {
    values = OfferField.allCases.map { field in
      let text = value(field) ?? ""
      switch field {
      case .nonce: return text.lowercased()
      case .token: return text.utf8.isUUID ? text.lowercased() : text
      default: return text
      }
    }
  }

  package subscript(field: OfferField) -> String {
    get { values[field.rawValue] }
    set { values[field.rawValue] = newValue }
  }

  /// U+2063, which stands between each two.
  static let separator = "\u{2063}"

  /// What is signed.
  package var message: [UInt8] { Array(values.joined(separator: Self.separator).utf8) }
}
