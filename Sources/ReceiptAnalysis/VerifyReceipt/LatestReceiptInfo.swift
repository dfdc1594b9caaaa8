/// `latest_receipt_info` and `pending_renewal_info`, as far as a receipt itself can tell.
///
/// Documented: all purchases, consumables that the app finished left out; those have left the receipt as well. Observed: the latest
/// first in most answers of Apple's, not in all.
struct LatestReceiptInfo {
  /// All purchases, the latest first; those of one moment, and those without a date at the end, in the order of the receipt.
  let purchases: [InAppPurchase]

  init(_ receipt: Receipt) {
    func moment(_ purchase: InAppPurchase) -> Int64 { purchase.purchaseDate?.instant.milliseconds ?? .min }
    purchases = receipt.inApp.enumerated().sorted { one, other in
      let (first, second) = (moment(one.element), moment(other.element))
      return first == second ? one.offset < other.offset : first > second
    }.map(\.element)
  }

  /// The latest transaction of each subscription, and every purchase that is none (`exclude-old-transactions`).
  var withoutOldTransactions: [InAppPurchase] {
    var seen: Set<String> = []
    return purchases.filter { !$0.isSubscription || seen.insert($0.subscriptionIdentifier).inserted }
  }

  /// One element a subscription. What it renews to and whether it does (`auto_renew_product_id`, `auto_renew_status`) is nowhere in a
  /// receipt, so that these keys are absent.
  func writeRenewals(to writer: inout JSONWriter) {
    writer.key("pending_renewal_info")
    writer.array { writer in
      for purchase in withoutOldTransactions where purchase.isSubscription {
        writer.object { writer in
          if let identifier = purchase.originalTransactionID { writer.member("original_transaction_id", identifier) }
          if let product = purchase.productID { writer.member("product_id", product) }
        }
      }
    }
  }
}

extension InAppPurchase {
  /// Whether Apple renews it; Xcode does not say of what kind a product is, but only subscriptions expire.
  var isSubscription: Bool {
    productType == .autoRenewableSubscription || (productTypeNumber == nil && expiresDate != nil)
  }

  /// What all periods of one subscription share; Xcode's receipts have no original transaction.
  fileprivate var subscriptionIdentifier: String { originalTransactionID ?? "product " + (productID ?? "") }
}
