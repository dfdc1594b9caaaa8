/// Why the receipt and Apple's answer differ in a place. Raw values are stable and appear in JSON output and in
/// `explain`.
///
/// The order is by importance: a cause that explains everything below it comes first.
public enum DifferenceCause: String, CaseIterable, Sendable {
  /// The answer belongs to another receipt.
  case anotherReceipt = "another-receipt"
  /// Apple accepts what fails here, or the other way round.
  case statusDisagrees = "status-disagrees"
  /// The proof for the `latest_receipt` of the answer is weaker than that for the receipt.
  case unproven
  /// All purchases were removed from the answer.
  case emptied = "in-app-emptied"
  /// A value that Apple did not print for this receipt.
  case edited
  /// A number that lost digits.
  case rounded
  /// The same value as another JSON type.
  case otherType = "other-type"
  /// The same number in another notation.
  case numberForm = "number-form"
  /// The same value under another name.
  case renamed
  /// A name that occurs twice in one object.
  case duplicateName = "duplicate-name"
  /// Purchases in another order than that of the receipt.
  case reordered
  /// A value known only to Apple's servers, in a form that Apple cannot have written.
  case impossible
  /// In Apple's answer and not in the receipt, without an explanation.
  case added
  /// In the receipt and not in Apple's answer, without an explanation.
  case missing
  /// A consumable that is not in the answer.
  case consumableFinished = "consumable-finished"
  /// A transaction later than the receipt.
  case renewedSince = "renewed-since"
  /// Refunded or revoked later than the receipt was made.
  case refundedSince = "refunded-since"
  /// Ended early by an upgrade.
  case upgradedSince = "upgraded-since"
  /// A period that ends later than the receipt says.
  case extendedSince = "extended-since"
  /// An older transaction that was not requested.
  case oldExcluded = "old-excluded"
  /// A value that only Apple's servers know.
  case serverState = "server-state"
  /// The members of an object in another order.
  case keysReordered = "keys-reordered"

  /// Whether an honest answer about this receipt can differ like this.
  ///
  /// Apple's servers know more than the receipt, and JSON gives the order of members no meaning.
  public var isExpected: Bool {
    switch self {
    case .renewedSince, .refundedSince, .upgradedSince, .extendedSince, .oldExcluded, .serverState, .keysReordered: true
    default: false
    }
  }
}
