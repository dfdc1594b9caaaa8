extension Receipt {
  /// Every attribute type of the payload, in the order in which verifyReceipt prints them.
  ///
  /// Facts that Apple's "Receipt Validation Programming Guide" does not document were observed by comparing 226
  /// Apple-signed receipts with verifyReceipt's answers for them. The place of `expiration_date` is unknown: no receipt
  /// with that attribute was ever seen with its answer. A third party compared receipts with `preorder_date` (September
  /// 2026); its place is that of published answers.
  ///
  /// A row (``AttributeRow``) begins with the type, the name, the encoding in the receipt, and the form in which
  /// verifyReceipt prints the value.
  package static let table = AttributeTable([
    AttributeRow(
      0, "receipt_type", .utf8, .text,
      redaction: .word(
        "Production", "ProductionSandbox", "ProductionVPP", "ProductionVPPSandbox", "Sandbox", "Xcode"),
      meaning: "Where the receipt comes from.", .observed,
      keys: AttributeKey(
        "Where the receipt comes from: Production, ProductionSandbox, ProductionVPP, ProductionVPPSandbox or Xcode.",
        .observed)),
    AttributeRow(
      1, "adam_id", .integer, .number, alsoAs: "app_item_id", redaction: .app,
      meaning: "The app's identifier in the App Store; 0 in the sandbox.", .observed,
      keys: AttributeKey(
        "The app's identifier in the App Store, the same as app_item_id. 0 in the sandbox.", .observed),
      "The app's identifier in the App Store, a number. 0 in the sandbox."),
    AttributeRow(
      2, "bundle_id", .utf8, .text, redaction: .app,
      meaning: "The bundle identifier. Its octets, ASN.1 header included, are part of the device hash.", .documented,
      keys: AttributeKey(
        "The bundle identifier of the app that the receipt is for.",
        advice: "Compare it with your own app's. A genuine receipt of another app must not unlock yours.")),
    AttributeRow(
      3, "application_version", .utf8, .text, redaction: .version,
      meaning: "The version of the app.", .documented,
      keys:
        "The version of the app when the receipt was made: CFBundleVersion on iOS, CFBundleShortVersionString on macOS."
    ),
    AttributeRow(
      15, "download_id", .integer, .numberOrNull, redaction: .identifier(.download),
      meaning: "An identifier of the download, often above 2^53.", .observed,
      keys: AttributeKey(
        "An identifier of the download, often above 2^53; null where the receipt has none.",
        advice: "Do not read it with a program that rounds large numbers, such as JavaScript.")),
    AttributeRow(
      16, "version_external_identifier", .integer, .number, redaction: .app,
      meaning: "The App Store's number for the version of the app.", .observed,
      keys: "The App Store's number for the version of the app. 0 in the sandbox."),
    AttributeRow(
      12, "receipt_creation_date", .date, .date, redaction: .date,
      meaning: "When the receipt was made. Certificates are judged at this moment.", .documented,
      keys: "When Apple made the receipt. Certificates are judged at this moment, never at today's clock."),
    AttributeRow(
      32, "preorder_date", .date, .date, redaction: .date,
      meaning: "When the app was ordered ahead; only where it was.", .counted("by a third party"),
      keys: "When the app was ordered ahead. Only on apps that were."),
    AttributeRow(
      18, "original_purchase_date", .date, .date, redaction: .date,
      meaning: "When the app was first bought; always 2013-08-01T07:00:00Z in the sandbox.", .observed,
      keys: """
        In receipt: when the app was first bought or downloaded; 2013-08-01T07:00:00Z in the sandbox. In a \
        purchase: when its first transaction was made.
        """),
    AttributeRow(
      19, "original_application_version", .utf8, .textUnlessEmpty,
      redaction: .version,
      meaning: "The version of the app that was first bought.", .documented,
      keys: AttributeKey(
        "The version of the app that was first bought; always 1.0 in the sandbox. Left out where it is empty.",
        advice: "Use it to keep features for people who paid for the app before it became free.")),
    AttributeRow(
      21, "expiration_date", .date, .date, redaction: .date,
      meaning: "When a receipt of the Volume Purchase Program expires.", .documented,
      keys: "When a receipt of the Volume Purchase Program expires. Other receipts do not have it."),
    AttributeRow(
      17, "in_app", .purchase, .purchases,
      meaning: "One purchase: a SET of attributes 1701 to 1722. Once for each purchase.", .documented,
      keys: """
        The purchases in the receipt, in the order of its bytes, which is not that of time. Finished \
        consumables are not in it.
        """),
    AttributeRow(
      4, "opaque_value", .bytes, redaction: .identifier(.opaqueValue),
      meaning: "Opaque bytes that salt the device hash: 16, from Xcode 8. Never to be decoded.", .documented),
    AttributeRow(
      5, "device_hash", .bytes, redaction: .identifier(.deviceHash),
      meaning: "SHA-1 over the device's GUID, the opaque value and the bundle identifier with its ASN.1 header.",
      .documented),
    AttributeRow(6, "unknown_6", .bytes, meaning: "Meaning unknown. Raw bytes.", .observed),
    AttributeRow(7, "unknown_7", .bytes, meaning: "Meaning unknown. Raw bytes.", .observed),
    AttributeRow(
      8, "second_creation_date", .date, redaction: .date,
      meaning: "A second date, close to the creation date; empty in sandbox and Xcode.", .observed),
    AttributeRow(
      9, "generator_version", .integer, redaction: .number(10),
      meaning: "The version of Apple's receipt generator: its octets are ASCII, P231 to P307.", .observed),
    AttributeRow(
      10, "age_rating", .ia5, redaction: .common { $0.utf8.count <= 3 && $0.hasSuffix("+") },
      meaning: "The age rating: the app's own in production, always 4+ in the sandbox.", .observed),
    AttributeRow(
      11, "developer_id", .integer, redaction: .app,
      meaning: "The developer's identifier, the same in all of a developer's apps; 0 in the sandbox.",
      .counted("in two apps of one developer")),
    AttributeRow(
      13, "os_version", .integer, redaction: .number(7),
      meaning: "The version of the operating system: 180602 is 18.6.2.",
      .counted("in six receipts, each with a version of its time")),
    AttributeRow(
      14, "unknown_14", .integer,
      meaning: "Probably a build number of the receipt generator: it rises with the creation date.", .inferred),
    AttributeRow(20, "unknown_20", .utf8, meaning: "Meaning unknown; empty.", .observed),
    AttributeRow(
      25, "platform", .integer, redaction: .number(2),
      meaning: "The platform: 2 is macOS, 3 is iOS.", .observed),
  ])
}

extension InAppPurchase {
  /// Every attribute type of a purchase, in the order in which verifyReceipt prints them.
  ///
  /// Facts that Apple's "Receipt Validation Programming Guide" does not document were observed by comparing 1,348
  /// purchases with verifyReceipt's answers for them.
  package static let table = AttributeTable([
    AttributeRow(
      1701, "quantity", .integer, .digits, redaction: .number(4),
      meaning: "How many were bought.", .documented,
      keys: "How many were bought, as a string."),
    AttributeRow(
      1702, "product_id", .utf8, .text, redaction: .product,
      meaning: "The product identifier.", .documented,
      keys: "The product identifier from App Store Connect."),
    AttributeRow(
      1703, "transaction_id", .utf8, .text, redaction: .identifier(.transaction),
      meaning: "The transaction identifier.", .documented,
      keys: AttributeKey(
        "Identifies one transaction. A restored purchase and each renewal of a subscription have their own.",
        advice: "Remember which ones you have granted, and grant each once.")),
    AttributeRow(
      1705, "original_transaction_id", .utf8, .text, redaction: .identifier(.transaction),
      meaning: "The identifier of the first transaction.", .documented,
      keys: AttributeKey(
        """
        The identifier of the first transaction: the same for all renewals of one subscription and for restored \
        purchases.
        """,
        advice: "Group the periods of a subscription by it.")),
    AttributeRow(
      1704, "purchase_date", .date, .date, redaction: .date,
      meaning: "When it was bought or restored.", .documented,
      keys: "When it was bought, renewed or restored; for a subscription, when the period starts."),
    AttributeRow(
      1706, "original_purchase_date", .date, .date, redaction: .date,
      meaning: "When the first transaction was made.", .documented),
    AttributeRow(
      1708, "expires_date", .date, .date, redaction: .date,
      meaning: "When the period of a subscription ends; empty for other products.", .documented,
      keys: "When the period of a subscription ends. Left out for other products."),
    AttributeRow(
      1712, "cancellation_date", .date, .date, redaction: .date,
      meaning: "When Apple refunded it, took it back from Family Sharing or replaced it; empty otherwise.",
      .documented,
      keys: """
        When Apple refunded the purchase or took it back from Family Sharing, or when it was replaced by an upgrade. \
        From then on it counts for nothing.
        """),
    AttributeRow(
      1711, "web_order_line_item_id", .integer, .digitsUnlessZero,
      redaction: .identifier(.webOrderLineItem),
      meaning: "Identifies one period of a subscription; 0 if the purchase has none.", .documented,
      keys: "Identifies one period of a subscription, across devices. Left out where it is 0."),
    AttributeRow(
      1713, "is_trial_period", .integer, .flag, redaction: .flag,
      meaning: "1 in a free trial.", .counted("894 of 897"),
      keys: AttributeKey("\"true\" in a free trial.", .observed)),
    AttributeRow(
      1719, "is_in_intro_offer_period", .integer, .flag, redaction: .flag,
      meaning: "1 in a period with an introductory price.", .counted("800 of 800"),
      keys: AttributeKey("\"true\" in a period with an introductory price.", .observed)),
    AttributeRow(
      1720, "cancellation_reason", .integer, .digits, redaction: .flag,
      meaning: "Why it was cancelled; only where it was.", .counted("89 of 89"),
      keys: """
        Why a purchase was refunded or taken back from Family Sharing: "1" for an issue with the app, "0" for another \
        reason.
        """),
    AttributeRow(
      1721, "promotional_offer_id", .utf8, .textUnlessEmpty, redaction: .product,
      meaning: "The promotional offer that was used.", .counted("3 times"),
      keys: "The promotional offer that the customer used for this period."),
    AttributeRow(
      1722, "in_app_ownership_type", .integer, .word, words: [(0, "PURCHASED")],
      redaction: .wordOrDigit("PURCHASED", "FAMILY_SHARED"),
      meaning: "0 for the customer's own purchase. The number for family sharing was never seen.",
      .counted("911 of 911"),
      keys: "Whether the customer bought it (PURCHASED) or a member of the family shared it (FAMILY_SHARED)."),
    AttributeRow(
      1707, "product_type", .integer, redaction: .number(2),
      meaning: "The kind of product, 0 to 4: 1 is a consumable, 3 an auto-renewable subscription.", .observed),
    AttributeRow(1709, "unknown_1709", .utf8, meaning: "Meaning unknown; always empty.", .observed),
    AttributeRow(
      1710, "product_item_id", .integer, redaction: .product,
      meaning: "The product's identifier in the App Store; 0 in the sandbox.", .inferred),
    AttributeRow(1714, "unknown_1714", .utf8, meaning: "Meaning unknown; always empty.", .observed),
    AttributeRow(1715, "unknown_1715", .utf8, meaning: "Meaning unknown; always empty.", .observed),
    AttributeRow(1716, "unknown_1716", .utf8, meaning: "Meaning unknown; always empty.", .observed),
    AttributeRow(1717, "unknown_1717", .utf8, meaning: "Meaning unknown; always empty.", .observed),
    AttributeRow(1718, "unknown_1718", .utf8, meaning: "Meaning unknown; always empty.", .observed),
  ])
}
