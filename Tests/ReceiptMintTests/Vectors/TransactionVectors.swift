import ReceiptMint

extension VectorList {
  /// Receipts of single purchases, as iOS 6 made them. No anchor is given: their intermediate is not embedded.
  func transactionReceipts() throws -> [Vector] {
    var production = TransactionDescription.sample
    production.environment = nil
    return [
      try vector("transaction-receipt", "An iOS 6 transaction receipt, version 2 (SHA-1, RSA-1024)", .two, .sample),
      try vector(
        "transaction-receipt-3", "An iOS 6 transaction receipt from production, version 3", .three, production),
      try vector("transaction-receipt-4", "An iOS 6 transaction receipt, version 4 (SHA-256)", .four, .sample),
      try vector(
        "transaction-receipt-changed", "An iOS 6 transaction receipt whose signature has a bit flipped", .two, .sample,
        flaw: .flippedSignature, verdict: "bad-signature"),
    ]
  }

  /// Without an anchor the chain is the first step that fails, also where the signature, which is looked at all the
  /// same, is wrong.
  private func vector(
    _ name: String, _ what: String, _ version: TransactionVersion, _ transaction: TransactionDescription,
    flaw: SignerDescription.Flaw? = nil, verdict: String = "untrusted-chain"
  ) throws -> Vector {
    let minted = try authority.transactionChain(version).mint(transaction, flaw: flaw)
    return Vector(
      name: name, what: what, bytes: Array(minted.base64.utf8), anchor: nil,
      expectation: .transactionReceipt(verdict: verdict, failedStep: "chain", transaction))
  }
}
