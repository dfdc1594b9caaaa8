/// `latest_receipt_info` and `pending_renewal_info`, as far as they follow from a receipt alone.
///
/// Documented: all purchases except consumables that the app finished, which are no longer in the receipt, either.
/// Observed: the latest comes first in most of Apple's answers, but not in all.
struct LatestReceiptInfo {
  /// All purchases, the latest first, and those without a date last; otherwise in the order of the receipt.
  let purchases: [InAppPurchase]

  init(_ receipt: Receipt) {
    func moment(_ purchase: InAppPurchase) -> Int64 { purchase.purchaseDate?.instant.milliseconds ?? .min }
    purchases = receipt.inApp.enumerated().sorted { one, other in
      let (first, second) = (moment(one.element), moment(other.element))
      return first == second ? one.offset < other.offset : first > second
    }.map(\.element)
  }

  /// The latest transaction of each subscription, and every other purchase (`exclude-old-transactions`).
  var withoutOldTransactions: [InAppPurchase] {
    var seen: Set<String> = []
    return purchases.filter { !$0.isSubscription || seen.insert($0.subscriptionIdentifier).inserted }
  }

  /// Writes one element per subscription. A receipt does not contain the next product and whether it renews
  /// (`auto_renew_product_id`, `auto_renew_status`), so these keys are absent: with an invented value, a backend would
  /// grant or refuse access by a guess.
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
  /// Whether Apple renews it. Xcode does not name the kind of a product, but only subscriptions expire.
  var isSubscription: Bool {
    productType == .autoRenewableSubscription || (productTypeNumber == nil && expiresDate != nil)
  }

  /// The identifier that all periods of one subscription share; Xcode's receipts have no original transaction.
  fileprivate var subscriptionIdentifier: String { originalTransactionID ?? "product " + (productID ?? "") }
}
