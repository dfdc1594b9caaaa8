import ReceiptAnalysis

/// The kinds of data that Apple signs as JWS for StoreKit 2 and for servers.
package enum SignedDataKind: String, CaseIterable, Sendable {
  /// One transaction.
  case transaction
  /// How a subscription is going to be renewed.
  case renewal
  /// A server notification, version 2.
  case notification
  /// The purchase of the app itself.
  case appTransaction = "app-transaction"
  /// A request of retention messaging.
  case realtime

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

  /// The member that says when it was signed.
  package var dateMember: String { self == .appTransaction ? "receiptCreationDate" : "signedDate" }

  /// The member that names the environment; a notification has it one level deeper.
  var environmentMember: String { self == .appTransaction ? "receiptType" : "environment" }
}

/// Signed data to be minted.
///
/// Where a member holds signed data in signed data (`signedTransactionInfo`), an object in its place is signed, too,
/// and a string is left as it is.
package struct JWSDescription: Sendable, Equatable {
  /// What it is.
  package let kind: SignedDataKind
  /// The payload with its members in the order in which they are written.
  package var payload: JSONValue
}
