import ReceiptKit

/// What a ledger answered to a presentation. It was recorded before it was made.
public struct Decision: Sendable {
  /// Who has a purchase.
  public struct Holder: Equatable, Sendable {
    /// The order; `nil` where Apple told of a renewal that nobody presented.
    public var order: String?
    /// The account.
    public var account: String?
    /// When it was presented.
    public var at: Instant?
  }

  /// What one purchase is.
  public struct Item: Sendable {
    /// The purchase.
    public var purchase: PurchaseRecord
    /// What it is to the ledger.
    public var outcome: PurchaseOutcome
    /// Who had it before.
    public var holder: Holder?
    /// Whether the order is about it.
    public var isAsked: Bool
    /// The presentation that has it.
    var presentation: Int64?
    /// Where it stood before.
    var known: PurchaseState?

    /// Whether who has it still waits for Apple.
    var isPending: Bool { known == .pending }

    /// Whether Apple took it back.
    var isTakenBack: Bool { known == .refunded || purchase.isTakenBack }
  }

  /// Something to look at.
  public struct Report: Equatable, Sendable {
    /// What it is.
    public var kind: LedgerReport
    /// What was found, in a sentence without a final full stop.
    public var text: String
  }

  /// The answer that was given first.
  public struct First: Equatable, Sendable {
    /// What it was.
    public var decision: LedgerDecision
    /// When it was given.
    public var at: Instant
  }

  /// The answer.
  public var decision: LedgerDecision
  /// Where the order stands now; a refund shows in ``isRefunded``.
  public var state: OrderState
  /// The order.
  public var order: String
  /// The account.
  public var account: String
  /// When it was recorded.
  public var at: Instant
  /// The number of its event; `nil` where nothing changed.
  public var event: Int64?
  /// The receipt, as it was judged.
  public var receipt: PresentedReceipt
  /// Every purchase of the receipt.
  public var items: [Item]
  /// Why it was rejected.
  public var failures: [PresentedReceipt.Failure]
  /// What is odd all the same.
  public var reports: [Report]
  /// What was answered before to the same; `nil` if nothing was.
  public var first: First?
  /// Whether Apple took back everything that the order is about since the first answer.
  public var isRefunded = false

  /// Whether the order may be honoured.
  public var isGood: Bool { !isRefunded && (state == .accepted || state == .verified) }
}
