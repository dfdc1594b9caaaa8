@testable import ReceiptBase
import ReceiptKit
@testable import ReceiptReading

extension FuzzTarget {
  /// An iOS 6 transaction receipt is read or refused, and without an anchor never counts as signed.
  static let transactionReceipt = FuzzTarget(name: "transaction-receipt", usualLength: 4096) { input in
    let receipt = try TransactionReceipt(input)
    let time = receipt.purchaseInstant.map { Authenticity.JudgedAt($0, source: .purchaseDate) }
    let verdict = Authenticator().authenticate(receipt, judgedAt: time).verdict
    require(verdict != .authentic && verdict != .testSigned, "no anchor was given")
  }
}
