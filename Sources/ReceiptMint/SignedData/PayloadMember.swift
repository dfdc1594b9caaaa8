import ReceiptAnalysis

/// One member of a payload: its name and the type of its value.
struct PayloadMember: Sendable {
  indirect enum Kind: Sendable {
    case text
    /// Decimal digits in a string.
    case identifier
    case uuid
    case integer
    /// Milliseconds since 1970; from Xcode with a fraction.
    case milliseconds
    case flag
    case texts
    case object([PayloadMember])
    case objects([PayloadMember])
    /// Signed data of another kind.
    case signed(SignedDataKind)
  }

  let name: String
  let kind: Kind

  init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

extension PayloadMember {
  /// The members of a payload in their order, as Apple documents them up to version 1.23 of the App Store Server API
  /// and 2.23 of the notifications. ReceiptKit has separate tables, and shares none of these.
  static func all(of kind: SignedDataKind) -> [PayloadMember] {
    switch kind {
    case .transaction: transaction
    case .renewal: renewal
    case .notification: notification
    case .appTransaction: appTransaction
    case .realtime: realtime
    }
  }

  private static func members(_ list: (String, Kind)...) -> [PayloadMember] {
    list.map { PayloadMember($0.0, $0.1) }
  }

  private static let transaction = members(
    ("transactionId", .identifier), ("originalTransactionId", .identifier),
    ("previousOriginalTransactionId", .identifier), ("bundleProductId", .text),
    ("bundleSubscriptionGroupIdentifier", .text), ("bundleTransactionId", .identifier),
    ("bundleOriginalTransactionId", .identifier), ("webOrderLineItemId", .identifier),
    ("appTransactionId", .identifier), ("bundleId", .text), ("productId", .text),
    ("subscriptionGroupIdentifier", .text), ("type", .text), ("purchaseDate", .milliseconds),
    ("originalPurchaseDate", .milliseconds), ("expiresDate", .milliseconds), ("signedDate", .milliseconds),
    ("quantity", .integer), ("additionalTransactionReason", .text), ("multiSeatInfo", .object(seats)),
    ("price", .integer), ("currency", .text), ("storefront", .text), ("storefrontId", .text),
    ("environment", .text), ("inAppOwnershipType", .text), ("transactionReason", .text), ("isUpgraded", .flag),
    ("revocationDate", .milliseconds), ("revocationReason", .integer), ("revocationType", .text),
    ("revocationPercentage", .integer), ("offerType", .integer), ("offerIdentifier", .text),
    ("offerDiscountType", .text), ("offerPeriod", .text), ("appAccountToken", .uuid), ("billingPlanType", .text),
    (
      "commitmentInfo",
      .object(
        members(
          ("billingPeriodNumber", .integer), ("totalBillingPeriods", .integer), ("commitmentPrice", .integer),
          ("commitmentExpiresDate", .milliseconds)))
    ),
    ("advancedCommerceInfo", .object(advancedCommerce)), ("deviceVerification", .text),
    ("deviceVerificationNonce", .uuid))

  private static let renewal = members(
    ("originalTransactionId", .identifier), ("productId", .text), ("bundleProductId", .text),
    ("bundleSubscriptionGroupIdentifier", .text), ("bundleOriginalTransactionId", .identifier),
    ("willUnbundle", .flag), ("autoRenewProductId", .text), ("autoRenewStatus", .integer),
    ("expirationIntent", .integer), ("isInBillingRetryPeriod", .flag),
    ("gracePeriodExpiresDate", .milliseconds), ("priceIncreaseStatus", .integer), ("renewalDate", .milliseconds),
    ("renewalPrice", .integer), ("renewalQuantity", .integer),
    ("multiSeatInfo", .object(members(("renewalPriceTiers", .objects(tier))))), ("currency", .text),
    ("recentSubscriptionStartDate", .milliseconds),
    ("offerType", .integer), ("offerIdentifier", .text), ("offerDiscountType", .text), ("offerPeriod", .text),
    ("eligibleWinBackOfferIds", .texts), ("environment", .text), ("signedDate", .milliseconds),
    ("appAccountToken", .uuid), ("appTransactionId", .identifier), ("renewalBillingPlanType", .text),
    (
      "commitmentInfo",
      .object(
        members(
          ("commitmentAutoRenewProductId", .text), ("commitmentAutoRenewStatus", .integer),
          ("commitmentRenewalBillingPlanType", .text), ("commitmentRenewalDate", .milliseconds),
          ("commitmentRenewalPrice", .integer)))
    ),
    ("advancedCommerceInfo", .object(advancedCommerce)), ("deviceVerification", .text),
    ("deviceVerificationNonce", .uuid))

  private static let tier = members(("price", .integer), ("quantity", .integer))
  private static let seats = members(
    ("priceTiers", .objects(tier)), ("invitationManagement", .text), ("revokedSeatQuantity", .integer))

  /// The members for Advanced Commerce in transactions and in renewal information.
  private static let advancedCommerce = members(
    ("consistencyToken", .text), ("descriptors", .object(members(("description", .text), ("displayName", .text)))),
    ("estimatedTax", .integer),
    (
      "items",
      .objects(
        members(
          ("SKU", .text), ("description", .text), ("displayName", .text),
          (
            "offer",
            .object(
              members(("periodCount", .integer), ("price", .integer), ("period", .text), ("reason", .text)))
          ),
          ("price", .integer),
          (
            "refunds",
            .objects(
              members(
                ("refundAmount", .integer), ("refundDate", .milliseconds), ("refundReason", .text),
                ("refundType", .text), ("revokedSeatQuantity", .integer)))
          ),
          ("revocationDate", .milliseconds),
          (
            "priceIncreaseInfo",
            .object(members(("dependentSKUs", .texts), ("price", .integer), ("status", .text)))
          )))
    ),
    ("period", .text), ("requestReferenceId", .text), ("taxCode", .text), ("taxExclusivePrice", .integer),
    ("taxRate", .text))

  private static let notification = members(
    ("notificationType", .text), ("subtype", .text), ("notificationUUID", .uuid),
    (
      "data",
      .object(
        members(
          ("environment", .text), ("appAppleId", .integer), ("bundleId", .text), ("bundleVersion", .text),
          ("signedTransactionInfo", .signed(.transaction)), ("signedRenewalInfo", .signed(.renewal)),
          ("status", .integer), ("consumptionRequestReason", .text)))
    ),
    (
      "summary",
      .object(
        members(
          ("environment", .text), ("appAppleId", .integer), ("bundleId", .text), ("productId", .text),
          ("requestIdentifier", .uuid), ("storefrontCountryCodes", .texts), ("succeededCount", .integer),
          ("failedCount", .integer)))
    ),
    (
      "externalPurchaseToken",
      .object(
        members(
          ("externalPurchaseId", .text), ("tokenCreationDate", .milliseconds), ("appAppleId", .integer),
          ("bundleId", .text), ("tokenType", .text), ("tokenExpirationDate", .milliseconds)))
    ),
    (
      "appData",
      .object(
        members(
          ("appAppleId", .integer), ("bundleId", .text), ("environment", .text),
          ("signedAppTransactionInfo", .signed(.appTransaction))))
    ),
    (
      "unclaimInfo",
      .object(
        members(
          ("appAppleId", .integer), ("bundleId", .text), ("environment", .text), ("unclaimSeatIds", .texts)))
    ),
    ("version", .text), ("signedDate", .milliseconds))

  private static let appTransaction = members(
    ("receiptType", .text), ("appAppleId", .integer), ("bundleId", .text), ("applicationVersion", .text),
    ("versionExternalIdentifier", .integer), ("receiptCreationDate", .milliseconds),
    ("originalPurchaseDate", .milliseconds), ("originalApplicationVersion", .text), ("preorderDate", .milliseconds),
    ("requestDate", .milliseconds), ("deviceVerification", .text), ("deviceVerificationNonce", .uuid),
    ("appTransactionId", .identifier), ("originalPlatform", .text), ("storeType", .text))

  private static let realtime = members(
    ("originalTransactionId", .identifier), ("appAppleId", .integer), ("productId", .text), ("userLocale", .text),
    ("requestIdentifier", .uuid), ("signedDate", .milliseconds), ("environment", .text))
}

extension [PayloadMember] {
  /// An object with the given values, in the order of the members. Values of `nil` are omitted.
  func object(_ values: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(
      compactMap { member in
        guard let value = values.first(where: { $0.key == member.name })?.value else { return nil }
        return JSONValue.Member(member.name, value)
      })
  }

  /// The members of the object that is the value of the named member; empty if the value is no object.
  func inside(_ name: String) -> [PayloadMember] {
    guard case .object(let members)? = first(where: { $0.name == name })?.kind else { return [] }
    return members
  }
}

extension JSONValue {
  static func whole(_ value: some BinaryInteger) -> JSONValue { .number(String(value)) }
  static func milliseconds(_ instant: Instant) -> JSONValue { .whole(instant.milliseconds) }
}
