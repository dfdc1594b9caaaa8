extension Receipt {
  /// `latest_receipt_info`, as far as a receipt alone determines it: all purchases, the latest first, and those without
  /// a date last; otherwise in the order of the receipt.
  ///
  /// Documented: all purchases except consumables that the app finished, which are no longer in the receipt, either.
  /// Observed: the latest comes first in most of Apple's answers, but not in all.
  var latestReceiptInfo: [InAppPurchase] {
    func moment(_ purchase: InAppPurchase) -> Int64 { purchase.purchaseDate?.instant.milliseconds ?? .min }
    return inApp.enumerated().sorted { one, other in
      let first = moment(one.element)
      let second = moment(other.element)
      return first == second ? one.offset < other.offset : first > second
    }.map(\.element)
  }
}

extension [InAppPurchase] {
  /// The latest transaction of each subscription, and every other purchase (`exclude-old-transactions`).
  var withoutOldTransactions: [InAppPurchase] {
    var seen: Set<String> = []
    return filter { !$0.isSubscription || seen.insert($0.subscriptionIdentifier).inserted }
  }

  /// Writes `pending_renewal_info`: one element for each subscription. Receipts do not say whether a subscription
  /// renews and as which product (`auto_renew_status`, `auto_renew_product_id`). If that is unknown, these keys are
  /// absent: an invented value would make a backend grant or refuse access by a guess.
  ///
  /// - Parameter renewals: the known renewal information, by original transaction.
  func writeRenewals(to writer: inout JSONWriter, _ renewals: [String: RenewalRecord]) {
    writer.key("pending_renewal_info")
    writer.array { writer in
      for purchase in withoutOldTransactions where purchase.isSubscription {
        writer.object { writer in
          if let identifier = purchase.originalTransactionID { writer.member("original_transaction_id", identifier) }
          if let product = purchase.productID { writer.member("product_id", product) }
          purchase.originalTransactionID.flatMap { renewals[$0] }?.write(to: &writer)
        }
      }
    }
  }
}

extension RenewalRecord {
  /// Writes the members that the record has in `pending_renewal_info`.
  fileprivate func write(to writer: inout JSONWriter) {
    if let renewsAs { writer.member("auto_renew_product_id", renewsAs) }
    for (name, flag) in [
      ("auto_renew_status", willRenew), ("is_in_billing_retry_period", isInBillingRetry),
      ("price_consent_status", agreedToPriceIncrease),
    ] {
      if let flag { writer.member(name, flag ? "1" : "0") }
    }
    if let expirationIntent { writer.member("expiration_intent", String(expirationIntent)) }
    if let graceExpires { writer.date("grace_period_expires_date", graceExpires) }
  }
}

extension InAppPurchase {
  /// Whether the purchase is a period of a subscription. Xcode does not name the kind of a product, but only
  /// subscriptions expire.
  var isSubscription: Bool {
    productType == .autoRenewableSubscription || (productTypeNumber == nil && expiresDate != nil)
  }

  /// The identifier that all periods of one subscription share; Xcode's receipts have no original transaction.
  fileprivate var subscriptionIdentifier: String { originalTransactionID ?? "product " + (productID ?? "") }
}
