/// What a ledger answers to a receipt that is presented for an order. Raw values are stable and appear in JSON output.
public enum LedgerDecision: String, CaseIterable, Sendable {
  /// Honour it: what the order is about was never honoured before, or comes again for the customer who has it.
  case accept
  /// It was presented before for the same order and account: the first answer stands.
  case duplicate
  /// It belongs to another order or account.
  case replay
  /// The receipt is not good, or holds nothing for the order.
  case reject
  /// Apple has to be asked first; the ledger remembers it.
  case pending
}

/// What one purchase of a presented receipt is to the ledger. Raw values are stable and appear in JSON output.
public enum PurchaseOutcome: String, CaseIterable, Sendable {
  /// Nobody had it: it is this order's now.
  case new
  /// This order and account have it already.
  case duplicate
  /// The account has it under another order, and it may come again.
  case restored
  /// The account has it under another order; it stands in the receipt beside something new.
  case known
  /// Another order or account has it.
  case replay
  /// Apple took it back: it is not honoured.
  case refunded
  /// It is not what the order is about.
  case other
  /// It has no transaction identifier: nothing could remember it.
  case nameless
}

/// Where a presented order stands. Raw values are stable and appear in JSON output.
public enum OrderState: String, CaseIterable, Sendable {
  /// Apple has not answered yet.
  case pending
  /// Accepted without asking Apple.
  case accepted
  /// Apple confirmed it.
  case verified
  /// It was refused, by the checks here or by Apple.
  case rejected
  /// It belongs to another order or account.
  case replay
}

/// Where one purchase stands. Raw values are stable and appear in JSON output.
public enum PurchaseState: String, CaseIterable, Sendable {
  /// An order has it, and Apple has not answered yet.
  case pending
  /// An order has it, or a renewal of it was learned from Apple.
  case accepted
  /// An order has it, and Apple confirmed the receipt.
  case verified
  /// Apple refused the receipt: nobody has it.
  case rejected
  /// Apple took the money back, or took it away from a member of a family.
  case refunded
  /// Apple told of it, and no order ever asked for it.
  case unclaimed
}

/// Where a subscription stands. Raw values are stable and appear in JSON output.
public enum RenewalState: String, CaseIterable, Sendable {
  /// A period runs.
  case active
  /// The last period that is known is over, and Apple has not been asked since.
  case lapsed
  /// Apple grants access while it tries to charge.
  case gracePeriod = "grace_period"
  /// Apple tries to charge.
  case billingRetry = "billing_retry"
  /// Apple knows of no later period.
  case expired
  /// Apple took the money of the last period back.
  case refunded
}

/// What is odd about a presentation although it may be honoured. Raw values are stable and appear in JSON output.
public enum LedgerReport: String, CaseIterable, Sendable {
  /// The order was used before, for another product or account.
  case orderReused = "order_reused"
  /// The hash that the app gave to the purchase is not that of the account.
  case accountMismatch = "account_mismatch"
  /// The purchase is older than the order by more than is allowed.
  case staleReceipt = "stale_receipt"
  /// The purchase is not the customer's own.
  case familyShared = "family_shared"
}

/// What changed in a ledger. Raw values are stable and appear in JSON output.
public enum LedgerEventKind: String, CaseIterable, Sendable {
  /// An order was accepted.
  case accepted
  /// An order waits for Apple.
  case pending
  /// An order was accepted for purchases that the account had already.
  case restored
  /// An order was refused, by the checks here or by Apple.
  case rejected
  /// Apple confirmed an order.
  case verified
  /// A purchase was presented that belongs to another order or account.
  case replayDetected = "replay_detected"
  /// As ``LedgerReport/orderReused``.
  case orderReused = "order_reused"
  /// As ``LedgerReport/accountMismatch``.
  case accountMismatch = "account_mismatch"
  /// As ``LedgerReport/staleReceipt``.
  case staleReceipt = "stale_receipt"
  /// As ``LedgerReport/familyShared``.
  case familyShared = "family_shared"
  /// A subscription has a new period.
  case renewed
  /// A subscription has a new period after Apple had failed to charge.
  case recovered
  /// Apple failed to charge and tries again.
  case inBillingRetry = "in_billing_retry"
  /// Apple failed to charge, and grants access meanwhile.
  case inGracePeriod = "in_grace_period"
  /// A subscription is over.
  case expired
  /// Apple took back money, or a purchase from a member of a family.
  case refunded
  /// Apple ended a period because the customer changed to another product.
  case upgraded
  /// Apple tells of a purchase that no order ever asked for.
  case unclaimed
}
