/// What is minted: the output of a template, or what a description says.
package enum MintSubject: Hashable, Sendable {
  /// An app receipt, in the form of Apple's servers or, if its attributes have that order, of Xcode.
  case receipt(ReceiptDescription)
  /// An unchanged payload, signed in the form of Xcode's receipts or of Apple's.
  case payload([UInt8], isXcode: Bool)
  /// An iOS 6 transaction receipt.
  case transaction(TransactionDescription)
}
