import ReceiptAnalysis

extension SignedPayloadKind {
  /// A description in one sentence without a final full stop.
  package var summary: String {
    switch self {
    case .transaction: "a transaction of StoreKit 2: --template says of what"
    case .renewal: "the renewal info of a subscription"
    case .notification: "a server notification, version 2: --notification says which"
    case .appTransaction: "an AppTransaction, the purchase of the app itself"
    case .realtime: "a request of retention messaging"
    }
  }

  /// The member with the date of signing.
  package var dateMember: String { self == .appTransaction ? "receiptCreationDate" : "signedDate" }

  /// The member that names the environment; a notification has it one level deeper.
  var environmentMember: String { self == .appTransaction ? "receiptType" : "environment" }
}

/// Signed data to be minted.
///
/// If a member holds signed data within signed data (`signedTransactionInfo`), an object in its place is signed, too,
/// and a string stays unchanged.
package struct JWSDescription: Sendable, Equatable {
  /// The kind of the data.
  package let kind: SignedPayloadKind
  /// The payload. Its members are written in this order.
  package var payload: JSONValue
}
