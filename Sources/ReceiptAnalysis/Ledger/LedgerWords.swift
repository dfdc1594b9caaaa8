/// The ledger's decision on a receipt that is presented for an order. Raw values are stable and appear in JSON output.
package enum LedgerDecision: String, CaseIterable, Sendable {
  /// Honour the order: its purchase was never honoured before, or the same customer presents it again.
  case accept
  /// The same order and account presented the receipt before, so the first answer still applies.
  case duplicate
  /// A purchase of the receipt belongs to another order or account.
  case replay
  /// The receipt is not good, or contains no purchase for the order.
  case reject
  /// Apple must be asked first. The ledger stores the request.
  case pending
}

/// The ledger's outcome for one purchase of a presented receipt. Raw values are stable and appear in JSON output.
package enum PurchaseOutcome: String, CaseIterable, Sendable {
  /// The purchase was unclaimed, and now belongs to this order.
  case new
  /// This order and account already have the purchase.
  case duplicate
  /// The account has the purchase under another order, and may present it again.
  case restored
  /// The account has the purchase under another order, and the receipt also contains new purchases.
  case known
  /// Another order or account already has the purchase.
  case replay
  /// Apple refunded the purchase, so the ledger does not honour it.
  case refunded
  /// The order is about another purchase.
  case other
  /// The purchase has no transaction identifier, so it cannot be stored.
  case nameless
  /// The order had the purchase, which was later transferred to another account. No decision has this outcome.
  case transferred
}

/// The state of a presented order. Raw values are stable and appear in JSON output.
public enum OrderState: String, CaseIterable, Sendable {
  /// Apple has not answered yet.
  case pending
  /// The order was accepted without asking Apple.
  case accepted
  /// Apple confirmed the order.
  case verified
  /// The checks of the ledger or Apple rejected the order.
  case rejected
  /// The purchase belongs to another order or account.
  case replay
}

/// The state of one purchase. Raw values are stable and appear in JSON output.
package enum PurchaseState: String, CaseIterable, Sendable {
  /// An order has the purchase, and Apple has not answered yet.
  case pending
  /// An order has the purchase, or Apple reported the purchase as a renewal.
  case accepted
  /// An order has the purchase, and Apple confirmed the receipt.
  case verified
  /// Apple rejected the receipt: no order has the purchase.
  case rejected
  /// Apple refunded the purchase, or revoked it from a member of a family.
  case refunded
  /// Apple reported the purchase, but no order ever claimed it.
  case unclaimed
}

/// The state of a subscription. Raw values are stable and appear in JSON output.
package enum RenewalState: String, CaseIterable, Sendable {
  /// A period is running.
  case active
  /// The last known period is over, and Apple has not been asked since.
  case lapsed
  /// Apple grants access while it tries to charge.
  case gracePeriod = "grace_period"
  /// Apple tries to charge.
  case billingRetry = "billing_retry"
  /// Apple knows of no later period.
  case expired
  /// Apple refunded the last period.
  case refunded
}

/// An irregularity of a presentation that may still be honoured. Raw values are stable and appear in JSON output.
package enum LedgerReport: String, CaseIterable, Sendable {
  /// The order was used before, for another product or account.
  case orderReused = "order_reused"
  /// The account hash that the app gave to the purchase is not that of the account.
  case accountMismatch = "account_mismatch"
  /// The purchase is older than the order by more than the allowed time.
  case staleReceipt = "stale_receipt"
  /// The purchase is shared by another member of the family.
  case familyShared = "family_shared"
  /// The subscription belonged to another account, and was bought again for this one.
  case transferred
  /// The subscription belongs to another account and stays there; the decision is a replay.
  case notTransferred = "not_transferred"
}

/// What happens to a subscription that was bought again for another account. Raw values are stable: they are those of
/// `--resubscription`.
package enum ResubscriptionRule: String, CaseIterable, Sendable {
  /// The subscription moves to that account if Apple's signature confirms this: see `explain resubscriptions`.
  case transfer
  /// The subscription stays with the first account.
  case keep
}

/// A change in a ledger. Raw values are stable and appear in JSON output.
package enum LedgerEventKind: String, CaseIterable, Sendable {
  /// An order was accepted.
  case accepted
  /// An order waits for Apple.
  case pending
  /// An order was accepted for purchases that the account already had.
  case restored
  /// An order was rejected, by the checks here or by Apple.
  case rejected
  /// Apple confirmed an order.
  case verified
  /// A presented purchase belongs to another order or account.
  case replayDetected = "replay_detected"
  /// The same as ``LedgerReport/orderReused``.
  case orderReused = "order_reused"
  /// The same as ``LedgerReport/accountMismatch``.
  case accountMismatch = "account_mismatch"
  /// The same as ``LedgerReport/staleReceipt``.
  case staleReceipt = "stale_receipt"
  /// The same as ``LedgerReport/familyShared``.
  case familyShared = "family_shared"
  /// A subscription has a new period.
  case renewed
  /// A subscription has a new period after Apple had failed to charge.
  case recovered
  /// Apple failed to charge and tries again.
  case inBillingRetry = "in_billing_retry"
  /// Apple failed to charge, and grants access while it tries again.
  case inGracePeriod = "in_grace_period"
  /// A subscription is over.
  case expired
  /// Apple refunded money.
  case refunded
  /// A purchase is no longer shared with the customer, also because its purchaser was refunded.
  case noLongerShared = "no_longer_shared"
  /// The organization or the group purchaser took a seat back.
  case seatTakenBack = "seat_taken_back"
  /// Apple took a refund back.
  case refundReversed = "refund_reversed"
  /// The customer asked Apple for a refund, and Apple asks how much of the purchase was used.
  case consumptionRequested = "consumption_requested"
  /// The customer has to agree to a higher price, agreed to it, or was told of it.
  case priceIncrease = "price_increase"
  /// The customer cancelled a commitment to a number of monthly payments: no other one follows.
  case commitmentCancelled = "commitment_cancelled"
  /// The customer took that cancellation back.
  case commitmentResumed = "commitment_resumed"
  /// Apple was told how much of the purchase was used, and took it.
  case consumptionSent = "consumption_sent"
  /// Apple refused what it was told of the use.
  case consumptionRefused = "consumption_refused"
  /// Apple's question about the use gets no answer.
  case consumptionSkipped = "consumption_skipped"
  /// The customer agreed that Apple is told of the use of purchases.
  case consentGiven = "consent_given"
  /// The customer does not agree to that any more.
  case consentWithdrawn = "consent_withdrawn"
  /// Apple ended a period because the customer changed to another product.
  case upgraded
  /// Apple ended a purchase for a reason other than a refund: the customer moved to a bundle.
  case moved
  /// Apple reported a purchase that no order ever claimed.
  case unclaimed
  /// A subscription now belongs to the account for which it was bought again, or someone moved a purchase to another
  /// account by hand.
  case transferred
  /// Two accounts of one customer were merged.
  case merged
  /// The content of an event was erased with its account.
  case erased
  /// An account was erased at the customer's request.
  case accountErased = "account_erased"
}

/// Why Apple is not told how a purchase was used. Raw values are stable and appear in JSON output.
package enum ConsumptionObstacle: String, CaseIterable, Sendable {
  /// No order of an account has the purchase.
  case noOrder = "no_order"
  /// The order waits for Apple, so that nothing was delivered yet.
  case notDelivered = "not_delivered"
  /// The account's consent is not recorded, or was withdrawn.
  case noConsent = "no_consent"
  /// No rule of the policy is about the purchase, or there is no policy.
  case noRule = "no_rule"
  /// The rule wishes for a refund of a part, and names no percentage, without which Apple refuses that.
  case noPercentage = "no_percentage"
  /// Apple had not acknowledged anything when its time was over.
  case unanswered
  /// Apple refunded the purchase already.
  case refunded
  /// Apple declined the refund already.
  case declined
  /// The purchase is shared by a member of the family, of which Apple takes no information (4000185).
  case familyShared = "family_shared"
  /// The purchase is a seat that somebody else pays for, of which Apple takes no information (4000227).
  case assigned
  /// The purchase is one of Advanced Commerce, of which this call takes no information.
  case advancedCommerce = "advanced_commerce"
}
