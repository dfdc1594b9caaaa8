import ReceiptAnalysis

/// An offer that applies to a purchase or to the next renewal.
struct SignedOffer: Sendable {
  /// 1 introductory, 2 promotional, 3 offer code, 4 win-back.
  var type: Int
  var identifier: String?
  var discount: String
  var period: String?
}

/// Seats of one price.
struct SignedSeats: Sendable {
  /// The price of one seat, in thousandths of the currency's unit.
  var price: Int64
  var quantity: Int64
}

extension [SignedSeats] {
  var quantity: Int64 { reduce(0) { $0 + $1.quantity } }
  /// The average price of a seat.
  var price: Int64 { reduce(0) { $0 + $1.price * $1.quantity } / Swift.max(quantity, 1) }

  /// An object with a list of these seats; `nil` without seats.
  fileprivate func payload(_ name: String, _ more: KeyValuePairs<String, JSONValue?> = [:]) -> JSONValue? {
    guard !isEmpty else { return nil }
    let tiers = map { tier in
      JSONValue.object([.init("price", .whole(tier.price)), .init("quantity", .whole(tier.quantity))])
    }
    let others = more.compactMap { member in member.value.map { JSONValue.Member(member.key, $0) } }
    return .object([.init(name, .array(tiers))] + others)
  }
}

/// A bundle that a subscription comes with. The names and values of its members were never observed; they follow
/// StoreKit's properties.
struct SignedBundle: Sendable {
  var product: String
  var group = "20000009"
  var transactionID: String
  var originalTransactionID: String
}

/// One purchase, as its signed transaction describes it.
struct MintedPurchase: Sendable {
  struct Revocation: Sendable {
    var date: Instant
    /// 1 if the customer named a problem with the app, 0 for any other reason.
    var reason: Int
    var type: String?
    /// Thousandths of a percent.
    var percentage: Int?
  }

  var type = "Auto-Renewable Subscription"
  var product: String
  /// The group of a subscription. Apple's groups are numbers.
  var group = "20000001"
  var transactionID: String
  var originalTransactionID: String
  /// The original transaction of the subscription that this one replaced, by a move to a bundle or back.
  var previousOriginalTransactionID: String?
  var bundle: SignedBundle?
  var webOrderLineItemID: String?
  var purchased: Instant
  var originalPurchase: Instant
  var expires: Instant?
  var quantity: Int64 = 1
  /// Thousandths of the currency's unit.
  var price: Int64
  var reason = "PURCHASE"
  /// `PURCHASED`, `FAMILY_SHARED` or `ASSIGNED`.
  var ownership = "PURCHASED"
  /// The seats of a purchase for several people; they determine `quantity` and `price`.
  var seats: [SignedSeats] = []
  var revokedSeats: Int64?
  /// Who invites the members: `APPLE` or `DEVELOPER`.
  var invitations = "APPLE"
  var additionalReason: String?
  var isUpgraded = false
  var offer: SignedOffer?
  var revocation: Revocation?

  var isSubscription: Bool { type == "Auto-Renewable Subscription" }
  /// The quantity as Apple's members count it: seats, or products.
  var units: Int64 { seats.isEmpty ? quantity : seats.quantity }

  func payload(_ app: SignedApp, signed: Instant) -> JSONValue {
    .payload([
      "transactionId": .string(transactionID), "originalTransactionId": .string(originalTransactionID),
      "previousOriginalTransactionId": previousOriginalTransactionID.map(JSONValue.string),
      "bundleProductId": bundle.map { .string($0.product) },
      "bundleSubscriptionGroupIdentifier": bundle.map { .string($0.group) },
      "bundleTransactionId": bundle.map { .string($0.transactionID) },
      "bundleOriginalTransactionId": bundle.map { .string($0.originalTransactionID) },
      "webOrderLineItemId": webOrderLineItemID.map(JSONValue.string), "appTransactionId": .string(app.appTransactionID),
      "bundleId": .string(app.bundleIdentifier), "productId": .string(product),
      "subscriptionGroupIdentifier": isSubscription ? .string(group) : nil, "type": .string(type),
      "purchaseDate": .milliseconds(purchased), "originalPurchaseDate": .milliseconds(originalPurchase),
      "expiresDate": expires.map(JSONValue.milliseconds), "signedDate": .milliseconds(signed),
      "quantity": .whole(units),
      "additionalTransactionReason": additionalReason.map(JSONValue.string),
      "multiSeatInfo": seats.payload(
        "priceTiers",
        ["invitationManagement": .string(invitations), "revokedSeatQuantity": revokedSeats.map { .whole($0) }]),
      "price": .whole(seats.isEmpty ? price : seats.price), "currency": .string(app.storefront.currency),
      "storefront": .string(app.storefront.code), "storefrontId": .string(app.storefront.identifier),
      "environment": .string(app.environment),
      "inAppOwnershipType": .string(ownership), "transactionReason": .string(reason),
      "isUpgraded": isUpgraded ? .bool(true) : nil, "revocationDate": revocation.map { .milliseconds($0.date) },
      "revocationReason": revocation.map { .whole($0.reason) },
      "revocationType": revocation?.type.map(JSONValue.string),
      "revocationPercentage": revocation?.percentage.map { .whole($0) }, "offerType": offer.map { .whole($0.type) },
      "offerIdentifier": offer?.identifier.map(JSONValue.string),
      "offerDiscountType": offer.map { .string($0.discount) }, "offerPeriod": offer?.period.map(JSONValue.string),
      "deviceVerification": app.device.map { .string($0.verification) },
      "deviceVerificationNonce": app.device.map { .string($0.nonce) },
    ])
  }
}

/// The future of a subscription, as its signed renewal info describes it.
struct SignedRenewal: Sendable {
  var originalTransactionID: String
  var product: String
  var nextProduct: String
  var renews = true
  var bundle: SignedBundle?
  /// Whether the subscription leaves the bundle with the next period.
  var unbundles = false
  /// 1 cancelled by the customer, 2 billing, 3 price increase, 4 product gone, 5 other.
  var expirationIntent: Int?
  var isInBillingRetry: Bool?
  var graceExpires: Instant?
  /// 0 if the customer has not answered, 1 if the customer agreed or was only told.
  var priceIncreaseStatus: Int?
  /// When the next period begins.
  var renewalDate: Instant
  /// The price of the next period, in thousandths of the currency's unit.
  var price: Int64
  /// When the series of periods without a long gap began.
  var recentStart: Instant
  var offer: SignedOffer?
  var winBackOffers: [String] = []
  /// The seats of a purchase for several people; they determine `price`.
  var seats: [SignedSeats] = []

  func payload(_ app: SignedApp, signed: Instant) -> JSONValue {
    .payload([
      "originalTransactionId": .string(originalTransactionID), "productId": .string(product),
      "bundleProductId": bundle.map { .string($0.product) },
      "bundleSubscriptionGroupIdentifier": bundle.map { .string($0.group) },
      "bundleOriginalTransactionId": bundle.map { .string($0.originalTransactionID) },
      "willUnbundle": bundle.map { _ in .bool(unbundles) },
      "autoRenewProductId": .string(nextProduct), "autoRenewStatus": .whole(renews ? 1 : 0),
      "expirationIntent": expirationIntent.map { .whole($0) },
      "isInBillingRetryPeriod": isInBillingRetry.map(JSONValue.bool),
      "gracePeriodExpiresDate": graceExpires.map(JSONValue.milliseconds),
      "priceIncreaseStatus": priceIncreaseStatus.map { .whole($0) }, "renewalDate": .milliseconds(renewalDate),
      "renewalPrice": .whole(seats.isEmpty ? price : seats.price),
      "renewalQuantity": seats.isEmpty ? nil : .whole(seats.quantity),
      "multiSeatInfo": seats.payload("renewalPriceTiers"), "currency": .string(app.storefront.currency),
      "recentSubscriptionStartDate": .milliseconds(recentStart), "offerType": offer.map { .whole($0.type) },
      "offerIdentifier": offer?.identifier.map(JSONValue.string),
      "offerDiscountType": offer.map { .string($0.discount) }, "offerPeriod": offer?.period.map(JSONValue.string),
      "eligibleWinBackOfferIds": winBackOffers.isEmpty ? nil : .array(winBackOffers.map(JSONValue.string)),
      "environment": .string(app.environment), "signedDate": .milliseconds(signed),
      "appTransactionId": .string(app.appTransactionID),
      "deviceVerification": app.device.map { .string($0.verification) },
      "deviceVerificationNonce": app.device.map { .string($0.nonce) },
    ])
  }
}
