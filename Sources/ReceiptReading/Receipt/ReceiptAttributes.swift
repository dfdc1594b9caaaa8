extension Receipt {
  /// Every attribute type of the payload, in the order in which verifyReceipt prints what it prints.
  ///
  /// Sources: Apple, "Receipt Validation Programming Guide", for 2 to 5, 12, 17, 19 and 21; the others observed by comparing
  /// 226 Apple-signed receipts with what verifyReceipt answered for them. The place of `expiration_date` is unknown: no
  /// receipt that has one was ever seen with its answer.
  package static let table = AttributeTable<Receipt>([
    AttributeRow(0, "receipt_type", .utf8(\.receiptType), .text()),
    AttributeRow(1, "adam_id", .integer(\.appItemID), .number(alsoAs: "app_item_id")),
    AttributeRow(2, "bundle_id", .utf8(\.bundleIdentifier), .text()),
    AttributeRow(3, "application_version", .utf8(\.applicationVersion), .text()),
    AttributeRow(15, "download_id", .integer(\.downloadID), .number(nullIfAbsent: true)),
    AttributeRow(16, "version_external_identifier", .integer(\.versionExternalIdentifier), .number()),
    AttributeRow(12, "receipt_creation_date", .date(\.creationDate), .date),
    AttributeRow(18, "original_purchase_date", .date(\.originalPurchaseDate), .date),
    AttributeRow(19, "original_application_version", .utf8(\.originalApplicationVersion), .text(unlessEmpty: true)),
    AttributeRow(21, "expiration_date", .date(\.expirationDate), .date),
    AttributeRow(17, "in_app", .purchase, .purchases),
    AttributeRow(4, "opaque_value", .bytes(\.opaqueValue)),
    AttributeRow(5, "device_hash", .bytes(\.deviceHash)),
    AttributeRow(6, "unknown_6", .bytes(nil)),
    AttributeRow(7, "unknown_7", .bytes(nil)),
    AttributeRow(8, "second_creation_date", .date(\.secondCreationDate)),
    AttributeRow(9, "generator_version", .integer(\.generatorVersionNumber)),
    AttributeRow(10, "age_rating", .ia5(\.ageRating)),
    AttributeRow(11, "developer_id", .integer(\.developerID)),
    AttributeRow(13, "os_version", .integer(\.osVersionNumber)),
    AttributeRow(14, "unknown_14", .integer(nil)),
    AttributeRow(20, "unknown_20", .utf8(nil)),
    AttributeRow(25, "platform", .integer(\.platform)),
  ])
}

extension InAppPurchase {
  /// Every attribute type of a purchase, in the order in which verifyReceipt prints what it prints.
  ///
  /// Sources: Apple, "Receipt Validation Programming Guide", for 1701 to 1706, 1708, 1711 and 1712; the others observed by
  /// comparing 1,348 purchases with what verifyReceipt answered for them.
  package static let table = AttributeTable<InAppPurchase>([
    AttributeRow(1701, "quantity", .integer(\.quantity), .digits()),
    AttributeRow(1702, "product_id", .utf8(\.productID), .text()),
    AttributeRow(1703, "transaction_id", .utf8(\.transactionID), .text()),
    AttributeRow(1705, "original_transaction_id", .utf8(\.originalTransactionID), .text()),
    AttributeRow(1704, "purchase_date", .date(\.purchaseDate), .date),
    AttributeRow(1706, "original_purchase_date", .date(\.originalPurchaseDate), .date),
    AttributeRow(1708, "expires_date", .date(\.expiresDate), .date),
    AttributeRow(1712, "cancellation_date", .date(\.cancellationDate), .date),
    AttributeRow(1711, "web_order_line_item_id", .integer(\.webOrderLineItemID), .digits(unlessZero: true)),
    AttributeRow(1713, "is_trial_period", .integer(\.trialPeriodFlag), .flag),
    AttributeRow(1719, "is_in_intro_offer_period", .integer(\.introOfferPeriodFlag), .flag),
    AttributeRow(1720, "cancellation_reason", .integer(\.cancellationReason), .digits()),
    AttributeRow(1721, "promotional_offer_id", .utf8(\.promotionalOfferID), .text(unlessEmpty: true)),
    AttributeRow(1722, "in_app_ownership_type", .integer(\.ownershipType), .word([.init(0, "PURCHASED")])),
    AttributeRow(1707, "product_type", .integer(\.productTypeNumber)),
    AttributeRow(1709, "unknown_1709", .utf8(nil)),
    AttributeRow(1710, "product_item_id", .integer(\.productItemID)),
    AttributeRow(1714, "unknown_1714", .utf8(nil)),
    AttributeRow(1715, "unknown_1715", .utf8(nil)),
    AttributeRow(1716, "unknown_1716", .utf8(nil)),
    AttributeRow(1717, "unknown_1717", .utf8(nil)),
    AttributeRow(1718, "unknown_1718", .utf8(nil)),
  ])
}
