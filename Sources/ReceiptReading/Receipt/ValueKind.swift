/// The kind of identifier in a value. Raw values are stable and appear in JSON output.
///
/// Pseudonyms of different kinds are unrelated. Within one kind, equal values get the same pseudonym everywhere.
package enum ValueKind: String, CaseIterable, Sendable {
  /// A transaction, or the first transaction of a subscription.
  case transaction
  /// A period of a subscription, across devices.
  case webOrderLineItem = "web_order_line_item"
  /// A download of the app.
  case download
  /// A device.
  case device
  /// All apps of one developer on one device.
  case vendor
  /// An account in the app itself.
  case account
  /// The purchase of the app itself.
  case appTransaction = "app_transaction"
  /// One of Apple's messages.
  case notification
  /// The opaque value, attribute 4.
  case opaqueValue = "opaque_value"
  /// The device hash, attribute 5.
  case deviceHash = "device_hash"
  /// The app: its bundle identifier or one of its numbers.
  case app
  /// A product of the app, a group of products, an offer.
  case product
  /// A moment.
  case date
  /// A password.
  case secret
  /// The signer, and the signature.
  case signature
  /// A word, a flag or a small number that many people share.
  case common
  /// An undocumented value.
  case unknown
}
