/// The words of enumerations in payloads. Each value has its code, what it means in a few words and in a sentence, and
/// what a developer should do.
extension PayloadWords {
  static let environment = PayloadWords(
    "environment",
    [
      Value("Production", "Production"),
      Value("Sandbox", "Sandbox: a test account, TestFlight or App Review"),
      Value("Xcode", "Xcode: StoreKit testing, nothing was sold"),
      Value(
        "LocalTesting", "LocalTesting: made for a test of software",
        "Made by Apple's libraries for tests of their own. Apple's servers know nothing of it.",
        "Never let it unlock anything."),
    ])

  static let productType = PayloadWords(
    "type",
    [
      Value("Auto-Renewable Subscription", "auto-renewable subscription"), Value("Non-Consumable", "non-consumable"),
      Value("Consumable", "consumable"), Value("Non-Renewing Subscription", "non-renewing subscription"),
    ])

  static let ownership = PayloadWords(
    "inAppOwnershipType",
    [
      Value("PURCHASED", "bought by the customer"), Value("FAMILY_SHARED", "shared by a member of the family"),
      Value(
        "ASSIGNED", "a seat, assigned by an organization or a group",
        "An organization or the purchaser of a group assigned a seat to the customer, who paid nothing.",
        "Grant access as long as the transaction says."),
    ])

  static let additionalReason = PayloadWords(
    "additionalTransactionReason",
    [
      Value(
        "SEAT_ADDITION", "seats were added",
        "Seats were added during the period. Every transaction of the period says so; together they have its seats.")
    ])

  static let invitations = PayloadWords(
    "invitationManagement",
    [
      Value(
        "APPLE", "the App Store invites",
        "The App Store invites the members, and each has a transaction of their own."),
      Value(
        "DEVELOPER", "the developer invites",
        "The developer invites the members, who have no transaction. The developer's server claims a seat for each.",
        "Keep which member has which seat, and follow UNCLAIM_SEATS."),
    ])

  static let transactionReason = PayloadWords(
    "transactionReason",
    [
      Value("PURCHASE", "the customer bought it", "The customer made the purchase, or an offer code made it."),
      Value("RENEWAL", "Apple renewed it", "Apple renewed the subscription and made this transaction."),
    ])

  static let revocationReason = PayloadWords(
    "revocationReason",
    [
      Value(
        "0", "for another reason",
        "Apple refunded it or took it back from Family Sharing for another reason, such as an accidental purchase."),
      Value(
        "1", "because of a reported problem with the app",
        "Apple refunded it or took it back from Family Sharing because of an actual or perceived issue with the app."),
    ])

  package static let revocationType = PayloadWords(
    "revocationType",
    [
      Value(
        "REFUND_FULL", "the whole price was refunded", "Apple refunded the whole price.",
        "Take back what the purchase unlocked."),
      Value(
        "REFUND_PRORATED", "a part of the price was refunded",
        "Apple refunded a part of the price; revocationPercentage says which.",
        "Take back what the purchase unlocked, or the part that was refunded."),
      Value(
        "FAMILY_REVOKE", "the family no longer shares it",
        "A member of the family bought it, and this customer lost it: it is no longer shared, or was refunded.",
        "Take back what the purchase unlocked."),
      Value(
        "ASSIGNMENT_REVOKE", "the seat was taken back",
        "An organization or the purchaser of a group took the seat back.",
        "Take back what the seat unlocked. The purchaser keeps it."),
    ])

  static let offerType = PayloadWords(
    "offerType",
    [
      Value("1", "introductory offer", "An introductory offer, for customers who never subscribed in this group."),
      Value(
        "2", "promotional offer",
        "A promotional offer: the app presents it to customers who have or had a subscription."),
      Value("3", "offer code", "An offer code that the customer redeemed."),
      Value("4", "win-back offer", "A win-back offer, for customers whose subscription is over."),
      Value(
        "5", "retention offer",
        """
        An offer of retention messaging, for customers who are about to cancel. Told at WWDC 2026; Apple's pages list \
        1 to 4.
        """
      ),
    ])

  static let offerDiscountType = PayloadWords(
    "offerDiscountType",
    [
      Value("FREE_TRIAL", "free trial", "The offer is free for its whole period."),
      Value(
        "PAY_AS_YOU_GO", "lower price each period",
        "The customer pays the lower price of the offer in each of its periods."
      ),
      Value("PAY_UP_FRONT", "one price up front", "The customer pays once for the whole period of the offer."),
      Value("ONE_TIME", "one-time discount", "The customer pays a lower price once. Since App Store Server API 1.18."),
    ])

  static let billingPlan = PayloadWords(
    "billingPlanType",
    [
      Value("BILLED_UPFRONT", "paid up front", "The customer pays the whole period at its start."),
      Value(
        "MONTHLY", "paid monthly, with a commitment",
        "The customer pays every month, and has committed to a number of months; commitmentInfo says to how many."),
    ])

  static let autoRenewStatus = PayloadWords(
    "autoRenewStatus",
    [
      Value("0", "off, it ends with its period"),
      Value("1", "on"),
    ])

  static let commitmentAutoRenewStatus = PayloadWords(
    "commitmentAutoRenewStatus",
    [
      Value(
        "0", "off, no other commitment follows",
        "The customer cancelled. The subscription renews every month until the commitment ends, and ends then."),
      Value("1", "on, another commitment follows", "Another commitment begins when this one ends."),
    ])

  static let expirationIntent = PayloadWords(
    "expirationIntent",
    [
      Value("1", "the customer cancelled it"), Value("2", "a billing error"),
      Value("3", "the customer did not agree to a higher price, or to the conversion of an offer"),
      Value("4", "the product was not for sale at the time of renewal"), Value("5", "another reason"),
    ])

  static let priceIncreaseStatus = PayloadWords(
    "priceIncreaseStatus",
    [
      Value(
        "0", "the customer has not answered yet", "The customer has not answered to the price increase yet.",
        "Without consent the subscription ends with the period. The app can show the customer why the price rises."),
      Value(
        "1", "the customer agreed, or was told",
        "The customer agreed to the price increase, or was told of it where no consent is needed."),
    ])

  package static let subscriptionStatus = PayloadWords(
    "status",
    [
      Value("1", "active", "The subscription is active.", "Grant access."),
      Value("2", "expired", "The subscription expired.", "Take back access."),
      Value(
        "3", "in the billing retry period",
        "A payment failed, and Apple keeps trying to collect it. There is no grace period, or it has ended.",
        "Take back access until the payment succeeds, and ask the customer to bring the payment details up to date."),
      Value(
        "4", "in the grace period", "A payment failed, and Apple keeps trying to collect it during the grace period.",
        "Grant access until gracePeriodExpiresDate, and ask the customer to bring the payment details up to date."),
      Value(
        "5", "revoked",
        "Apple revoked the subscription: it was refunded, or is no longer shared.", "Take back access."),
    ])

  static let consumptionRequestReason = PayloadWords(
    "consumptionRequestReason",
    [
      Value(
        "UNINTENDED_PURCHASE", "the purchase was not intended",
        "The customer says that the purchase was not intended."),
      Value(
        "FULFILLMENT_ISSUE", "it was not delivered, or did not work",
        "The customer says that what was bought did not arrive or did not work."),
      Value(
        "UNSATISFIED_WITH_PURCHASE", "not satisfied with it", "The customer says that the purchase did not satisfy."),
      Value("LEGAL", "a legal reason", "The customer asks for the refund for a legal reason."),
      Value("OTHER", "another reason", "The customer asks for the refund for another reason."),
    ])

  static let tokenType = PayloadWords(
    "tokenType",
    [
      Value(
        "ACQUISITION", "for acquiring the customer",
        "A token of a custom link that stands for Apple having brought the customer."),
      Value(
        "SERVICES", "for services of the App Store",
        "A token of a custom link that stands for the App Store's services."),
      Value("IN_APP", "for purchases in the app", "A token of an app in Japan, for purchases inside the app."),
      Value("LINK_OUT", "for purchases by a link", "A token of an app in Japan, for purchases behind a link."),
    ])

  static let platform = PayloadWords(
    "originalPlatform",
    ["iOS", "macOS", "tvOS", "visionOS"].map { Value($0, "\($0)", "The customer first got the app for \($0).") })

  static let storeType = PayloadWords(
    "storeType",
    [Value("CONSUMER", "the App Store for consumers", "The app came from the App Store that consumers use.")])

  static let offerReason = PayloadWords(
    "reason",
    [
      Value("ACQUISITION", "to win a new customer", "The offer is to win a new customer."),
      Value("WIN_BACK", "to win the customer back", "The offer is to win a former customer back."),
      Value("RETENTION", "to keep the customer", "The offer is to keep a customer."),
    ])

  package static let refundReason = PayloadWords(
    "refundReason",
    [
      Value("UNINTENDED_PURCHASE", "the purchase was not intended", "The purchase was not intended."),
      Value(
        "FULFILLMENT_ISSUE", "it was not delivered, or did not work",
        "What was bought did not arrive or did not work."),
      Value("UNSATISFIED_WITH_PURCHASE", "not satisfied with it", "The purchase did not satisfy the customer."),
      Value("LEGAL", "a legal reason", "There was a legal reason for the refund."),
      Value("OTHER", "another reason", "There was another reason for the refund."),
      Value(
        "MODIFY_ITEMS_REFUND", "the items of the subscription were changed",
        "The items of the subscription were changed, and the rest of the paid period was refunded."),
      Value(
        "SIMULATE_REFUND_DECLINE", "a test of a declined refund",
        "A test in the sandbox: the request is to be declined."),
    ])

  package static let refundType = PayloadWords(
    "refundType",
    [
      Value("FULL", "the whole price", "The whole price is refunded."),
      Value("PRORATED", "the part that was not used", "The part of the price for the rest of the period is refunded."),
      Value("CUSTOM", "an amount that the developer chose", "An amount that the developer chose is refunded."),
    ])

  static let itemPriceStatus = PayloadWords(
    "status in priceIncreaseInfo",
    [
      Value("SCHEDULED", "planned", "The price increase is planned."),
      Value("PENDING", "the customer has not answered yet", "The customer has not answered to the price increase yet."),
      Value("ACCEPTED", "the customer agreed", "The customer agreed to the price increase."),
    ])
}
