/// The kinds of payload that Apple signs as JWS. A JWS does not name its kind, so its members determine it.
///
/// Raw values are stable.
package enum SignedPayloadKind: String, CaseIterable, Sendable {
  /// A transaction of StoreKit 2 and of the App Store Server API (JWSTransactionDecodedPayload).
  case transaction
  /// The expected renewal of a subscription (JWSRenewalInfoDecodedPayload).
  case renewal
  /// A server notification, version 2 (responseBodyV2DecodedPayload).
  case notification
  /// The purchase or download of the app itself (JWSAppTransactionDecodedPayload).
  case appTransaction = "app-transaction"
  /// A question of retention messaging (DecodedRealtimeRequestBody).
  case realtime

  /// The kind of a payload; `nil` if no member determines it, or if the value is not an object.
  ///
  /// A kind is recognised by members that no other kind has. A payload with members of several kinds has the first of
  /// these kinds in this order. Apple signs no such payload, but a member that Apple adds to a kind later must not make
  /// that kind unknown.
  package init?(_ payload: JSONValue) {
    guard case .object(let members) = payload else { return nil }
    let found = Set(members.lazy.compactMap { Self.distinctiveMembers[$0.name] })
    guard let kind = Self.order.first(where: found.contains) else { return nil }
    self = kind
  }

  private static let order: [SignedPayloadKind] = [.notification, .appTransaction, .transaction, .renewal, .realtime]

  private static let distinctiveMembers: [String: SignedPayloadKind] = [
    "notificationType": .notification, "notificationUUID": .notification,
    "receiptType": .appTransaction, "receiptCreationDate": .appTransaction,
    "originalApplicationVersion": .appTransaction,
    "transactionId": .transaction, "purchaseDate": .transaction,
    "autoRenewStatus": .renewal, "autoRenewProductId": .renewal, "renewalDate": .renewal, "expirationIntent": .renewal,
    "isInBillingRetryPeriod": .renewal, "gracePeriodExpiresDate": .renewal, "recentSubscriptionStartDate": .renewal,
    "userLocale": .realtime,
  ]
}
