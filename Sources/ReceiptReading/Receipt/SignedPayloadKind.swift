/// The kinds of payload that Apple signs as JWS. Nothing in a JWS names its kind: its members tell.
///
/// Raw values are stable.
package enum SignedPayloadKind: String, CaseIterable, Sendable {
  /// A transaction of StoreKit 2 and of the App Store Server API (JWSTransactionDecodedPayload).
  case transaction
  /// What is going to happen to a subscription (JWSRenewalInfoDecodedPayload).
  case renewal
  /// A server notification, version 2 (responseBodyV2DecodedPayload).
  case notification
  /// The purchase or download of the app itself (JWSAppTransactionDecodedPayload).
  case appTransaction = "app-transaction"
  /// A question of retention messaging (DecodedRealtimeRequestBody).
  case realtime

  /// The kind of a payload; `nil` if no member tells, or if the value is no object.
  ///
  /// The marks of a kind are members that no other kind has. What has marks of several kinds is of the first one in
  /// this order; Apple signs nothing like it, and a member that Apple adds to a kind one day must not make that kind
  /// unknown.
  package init?(_ payload: JSONValue) {
    guard case .object(let members) = payload else { return nil }
    let found = Set(members.lazy.compactMap { Self.marks[$0.name] })
    guard let kind = Self.order.first(where: found.contains) else { return nil }
    self = kind
  }

  private static let order: [SignedPayloadKind] = [.notification, .appTransaction, .transaction, .renewal, .realtime]

  private static let marks: [String: SignedPayloadKind] = [
    "notificationType": .notification, "notificationUUID": .notification,
    "receiptType": .appTransaction, "receiptCreationDate": .appTransaction,
    "originalApplicationVersion": .appTransaction,
    "transactionId": .transaction, "purchaseDate": .transaction,
    "autoRenewStatus": .renewal, "autoRenewProductId": .renewal, "renewalDate": .renewal, "expirationIntent": .renewal,
    "isInBillingRetryPeriod": .renewal, "gracePeriodExpiresDate": .renewal, "recentSubscriptionStartDate": .renewal,
    "userLocale": .realtime,
  ]
}
