extension ReferenceEntry {
  /// A member of a header, a token, a request or an answer, with its values if it is an enumeration.
  private struct APIMember {
    let name: String
    let meaning: String
    let source: String
    var values: [(code: String, meaning: String)] = []
    /// Other members with the same values.
    var otherNames: [String] = []
    /// Other names of a value, by its code.
    var aliases: [String: [String]] = [:]
  }

  /// The entries for members that stand in no signed payload, and for their values.
  static let apiMembers: [ReferenceEntry] = (headers + consumption + others).flatMap { member in
    let list = member.values.map { "\($0.code) (\(inline($0.meaning)))" }.joined(separator: ", ")
    let entry = ReferenceEntry(
      .apiMember, member.name, aliases: member.otherNames,
      member.values.isEmpty ? member.meaning : "\(member.meaning) Values: \(list).", source: member.source)
    return [entry]
      + member.values.map { code, meaning in
        let isNumber = code.utf8.allSatisfy(\.isASCIIDigit)
        return ReferenceEntry(
          .fieldValue, "\(member.name)=\(code)",
          aliases: member.otherNames.map { "\($0)=\(code)" } + (isNumber ? [] : [code]) + (member.aliases[code] ?? []),
          "\(entry.key): \(meaning)", source: member.source)
      }
  }

  /// A meaning in the middle of a sentence: `not declared` for `Not declared.`
  private static func inline(_ meaning: String) -> String {
    let text = meaning.hasSuffix(".") ? String(meaning.dropLast()) : meaning
    return text.hasPrefix("Apple ") ? text : text.prefix(1).lowercased() + text.dropFirst()
  }

  private static let tokens = "Apple, Generating JSON Web Tokens for API requests"

  /// Headers and claims: of tokens for the APIs, and of Apple's signed data.
  private static let headers: [APIMember] = [
    APIMember(
      name: "alg", meaning: "How a JWS is signed: ES256 in Apple's data and in tokens for Apple.", source: tokens),
    APIMember(
      name: "kid",
      meaning: "In the header of a token: the id of the key that signed it, as App Store Connect lists it.",
      source: tokens),
    APIMember(name: "typ", meaning: "In the header of a token: JWT.", source: tokens),
    APIMember(
      name: "x5c",
      meaning: """
        In the header of Apple's signed data: the certificate chain in base64, signer first. The App Store sends three \
        certificates. Tokens that developers sign have kid in its place.
        """, source: "Apple, JWSDecodedHeader; RFC 7515, 4.1.6"),
    APIMember(
      name: "iss",
      meaning: "In a token: the issuer id of App Store Connect, a UUID. Keys of individuals have sub in its place.",
      source: tokens),
    APIMember(name: "iat", meaning: "In a token: when it was made, in seconds since 1970.", source: tokens),
    APIMember(
      name: "exp",
      meaning: """
        In a token: when it expires, in seconds since 1970, at most an hour after iat. Requests to StoreKit have none.
        """, source: tokens),
    APIMember(
      name: "aud",
      meaning: "In a token: whom it is for. appstoreconnect-v1 for the APIs of the App Store.", source: tokens),
    APIMember(
      name: "bid",
      meaning: """
        In a token: the bundle identifier of the app. The App Store Server API answers 401 without it; the App Store \
        Connect API takes tokens without it.
        """, source: tokens),
  ]

  private static let v1 = "Apple, ConsumptionRequestV1"
  private static let v2 = "Apple, ConsumptionRequest"
  private static let undeclared = ("0", "Not declared.")

  private static let dollars = [
    undeclared, ("1", "0 USD."), ("2", "0.01 to 49.99 USD."), ("3", "50 to 99.99 USD."), ("4", "100 to 499.99 USD."),
    ("5", "500 to 999.99 USD."), ("6", "1,000 to 1,999.99 USD."), ("7", "2,000 USD or more."),
  ]

  /// What a server answers to CONSUMPTION_REQUEST. Version 1 has numbers, version 2 has words.
  private static let consumption: [APIMember] = [
    APIMember(
      name: "customerConsented",
      meaning: "Whether the customer agreed that Apple is told. Without consent, do not answer at all.",
      source: v1 + "; " + v2),
    APIMember(
      name: "sampleContentProvided",
      meaning: "Whether the customer could try the product before buying, or knew what it does.", source: v1 + "; " + v2
    ),
    APIMember(
      name: "consumptionPercentage",
      meaning: "The share that was used, in thousandths of a percent: 100000 is all. Not for subscriptions.", source: v2
    ),
    APIMember(
      name: "accountTenure", meaning: "How old the customer's account with the developer is.", source: v1,
      values: [
        undeclared, ("1", "0 to 3 days."), ("2", "3 to 10 days."), ("3", "10 to 30 days."), ("4", "30 to 90 days."),
        ("5", "90 to 180 days."), ("6", "180 to 365 days."), ("7", "More than 365 days."),
      ]),
    APIMember(
      name: "consumptionStatus", meaning: "How much of the purchase the customer used.", source: v1,
      values: [undeclared, ("1", "Nothing."), ("2", "A part."), ("3", "All of it.")]),
    APIMember(
      name: "deliveryStatus",
      meaning: "Whether the app delivered what was bought: a number in version 1, a word in version 2.",
      source: v1 + "; " + v2,
      values: [
        ("0", "Delivered, and it works."), ("1", "Not delivered: a problem of quality."),
        ("2", "Not delivered: the wrong item."), ("3", "Not delivered: the server was down."),
        ("4", "Not delivered: the currency in the game changed."), ("5", "Not delivered for another reason."),
        ("DELIVERED", "Delivered, and it works."),
        ("UNDELIVERED_QUALITY_ISSUE", "Not delivered: a problem of quality."),
        ("UNDELIVERED_WRONG_ITEM", "Not delivered: the wrong item."),
        ("UNDELIVERED_SERVER_OUTAGE", "Not delivered: the server was down."),
        ("UNDELIVERED_OTHER", "Not delivered for another reason."),
      ]),
    APIMember(
      name: "lifetimeDollarsPurchased", meaning: "What the customer paid in the app so far, on all platforms.",
      source: v1, values: dollars),
    APIMember(
      name: "lifetimeDollarsRefunded", meaning: "What the customer got refunded in the app so far, on all platforms.",
      source: v1, values: dollars),
    APIMember(
      name: "platform", meaning: "Where the customer used the purchase.", source: v1,
      values: [undeclared, ("1", "On a platform of Apple's."), ("2", "On another platform.")]),
    APIMember(
      name: "playTime", meaning: "How long the customer used the app.", source: v1,
      values: [
        undeclared, ("1", "0 to 5 minutes."), ("2", "5 to 60 minutes."), ("3", "1 to 6 hours."),
        ("4", "6 to 24 hours."),
        ("5", "1 to 4 days."), ("6", "4 to 16 days."), ("7", "More than 16 days."),
      ]),
    APIMember(
      name: "userStatus", meaning: "The state of the customer's account with the developer.", source: v1,
      values: [
        undeclared, ("1", "Active."), ("2", "Suspended."), ("3", "Terminated."), ("4", "With limited access."),
      ]),
    APIMember(
      name: "refundPreference",
      meaning: "What the developer would like Apple to decide: a number in version 1, a word in version 2.",
      source: v1 + "; " + v2,
      values: [
        undeclared, ("1", "Grant the refund."), ("2", "Decline the refund."), ("3", "No preference."),
        ("DECLINE", "Decline the refund."), ("GRANT_FULL", "Refund the whole price."),
        ("GRANT_PRORATED", "Refund the part that was not used."),
      ]),
  ]

  private static let states = [
    ("PENDING", "Apple has not judged it yet."), ("APPROVED", "Apple approved it. In the sandbox that is so at once."),
    ("REJECTED", "Apple rejected it: it cannot be used."),
  ]

  /// Other requests and answers, and the states of a payment on a device.
  private static let others: [APIMember] = [
    APIMember(
      name: "extendReasonCode", meaning: "Why the developer moves a renewal date.", source: "Apple, extendReasonCode",
      values: [
        undeclared, ("1", "To satisfy the customer."), ("2", "Another reason."), ("3", "An outage of the service."),
      ]),
    APIMember(
      name: "orderLookupStatus",
      meaning:
        "In the answer of Look Up Order ID, as its member status: whether the order number is valid.",
      source: "Apple, OrderLookupStatus",
      values: [("0", "Valid: signedTransactions has what was bought."), ("1", "Not an order number of this app.")]),
    APIMember(
      name: "reportStatus",
      meaning: "The member status of a report about external purchases: what the report says of its token.",
      source: "Apple, External Purchase Server API, status",
      values: [
        ("LINE_ITEM", "Something was bought: lineItems lists it."), ("NO_LINE_ITEM", "Nothing was bought."),
        ("UNRECOGNIZED_TOKEN", "The developer does not know the token."),
        ("DUPLICATE_TOKEN", "Another token of the same customer is reported in its place."),
      ]),
    APIMember(
      name: "messageState", meaning: "Whether a message of retention messaging may be shown.",
      source: "Apple, messageState", values: states),
    APIMember(
      name: "imageState", meaning: "Whether an image of retention messaging may be shown.", source: "Apple, imageState",
      values: states),
    APIMember(
      name: "transactionState", meaning: "What StoreKit 1 says of a payment on the device.",
      source: "Apple, SKPaymentTransactionState",
      values: [
        ("0", "The payment is being made (purchasing). Nothing is paid yet."), ("1", "Paid (purchased)."),
        ("2", "The payment failed (failed); the error says why."), ("3", "Bought before, and restored (restored)."),
        ("4", "Someone else has to approve the payment (deferred). Nothing is paid yet, and it may take days."),
      ],
      otherNames: ["SKPaymentTransactionState"],
      aliases: [
        "0": ["purchasing", "transactionState=purchasing", "SKPaymentTransactionStatePurchasing"],
        "1": ["transactionState=purchased", "SKPaymentTransactionStatePurchased"],
        "2": ["transactionState=failed", "SKPaymentTransactionStateFailed"],
        "3": ["transactionState=restored", "SKPaymentTransactionStateRestored"],
        "4": ["deferred", "transactionState=deferred", "SKPaymentTransactionStateDeferred"],
      ]),
  ]
}
