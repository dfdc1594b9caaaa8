/// A notification that can be minted by name: its type and subtype, and a state of the purchase that fits them.
package struct NotificationTemplate: Sendable {
  /// The subject of the notification. A notification has only one.
  enum Content: Sendable {
    /// A subscription, in the state after a change.
    case subscription(@Sendable (inout NotificationState) -> Void)
    /// A purchase of any type; a consumable by default.
    case purchase(@Sendable (inout NotificationState) -> Void)
    /// Only the app, without a purchase.
    case app
    case summary
    case externalPurchaseToken
    case appData
    case unclaimInfo
  }

  /// `notificationType`.
  package let type: String
  /// `subtype`; `nil` for types without one.
  package let subtype: String?
  let content: Content

  /// `TYPE` or `TYPE/SUBTYPE`.
  package var name: String { subtype.map { type + "/" + $0 } ?? type }

  /// The notification of this name, `TYPE/SUBTYPE`; `nil` if unknown.
  package static func named(_ name: String) -> NotificationTemplate? { all.first { $0.name == name } }

  private init(_ type: String, _ subtype: String?, _ content: Content) {
    self.type = type
    self.subtype = subtype
    self.content = content
  }

  private init(_ type: String, _ content: Content) { self.init(type, nil, content) }

  /// Every type and subtype that Apple documents (App Store Server Notifications 2.23).
  package static let all: [NotificationTemplate] = [
    NotificationTemplate("SUBSCRIBED", "INITIAL_BUY", .subscription { $0.begin() }),
    NotificationTemplate("SUBSCRIBED", "RESUBSCRIBE", .subscription { $0.purchase.reason = "PURCHASE" }),
    NotificationTemplate("DID_RENEW", .subscription { _ in }),
    NotificationTemplate("DID_RENEW", "BILLING_RECOVERY", .subscription { _ in }),
    NotificationTemplate("DID_CHANGE_RENEWAL_PREF", "UPGRADE", .subscription { $0.upgrade() }),
    NotificationTemplate("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE", .subscription { $0.renewal.downgrade() }),
    NotificationTemplate("DID_CHANGE_RENEWAL_PREF", .subscription { _ in }),
    NotificationTemplate(
      "DID_CHANGE_RENEWAL_PREF", "INCREASE_QUANTITY",
      .subscription {
        $0.setSeats(10)
        $0.purchase.additionalReason = "SEAT_ADDITION"
      }),
    NotificationTemplate(
      "DID_CHANGE_RENEWAL_PREF", "DECREASE_QUANTITY",
      .subscription {
        $0.setSeats(10)
        $0.renewal.seats[0].quantity = 8
      }),
    NotificationTemplate("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED", .subscription { _ in }),
    NotificationTemplate(
      "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", .subscription { $0.renewal.renews = false }),
    NotificationTemplate(
      "DID_CHANGE_RENEWAL_STATUS", .subscription { $0.renewal.raisePrice(status: 0, renews: false) }),
    NotificationTemplate("OFFER_REDEEMED", .subscription { $0.redeem() }),
    NotificationTemplate(
      "OFFER_REDEEMED", "UPGRADE",
      .subscription {
        $0.upgrade()
        $0.redeem()
      }),
    NotificationTemplate(
      "OFFER_REDEEMED", "DOWNGRADE",
      .subscription {
        $0.renewal.downgrade()
        $0.renewal.offer = NotificationState.promotion
      }),
    NotificationTemplate("DID_FAIL_TO_RENEW", .subscription { $0.failToRenew() }),
    NotificationTemplate("DID_FAIL_TO_RENEW", "GRACE_PERIOD", .subscription { $0.failToRenew(graceDays: 16) }),
    NotificationTemplate("GRACE_PERIOD_EXPIRED", .subscription { $0.failToRenew(daysAgo: 16, graceDays: 16) }),
    NotificationTemplate("EXPIRED", "VOLUNTARY", .subscription { $0.expire(intent: 1) }),
    NotificationTemplate("EXPIRED", "BILLING_RETRY", .subscription { $0.expire(intent: 2, daysAgo: 60) }),
    NotificationTemplate("EXPIRED", "PRICE_INCREASE", .subscription { $0.expire(intent: 3) }),
    NotificationTemplate("EXPIRED", "PRODUCT_NOT_FOR_SALE", .subscription { $0.expire(intent: 4) }),
    NotificationTemplate("EXPIRED", .subscription { $0.expire(intent: 5) }),
    NotificationTemplate("PRICE_INCREASE", "PENDING", .subscription { $0.renewal.raisePrice(status: 0) }),
    NotificationTemplate("PRICE_INCREASE", "ACCEPTED", .subscription { $0.renewal.raisePrice(status: 1) }),
    NotificationTemplate("REFUND", .purchase { $0.revoke("REFUND_FULL", percentage: 100_000) }),
    NotificationTemplate(
      "REFUND", "SEATS",
      .subscription {
        $0.setSeats(10)
        $0.purchase.revokedSeats = 2
      }),
    NotificationTemplate("UNCLAIM_SEATS", .unclaimInfo),
    NotificationTemplate("REFUND_DECLINED", .purchase { _ in }),
    NotificationTemplate("REFUND_REVERSED", .purchase { _ in }),
    NotificationTemplate("CONSUMPTION_REQUEST", .purchase { $0.consumptionReason = "UNINTENDED_PURCHASE" }),
    NotificationTemplate(
      "REVOKE",
      .subscription {
        $0.purchase.ownership = "FAMILY_SHARED"
        $0.revoke("FAMILY_REVOKE", percentage: nil)
      }),
    NotificationTemplate("RENEWAL_EXTENDED", .subscription { $0.extend(days: 14) }),
    NotificationTemplate("RENEWAL_EXTENSION", "SUMMARY", .summary),
    NotificationTemplate("RENEWAL_EXTENSION", "FAILURE", .subscription { _ in }),
    NotificationTemplate("ONE_TIME_CHARGE", .purchase { _ in }),
    NotificationTemplate("EXTERNAL_PURCHASE_TOKEN", "CREATED", .externalPurchaseToken),
    NotificationTemplate("EXTERNAL_PURCHASE_TOKEN", "UNREPORTED", .externalPurchaseToken),
    NotificationTemplate("EXTERNAL_PURCHASE_TOKEN", "ACTIVE_TOKEN_REMINDER", .externalPurchaseToken),
    NotificationTemplate("RESCIND_CONSENT", .appData),
    NotificationTemplate("METADATA_UPDATE", .subscription { _ in }),
    NotificationTemplate("MIGRATION", .subscription { _ in }),
    NotificationTemplate("PRICE_CHANGE", .subscription { $0.renewal.price += 1_000 }),
    NotificationTemplate("TEST", .app),
  ]
}

extension SignedRenewal {
  /// Changes to another product of the group, from the next renewal on.
  fileprivate mutating func downgrade() {
    nextProduct += ".basic"
    price /= 2
  }

  fileprivate mutating func raisePrice(status: Int, renews: Bool = true) {
    price += 1_000
    priceIncreaseStatus = status
    self.renews = renews
  }
}
