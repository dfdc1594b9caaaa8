import ReceiptKit

/// The ledger's answer to a presentation. It was recorded before it was returned.
public struct Decision: Sendable {
  /// The owner of a purchase: an order and an account.
  public struct Holder: Equatable, Sendable {
    /// The order; `nil` if Apple reported a renewal that was never presented.
    public var order: String?
    /// The account.
    public var account: String?
    /// When it was presented.
    public var at: Instant?
  }

  /// The decision on one purchase.
  public struct Item: Sendable {
    /// The purchase.
    public var purchase: PurchaseRecord
    /// Its outcome.
    public var outcome: PurchaseOutcome
    /// The previous owner.
    public var holder: Holder?
    /// Whether the order is about it.
    public var isAsked: Bool
    /// The presentation that owns it.
    var presentation: Int64?
    /// Its previous state.
    var known: PurchaseState?
    /// Whether its account was erased.
    var isErased = false
    /// Whether the ledger knew nothing of it, nor of what it belongs to.
    var isUnknown = false
    /// Whether it may be the period of a subscription that was bought again for this account; `nil` for everything
    /// else.
    var resubscription: Resubscription?

    /// Whether its owner still waits for Apple.
    var isPending: Bool { known == .pending }

    /// Whether Apple refunded or revoked it.
    var isTakenBack: Bool { known == .refunded || purchase.isTakenBack }
  }

  /// An irregularity.
  public struct Report: Equatable, Sendable {
    /// Its kind.
    public var kind: LedgerReport
    /// The finding, in a sentence without a final full stop.
    public var text: String
  }

  /// The first answer.
  public struct First: Equatable, Sendable {
    /// Its decision.
    public var decision: LedgerDecision
    /// When it was given.
    public var at: Instant
  }

  /// The decision.
  public var decision: LedgerDecision
  /// The present state of the order; a refund shows in ``isRefunded``.
  public var state: OrderState
  /// The order.
  public var order: String
  /// The account.
  public var account: String
  /// When it was recorded.
  public var at: Instant
  /// The number of its event; `nil` if nothing changed.
  public var event: Int64?
  /// The presentation that it is about: its own, or the earlier one that it repeats.
  var presentation: Int64?
  /// The receipt, as it was judged.
  public var receipt: PresentedReceipt
  /// Every purchase of the receipt.
  public var items: [Item]
  /// Why it was rejected.
  public var failures: [PresentedReceipt.Failure]
  /// Irregularities that do not prevent the decision.
  public var reports: [Report] = []
  /// The first answer to the same presentation; `nil` if this is the first.
  public var first: First?
  /// Whether Apple has refunded everything that the order is about since the first answer.
  public var isRefunded = false

  /// The exit status of the tool for this decision: 0 if the order may be honoured, 75 while it waits for Apple, that
  /// of the error for what is no receipt, else 1.
  package var exitCode: Int32 {
    if isGood { return 0 }
    if state == .pending, !isRefunded { return 75 }
    return receipt.unreadable?.exitCode ?? 1
  }

  /// Whether the order may be honoured.
  public var isGood: Bool { !isRefunded && (state == .accepted || state == .verified) }
}
