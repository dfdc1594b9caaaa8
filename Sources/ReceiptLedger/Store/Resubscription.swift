import ReceiptKit

/// A further period of another account's subscription, in signed data, and whether it was bought again for the account
/// that presents it.
///
/// Only the app itself, signed in to that account, can have made Apple sign its `appAccountToken`. So who presents a
/// stolen transaction gains nothing, as long as the shop takes the token of a presentation from its own records.
struct Resubscription: Sendable {
  /// Why the subscription stays where it is, as a clause without a final full stop; `nil` if it moves.
  let obstacle: String?

  /// - Returns: `nil` for what is no further period in signed data, or is an order's.
  init?(
    of purchase: PurchaseRecord, in presentation: Presentation, _ rules: AdmissionRules, _ db: Database, _ now: Instant
  ) throws {
    guard presentation.receipt.isSignedData, CustomerRule.of(purchase).renews, !purchase.isTakenBack,
      let transaction = purchase.transactionID, let original = purchase.originalTransactionID, transaction != original,
      try PurchaseStore(db: db).entry(ofTransaction: transaction)?.order == nil
    else { return nil }
    let rows = try PurchaseStore(db: db).rows(ofFamily: original)
    // It may be another account's by way of the subscription that it continues.
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
    // Periods with the same token came after the subscription was bought again.
    let earlier = others.filter { !token.isSame(as: $0.accountToken) }
    guard !earlier.isEmpty else { return "the period before it was bought for the same appAccountToken" }
    var history = PurchaseHistory(.signedHistory)
    history.purchases = earlier
    let periods = SubscriptionStatus(history, at: now).subscriptions.flatMap(\.periods)
    let isOver = periods.allSatisfy { period in
      // A period that was ended for another product is over when it would have been.
      let end = period.upgrade == nil ? period.end : period.purchase.expires
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
