/// The keys of a test authority that are worth keeping: all its signatures can be made again with them.
///
/// Raw values are the labels from which, with the seed, the keys follow.
public enum AuthorityKey: String, CaseIterable, Sendable {
  /// Signs intermediates, and itself.
  case root
  /// Signs signers.
  case intermediate
  /// Signs receipts.
  case signer
  /// Signs receipts in the shape of StoreKit testing in Xcode, and itself.
  case storeKit = "StoreKit"
}
