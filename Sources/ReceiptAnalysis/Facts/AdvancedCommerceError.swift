extension AppStoreServerError {
  /// The codes of the Advanced Commerce API that are its own.
  ///
  /// Source: the client for it in a library of a third party, which takes them from Apple. What they mean is known by
  /// their names only.
  static let advancedCommerce: [AppStoreServerError] = rows.compactMap { row in
    let parts = row.split(separator: " ")
    guard parts.count == 2, let code = Int64(parts[0]) else { return nil }
    return AppStoreServerError(advancedCommerce: code, String(parts[1]))
  }

  /// The same numbers are of the App Store Server API, too, under names of its own.
  package static let otherNames: [Int64: String] = [4_000_028: "InvalidStorefront"]

  private static let rows = [
    "4000053 InvalidCurrency", "4000063 OneItemNeededInModify", "4000079 NullRequestInfo",
    "4000080 NullRequestReferenceID", "4000081 InvalidRequestReferenceID", "4000082 InvalidConsistencyToken",
    "4000083 NullVersion", "4000084 UnexpectedVersion", "4000085 NullTransactionId", "4000086 NegativePrice",
    "4000087 SKULengthExceeded", "4000088 DescriptionLengthExceeded", "4000089 DisplayNameLengthExceeded",
    "4000091 NegativeProratedPrice", "4000092 NullOfferPeriod", "4000093 NullPeriodCount",
    "4000094 PeriodCountNotPositive", "4000095 NullReason", "4000096 InvalidPreviousTransactionID",
    "4000097 RepeatedRequestReferenceId", "4000098 NullCurrency", "4000099 NullTaxCode", "4000100 NullStorefront",
    "4000101 NullItems", "4000102 NullItem", "4000103 NullDescriptors", "4000104 NullPeriod", "4000105 NullSKU",
    "4000106 NullDisplayName", "4000107 NullDescription", "4000109 NullPrice", "4000110 NullRetainBillingCycle",
    "4000111 NullEffective", "4000112 NullNewSKU", "4000113 InvalidPreviousSubscription",
    "4000114 ProductAlreadyExists", "4000115 InvalidProductChanges", "4000116 InvalidSalable",
    "4000117 InvalidSalableDuration", "4000118 InvalidDisplayName", "4000119 InvalidDescription",
    "4000121 InvalidProduct", "4000122 InvalidSKU", "4000123 InvalidRefundType", "4000124 InvalidRefundReason",
    "4000125 InvalidChangeReason", "4000126 InvalidOfferReason", "4000127 InvalidTaxProductCode",
    "4000128 InvalidOfferPeriod", "4000129 InvalidOfferPeriodCount", "4000130 InvalidRenewalPeriod",
    "4000131 InvalidRenewalPrice", "4000132 InvalidAmount", "4000133 MismatchedStorefront",
    "4000134 MissingPricingConfigForStorefront", "4000135 OperationNotAllowed", "4000136 MoreItemsThanAllowed",
    "4000137 MoreOffersThanAllowed", "4000139 EmptyAddChangeItems", "4000140 MissingUpdatedItemsWithPeriodChange",
    "4000141 PeriodResetWithRetainBillingCycle", "4000142 PeriodChangeEffectiveConflict",
    "4000143 MultipleOperationsOnSingleSKU", "4000144 RemoveItemsWithoutAddOrChangeItems",
    "4000145 RemoveItemNotFound", "4000146 ChangeItemNotFound", "4000147 MisalignedBillingCycle",
    "4000148 BillingCycleResetWithEffectiveLater", "4000149 PeriodChangeImmediateWithEffectiveAtNextBillingCycle",
    "4000150 MultiplePrices", "4000151 InvalidProratedPrice", "4000152 InvalidOfferPrice", "4000153 NullRefundAmount",
    "4000154 NegativeRefundAmount", "4000155 RefundAmountWithoutCustom", "4000156 NullRefundReason",
    "4000157 NullRefundType", "4000158 SimulateRefundDeclineOnlyInSandbox", "4000159 NullRefundRisking",
    "4000160 AtLeastOneItem", "4000165 AtLeastOneOfDisplayNameOrDescription", "4000166 NullTargetProductID",
    "4000167 InvalidTargetProductID", "4000168 RemovalAllNotAllowed", "4000169 NullCurrentSKU",
    "4000171 NullAdvancedCommerceData", "4000172 InvalidOperation", "4000173 MalformedPayload",
    "4000174 InvalidSignature", "4000176 SubscriptionAlreadyMigrated", "4000177 OfferPreventsItemMidCycleChange",
    "4000178 PriceChangeNotSupportedThroughModifyItems", "4000179 ItemLimitExceeded",
    "4000180 PendingChangesMismatch", "4000181 PendingRefund", "4000182 ProratedOnlyLatestTransaction",
    "4000184 PartialSimulateRefundDecline", "4000186 RevokeOnInactiveSubscription",
    "4000192 DependentSKUsCannotBeShared", "4000193 DependentSKUsCannotBeChained",
    "4000194 ItemCannotBeSpecifiedMultipleTimes", "4000205 PriceChangeCannotBeIssuedWhenAlreadyCommunicated",
    "4000214 InvalidPriceForChangeItemInPriceIncrease", "4000220 InvalidSKUProvidedMustBeCurrentSKUSetToRenew",
    "4000221 ACAPriceIncreaseIsNotCurrentlySupportedInIndia",
    "4000222 InvalidProratedPriceForChangeItemWithEffectiveLater", "4000223 FreeTrialOfferMustUsePeriodCountOfOne",
    "4010000 Unauthorized", "4030008 SubscriptionDoesNotExist", "4030009 SubscriptionAlreadyExists",
    "4030010 SubscriptionNotEligible", "4030011 SubscriptionAlreadyActive", "4030013 ProductNotOwned",
    "4030015 InactiveACASub", "4030020 InsufficientFunds", "4030021 AlreadyRefunded", "4030022 StorefrontChange",
    "4030023 ProductNotEligible", "4030024 TransactionNotRefundable",
    "4030025 TransactionCannotBeRefundedContactSupport", "4030027 MigrationNotAllowedWhenPriceIncreaseCommunicated",
    "4040016 ProductNotFound",
  ]
}
