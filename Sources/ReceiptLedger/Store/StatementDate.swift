import ReceiptKit

/// The date of a statement, and whether Apple signed it. If there are two statements about one subject, the later one
/// counts.
struct StatementDate {
  /// The date; `nil` if no value states it.
  let at: Instant?
  let isSigned: Bool
  /// Whether the source does not state its own date, so that this is only the latest date that it contains.
  let isInferred: Bool

  init(_ at: Instant?, isSigned: Bool, isInferred: Bool = false) {
    self.at = at
    self.isSigned = isSigned
    self.isInferred = isInferred
  }

  /// The date of a receipt or of signed data.
  init(_ receipt: PresentedReceipt) {
    self.init(receipt.createdAt, isSigned: receipt.isSignedData)
  }

  /// The date of a statement that decides whether Apple took a purchase back; `nil` for one that does not. Signed data
  /// always decides this, and so does a statement that Apple took the purchase back. For a purchase that the customer
  /// has, the date is that of the latest signed data about it.
  func decisiveDate(for purchase: PurchaseRecord) -> Instant? { isSigned || purchase.tellsOfCancellation ? at : nil }

  /// A purchase with its date.
  func dated(_ purchase: PurchaseRecord) -> PurchaseRecord {
    var purchase = purchase
    // Everything that a ledger records is proven, or is Apple's answer to a request of the ledger.
    purchase.statement = PurchaseStatement(date: at, isProven: true, isTransaction: isSigned)
    return purchase
  }
}
