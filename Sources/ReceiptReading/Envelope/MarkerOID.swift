/// The extensions by which Apple marks the purpose of a certificate (Apple, "WWDR certificate policy"; the first two
/// observed on 226 of 226 receipts).
package enum MarkerOID {
  static let arc = "1.2.840.113635.100.6."
  /// The marker on the certificate that signs receipts: Mac App Store and iTunes Store receipt signing.
  package static let receiptSigning = "1.2.840.113635.100.6.11.1"
  /// The marker on the intermediate: Apple Worldwide Developer Relations.
  package static let developerRelations = "1.2.840.113635.100.6.2.1"
  /// The marker on the certificate "PurchaseReceiptCertificate", which signed iOS 6 transaction receipts (Apple's
  /// sample code VerificationController, 2012, names it; seen on a published receipt).
  package static let purchaseReceiptSigning = "1.2.840.113635.100.6.5.1"
  /// The marker on the issuer of that certificate, Apple iTunes Store Certification Authority (seen on the certificate
  /// in that sample code).
  package static let iTunesStore = "1.2.840.113635.100.6.2.2"

  /// The names of Apple's identifiers that occur in receipts and that OpenSSL does not know.
  package static let names = [
    receiptSigning: "receipt signing (Apple)",
    developerRelations: "developer relations (Apple)",
    purchaseReceiptSigning: "store receipt signing (Apple)",
    "1.2.840.113635.100.5.6.1": "certificate policy (Apple)",
  ]
}
