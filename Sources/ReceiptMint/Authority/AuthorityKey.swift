/// The keys of a test authority that are worth keeping: all its signatures can be made again with them.
///
/// Raw values are labels: a key follows from its label and the seed.
public enum AuthorityKey: String, CaseIterable, Sendable {
  /// Signs intermediates, and itself.
  case root
  /// Signs signers.
  case intermediate
  /// Signs receipts.
  case signer
  /// Signs receipts in the shape of StoreKit testing in Xcode, and its own certificate.
  case storeKit = "StoreKit"
}
