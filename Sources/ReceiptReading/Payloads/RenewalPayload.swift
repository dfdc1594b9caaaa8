extension PayloadTable {
  /// Source: Apple, JWSRenewalInfoDecodedPayload. It names no app.
  package static let renewal = PayloadTable(
    name: "JWSRenewalInfoDecodedPayload", title: "renewal information",
    members: [
      .environment,
      PayloadMember("productId", .text, "Product", "The product of the latest period.", redaction: .product),
      .originalTransactionID, .bundleProduct("The bundle that renews."), .bundleGroup, .bundleOriginalTransactionID,
      PayloadMember(
        "willUnbundle", .flag, "Unbundles",
        "Whether the subscription leaves the bundle at the next renewal, and goes on alone.", since: .bundles),
      .appTransactionID,
      PayloadMember(
        "autoRenewStatus", .enumeration(.autoRenewStatus), "Renewal", "Whether the subscription is going to renew."),
      PayloadMember(
        "autoRenewProductId", .text, "Renews as", "The product into which the subscription renews next.",
        redaction: .product),
      PayloadMember(
        "renewalDate", .milliseconds, "Period ends", "When the latest period ends, and the next one would begin.",
        since: .api("1.8")),
      PayloadMember(
        "renewalPrice", .price, "Next price",
        "What the next period is going to cost; of several seats the average of one.", since: .api("1.12")),
      PayloadMember(
        "renewalQuantity", .integer, "Next seats", "How many seats the next period is going to have.",
        since: .api("1.23"), redaction: .number(4)),
      PayloadMember(
        "multiSeatInfo", .object(.renewalSeats), "Seats", "What the seats of the next period are going to cost.",
        since: .api("1.23")),
      .currency,
      PayloadMember(
        "expirationIntent", .enumeration(.expirationIntent), "Expired for", "Why the subscription expired."),
      PayloadMember(
        "isInBillingRetryPeriod", .flag, "Retrying", "Whether Apple tries to collect a payment that failed."),
      PayloadMember(
        "gracePeriodExpiresDate", .milliseconds, "Grace until",
        "Until when the customer keeps access while Apple tries to collect a payment that failed."),
      PayloadMember(
        "priceIncreaseStatus", .enumeration(.priceIncreaseStatus), "Higher price",
        "Whether the customer agreed to a price increase, or was told of one that needs no consent."),
      .offerType("The kind of offer of the next renewal."), .offerIdentifier, .offerDiscountType, .offerPeriod,
      PayloadMember(
        "eligibleWinBackOfferIds", .list(of: .text), "Win-back",
        """
        The win-back offers that the customer can take, the best one first.
        """, since: .api("1.13"), redaction: .product),
      PayloadMember(
        "renewalBillingPlanType", .enumeration(.billingPlan), "Billing plan", "How the customer is going to pay.",
        since: .api("1.21")),
      PayloadMember(
        "commitmentInfo", .object(.renewalCommitment), "Commitment",
        "What happens when the customer's commitment to a number of periods ends.", since: .api("1.21")),
      PayloadMember(
        "advancedCommerceInfo", .object(.advancedCommerceRenewal), "Advanced",
        "What a subscription by the Advanced Commerce API renews into.", since: .api("1.14")),
      PayloadMember(
        "recentSubscriptionStartDate", .milliseconds, "Series since",
        "When the latest series of periods began. Gaps shorter than 60 days do not count; in the sandbox, 10 minutes.",
        since: .api("1.5")),
      PayloadMember(
        "appAccountToken", .uuid, "Account", PayloadMember.appAccountToken.meaning, since: .api("1.15"),
        redaction: .identifier(.account)),
      .deviceVerification, .deviceVerificationNonce, .signedDate,
    ])

  private static let renewalSeats = PayloadTable(
    name: "RenewalMultiSeatInfo", title: "the seats of a renewal",
    members: [.priceTiers("renewalPriceTiers", "How many seats renew at which price.")])

  private static let renewalCommitment = PayloadTable(
    name: "RenewalCommitmentInfo", title: "a commitment of renewal information",
    members: [
      PayloadMember(
        "commitmentAutoRenewStatus", .enumeration(.commitmentAutoRenewStatus), "Renewal",
        "Whether a new commitment follows this one.", since: .api("1.21")),
      PayloadMember(
        "commitmentAutoRenewProductId", .text, "Renews as", "The product of the commitment that follows.",
        since: .api("1.21"), redaction: .product),
      PayloadMember(
        "commitmentRenewalDate", .milliseconds, "Ends", "When the commitment ends, and a new one would begin.",
        since: .api("1.21")),
      PayloadMember(
        "commitmentRenewalPrice", .price, "Next price", "The price of the commitment that follows.", since: .api("1.21")
      ),
      PayloadMember(
        "commitmentRenewalBillingPlanType", .enumeration(.billingPlan), "Billing plan",
        "How the customer is going to pay for the commitment that follows.", since: .api("1.21")),
    ])

  private static let advancedCommerceRenewal = PayloadTable(
    name: "AdvancedCommerceRenewalInfo", title: "an Advanced Commerce renewal",
    members: [
      .descriptors, .requestReference, .advancedPeriod,
      PayloadMember(
        "items",
        .list(
          of: .object(
            PayloadTable(
              name: "AdvancedCommerceRenewalItem", title: "an item of an Advanced Commerce renewal",
              members: PayloadMember.itemMembers + [
                PayloadMember(
                  "priceIncreaseInfo", .object(.priceIncrease), "Higher price", "A price increase of the item.",
                  since: .api("1.14"))
              ]))), "Items", "What the subscription renews into.", since: .api("1.14")),
      PayloadMember(
        "consistencyToken", .text, "Token", "What the next request to change the subscription has to repeat.",
        since: .api("1.14")),
      .taxCode,
    ])

  private static let priceIncrease = PayloadTable(
    name: "AdvancedCommercePriceIncreaseInfo", title: "a price increase of an Advanced Commerce item",
    members: [
      PayloadMember("price", .price, "Price", "The price after the increase.", since: .api("1.14")),
      PayloadMember(
        "status", .enumeration(.itemPriceStatus), "Status", "How far the price increase is.", since: .api("1.14")),
      PayloadMember(
        "dependentSKUs", .list(of: .text), "With", "Items whose price increase depends on this one.",
        since: .api("1.14"),
        redaction: .product),
    ])
}
