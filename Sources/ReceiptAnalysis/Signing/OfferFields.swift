/// The fields of the original signature of a promotional offer, in the order in which they are signed.
///
/// Source: Apple, "Generating a signature for promotional offers".
package enum OfferField: Int, CaseIterable, Sendable {
  case bundle, key, product, offer, token, nonce, timestamp

  /// The name of the field in documents.
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

  /// The field's names in servers' answers, in lower case and without separators.
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
  /// The values, in the order of ``OfferField``.
  package var values: [String]

  /// Makes values in the form in which they must be signed: the nonce and a UUID as account token in lower case; an
  /// empty text if there is no token.
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

  /// U+2063, the separator between fields.
  static let separator = "\u{2063}"

  /// The text to sign.
  package var message: [UInt8] { Array(values.joined(separator: Self.separator).utf8) }
}
