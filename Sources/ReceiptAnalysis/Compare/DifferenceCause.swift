/// Why one place in a receipt differs from Apple's answer or from signed data. Raw values are stable and appear in JSON
/// output and in `explain`.
///
/// The order is by importance: a cause that explains everything below it comes first.
public enum DifferenceCause: String, CaseIterable, Sendable {
  /// The answer belongs to another receipt.
  case anotherReceipt = "another-receipt"
  /// The signed data belongs to another app.
  case anotherApp = "another-app"
  /// The signed data comes from another environment.
  case anotherEnvironment = "another-environment"
  /// Apple accepts a receipt that this library rejects, or the reverse.
  case statusDisagrees = "status-disagrees"
  /// The proof for the answer's `latest_receipt` is weaker than the proof for the receipt.
  case unproven
  /// Signed data contradicts the receipt about the same transaction or the same app.
  case contradicted
  /// A purchase of the receipt that the complete history lacks.
  case notInHistory = "not-in-history"
  /// A transaction that the receipt lacks although it is older than the receipt.
  case notInReceipt = "not-in-receipt"
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
  /// The purchases have another order than in the receipt.
  case reordered
  /// A value known only to Apple's servers, in a form that Apple cannot have written.
  case impossible
  /// Something in Apple's answer that the receipt lacks, without an explanation.
  case added
  /// Something in the receipt that Apple's answer lacks, without an explanation.
  case missing
  /// A consumable that is not in the answer.
  case consumableFinished = "consumable-finished"
  /// A transaction later than the receipt.
  case renewedSince = "renewed-since"
  /// A purchase that was refunded or revoked after the receipt was made.
  case refundedSince = "refunded-since"
  /// A period that an upgrade ended early.
  case upgradedSince = "upgraded-since"
  /// A period that ends later than the receipt says.
  case extendedSince = "extended-since"
  /// An older transaction that was not requested.
  case oldExcluded = "old-excluded"
  /// A refund that Apple took back later.
  case refundReversed = "refund-reversed"
  /// An event that happened after the signed data was signed.
  case signedEarlier = "signed-earlier"
  /// A consumable that receipts do not keep.
  case consumableLeftOut = "consumable-left-out"
  /// A transaction of another member of the family.
  case familyShared = "family-shared"
  /// A purchase of the receipt about which no signed data was given.
  case notGiven = "not-given"
  /// The dates agree to the second; receipts have no milliseconds.
  case milliseconds
  /// A value that only Apple's servers know.
  case serverState = "server-state"
  /// The members of an object are in another order.
  case keysReordered = "keys-reordered"

  /// Whether an honest answer about this receipt, or signed data of the same customer, can differ like this.
  ///
  /// Apple's servers know more than the receipt, and JSON gives the order of members no meaning.
  package var isExpected: Bool {
    switch self {
    case .renewedSince, .refundedSince, .upgradedSince, .extendedSince, .oldExcluded, .serverState, .keysReordered,
      .refundReversed, .signedEarlier, .consumableLeftOut, .familyShared, .notGiven, .milliseconds:
      true
    default: false
    }
  }

  /// The causes that only a comparison with signed data can find.
  private static let ofSignedDataOnly: Set<DifferenceCause> = [
    .anotherApp, .anotherEnvironment, .contradicted, .notInHistory, .notInReceipt, .refundReversed, .signedEarlier,
    .consumableLeftOut, .familyShared, .notGiven, .milliseconds,
  ]
  /// The causes in a comparison with signed data, the most important first.
  package static let ofSignedData = allCases.filter {
    ofSignedDataOnly.contains($0)
      || [.renewedSince, .refundedSince, .upgradedSince, .extendedSince, .serverState].contains($0)
  }
  /// The causes in a comparison with an answer, the most important first.
  package static let ofAnswers = allCases.filter { !ofSignedDataOnly.contains($0) }
}
