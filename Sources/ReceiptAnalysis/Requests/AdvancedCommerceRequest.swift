extension RequestRules {
  /// The broken rules of a request of Advanced Commerce that an app gives to StoreKit, each as a clause that begins
  /// with the place; empty for a correct request.
  ///
  /// Source: the models of Apple's server libraries (3.1.2), which check the same limits.
  package static func advancedCommerceFaults(in request: JSONValue) -> [Message] {
    guard let members = operations[request["operation"]?.stringValue ?? ""] else {
      let objections = [RequestMember]().faults(in: request).map { Message(english: $0.reason) }
      let known = operations.keys.sorted().joined(separator: ", ")
      return objections.isEmpty ? ["`operation` has to be one of \(known)"] : objections
    }
    return (all + members).faults(in: request).map { Message(english: $0.reason) }
  }

  private typealias Member = RequestMember

  private static let name = Member.Kind.text(maximum: 255)
  /// Milliunits of the currency.
  private static let price = Member.Kind.number(0...Int64.max)
  private static let period = Member.Kind.word(["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"])
  private static let effective = Member.Kind.word(["IMMEDIATELY", "NEXT_BILL_CYCLE"])
  private static let sku = Member("SKU", .text(maximum: 128))
  private static let descriptors = [
    Member("description", .text(maximum: 45)), Member("displayName", .text(maximum: 30)),
  ]
  private static let item = [sku] + descriptors + [Member("price", price)]
  private static let offer = Member(
    "offer",
    .object([
      Member("period", .word(["P3D", "P1W", "P2W", "P1M", "P2M", "P3M", "P6M", "P9M", "P1Y"])),
      Member("periodCount", .number(1...12)), Member("price", price),
      Member("reason", .word(["ACQUISITION", "WIN_BACK", "RETENTION"])),
    ]), optional: true)
  private static let prorated = Member("proratedPrice", price, optional: true)
  private static let storefront = Member("storefront", name, optional: true)

  private static let all = [
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
      Member("currency", name), Member("taxCode", name), storefront, Member("item", .object(item)),
    ],
    "CREATE_SUBSCRIPTION": [
      Member("currency", name), Member("taxCode", name), Member("period", period), storefront,
      Member("descriptors", .object(descriptors)), Member("items", .list(item + [offer])),
      Member("previousTransactionId", name, optional: true),
    ],
    "MODIFY_SUBSCRIPTION": [
      Member("transactionId", name), Member("retainBillingCycle", .flag), storefront,
      Member("currency", name, optional: true), Member("taxCode", name, optional: true),
      Member("addItems", .list(item + [offer, prorated]), optional: true),
      Member(
        "changeItems",
        .list(
          item + [
            Member("currentSKU", .text(maximum: 128)), Member("effective", effective),
            Member("reason", .word(["UPGRADE", "DOWNGRADE", "APPLY_OFFER"])), offer, prorated,
          ]), optional: true),
      Member("removeItems", .list([sku]), optional: true),
      Member(
        "periodChange", .object([Member("effective", effective), Member("period", period)]), optional: true),
      Member(
        "descriptors",
        .object([
          Member("effective", effective), Member("description", .text(maximum: 45), optional: true),
          Member("displayName", .text(maximum: 30), optional: true),
        ]), optional: true),
    ],
    "REACTIVATE_SUBSCRIPTION": [
      Member("transactionId", name), storefront, Member("items", .list([sku]), optional: true),
    ],
  ]
}
