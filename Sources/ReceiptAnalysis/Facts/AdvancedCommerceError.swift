extension AppStoreServerError {
  /// The codes that only the Advanced Commerce API has.
  ///
  /// Source: the client in a third party's library, which takes them from Apple. Of most only the names are known.
  static let advancedCommerce = rows.map { AppStoreServerError(advancedCommerce: $0.code, $0.name, meanings[$0.code]) }

  /// The meanings of errors whose names do not say them.
  private static let meanings: [Int64: String] = [
    4_000_170: "the current SKU is too long",
    4_030_015: "the subscription is inactive, or could not be found",
    4_030_020: "there are not enough funds for the refund",
  ]

  /// Numbers that the App Store Server API also uses, under its own names.
  package static let otherNames: [Int64: String] = [4_000_028: "InvalidStorefront"]

  private static let rows: [(code: Int64, name: String)] = [
    (4_000_053, "InvalidCurrency"), (4_000_063, "OneItemNeededInModify"), (4_000_079, "NullRequestInfo"),
    (4_000_080, "NullRequestReferenceID"), (4_000_081, "InvalidRequestReferenceID"),
    (4_000_082, "InvalidConsistencyToken"), (4_000_083, "NullVersion"), (4_000_084, "UnexpectedVersion"),
    (4_000_085, "NullTransactionId"), (4_000_086, "NegativePrice"), (4_000_087, "SKULengthExceeded"),
    (4_000_088, "DescriptionLengthExceeded"), (4_000_089, "DisplayNameLengthExceeded"),
    (4_000_091, "NegativeProratedPrice"), (4_000_092, "NullOfferPeriod"), (4_000_093, "NullPeriodCount"),
    (4_000_094, "PeriodCountNotPositive"), (4_000_095, "NullReason"), (4_000_096, "InvalidPreviousTransactionID"),
    (4_000_097, "RepeatedRequestReferenceId"), (4_000_098, "NullCurrency"), (4_000_099, "NullTaxCode"),
    (4_000_100, "NullStorefront"), (4_000_101, "NullItems"), (4_000_102, "NullItem"), (4_000_103, "NullDescriptors"),
    (4_000_104, "NullPeriod"), (4_000_105, "NullSKU"), (4_000_106, "NullDisplayName"), (4_000_107, "NullDescription"),
    (4_000_109, "NullPrice"), (4_000_110, "NullRetainBillingCycle"), (4_000_111, "NullEffective"),
    (4_000_112, "NullNewSKU"), (4_000_113, "InvalidPreviousSubscription"), (4_000_114, "ProductAlreadyExists"),
    (4_000_115, "InvalidProductChanges"), (4_000_116, "InvalidSalable"), (4_000_117, "InvalidSalableDuration"),
    (4_000_118, "InvalidDisplayName"), (4_000_119, "InvalidDescription"), (4_000_121, "InvalidProduct"),
    (4_000_122, "InvalidSKU"), (4_000_123, "InvalidRefundType"), (4_000_124, "InvalidRefundReason"),
    (4_000_125, "InvalidChangeReason"), (4_000_126, "InvalidOfferReason"), (4_000_127, "InvalidTaxProductCode"),
    (4_000_128, "InvalidOfferPeriod"), (4_000_129, "InvalidOfferPeriodCount"), (4_000_130, "InvalidRenewalPeriod"),
    (4_000_131, "InvalidRenewalPrice"), (4_000_132, "InvalidAmount"), (4_000_133, "MismatchedStorefront"),
    (4_000_134, "MissingPricingConfigForStorefront"), (4_000_135, "OperationNotAllowed"),
    (4_000_136, "MoreItemsThanAllowed"), (4_000_137, "MoreOffersThanAllowed"), (4_000_139, "EmptyAddChangeItems"),
    (4_000_140, "MissingUpdatedItemsWithPeriodChange"), (4_000_141, "PeriodResetWithRetainBillingCycle"),
    (4_000_142, "PeriodChangeEffectiveConflict"), (4_000_143, "MultipleOperationsOnSingleSKU"),
    (4_000_144, "RemoveItemsWithoutAddOrChangeItems"), (4_000_145, "RemoveItemNotFound"),
    (4_000_146, "ChangeItemNotFound"), (4_000_147, "MisalignedBillingCycle"),
    (4_000_148, "BillingCycleResetWithEffectiveLater"),
    (4_000_149, "PeriodChangeImmediateWithEffectiveAtNextBillingCycle"), (4_000_150, "MultiplePrices"),
    (4_000_151, "InvalidProratedPrice"), (4_000_152, "InvalidOfferPrice"), (4_000_153, "NullRefundAmount"),
    (4_000_154, "NegativeRefundAmount"), (4_000_155, "RefundAmountWithoutCustom"), (4_000_156, "NullRefundReason"),
    (4_000_157, "NullRefundType"), (4_000_158, "SimulateRefundDeclineOnlyInSandbox"), (4_000_159, "NullRefundRisking"),
    (4_000_160, "AtLeastOneItem"), (4_000_165, "AtLeastOneOfDisplayNameOrDescription"),
    (4_000_166, "NullTargetProductID"), (4_000_167, "InvalidTargetProductID"), (4_000_168, "RemovalAllNotAllowed"),
    (4_000_169, "NullCurrentSKU"), (4_000_170, "CurrentSKULengthExceeded"),
    (4_000_171, "NullAdvancedCommerceData"), (4_000_172, "InvalidOperation"),
    (4_000_173, "MalformedPayload"), (4_000_174, "InvalidSignature"), (4_000_176, "SubscriptionAlreadyMigrated"),
    (4_000_177, "OfferPreventsItemMidCycleChange"), (4_000_178, "PriceChangeNotSupportedThroughModifyItems"),
    (4_000_179, "ItemLimitExceeded"), (4_000_180, "PendingChangesMismatch"), (4_000_181, "PendingRefund"),
    (4_000_182, "ProratedOnlyLatestTransaction"), (4_000_184, "PartialSimulateRefundDecline"),
    (4_000_186, "RevokeOnInactiveSubscription"), (4_000_192, "DependentSKUsCannotBeShared"),
    (4_000_193, "DependentSKUsCannotBeChained"), (4_000_194, "ItemCannotBeSpecifiedMultipleTimes"),
    (4_000_205, "PriceChangeCannotBeIssuedWhenAlreadyCommunicated"),
    (4_000_214, "InvalidPriceForChangeItemInPriceIncrease"),
    (4_000_220, "InvalidSKUProvidedMustBeCurrentSKUSetToRenew"),
    (4_000_221, "ACAPriceIncreaseIsNotCurrentlySupportedInIndia"),
    (4_000_222, "InvalidProratedPriceForChangeItemWithEffectiveLater"),
    (4_000_223, "FreeTrialOfferMustUsePeriodCountOfOne"), (4_010_000, "Unauthorized"),
    (4_030_008, "SubscriptionDoesNotExist"), (4_030_009, "SubscriptionAlreadyExists"),
    (4_030_010, "SubscriptionNotEligible"), (4_030_011, "SubscriptionAlreadyActive"), (4_030_013, "ProductNotOwned"),
    (4_030_015, "InactiveACASub"), (4_030_020, "InsufficientFunds"), (4_030_021, "AlreadyRefunded"),
    (4_030_022, "StorefrontChange"), (4_030_023, "ProductNotEligible"), (4_030_024, "TransactionNotRefundable"),
    (4_030_025, "TransactionCannotBeRefundedContactSupport"),
    (4_030_027, "MigrationNotAllowedWhenPriceIncreaseCommunicated"), (4_040_016, "ProductNotFound"),
  ]
}
