extension Scenario {
  /// Every scenario. A period is 30 days unless the event says otherwise; a grace period is 16 days, and Apple gives up
  /// after 60. Prices are in thousandths of the currency's unit, refunded shares in thousandths of a percent.
  package static let all: [Scenario] = [
    Scenario(
      "trial-renew-refund", "a free trial becomes a subscription, of which Apple refunds the first payment", .refunded,
      [
        ScenarioEvent(0, "SUBSCRIBED/INITIAL_BUY") { $0.subscribe(days: 7, offer: .trial("P1W")) },
        ScenarioEvent(7, "DID_RENEW") { $0.renew() },
        ScenarioEvent(12, "CONSUMPTION_REQUEST") { $0.askForRefund("UNSATISFIED_WITH_PURCHASE") },
        ScenarioEvent(14, "REFUND") { $0.refund() },
      ]),
    Scenario(
      "upgrade", "the customer changes to a better product, at once", .active,
      [
        ScenarioEvent(0, "SUBSCRIBED/INITIAL_BUY") { $0.subscribe() },
        ScenarioEvent(10, "DID_CHANGE_RENEWAL_PREF/UPGRADE") { $0.upgrade("plus", price: 9_990) },
        ScenarioEvent(40, "DID_RENEW") { $0.renew() },
      ]),
    Scenario(
      "downgrade", "the customer chooses a cheaper product, which begins with the next period", .active,
      [
        ScenarioEvent(0, "SUBSCRIBED/INITIAL_BUY") { $0.subscribe("plus", price: 9_990) },
        ScenarioEvent(5, "DID_CHANGE_RENEWAL_PREF/DOWNGRADE") { $0.plan("basic", price: 1_990) },
        ScenarioEvent(6, "DID_CHANGE_RENEWAL_PREF") { $0.plan("plus", price: 9_990) },
        ScenarioEvent(20, "DID_CHANGE_RENEWAL_PREF/DOWNGRADE") { $0.plan("basic", price: 1_990) },
        ScenarioEvent(30, "DID_RENEW") { $0.renew() },
      ]),
    Scenario(
      "crossgrade", "the customer changes to the same product by the year, which begins with the next period", .active,
      [
        ScenarioEvent(0, "SUBSCRIBED/INITIAL_BUY") { $0.subscribe() },
        ScenarioEvent(15, "DID_CHANGE_RENEWAL_PREF/DOWNGRADE") { $0.plan("yearly", price: 39_990, days: 365) },
        ScenarioEvent(30, "DID_RENEW") { $0.renew() },
      ]),
    Scenario(
      "billing-retry-recovered", "a payment fails, and succeeds five days later: no access in between", .active,
      [
        ScenarioEvent(0, "SUBSCRIBED/INITIAL_BUY") { $0.subscribe() },
        ScenarioEvent(30, "DID_FAIL_TO_RENEW") { $0.failToRenew() },
        ScenarioEvent(35, "DID_RENEW/BILLING_RECOVERY") { $0.recover() },
      ]),
    Scenario(
      "grace-period-recovered", "a payment fails, and succeeds in the grace period", .active,
      [
        ScenarioEvent(0, "SUBSCRIBED/INITIAL_BUY") { $0.subscribe() },
        ScenarioEvent(30, "DID_FAIL_TO_RENEW/GRACE_PERIOD") { $0.failToRenew(graceDays: 16) },
        ScenarioEvent(33, "DID_RENEW/BILLING_RECOVERY") { $0.recover() },
      ]),
    Scenario(
      "grace-period-then-expired", "a payment fails, and Apple gives up after the grace period and 60 days", .expired,
      [
        ScenarioEvent(0, "SUBSCRIBED/INITIAL_BUY") { $0.subscribe() },
        ScenarioEvent(30, "DID_RENEW") { $0.renew() },
        ScenarioEvent(60, "DID_FAIL_TO_RENEW/GRACE_PERIOD") { $0.failToRenew(graceDays: 16) },
        ScenarioEvent(76, "GRACE_PERIOD_EXPIRED") { $0.endGracePeriod() },
        ScenarioEvent(120, "EXPIRED/BILLING_RETRY") { $0.expire(intent: 2) },
      ]),
    Scenario(
      "price-increase-consent", "the customer agrees to a higher price", .active,
      [
        ScenarioEvent(0, "SUBSCRIBED/INITIAL_BUY") { $0.subscribe() },
        ScenarioEvent(10, "PRICE_INCREASE/PENDING") { $0.raisePrice(to: 5_990) },
        ScenarioEvent(13, "PRICE_INCREASE/ACCEPTED") { $0.agreeToPrice() },
        ScenarioEvent(30, "DID_RENEW") { $0.renew() },
      ]),
    Scenario(
      "price-increase-expired", "the customer does not answer to a higher price", .expired,
      [
        ScenarioEvent(0, "SUBSCRIBED/INITIAL_BUY") { $0.subscribe() },
        ScenarioEvent(10, "PRICE_INCREASE/PENDING") { $0.raisePrice(to: 5_990) },
        ScenarioEvent(30, "EXPIRED/PRICE_INCREASE") { $0.expire(intent: 3) },
      ]),
    Scenario(
      "refund-reversed", "Apple refunds a period, and takes the refund back", .active,
      [
        ScenarioEvent(0, "SUBSCRIBED/INITIAL_BUY") { $0.subscribe() },
        ScenarioEvent(4, "REFUND") { $0.refund() },
        ScenarioEvent(9, "REFUND_REVERSED") { $0.reverseRefund() },
      ]),
    Scenario(
      "family-sharing-revoked", "a member of the family shares a subscription, and stops sharing it", .refunded,
      [
        ScenarioEvent(0, "SUBSCRIBED/INITIAL_BUY") { $0.subscribe(ownership: "FAMILY_SHARED") },
        ScenarioEvent(30, "DID_RENEW") { $0.renew() },
        ScenarioEvent(41, "REVOKE") { $0.stopSharing() },
      ]),
    Scenario(
      "team-grows-and-shrinks", "a customer buys ten seats, adds four, gets two refunded, and renews with eight",
      .active,
      [
        ScenarioEvent(0, "SUBSCRIBED/INITIAL_BUY") { $0.subscribe("team", price: 9_990, seats: 10) },
        ScenarioEvent(9, "DID_CHANGE_RENEWAL_PREF/INCREASE_QUANTITY") { $0.addSeats(4, price: 6_490) },
        ScenarioEvent(12, "REFUND/SEATS") { $0.refundSeats(2) },
        ScenarioEvent(20, "DID_CHANGE_RENEWAL_PREF/DECREASE_QUANTITY") { $0.planSeats(8, price: 9_990) },
        ScenarioEvent(30, "DID_RENEW") { $0.renew() },
      ]),
    Scenario(
      "seats-by-developer", "a customer buys three seats, to which the app's own server invites, and adds two", .active,
      [
        ScenarioEvent(0, "SUBSCRIBED/INITIAL_BUY") {
          $0.subscribe("team", price: 9_990, seats: 3, invitations: "DEVELOPER")
        },
        ScenarioEvent(9, "DID_CHANGE_RENEWAL_PREF/INCREASE_QUANTITY") { $0.addSeats(2, price: 9_990) },
        ScenarioEvent(20, "DID_CHANGE_RENEWAL_PREF/DECREASE_QUANTITY") { $0.planSeats(2, price: 9_990) },
        ScenarioEvent(30, "DID_RENEW") { $0.renew() },
      ]),
    Scenario(
      "seat-taken-back", "an organization assigns a seat to the customer, and takes it back", .refunded,
      [
        ScenarioEvent(0, "SUBSCRIBED/INITIAL_BUY") {
          $0.subscribe("team", price: 9_990, ownership: "ASSIGNED", seats: 10)
        },
        ScenarioEvent(30, "DID_RENEW") { $0.renew() },
        ScenarioEvent(41, "REVOKE") { $0.takeSeatBack() },
      ]),
    Scenario(
      "bundle-and-back", "a subscription moves to a bundle, which is no refund, and goes on alone later", .active,
      [
        ScenarioEvent(0, "SUBSCRIBED/INITIAL_BUY") { $0.subscribe() },
        ScenarioEvent(12, "SUBSCRIBED/INITIAL_BUY") { $0.moveToBundle() },
        ScenarioEvent(13, "REVOKE") { $0.tellOfReplaced() },
        ScenarioEvent(42, "DID_RENEW") { $0.renew() },
        ScenarioEvent(50, "DID_CHANGE_RENEWAL_PREF/DOWNGRADE") { $0.planToLeaveBundle() },
        ScenarioEvent(72, "DID_RENEW") { $0.leaveBundle() },
        ScenarioEvent(73, "EXPIRED") { $0.tellOfReplaced() },
        ScenarioEvent(102, "DID_RENEW") { $0.renew() },
      ]),
    Scenario(
      "consumables", "three purchases; Apple refunds two fifths of the second, and nothing of the third", .bought,
      [
        ScenarioEvent(0, "ONE_TIME_CHARGE") { $0.buy("coins", .consumable, price: 990) },
        ScenarioEvent(3, "ONE_TIME_CHARGE") { $0.buy("coins", .consumable, price: 990, quantity: 5) },
        ScenarioEvent(4, "CONSUMPTION_REQUEST") { $0.askForRefund("UNINTENDED_PURCHASE") },
        ScenarioEvent(6, "REFUND") { $0.refund(percentage: 40_000) },
        ScenarioEvent(8, "ONE_TIME_CHARGE") { $0.buy("gems", .consumable, price: 4_990) },
        ScenarioEvent(9, "CONSUMPTION_REQUEST") { $0.askForRefund("OTHER") },
        ScenarioEvent(10, "REFUND_DECLINED"),
      ]),
    Scenario(
      "one-time-charge", "a product that is bought once and stays", .bought,
      [ScenarioEvent(0, "ONE_TIME_CHARGE") { $0.buy("pro", .nonConsumable, price: 9_990) }]),
    Scenario(
      "resubscribe", "the customer turns renewal off, loses the subscription, and subscribes again", .active,
      [
        ScenarioEvent(0, "SUBSCRIBED/INITIAL_BUY") { $0.subscribe() },
        ScenarioEvent(21, "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED") { $0.turnRenewal(on: false) },
        ScenarioEvent(30, "EXPIRED/VOLUNTARY") { $0.expire(intent: 1) },
        ScenarioEvent(120, "SUBSCRIBED/RESUBSCRIBE") { $0.subscribe() },
        ScenarioEvent(150, "DID_RENEW") { $0.renew() },
      ]),
    Scenario(
      "offer-code", "a code gives a free month, and another one a cheaper month later", .active,
      [
        ScenarioEvent(0, "SUBSCRIBED/INITIAL_BUY") { $0.subscribe(offer: .code("spring", "FREE_TRIAL")) },
        ScenarioEvent(30, "DID_RENEW") { $0.renew() },
        ScenarioEvent(40, "OFFER_REDEEMED") { $0.redeem(.code("summer", "PAY_AS_YOU_GO"), price: 2_490) },
        ScenarioEvent(60, "DID_RENEW") { $0.renew() },
      ]),
    Scenario(
      "win-back", "the customer loses the subscription, and comes back by a win-back offer", .active,
      [
        ScenarioEvent(0, "SUBSCRIBED/INITIAL_BUY") { $0.subscribe() },
        ScenarioEvent(12, "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED") { $0.turnRenewal(on: false) },
        ScenarioEvent(30, "EXPIRED/VOLUNTARY") { $0.expire(intent: 1, winBackOffers: ["back50", "back20"]) },
        ScenarioEvent(75, "SUBSCRIBED/RESUBSCRIBE") { $0.subscribe(price: 2_490, offer: .winBack("back50")) },
        ScenarioEvent(105, "DID_RENEW") { $0.renew() },
      ]),
    Scenario(
      "cancel-auto-renew", "the customer turns renewal off, on and off again, and the subscription ends", .expired,
      [
        ScenarioEvent(0, "SUBSCRIBED/INITIAL_BUY") { $0.subscribe() },
        ScenarioEvent(3, "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED") { $0.turnRenewal(on: false) },
        ScenarioEvent(8, "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED") { $0.turnRenewal(on: true) },
        ScenarioEvent(26, "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED") { $0.turnRenewal(on: false) },
        ScenarioEvent(30, "EXPIRED/VOLUNTARY") { $0.expire(intent: 1) },
      ]),
  ]
}

extension SignedOffer {
  fileprivate static func trial(_ period: String) -> SignedOffer {
    SignedOffer(type: 1, discount: "FREE_TRIAL", period: period)
  }

  fileprivate static func code(_ identifier: String, _ discount: String) -> SignedOffer {
    SignedOffer(type: 3, identifier: identifier, discount: discount, period: "P1M")
  }

  fileprivate static func winBack(_ identifier: String) -> SignedOffer {
    SignedOffer(type: 4, identifier: identifier, discount: "PAY_AS_YOU_GO", period: "P1M")
  }
}
