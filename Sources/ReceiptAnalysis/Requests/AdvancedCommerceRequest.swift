extension RequestRules {
  /// The broken rules of a request of Advanced Commerce that an app gives to StoreKit, each as a clause that begins
  /// with the place; empty for a correct request.
  ///
  /// Source: the models of Apple's server libraries (3.1.2), which check the same limits.
  package static func advancedCommerceFaults(in request: JSONValue) -> [Message] {
    guard let members = operations[request["operation"]?.stringValue ?? ""] else {
      // Without members, the rules are those of every request: an object in which no name occurs twice.
      let objections = [RequestMember]().faults(in: request).map { Message(english: $0.reason) }
      let known = operations.keys.sorted().joined(separator: ", ")
      return objections.isEmpty ? ["`operation` has to be one of \(known)"] : objections
    }
    return (commonMembers + members).faults(in: request).map { Message(english: $0.reason) }
  }

  private typealias Member = RequestMember

  private static let shortText = Member.Kind.text(maximum: 255)
  private static let skuText = Member.Kind.text(maximum: 128)
  private static let descriptionText = Member.Kind.text(maximum: 45)
  private static let displayNameText = Member.Kind.text(maximum: 30)
  /// Milliunits of the currency.
  private static let priceNumber = Member.Kind.number(0...Int64.max)
  private static let periodWord = Member.Kind.word(["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"])
  private static let effectiveWord = Member.Kind.word(["IMMEDIATELY", "NEXT_BILL_CYCLE"])
  private static let sku = Member("SKU", skuText)
  private static let descriptors = [
    Member("description", descriptionText), Member("displayName", displayNameText),
  ]
  private static let item = [sku] + descriptors + [Member("price", priceNumber)]
  private static let offer = Member(
    "offer",
    .object([
      Member("period", .word(["P3D", "P1W", "P2W", "P1M", "P2M", "P3M", "P6M", "P9M", "P1Y"])),
      Member("periodCount", .number(1...12)), Member("price", priceNumber),
      Member("reason", .word(["ACQUISITION", "WIN_BACK", "RETENTION"])),
    ]), optional: true)
  private static let prorated = Member("proratedPrice", priceNumber, optional: true)
  private static let storefront = Member("storefront", shortText, optional: true)

  private static let commonMembers = [
    Member("version", .word(["1"])),
    Member(
      "requestInfo",
      .object([
        Member("requestReferenceId", .uuid), Member("appAccountToken", .uuid, optional: true),
        Member("consistencyToken", .text(maximum: 4_096), optional: true),
      ])),
  ]

  private static let operations: [String: [Member]] = [
    "CREATE_ONE_TIME_CHARGE": [
      Member("currency", shortText), Member("taxCode", shortText), storefront, Member("item", .object(item)),
    ],
    "CREATE_SUBSCRIPTION": [
      Member("currency", shortText), Member("taxCode", shortText), Member("period", periodWord), storefront,
      Member("descriptors", .object(descriptors)), Member("items", .list(item + [offer])),
      Member("previousTransactionId", shortText, optional: true),
    ],
    "MODIFY_SUBSCRIPTION": [
      Member("transactionId", shortText), Member("retainBillingCycle", .flag), storefront,
      Member("currency", shortText, optional: true), Member("taxCode", shortText, optional: true),
      Member("addItems", .list(item + [offer, prorated]), optional: true),
      Member(
        "changeItems",
        .list(
          item + [
            Member("currentSKU", skuText), Member("effective", effectiveWord),
            Member("reason", .word(["UPGRADE", "DOWNGRADE", "APPLY_OFFER"])), offer, prorated,
          ]), optional: true),
      Member("removeItems", .list([sku]), optional: true),
      Member(
        "periodChange", .object([Member("effective", effectiveWord), Member("period", periodWord)]), optional: true),
      Member(
        "descriptors",
        .object([
          Member("effective", effectiveWord), Member("description", descriptionText, optional: true),
          Member("displayName", displayNameText, optional: true),
        ]), optional: true),
    ],
    "REACTIVATE_SUBSCRIPTION": [
      Member("transactionId", shortText), storefront, Member("items", .list([sku]), optional: true),
    ],
  ]
}
