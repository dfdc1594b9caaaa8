/// The keys of a test authority that a user may want to save. With them, all signatures of the authority can be made
/// again.
///
/// Raw values are labels: each key is derived from its label and the seed.
public enum AuthorityKey: String, CaseIterable, Sendable {
  /// Signs intermediate certificates and its own certificate.
  case root
  /// Signs the certificates of signers.
  case intermediate
  /// Signs receipts.
  case signer
  /// Signs receipts in the form of StoreKit testing in Xcode, and its own certificate.
  case storeKit = "StoreKit"
}
