extension PayloadTable {
  /// Source: Apple, JWSTransactionDecodedPayload. Data that devices sign corresponds to StoreKit's Transaction.
  ///
  /// A row (``PayloadMember``) has the name, the type, the label for people and the meaning. Rows with a name alone are
  /// shared with other payloads (`SharedMembers.swift`).
  package static let transaction = PayloadTable(
    name: "JWSTransactionDecodedPayload", title: "a transaction",
    members: [
      .bundleID, .environment,
      PayloadMember("productId", .text, "Product", "The product that was bought.", redaction: .product),
      PayloadMember("type", .enumeration(.productType), "Type", "The type of the product."),
      PayloadMember(
        "subscriptionGroupIdentifier", .text, "Group",
        "The group of subscriptions of which a customer can have one at a time.", redaction: .product),
      PayloadMember(
        "transactionId", .identifier, "Transaction", "The identifier of this transaction.",
        redaction: .identifier(.transaction)),
      .originalTransactionID,
      PayloadMember(
        "previousOriginalTransactionId", .identifier, "Replaces",
        """
        The first transaction of the subscription from before its migration to Advanced Commerce, or of the one that \
        a bundle replaced.
        """,
        redaction: .identifier(.transaction)),
      .bundleProduct("The bundle that the subscription came with."),
      .bundleGroup,
      PayloadMember(
        "bundleTransactionId", .identifier, "Bundle buy", "The transaction of the bundle.", since: .bundles,
        redaction: .identifier(.transaction)),
      .bundleOriginalTransactionID,
      PayloadMember(
        "webOrderLineItemId", .identifier, "Order item",
        "The purchase of one period of a subscription, the same on all devices.",
        redaction: .identifier(.webOrderLineItem)),
      .appTransactionID,
      PayloadMember(
        "transactionReason", .enumeration(.transactionReason), "Reason", "Why there is this transaction.",
        since: .api("1.8")),
      PayloadMember(
        "inAppOwnershipType", .enumeration(.ownership), "Ownership",
        "Whether the customer bought it, the family shares it, or it is an assigned seat.",
        redaction: .wordOrDigit("PURCHASED", "FAMILY_SHARED", "ASSIGNED")),
      PayloadMember(
        "quantity", .integer, "Quantity",
        """
        How many were bought. Of a subscription, how many seats this transaction is for, those included that were \
        given back since.
        """,
        redaction: .number(4)),
      PayloadMember(
        "additionalTransactionReason", .enumeration(.additionalReason), "Additional",
        "Why the period has several transactions. Absent where it has one.", since: .api("1.23")),
      PayloadMember(
        "multiSeatInfo", .object(.transactionSeats), "Seats",
        "The seats of a subscription that was bought for several.",
        since: .api("1.23")),
      PayloadMember("purchaseDate", .milliseconds, "Purchased", "When it was bought, restored or renewed."),
      PayloadMember(
        "originalPurchaseDate", .milliseconds, "First bought", "When the first transaction of the chain was made."),
      PayloadMember("expiresDate", .milliseconds, "Expires", "When the period of the subscription ends."),
      PayloadMember(
        "revocationDate", .milliseconds, "Revoked",
        "When Apple refunded it, took it from family sharing, or its seat was taken back."),
      PayloadMember(
        "revocationReason", .enumeration(.revocationReason), "Revoked for",
        "Why Apple refunded it, or took it from family sharing."),
      PayloadMember(
        "revocationType", .enumeration(.revocationType), "Revoked how",
        "What was refunded, that sharing ended, or that the seat was taken back.",
        since: .api("1.19")),
      PayloadMember(
        "revocationPercentage", .share, "Refunded", "The part of the price that was refunded; with REFUND_PRORATED.",
        since: .api("1.19")),
      PayloadMember(
        "isUpgraded", .flag, "Upgraded", "Whether the customer upgraded, so that this period ended early."),
      PayloadMember(
        "price", .price, "Price", "What the customer paid; of several seats the average of one. Not for accounting.",
        since: .api("1.10")),
      .currency,
      .offerType("The kind of offer of this transaction."), .offerIdentifier, .offerDiscountType, .offerPeriod,
      PayloadMember(
        "billingPlanType", .enumeration(.billingPlan), "Billing plan", "How the customer pays for the period.",
        since: .api("1.21")),
      PayloadMember(
        "commitmentInfo", .object(.transactionCommitment), "Commitment",
        "How far the customer is in a commitment to a number of periods.", since: .api("1.21")),
      PayloadMember(
        "advancedCommerceInfo", .object(.advancedCommerceTransaction), "Advanced",
        "What a purchase by the Advanced Commerce API consists of.", since: .api("1.14")),
      PayloadMember(
        "storefront", .text, "Storefront", "The country of the App Store, three letters.", since: .api("1.8"),
        redaction: .threeCapitals),
      PayloadMember(
        "storefrontId", .text, "Store number", "Apple's number of the storefront.", since: .api("1.8"),
        redaction: .number(6)),
      .appAccountToken, .deviceVerification, .deviceVerificationNonce, .signedDate,
    ])

  private static let transactionSeats = PayloadTable(
    name: "TransactionMultiSeatInfo", title: "the seats of a transaction",
    members: [
      .priceTiers("priceTiers", "How many seats were bought at which price."),
      PayloadMember(
        "invitationManagement", .enumeration(.invitations), "Invitations",
        "Who invites the members, as it was set when the subscription was bought.", since: .api("1.23")),
      PayloadMember(
        "revokedSeatQuantity", .integer, "Given back",
        "How many seats of this transaction were refunded. Only in the purchaser's transaction.", since: .api("1.23"),
        redaction: .number(4)),
    ])

  private static let transactionCommitment = PayloadTable(
    name: "TransactionCommitmentInfo", title: "a commitment of a transaction",
    members: [
      PayloadMember(
        "billingPeriodNumber", .integer, "Period", "The number of this period in the commitment.", since: .api("1.21"),
        redaction: .number(3)),
      PayloadMember(
        "totalBillingPeriods", .integer, "Periods", "How many periods the commitment has.", since: .api("1.21"),
        redaction: .number(3)),
      PayloadMember(
        "commitmentPrice", .price, "Price", "The price of the whole commitment.", since: .api("1.21")),
      PayloadMember("commitmentExpiresDate", .milliseconds, "Ends", "When the commitment ends.", since: .api("1.21")),
    ])

  private static let advancedCommerceTransaction = PayloadTable(
    name: "AdvancedCommerceTransactionInfo", title: "an Advanced Commerce transaction",
    members: [
      .descriptors, .requestReference,
      .advancedPeriod,
      PayloadMember(
        "items",
        .list(
          of: .object(
            PayloadTable(
              name: "AdvancedCommerceTransactionItem", title: "an item of an Advanced Commerce transaction",
              members: PayloadMember.itemMembers + [
                PayloadMember(
                  "refunds", .list(of: .object(.advancedCommerceRefund)), "Refunds", "The refunds of the item.",
                  since: .api("1.14")),
                PayloadMember(
                  "revocationDate", .milliseconds, "Revoked", "When the item was refunded.", since: .api("1.14")),
              ]))), "Items", "What was bought.", since: .api("1.14")),
      PayloadMember(
        "taxExclusivePrice", .price, "Before tax", "The price without tax.", since: .api("1.14")),
      PayloadMember("estimatedTax", .price, "Tax", "The tax as Apple estimates it.", since: .api("1.14")),
      PayloadMember("taxRate", .text, "Tax rate", "The rate of the tax.", since: .api("1.14")),
      .taxCode,
    ])

  private static let advancedCommerceRefund = PayloadTable(
    name: "AdvancedCommerceRefund", title: "a refund of an Advanced Commerce item",
    members: [
      PayloadMember("refundAmount", .price, "Amount", "What was refunded.", since: .api("1.14")),
      PayloadMember("refundDate", .milliseconds, "Date", "When it was refunded.", since: .api("1.14")),
      PayloadMember(
        "refundReason", .enumeration(.refundReason), "Reason", "Why it was refunded.", since: .api("1.14")),
      PayloadMember(
        "refundType", .enumeration(.refundType), "Type", "How much was refunded.", since: .api("1.14")),
      PayloadMember(
        "revokedSeatQuantity", .integer, "Seats", "How many seats the refund took.", since: .api("1.23"),
        redaction: .number(4)),
    ])
}
