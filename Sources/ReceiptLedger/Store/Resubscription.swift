import ReceiptKit

/// A further period, in signed data, of another account's subscription. It may have been bought again for the
/// presenting account.
///
/// Apple signs an account's `appAccountToken` only if the app itself named that account at the purchase. So a stolen
/// transaction is useless, as long as the shop takes the token of a presentation from its own records.
struct Resubscription: Sendable {
  /// Why the subscription stays with its account, as a clause without a final full stop; `nil` if it moves.
  let obstacle: String?

  /// - Returns: `nil` unless the purchase is a further period of a subscription, in signed data, that no order owns and
  ///   Apple did not take back.
  init?(
    of purchase: PurchaseRecord, in presentation: Presentation, _ rules: AdmissionRules, _ db: Database, _ now: Instant
  ) throws {
    guard presentation.receipt.isSignedData, CustomerRule.of(purchase).renews, !purchase.isTakenBack,
      let transaction = purchase.transactionID, let original = purchase.originalTransactionID, transaction != original,
      try PurchaseStore(db: db).entry(ofTransaction: transaction)?.order == nil
    else { return nil }
    let rows = try PurchaseStore(db: db).rows(ofFamily: original)
    // Without rows no account has this subscription: the other account has the one that it continues.
    guard !rows.isEmpty else { return nil }
    var others = try rows.map { try PurchaseRecord($0) }
    others.removeAll { transaction.isSame(as: $0.transactionID) }
    let isPending = try rows.contains { try $0["state"] == PurchaseState.pending }
    obstacle = Self.obstacle(purchase, others, isPending: isPending, presentation.accountToken, rules, now)
  }

  private static func obstacle(
    _ purchase: PurchaseRecord, _ others: [PurchaseRecord], isPending: Bool, _ own: String?, _ rules: AdmissionRules,
    _ now: Instant
  ) -> String? {
    guard rules.resubscription == .transfer else { return "--resubscription keep" }
    guard let token = purchase.accountToken else { return "Apple signed no appAccountToken in it" }
    guard let own = own?.lowercased() else {
      return "the presentation does not say which appAccountToken is the account's (account_token)"
    }
    guard token.isSame(as: own) else { return "its appAccountToken is not this account's" }
    guard !isPending else { return "an order with a period of it still waits for Apple" }
    // Periods with the same token are taken for renewals of the new purchase.
    let earlier = others.filter { !token.isSame(as: $0.accountToken) }
    guard !earlier.isEmpty else { return "the period before it was bought for the same appAccountToken" }
    var history = PurchaseHistory(.signedHistory)
    history.purchases = earlier
    let periods = SubscriptionStatus(history, at: now).subscriptions.flatMap(\.periods)
    let isOver = periods.allSatisfy { period in
      // A period that ended early for another product counts until its regular end.
      let end = period.replacement == nil ? period.end : period.purchase.expires
      guard let end, let begins = purchase.purchased else { return false }
      return end <= begins && begins <= now
    }
    return isOver ? nil : "another period of it was not over when it was bought"
  }

  /// The report, without a final full stop.
  var text: String {
    obstacle.map { "the subscription is another account's, and stays there: \($0)" }
      ?? """
      the subscription was another account's; when that was over, it was bought again for this one, as its \
      appAccountToken says
      """
  }
}
