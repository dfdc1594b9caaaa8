/// Members that several payloads share.
extension PayloadMember {
  static let bundleID = PayloadMember("bundleId", .text, "App", "The bundle identifier of the app.", redaction: .app)
  static let appAppleID = PayloadMember(
    "appAppleId", .integer, "App Store ID", "The app's number in the App Store. Absent in the sandbox.",
    redaction: .app)
  static let environment = PayloadMember(
    "environment", .enumeration(.environment), "Environment",
    "Which of Apple's servers signed it: Production or Sandbox.",
    redaction: .word("Production", "Sandbox", "Xcode", "LocalTesting", "PROD"))
  static let originalTransactionID = PayloadMember(
    "originalTransactionId", .identifier, "Original",
    "The identifier of the first transaction of the chain: of the subscription, or of the purchase that was restored.",
    redaction: .identifier(.transaction))
  static let appTransactionID = PayloadMember(
    "appTransactionId", .identifier, "App purchase", "The download of the app: one for each account and app.",
    since: .api("1.15"), redaction: .identifier(.appTransaction))
  static let appAccountToken = PayloadMember(
    "appAccountToken", .uuid, "Account", "The UUID that the app gave to the purchase. Absent if it gave none.",
    redaction: .identifier(.account))
  static let signedDate = PayloadMember(
    "signedDate", .milliseconds, "Signed",
    "When Apple signed it. Of several about one transaction the latest counts. Certificates are judged at this moment.")
  static let currency = PayloadMember(
    "currency", .text, "Currency", "The currency of the price, by ISO 4217. Only with a price.",
    redaction: .threeCapitals)
  static let offerIdentifier = PayloadMember(
    "offerIdentifier", .text, "Offer name", "The identifier of the offer.", redaction: .product)
  static let offerDiscountType = PayloadMember(
    "offerDiscountType", .enumeration(.offerDiscountType), "Discount", "How the customer pays for the offer.")
  static let offerPeriod = PayloadMember(
    "offerPeriod", .period, "Offer period", "How long the offer lasts.", since: .api("1.15"))
  static let deviceVerification = PayloadMember(
    "deviceVerification", .text, "Device proof",
    "Base64 of the SHA-384 over deviceVerificationNonce and the device's identifier. Only in what a device signed for.",
    redaction: .encodedIdentifier(.device))
  static let deviceVerificationNonce = PayloadMember(
    "deviceVerificationNonce", .uuid, "Device nonce", "The UUID that goes into deviceVerification.",
    redaction: .identifier(.device))

  static func offerType(_ meaning: String) -> PayloadMember {
    PayloadMember("offerType", .enumeration(.offerType), "Offer", meaning, redaction: .flag)
  }

  static func priceTiers(_ name: String, _ meaning: String) -> PayloadMember {
    PayloadMember(name, .list(of: .object(.priceTier)), "Price", meaning, since: .api("1.23"))
  }

  // Bundles are known only from StoreKit's documentation, which names properties. That signed data has members with the
  // same names, in the form of its other members, is inferred. No state follows from them.

  static func bundleProduct(_ meaning: String) -> PayloadMember {
    PayloadMember("bundleProductId", .text, "Bundle", meaning, since: .bundles, redaction: .product)
  }
  static let bundleGroup = PayloadMember(
    "bundleSubscriptionGroupIdentifier", .text, "Bundle group", "The group of subscriptions of the bundle.",
    since: .bundles, redaction: .product)
  static let bundleOriginalTransactionID = PayloadMember(
    "bundleOriginalTransactionId", .identifier, "Bundle first", "The first transaction of the bundle.",
    since: .bundles, redaction: .identifier(.transaction))

  static let descriptors = PayloadMember(
    "descriptors",
    .object(
      PayloadTable(
        name: "AdvancedCommerceDescriptors", title: "the names of an Advanced Commerce purchase",
        members: PayloadMember.nameMembers)), "Names", "What the customer sees of the purchase.", since: .api("1.14"))
  static let requestReference = PayloadMember(
    "requestReferenceId", .text, "Request", "The UUID that the developer gave to the request.", since: .api("1.14"))
  static let taxCode = PayloadMember("taxCode", .text, "Tax code", "The kind of goods, for taxes.", since: .api("1.14"))
  static let advancedPeriod = PayloadMember(
    "period", .period, "Period", "The length of one period of the subscription.", since: .api("1.14"))

  private static let nameMembers: [PayloadMember] = [
    PayloadMember("displayName", .text, "Name", "The name that the customer sees.", since: .api("1.14")),
    PayloadMember("description", .text, "Description", "The description that the customer sees.", since: .api("1.14")),
  ]

  /// What items of transactions and of renewals have.
  static let itemMembers: [PayloadMember] =
    [
      PayloadMember(
        "SKU", .text, "SKU", "The developer's identifier of the item.", since: .api("1.14"), redaction: .product)
    ]
    + nameMembers + [
      PayloadMember("price", .price, "Price", "The price of the item.", since: .api("1.14")),
      PayloadMember(
        "offer", .object(.advancedCommerceOffer), "Offer", "The offer that applies to the item.", since: .api("1.14")),
    ]
}

extension PayloadTable {
  fileprivate static let priceTier = PayloadTable(
    name: "PriceTier", title: "the seats of one price",
    members: [
      PayloadMember("price", .price, "Price", "The price of each of these seats.", since: .api("1.23")),
      PayloadMember(
        "quantity", .integer, "Seats", "How many seats have this price.", since: .api("1.23"),
        redaction: .number(4)),
    ])

  fileprivate static let advancedCommerceOffer = PayloadTable(
    name: "AdvancedCommerceOffer", title: "an offer of an Advanced Commerce item",
    members: [
      PayloadMember("price", .price, "Price", "The price of each period of the offer.", since: .api("1.14")),
      PayloadMember("period", .period, "Period", "The length of one period of the offer.", since: .api("1.14")),
      PayloadMember(
        "periodCount", .integer, "Periods", "How many periods the offer has.", since: .api("1.14"),
        redaction: .number(3)),
      PayloadMember("reason", .enumeration(.offerReason), "Reason", "What the offer is for.", since: .api("1.14")),
    ])
}

extension FieldRule {
  /// A currency (`EUR`) or a country (`USA`).
  static let threeCapitals = FieldRule.common { text in
    text.utf8.count == 3 && text.utf8.allSatisfy { $0.isASCIILetter && $0 <= UInt8(ascii: "Z") }
  }
}
