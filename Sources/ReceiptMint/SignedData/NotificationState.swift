import ReceiptAnalysis

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
    // What began before this period only moves into the past with it.
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
    // Renewal stays on if the product is gone (4) or the reason is another one (5).
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
