/// An irregularity in the purchases of a source. The rest of the source is still read.
public struct PurchaseIrregularity: Equatable, Sendable {
  /// Classes of irregularities. Raw values are stable and appear in JSON output.
  package enum Kind: String, CaseIterable, Sendable {
    /// An unreadable value, which is treated as absent.
    case unreadableValue = "unreadable_value"
    /// A value that every purchase should have is absent.
    case missingValue = "missing_value"
    /// Dates in an impossible order.
    case dateOrder = "date_order"
    /// A transaction that occurs more than once.
    case duplicateTransaction = "duplicate_transaction"
    /// Two values that contradict each other.
    case contradiction
    /// A finding from decoding the receipt.
    case receipt
  }

  /// The class of the irregularity.
  package var kind: Kind
  /// The purchase with the irregularity, if it has an identifier.
  public var transactionID: String?
  /// The irregularity, in one sentence without a final full stop.
  public var message: Message

  init(_ kind: Kind, _ transactionID: String?, _ message: Message) {
    self.kind = kind
    self.transactionID = transactionID
    self.message = message
  }
}
