import ReceiptAnalysis

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

/// A purchase as a notification describes it. Initially, the purchase is running and will be renewed.
struct NotificationState: Sendable {
  let now: Instant
  var purchase: MintedPurchase
  var renewal: SignedRenewal
  /// 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked.
  var status = 1
  var consumptionReason: String?

  static let promotion = SignedOffer(type: 2, identifier: "winter", discount: "PAY_AS_YOU_GO", period: "P1M")

  /// Turns the purchase into the first period of its subscription.
  mutating func begin() {
    purchase.reason = "PURCHASE"
    purchase.transactionID = purchase.originalTransactionID
    purchase.originalPurchase = purchase.purchased
    renewal.recentStart = purchase.purchased
  }

  /// Changes to another product of the group at once.
  mutating func upgrade() {
    purchase.product += ".plus"
    purchase.price *= 2
    purchase.reason = "PURCHASE"
    purchase.purchased = now
    renewal.product = purchase.product
    renewal.nextProduct = purchase.product
    renewal.price = purchase.price
  }

  /// Turns the purchase into one for this number of people.
  mutating func setSeats(_ quantity: Int64) {
    purchase.seats = [SignedSeats(price: purchase.price, quantity: quantity)]
    renewal.seats = [SignedSeats(price: renewal.price, quantity: quantity)]
  }

  mutating func redeem() {
    purchase.offer = Self.promotion
    purchase.price /= 2
  }

  /// Moves the last period so that it ended `daysAgo` days ago.
  private mutating func endPeriod(daysAgo: Int64) {
    guard let expires = purchase.expires else { return }
    let ended = now.adding(days: -daysAgo).adding(seconds: -60)
    let shift = (ended.milliseconds - expires.milliseconds) / 1_000
    purchase.purchased = purchase.purchased.adding(seconds: shift)
    purchase.originalPurchase = purchase.originalPurchase.adding(seconds: min(shift, 0))
    purchase.expires = ended
    renewal.recentStart = renewal.recentStart.adding(seconds: min(shift, 0))
    renewal.renewalDate = ended
  }

  /// Renewal fails. Apple tries to collect the price for up to 60 days; the customer keeps the subscription during the
  /// grace days.
  mutating func failToRenew(daysAgo: Int64 = 0, graceDays: Int64? = nil) {
    endPeriod(daysAgo: daysAgo)
    renewal.isInBillingRetry = true
    renewal.expirationIntent = 2
    renewal.graceExpires = graceDays.flatMap { days in purchase.expires?.adding(days: days) }
    status = renewal.graceExpires.map { $0 > now } == true ? 4 : 3
  }

  /// - Parameter intent: ``SignedRenewal/expirationIntent``.
  mutating func expire(intent: Int, daysAgo: Int64 = 0) {
    endPeriod(daysAgo: daysAgo)
    renewal.expirationIntent = intent
    renewal.isInBillingRetry = false
    renewal.renews = intent == 4 || intent == 5
    if intent == 3 { renewal.priceIncreaseStatus = 0 }
    status = 2
  }

  /// Takes the purchase back in the middle between its date and now.
  ///
  /// - Parameter percentage: the refunded share in thousandths of a percent; `nil` if nothing was refunded.
  mutating func revoke(_ type: String, percentage: Int?) {
    let middle = (purchase.purchased.milliseconds + now.milliseconds) / 2_000 * 1_000
    purchase.revocation = .init(date: Instant(milliseconds: middle), reason: 0, type: type, percentage: percentage)
    renewal.renews = false
    status = 5
  }

  mutating func extend(days: Int64) {
    purchase.expires = purchase.expires?.adding(days: days)
    renewal.renewalDate = purchase.expires ?? renewal.renewalDate
  }
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
