/// The keys of a test authority that are worth keeping: with them everything that it ever signed can be signed again.
///
/// Raw values are the labels under which ``CertificateTemplate/keyLabel`` knows them.
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
