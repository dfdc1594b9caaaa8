import ReceiptMint

/// Receipts for the tests of the tool, minted once.
enum Minted {
  static let authority = Result { try TestAuthority(seed: "receipt-tool tests", keySize: .bits1024) }

  static func chain() throws -> SigningChain { try authority.get().chain() }

  /// A sandbox receipt with one subscription, in DER.
  static func receipt(_ change: (inout ReceiptDescription) -> Void = { _ in }) throws -> MintedReceipt {
    var description = ReceiptDescription.sandboxSample()
    description.inApp = [.subscriptionSample()]
    change(&description)
    return try EnvelopeMinter(try chain()).mint(description)
  }

  /// The certificate that vouches for all of them.
  static func anchor() throws -> String { try chain().root.pem }
}
