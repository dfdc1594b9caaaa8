import ReceiptKit

/// The ledger's answer to a presentation. It was recorded before it was returned.
package struct Decision: Sendable {
  /// The decision on one purchase.
  package struct Item: Sendable {
    /// The purchase.
    package var purchase: PurchaseRecord
    /// The outcome for the purchase.
    package var outcome: PurchaseOutcome
    /// The previous owner.
    var holder: PurchaseStore.Entry?
    /// Whether the order is about this purchase.
    package var isAsked: Bool
    /// The state of the purchase before the decision.
    var knownState: PurchaseState?
    /// Whether the account of the purchase was erased.
    var isErased = false
    /// Whether the ledger knew neither the purchase nor the subscription or product that it belongs to.
    var isUnknown = false
    /// The check whether this period of a subscription was bought again for this account; `nil` for all other
    /// purchases.
    var resubscription: Resubscription?

    /// Whether the owner of the purchase still waits for Apple.
    var isPending: Bool { knownState == .pending }

    /// Whether Apple refunded or revoked the purchase.
    var isTakenBack: Bool { knownState == .refunded || purchase.isTakenBack }
  }

  /// An irregularity.
  package struct Report: Equatable, Sendable {
    /// The kind of the report.
    package var kind: LedgerReport
    /// The finding, in a sentence without a final full stop.
    package var text: String
    /// The account that used the order before, which the text names.
    var account: String?
  }

  /// The decision.
  package var decision: LedgerDecision
  /// The present state of the order. Whether it was refunded is in ``isRefunded``.
  package var state: OrderState
  /// The order.
  package var order: String
  /// The account.
  package var account: String
  /// When the decision was recorded.
  package var at: Instant
  /// The number of the decision's event; `nil` if nothing changed.
  package var event: Int64?
  /// The presentation of this decision: its own, or the earlier one that it repeats.
  var presentation: Int64?
  /// The receipt, as it was judged.
  package var receipt: PresentedReceipt
  /// Every purchase of the receipt.
  package var items: [Item]
  /// Why the order was rejected.
  package var failures: [PresentedReceipt.Failure]
  /// Irregularities that do not prevent the decision.
  package var reports: [Report] = []
  /// The first answer to the same presentation; `nil` if this is the first.
  package var first: (decision: LedgerDecision, at: Instant)?
  /// Whether Apple has refunded all purchases of the order since the first answer.
  package var isRefunded = false

  /// The exit status of the tool for this decision: 0 if the order may be honoured, 75 while it waits for Apple, the
  /// status of the error for an input that is not a receipt, otherwise 1.
  package var exitCode: Int32 {
    if isGood { return 0 }
    if state == .pending, !isRefunded { return 75 }
    return receipt.unreadable?.exitCode ?? 1
  }

  /// Whether the order may be honoured.
  package var isGood: Bool { !isRefunded && (state == .accepted || state == .verified) }
}
