/// The first octet of the signature of an iOS 6 transaction receipt, and its meaning (observed on 10 published ones).
package enum TransactionVersion: UInt8, CaseIterable, Sendable {
  /// RSA-1024 and SHA-1, a signer with a separate issuer.
  case two = 2
  /// RSA-2048 and SHA-1, a signer under the receipts' intermediate of the SHA-1 era.
  case three = 3
  /// RSA-2048 and SHA-256, a signer under the receipts' intermediate of the SHA-256 era.
  case four = 4

  /// Digest of the signature.
  package var digest: Digest { self == .four ? .sha256 : .sha1 }

  /// The era of the certificates. Version 2 has a separate issuer under the same root.
  var era: Era { self == .four ? .sha256 : .sha1 }

  /// Size of the signer's key, independent of the authority's other keys.
  package var keySize: KeySize { self == .two ? .bits1024 : .bits2048 }
}
