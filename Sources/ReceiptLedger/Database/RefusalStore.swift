import ReceiptKit

/// Apple's final refusals, inside a transaction.
///
/// A refusal is about the signed content of a receipt: another form of the receipt is refused immediately, for every
/// account. The purchases in the receipt are not refused with it. A later receipt of the same customer contains them,
/// too, and may be good. But only Apple can decide this, because Apple objected to them once. So these purchases wait
/// for Apple if Apple is asked in any case, and are rejected if the ledger would decide alone. Nothing is uploaded
/// unless the user wants it; with `--verify`, such purchases can be presented again.
struct RefusalStore {
  let db: Database

  /// Whether Apple refused a receipt, in this form or another.
  func isRefused(_ receipt: PresentedReceipt) throws -> Bool {
    let meanings: [AnswerMeaning] = try db.values(
      "SELECT DISTINCT meaning FROM answer WHERE receipt_id IN \(ReceiptStore.rows)", ReceiptStore.arguments(receipt))
    return meanings.contains(.refused)
  }

  /// The first transaction that Apple refused with another receipt, so that only Apple can decide whether these
  /// purchases are good; `nil` if Apple refused none of them.
  func refused(of purchases: [PurchaseRecord]) throws -> String? {
    try purchases.flatMap(Self.names).first(where: isKnown)
  }

  /// Stores the purchases of a refused receipt: those of the order, and all others in it.
  func record(_ purchases: [PurchaseRecord], at now: Instant) throws {
    for name in purchases.flatMap(Self.names) { try insert(name, now) }
  }

  /// Stores the purchases of a refused order.
  func record(presentation: Int64, at now: Instant) throws {
    let rows = try db.rows(
      """
      SELECT transaction_id, original_transaction_id, product_type, expires_at IS NOT NULL AS expires FROM purchase
      WHERE presentation_id = ?
      """, [presentation])
    for row in rows {
      var purchase = PurchaseRecord()
      purchase.transactionID = try row["transaction_id"]
      purchase.originalTransactionID = try row["original_transaction_id"]
      purchase.productType = (try row["product_type"] as Int64?).flatMap { ProductType(rawValue: $0) }
      // Only whether there is an end matters: it tells a period of a subscription from other purchases.
      if try row["expires"] { purchase.expires = Instant(milliseconds: 0) }
      try record([purchase], at: now)
    }
  }

  /// The keys of a purchase. A restored copy is the same purchase; a new period of a subscription is another one.
  private static func names(of purchase: PurchaseRecord) -> [String] {
    let rule = CustomerRule.of(purchase)
    let isCopied = rule.key == .originalTransaction && !rule.renews
    return [purchase.transactionID, isCopied ? purchase.originalTransactionID : nil].compactMap { $0 }
  }

  private func isKnown(_ name: String) throws -> Bool {
    if db.unknown.contains(transaction: name) { return false }
    return try db.isTrue("SELECT EXISTS (SELECT 1 FROM refused WHERE transaction_id = ?)", [name])
  }

  private func insert(_ name: String, _ now: Instant) throws {
    try db.run(
      "INSERT INTO refused (transaction_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING", [name, now])
  }
}
